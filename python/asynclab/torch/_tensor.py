"""Tensors: the lab's arrays under PyTorch's names."""

from __future__ import annotations

import math
from typing import Any

from .._calls import Synchronous
from .._names import lacking
from .._operations import number_of
from ..array import LAB_ONLY, Array
from ..format import torch_text
from ..views import apart, place_of, viewed
from ._arithmetic import Arithmetic
from ._choosing import Choosing
from ._gradients import is_grad_enabled, no_grad
from ._history import named
from ..exact import Labelled, checked_whole
from ..whole import cast
from ._exact import floated, mixed
from ._labels import with_labels
from ._products import Multiplied
from ._reductions import Reduced
from ._shapes import Shaped
from ._types import Size, bfloat16, boolean, checked_dtype, device, dtype, float16, float32, float64, int8, int16, int32, int64, kind_on, kinds, lab, uint8


class Tensor(Choosing, Arithmetic, Shaped, Reduced, Multiplied, Labelled):
    """A tensor of float32. Operations on ``cuda:0`` return at once; ``item()``, ``tolist()``, ``cpu()``, ``print`` wait."""

    __slots__ = ()
    _foreign = LAB_ONLY
    dtype = float32
    is_cuda = True
    _torch = True
    _promoted, _floated = staticmethod(mixed), staticmethod(floated)

    # --- what it is

    def equal(self, other: Tensor) -> bool:
        """Whether both have the same shape and elements. Waits."""
        if self.shape != other.shape:
            return False
        with no_grad():
            same = (self == other).all()
        return self._lab.item(same._id, "equal") != 0

    @property
    def shape(self) -> Size:
        return Size(self._lab.shape_of(self._id))

    def size(self, dim: int | None = None) -> Any:
        return self.shape if dim is None else self.shape[dim]

    def numel(self) -> int:
        return math.prod(self.shape)

    nelement = numel

    def element_size(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.dtype.itemsize * self.numel()

    def dim(self) -> int:
        return len(self.shape)

    @property
    def device(self) -> device:
        return device("cuda", 0) if self.is_cuda else device("cpu")

    @property
    def data(self) -> Tensor:
        return self.detach()

    @data.setter
    def data(self, value: Tensor) -> None:
        """The elements of another tensor, which both share from then on."""
        with no_grad():
            made = value.to(self.device).detach()
            if made.shape != self.shape:
                raise self._misfit(made.shape, self.shape)
            apart(self)
            self._stand_for(made, self._wanted)
            more = self._extras()
            self._more = more | viewed(self, place_of(made))._more

    def _flat(self, kind: str = "data") -> Any:
        return self._lab.data(self._id, kind)

    def __contains__(self, value: Any) -> bool:
        if not isinstance(value, Tensor) and number_of(value) is None:
            raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(value)}.")
        return Array.__contains__(self, value)

    # --- moving

    def to(self, *given: Any, device: Any = None, dtype: Any = None, non_blocking: bool = False) -> Tensor:
        for one in given:
            if isinstance(one, Tensor):
                device, dtype = one.device, one.dtype
            elif isinstance(one, type(float32)) or one in (int, float, bool):
                dtype = one
            else:
                device = one
        if dtype is not None:
            return self.to(device, non_blocking=non_blocking).type(dtype)
        if device is None:
            return self
        kind, index = kind_on(device)
        if kind is self._plain:
            return self
        moved = kind._kinds[self.dtype]._adopt(lab._transfer(self._id, index))
        if not kind.is_cuda and not non_blocking:
            lab.wait(moved._id, "cpu")  # Bringing something back waits, as in PyTorch.
        return moved

    def cpu(self) -> Tensor:
        """The same elements on the CPU. Waits for them."""
        return self.to("cpu")

    def cuda(self, device: Any = None) -> Tensor:
        return self.to("cuda")

    def pin_memory(self, device: Any = None) -> Tensor:
        """A copy of a tensor of the CPU that counts as pinned. A browser has no pinned memory: moving the copy is no faster."""
        if self.is_cuda:
            raise RuntimeError(f"cannot pin '{self.type()}' only dense CPU tensors can be pinned")
        if self.is_pinned():
            return self
        made = self.clone()
        made._extras()["pinned"] = True
        return made

    def is_pinned(self, device: Any = None) -> bool:
        return "pinned" in getattr(self, "_more", {})

    def _listed(self, values: Any) -> Tensor:
        raise TypeError(f"can't assign a {type(values).__name__} to a {self.type()}; make a tensor of it")

    def numpy(self, force: bool = False) -> Any:
        """The elements as an array of NumPy, to be read only: it is a copy, where PyTorch's shares the tensor's memory. Waits."""
        if self.is_cuda and not force:
            raise TypeError(
                "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first."
            )
        if self.requires_grad and is_grad_enabled() and not force:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        from .._host import to_numpy

        kind = "float32" if self.dtype is bfloat16 else repr(self.dtype).removeprefix("torch.")
        return to_numpy(self._flat("numpy"), tuple(self.shape), False, kind)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        made = self.numpy()
        return made.copy() if copy else made

    def type(self, dtype: Any = None) -> Any:
        if dtype is None:
            kind = f"{self.dtype._letters}Tensor"
            return f"torch.cuda.{kind}" if self.is_cuda else f"torch.{kind}"
        return cast(self, checked_dtype(dtype))

    def is_floating_point(self) -> bool:
        return self.dtype.is_floating_point

    def type_as(self, other: Tensor) -> Tensor:
        return self.to(other)

    def _cast(self, value: Any) -> Any:
        return cast(value, self.dtype)

    def _number_of(self, value: Any) -> Any:
        if self.dtype._rank != 1:
            return value
        if self.dtype.itemsize < 4:
            most = 2 ** (8 * self.dtype.itemsize - self.dtype.is_signed) - 1
            # A negative whole number wraps in uint8.
            least = -most - 1 if self.dtype.is_signed else -most if isinstance(value, int) else 0
            if not least <= value <= most:
                raise RuntimeError(f"value cannot be converted to type {self.dtype._name}_t without overflow")
            return int(value) if self.dtype.is_signed else int(value) % 256
        return checked_whole("an element", int(value))

    def __getitem__(self, key: Any) -> Any:
        made = Array.__getitem__(self, key)
        one = key[0] if isinstance(key, tuple) and key else key
        return named(made, "Select" if isinstance(one, int) else "Slice" if isinstance(one, slice) else "Index")

    # --- text

    def __repr__(self) -> str:
        shape, shown = self.shape, self.numel() > 0
        suffixes = ["device='cuda:0'"] if self.is_cuda else []
        if not shown and len(shape) != 1:
            suffixes.append(f"size={tuple(shape)}")
        if self.dtype is not float32 and (not shown or self.dtype not in (int64, boolean)):
            suffixes.append(f"dtype={self.dtype}")
        computed = self.grad_fn
        if computed is not None:
            suffixes.append(f"grad_fn=<{computed.name()}>")
        elif self._wanted:
            suffixes.append("requires_grad=True")
        text = torch_text(self._flat("print"), tuple(shape), suffixes)
        return f"Parameter containing:\n{text}" if getattr(self, "_more", {}).get("parameter") else text

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return object.__format__(self, spec) if self.dim() else format(self.item(), spec)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise lacking("torch.Tensor", self, name)


def _casting(kind: dtype) -> Any:
    def method(self: Tensor) -> Tensor:
        return cast(self, checked_dtype(kind))

    method.__doc__ = f"As {kind}; the tensor itself where it is."
    return method


for _names, _kind in (
    ("float", float32), ("double", float64), ("half", float16), ("bfloat16", bfloat16), ("long", int64), ("int", int32),
    ("short", int16), ("char", int8), ("byte", uint8), ("bool", boolean),
):  # fmt: skip
    setattr(Tensor, _names, _casting(_kind))
kinds["cuda"] = type("Tensor", (Tensor,), {"__slots__": (), "_lab": lab, "__module__": "torch"})
#: On the CPU PyTorch computes inside the call.
kinds["cpu"] = type("Tensor", (Tensor,), {"__slots__": (), "_lab": Synchronous(lab), "is_cuda": False, "__module__": "torch"})
kinds["cuda"]._runs_ahead = not lab.blocking
for _kind_of_tensor in kinds.values():
    with_labels(_kind_of_tensor)
