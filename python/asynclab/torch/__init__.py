"""PyTorch's names over the lab: those that the book's chapters up to multilayer perceptrons, and on performance, need.

``cuda:0`` means the lab's own device, ``cpu`` its CPU, which computes inside the call as PyTorch's does. Both compute in float32; other
types are labels.
"""

from __future__ import annotations

import builtins
import math
from typing import Any

from .._names import missing as _missing
from ..indexing import chosen as _chosen, joined as _joined, stacked as _stacked
from ..views import sliced as _sliced
from ._creation import created as _created, drawn as _drawn, filled as _filled, from_values as _from_values, type_of as _type_of
from ._generator import Generator, default_generator, get_rng_state, initial_seed, manual_seed, multinomial, randperm, seed, set_rng_state
from ._choosing import return_types
from ._einsum import einsum
from ._gradients import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from ._history import named as _named
from ..exact import checked_whole as _checked_whole, labelled as _labelled
from ._exact import mixed as _mixed
from ._tensor import Tensor
from ._types import (
    Size, bfloat16, boolean, checked_dtype as _checked_dtype, device, dtype, finfo, float16, float32, float64, iinfo, int8, int16, int32, int64, set_default_device, uint8,
)  # fmt: skip
from ._reading import load
from ._saving import save
from ._printing import set_printoptions
from . import _derivatives, autograd, backends, cuda, jit, linalg, nn, optim, random, utils, version
from . import _dynamo, compiler
from ._dynamo import compile  # noqa: A004

__version__ = "2.9.0+asynclab"
float, double, half = float32, float64, float16  # noqa: A001
long, int, short = int64, int32, int16  # noqa: A001
inference_mode = no_grad
bool = boolean  # noqa: A001
pi, inf, nan, e = math.pi, math.inf, math.nan, math.e


def _shape(given: tuple[Any, ...], size: Any) -> Any:
    if size is not None and given:
        raise TypeError("give the shape once, as numbers or as size=")
    return size if size is not None else given


def _with_gradient(tensor: Tensor, wanted: bool) -> Tensor:
    return tensor.requires_grad_() if wanted else tensor


def randn(*shape: Any, size: Any = None, device: Any = None, dtype: Any = None, requires_grad: bool = False, generator: Any = None) -> Tensor:
    """Normally distributed numbers: ``randn(2, 3)``, ``randn((2, 3))`` or ``randn(size=(2, 3))``."""
    return _with_gradient(_drawn("normal", 0, 1, _shape(shape, size), device, dtype, generator), requires_grad)


def rand(*shape: Any, size: Any = None, device: Any = None, dtype: Any = None, requires_grad: bool = False, generator: Any = None) -> Tensor:
    """Numbers distributed evenly over [0, 1)."""
    return _with_gradient(_drawn("uniform", 0, 1, _shape(shape, size), device, dtype, generator), requires_grad)


def randint(low: Any, high: Any = None, size: Any = None, *, device: Any = None, dtype: Any = None, requires_grad: bool = False, generator: Any = None) -> Tensor:
    """Whole numbers distributed evenly over ``low <= x < high``; a single number is ``high``."""
    if high is None or size is None:
        low, high, size = 0, low, high if size is None else size
    if not low < high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    made = (_drawn("uniform", 0, 1, size, device, None, generator) * (high - low)).floor().minimum(high - low - 1) + low
    return _with_gradient(_labelled(made, _checked_dtype(dtype, int64), _checked_whole("randint: a bound", builtins.max(builtins.abs(low), builtins.abs(high - 1)))), requires_grad)


def normal(mean: Any = 0.0, std: Any = 1.0, size: Any = None, device: Any = None, requires_grad: bool = False, generator: Any = None, dtype: Any = None) -> Tensor:
    """Normally distributed numbers with a mean and a standard deviation, which may be tensors."""
    if size is not None:
        return _with_gradient(_drawn("normal", mean, std, size, device, dtype, generator), requires_grad)
    if not isinstance(mean, Tensor) and not isinstance(std, Tensor):
        raise TypeError("normal: give size=, with numbers as mean and std")
    with no_grad():
        like = mean + std
        return _drawn("normal", 0, 1, like.shape, like.device, None, generator) * std + mean


def bernoulli(input: Tensor, *, generator: Any = None) -> Tensor:  # noqa: A002
    """1 with the probability that the element has as its value, else 0."""
    return (_drawn("uniform", 0, 1, input.shape, input.device, None, generator) < input).float()


def ones(*shape: Any, size: Any = None, device: Any = None, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor of ones: ``ones(2, 3)``, ``ones((2, 3))`` or ``ones(size=(2, 3))``."""
    return _with_gradient(_filled(1, _shape(shape, size), device, dtype), requires_grad)


def zeros(*shape: Any, size: Any = None, device: Any = None, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor of zeros, of a shape as in `ones`."""
    return _with_gradient(_filled(0, _shape(shape, size), device, dtype), requires_grad)


def empty(*shape: Any, size: Any = None, device: Any = None, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Zeros: the lab does not expose memory that was never written."""
    return zeros(*shape, size=size, device=device, dtype=dtype, requires_grad=requires_grad)


def full(size: Any, fill_value: Any, device: Any = None, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor filled with one number, of that number's type."""
    return _with_gradient(_filled(fill_value, size, device, _checked_dtype(dtype, _type_of(fill_value))), requires_grad)


def tensor(data: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor of nested numbers: of int64, of bool or of float32, by the numbers, unless a type is given."""
    made = _from_values(data, device, dtype and _checked_dtype(dtype))
    return _with_gradient(made, requires_grad)


def as_tensor(data: Any, dtype: Any = None, device: Any = None) -> Tensor:
    """The tensor itself, or one of nested numbers."""
    return data.to(device=device, dtype=dtype) if isinstance(data, Tensor) else tensor(data, dtype, device)


def from_numpy(data: Any) -> Tensor:
    """A tensor of an array's elements: a copy, where PyTorch's shares them."""
    return tensor(data)


def arange(start: Any, end: Any = None, step: Any = 1, device: Any = None, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """``start, start + step, …`` below ``end``: whole numbers, unless one of the three is a float."""
    start, end = (0, start) if end is None else (start, end)
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    count = math.ceil((end - start) / step)
    wanted = _checked_dtype(dtype, int64 if _all_whole(start, end, step) else float32)
    most = builtins.max(builtins.abs(start), builtins.abs(start + (count - 1) * step)) if count else 0
    if not wanted.is_floating_point:
        _checked_whole("arange: a number", math.ceil(most))
    made = _created("arange", (start * 1.0, step * 1.0), (count,), device)
    return _with_gradient(made if wanted is float32 else _labelled(made, wanted, most), requires_grad)


def _all_whole(*numbers: Any) -> bool:
    return builtins.all(isinstance(one, builtins.int) or isinstance(one, Tensor) and not one.is_floating_point() for one in numbers)


def linspace(start: Any, end: Any, steps: Any, device: Any = None, dtype: Any = None) -> Tensor:
    """``steps`` numbers evenly from ``start`` to ``end``, both included."""
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    apart = (end - start) / (steps - 1) if steps > 1 else 0.0
    # From both ends to the middle, as PyTorch does: so the last number is the end itself.
    first = _created("arange", (start * 1.0, apart), (steps - steps // 2,), device)
    last = _created("arange", (end * 1.0, -apart), (steps // 2,), device)
    made = cat([first, _sliced(last, 0, last.numel() - 1, -1, last.numel())]) if steps > 1 else first
    return made if dtype is None else made.type(dtype)


def eye(n: int, m: int | None = None, device: Any = None, dtype: Any = None) -> Tensor:
    """Ones on the diagonal, zeros off it."""
    return _created("eye", (), (n, n if m is None else m), device, _checked_dtype(dtype))


def full_like(input: Tensor, fill_value: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:  # noqa: A002
    """One number, in the shape and on the device of a tensor."""
    return _with_gradient(_filled(fill_value, input.shape, input.device if device is None else device, dtype or input.dtype), requires_grad)


def zeros_like(input: Tensor, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:  # noqa: A002
    """Zeros, in the shape and on the device of a tensor."""
    return full_like(input, 0, dtype, device, requires_grad)


def ones_like(input: Tensor, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:  # noqa: A002
    """Ones, in the shape and on the device of a tensor."""
    return full_like(input, 1, dtype, device, requires_grad)


empty_like = zeros_like


def randn_like(input: Tensor, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:  # noqa: A002
    """Normally distributed numbers, in the shape and on the device of a tensor."""
    return randn(input.shape, device=input.device if device is None else device, dtype=dtype or input.dtype, requires_grad=requires_grad)


def rand_like(input: Tensor, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:  # noqa: A002
    """Numbers distributed evenly over [0, 1), in the shape and on the device of a tensor."""
    return rand(input.shape, device=input.device if device is None else device, dtype=dtype or input.dtype, requires_grad=requires_grad)


def randint_like(input: Tensor, low: Any, high: Any = None, dtype: Any = None, device: Any = None) -> Tensor:  # noqa: A002
    """Whole numbers distributed evenly, in the shape and on the device of a tensor."""
    return randint(low, high, tuple(input.shape), dtype=dtype or input.dtype, device=input.device if device is None else device)


def cat(tensors: Any, dim: int = 0) -> Tensor:
    """Tensors one after the other along a dimension."""
    return _named(_joined("cat", _several(tensors), dim), "Cat")


def stack(tensors: Any, dim: int = 0) -> Tensor:
    """Tensors of one shape side by side along a new dimension."""
    return _named(_stacked("stack", _several(tensors), dim), "Stack")


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
    call.__doc__ = f"``x.{name}(…)`` as a function. {getattr(getattr(Tensor, name, None), '__doc__', None) or ''}".rstrip()
    return call


#: Methods that are functions too.
_METHODS = (
    "abs add addmm all amax amin any argmax argmin argsort bincount bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor bmm ceil chunk clamp clone cos cosh count_nonzero cumsum detach diag diagonal "
    "div divide dot eq erf exp exp2 expm1 flatten flip floor floor_divide fmod frac gather ge gt index_add index_select is_floating_point isclose isfinite isin isinf "
    "isnan le lerp log log10 log1p log2 log_softmax logical_and logical_not logical_or logical_xor logsumexp lt masked_fill masked_select matmul max "
    "maximum mean median min minimum mm moveaxis movedim msort mul multiply mv nan_to_num narrow ne neg nonzero norm numel outer permute pow prod ravel reciprocal "
    "relu remainder repeat_interleave reshape roll round rsqrt scatter scatter_add select sigmoid sign sin sinh softmax sort split sqrt square "
    "squeeze std sub subtract sum swapaxes t take_along_dim tan tanh tile topk trace transpose tril triu trunc unbind unflatten unique unsqueeze var"
).split()
for _name in _METHODS:
    globals()[_name] = _function(_name)
clip, absolute, negative = (globals()[_name] for _name in ("clamp", "abs", "neg"))
greater, less, greater_equal, less_equal, not_equal = (globals()[_name] for _name in ("gt", "lt", "ge", "le", "ne"))


def vstack(tensors: Any) -> Tensor:
    """Tensors one below the other."""
    return cat([one.reshape((1, -1)) if one.dim() < 2 else one for one in tensors])


def hstack(tensors: Any) -> Tensor:
    """Tensors side by side."""
    several = [one.reshape(-1) if not one.dim() else one for one in tensors]
    return cat(several, 0 if several[0].dim() == 1 else 1)


def meshgrid(*tensors: Any, indexing: str = "ij") -> tuple[Tensor, ...]:
    """The vectors, each along an axis of its own, broadcast to one shape."""
    axes = list(tensors[0]) if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else list(tensors)
    shape = [one.numel() for one in axes]
    made = [one.reshape([-1 if at == axis else 1 for at in range(len(shape))]).expand(shape) for axis, one in enumerate(axes)]
    return tuple(one.transpose(0, 1) for one in made) if indexing == "xy" else tuple(made)


def cdist(x1: Tensor, x2: Tensor, p: Any = 2.0) -> Tensor:
    """The distance of each row of one matrix from each of another: Euclidean, or of ``p`` 1."""
    apart = x1.unsqueeze(-2) - x2.unsqueeze(-3)
    return apart.norm(p, dim=-1)


def atleast_1d(x: Tensor) -> Tensor:
    """A scalar as a vector of one element; other tensors as they are."""
    return x if x.dim() else x.reshape(1)


def atleast_2d(x: Tensor) -> Tensor:
    """A scalar or a vector as a row; other tensors as they are."""
    return x if x.dim() > 1 else x.reshape(1, -1)


def equal(left: Tensor, right: Tensor) -> bool:
    """Whether two tensors have the same shape and elements. Waits."""
    return left.equal(right)


def allclose(input: Tensor, other: Tensor, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: builtins.bool = False) -> builtins.bool:  # noqa: A002
    """Whether all elements are close. Waits for one number, which the device computes."""
    with no_grad():
        close = input.isclose(other, rtol, atol, equal_nan).all()
    return close._lab.item(close._id, "allclose") != 0


def where(condition: Tensor, input: Any = None, other: Any = None) -> Any:  # noqa: A002
    """The elements of ``input`` where the condition is not 0, of ``other`` elsewhere. A condition alone gives its ``nonzero``: waits."""
    if input is None and other is None:
        return condition.nonzero(as_tuple=True)
    made = _chosen(condition, input, other)
    kind = _mixed(input, other)
    return _named(made if made.dtype is kind else _labelled(made, kind), "Where")


def result_type(left: Any, right: Any) -> dtype:
    """The type of a result of two operands."""
    return _mixed(left, right)


def is_tensor(value: Any) -> bool:
    """Whether a value is a tensor."""
    return isinstance(value, Tensor)


def set_num_threads(_: int) -> None:
    """Does nothing: the lab's backend has a thread of its own."""


def get_num_threads() -> builtins.int:
    """1: the lab's backend."""
    return 1


def get_default_dtype() -> dtype:
    """float32."""
    return float32


def set_default_dtype(d: dtype) -> None:
    """Accepts float32 only: the lab computes in it."""
    if _checked_dtype(d) is not float32:
        raise TypeError(f"set_default_dtype: {d}; the lab computes in float32: give a type to each tensor that is to have another name")


_precision = "highest"


def set_float32_matmul_precision(precision: str) -> None:
    """Does nothing but keep the choice: products are computed in float32, which every choice allows."""
    global _precision
    if precision.lower() not in ("highest", "high", "medium"):
        import warnings

        warnings.warn(f"{precision} is not one of 'highest', 'high', or 'medium'; the current setFloat32MatmulPrecision call has no effect.", stacklevel=2)
        return
    _precision = precision.lower()


def get_float32_matmul_precision() -> str:
    """The choice that was set last. It has no effect."""
    return _precision


def use_deterministic_algorithms(mode: builtins.bool, *, warn_only: builtins.bool = False) -> None:
    """Does nothing: the same program gives the same bits on one device anyway."""


def dropout(input: Tensor, p: Any, train: builtins.bool) -> Tensor:  # noqa: A002
    """In training, elements are 0 with the probability ``p``, and the others are divided by ``1 - p``."""
    return nn.functional.dropout(input, p, train)


autograd.functional = _derivatives
__getattr__ = _missing("torch", globals())
