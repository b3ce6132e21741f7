"""PyTorch's names over the lab: what the chapter on asynchronous computation and its exercises need.

``cuda:0`` means the lab's own device, ``cpu`` its CPU, which computes inside the call as PyTorch's does. Everything is float32.
"""

from __future__ import annotations

import builtins
import math
from typing import Any

from .._names import missing as _missing
from ..indexing import chosen as _chosen, joined as _joined, stacked as _stacked
from ..views import sliced as _sliced
from ._creation import created as _created, drawn as _drawn, filled as _filled, from_values as _from_values
from ._gradients import enable_grad, is_grad_enabled, no_grad
from ._tensor import Tensor
from ._types import Size, boolean, checked_dtype as _checked_dtype, device, dtype, float32, lab as _lab, set_default_device
from . import cuda, jit, nn, optim

__version__ = "2.9.0+asynclab"
float = float32  # noqa: A001
inference_mode = no_grad
bool = boolean  # noqa: A001


def _shape(given: tuple[Any, ...], size: Any) -> Any:
    if size is not None and given:
        raise TypeError("give the shape once, as numbers or as size=")
    return size if size is not None else given


def _with_gradient(tensor: Tensor, wanted: bool) -> Tensor:
    return tensor.requires_grad_() if wanted else tensor


def randn(*shape: Any, size: Any = None, device: Any = None, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Normally distributed numbers: ``randn(2, 3)``, ``randn((2, 3))`` or ``randn(size=(2, 3))``."""
    _checked_dtype(dtype)
    return _with_gradient(_drawn("normal", 0, 1, _shape(shape, size), device), requires_grad)


def rand(*shape: Any, size: Any = None, device: Any = None, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Numbers distributed evenly over [0, 1)."""
    _checked_dtype(dtype)
    return _with_gradient(_drawn("uniform", 0, 1, _shape(shape, size), device), requires_grad)


def normal(mean: Any = 0.0, std: Any = 1.0, size: Any = None, device: Any = None) -> Tensor:
    """Normally distributed numbers of a mean and a standard deviation."""
    if size is None:
        raise TypeError("normal: give size=, with numbers as mean and std")
    return _drawn("normal", mean, std, size, device)


def ones(*shape: Any, size: Any = None, device: Any = None, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    _checked_dtype(dtype)
    return _with_gradient(_filled(1, _shape(shape, size), device), requires_grad)


def zeros(*shape: Any, size: Any = None, device: Any = None, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    _checked_dtype(dtype)
    return _with_gradient(_filled(0, _shape(shape, size), device), requires_grad)


def empty(*shape: Any, size: Any = None, device: Any = None, dtype: Any = None) -> Tensor:
    """Zeros: the lab does not show memory that nobody has written."""
    return zeros(*shape, size=size, device=device, dtype=dtype)


def full(size: Any, fill_value: Any, device: Any = None, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    _checked_dtype(dtype)
    return _with_gradient(_filled(fill_value, size, device), requires_grad)


def tensor(data: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor of nested numbers, in float32 whatever they are."""
    made = _from_values(data, device)
    return _with_gradient(made if dtype is None else made.type(dtype), requires_grad)


def as_tensor(data: Any, dtype: Any = None, device: Any = None) -> Tensor:
    return data.to(device) if isinstance(data, Tensor) else tensor(data, dtype, device)


def from_numpy(data: Any) -> Tensor:
    return tensor(data)


def arange(start: Any, end: Any = None, step: Any = 1, device: Any = None, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """``start, start + step, …`` below ``end``, in float32."""
    _checked_dtype(dtype)
    start, end = (0, start) if end is None else (start, end)
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    count = math.ceil((end - start) / step)
    return _with_gradient(_created("arange", (start * 1.0, step * 1.0), (count,), device), requires_grad)


def linspace(start: Any, end: Any, steps: int, device: Any = None, dtype: Any = None) -> Tensor:
    """``steps`` numbers evenly from ``start`` to ``end``, both included."""
    _checked_dtype(dtype)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    apart = (end - start) / (steps - 1) if steps > 1 else 0.0
    # From both ends to the middle, as PyTorch does: so the last is the end itself.
    first = _created("arange", (start * 1.0, apart), (steps - steps // 2,), device)
    last = _created("arange", (end * 1.0, -apart), (steps // 2,), device)
    return cat([first, _sliced(last, 0, last.numel() - 1, -1, last.numel())]) if steps > 1 else first


def eye(n: int, m: int | None = None, device: Any = None, dtype: Any = None) -> Tensor:
    _checked_dtype(dtype)
    return _created("eye", (), (n, n if m is None else m), device)


def zeros_like(x: Tensor) -> Tensor:
    return x._filled(0.0)


def ones_like(x: Tensor) -> Tensor:
    return x._filled(1.0)


def randn_like(x: Tensor) -> Tensor:
    return randn(x.shape, device=x.device)


def cat(tensors: Any, dim: int = 0) -> Tensor:
    """Tensors one after the other along a dimension."""
    return _joined("cat", _several(tensors), dim)


def stack(tensors: Any, dim: int = 0) -> Tensor:
    """Tensors of one shape side by side along a new dimension."""
    return _stacked("stack", _several(tensors), dim)


def _several(tensors: Any) -> Any:
    if isinstance(tensors, Tensor):
        raise TypeError("argument 'tensors' must be tuple of Tensors, not Tensor")
    return tensors


concat = concatenate = cat


def _function(name: str) -> Any:
    def call(input: Tensor, *given: Any, **named: Any) -> Any:  # noqa: A002
        if not isinstance(input, Tensor):
            raise TypeError(f"{name}(): argument 'input' must be Tensor, not {type(input).__name__}")
        return getattr(input, name)(*given, **named)

    call.__name__ = name
    call.__doc__ = f"``x.{name}(…)`` as a function."
    return call


#: Methods that are functions too.
_METHODS = (
    "add sub mul div pow exp log sqrt square abs sign floor relu neg sin cos tanh sigmoid sum mean max min prod norm cumsum mm bmm matmul dot "
    "reshape transpose permute t flatten squeeze unsqueeze maximum minimum numel clone var std clamp isnan all any"
).split()
for _name in _METHODS:
    globals()[_name] = _function(_name)
multiply, subtract, divide = globals()["mul"], globals()["sub"], globals()["div"]
eq, ne, gt, ge, lt, le = (_function(f"__{_name}__") for _name in "eq ne gt ge lt le".split())


def equal(left: Tensor, right: Tensor) -> bool:
    """Whether two tensors have the same shape and elements. Waits."""
    return left.shape == right.shape and list(left._flat("equal")) == list(right._flat("equal"))


def allclose(left: Tensor, right: Tensor, rtol: Any = 1e-05, atol: Any = 1e-08) -> bool:
    """Whether all elements are close. Waits."""
    pairs = zip(left.broadcast_to(right.shape)._flat("allclose"), right._flat("allclose"), strict=True)
    return builtins.all(a == b or builtins.abs(a - b) <= atol + rtol * builtins.abs(b) < math.inf for a, b in pairs)


def where(condition: Tensor, input: Any, other: Any) -> Tensor:  # noqa: A002
    """The elements of ``input`` where the condition is not 0, of ``other`` elsewhere."""
    return _chosen(condition, input, other)


def is_tensor(value: Any) -> bool:
    return isinstance(value, Tensor)


def manual_seed(seed: int) -> None:
    """Begins the random numbers anew: the same seed, the same numbers, though not PyTorch's own."""
    number = int(seed)
    if not -(2**63) <= number < 2**64:
        raise ValueError(f"manual_seed: {number} has more than 64 bits; give a number from -2**63 to 2**64 - 1")
    _lab.seed(number)


def set_num_threads(_: int) -> None:
    """Nothing here: the lab's backend has a thread of its own."""


def get_default_dtype() -> dtype:
    return float32


__getattr__ = _missing("torch", globals())
