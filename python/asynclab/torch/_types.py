"""The ground of all of ``torch`` here: its lab, shapes, types of elements and devices.

``cuda:0`` is the lab's own device, where operations are enqueued and return at once. ``cpu`` computes inside the call, as PyTorch's
CPU does, on the lab's CPU device.
"""

from __future__ import annotations

import math
import warnings
from typing import Any

from .._connect import default
from ..errors import LabRuntimeError, LabTypeError

#: CUDA's queue takes about so many launches, then the next call waits.
LAUNCHES = 1024

lab = default()
lab.bound_operations(LAUNCHES)


class Size(tuple):
    """A shape: ``torch.Size([2, 3])``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"torch.Size([{', '.join(map(str, self))}])"

    def __add__(self, other: Any) -> Size:  # type: ignore[override]
        return Size(tuple(self) + other)

    def __getitem__(self, at: Any) -> Any:
        return Size(tuple(self)[at]) if isinstance(at, slice) else super().__getitem__(at)

    def numel(self) -> int:
        return math.prod(self)


class dtype:  # noqa: N801
    """The type of elements. The engine computes in float32; the others are labels, which `_labels` keeps true."""

    def __init__(self, name: str, letters: str, kind: str, itemsize: int) -> None:
        self._name, self._letters, self.itemsize = name, letters, itemsize
        #: Booleans, whole numbers and floats come in this order where types mix.
        self._rank = ("bool", "int", "float").index(kind)
        self.is_floating_point, self.is_complex, self.is_signed = kind == "float", False, name not in ("bool", "uint8")
        dtypes[name] = self

    def __repr__(self) -> str:
        return f"torch.{self._name}"

    def __reduce__(self) -> Any:
        return _dtype, (self._name,)  # The same object in a copy, and where it is unpickled.


#: By name.
dtypes: dict[str, dtype] = {}
float32, float64 = dtype("float32", "Float", "float", 4), dtype("float64", "Double", "float", 8)
float16, bfloat16 = dtype("float16", "Half", "float", 2), dtype("bfloat16", "BFloat16", "float", 2)
int64, int32 = dtype("int64", "Long", "int", 8), dtype("int32", "Int", "int", 4)
int16, int8, uint8 = dtype("int16", "Short", "int", 2), dtype("int8", "Char", "int", 1), dtype("uint8", "Byte", "int", 1)
#: Of masks.
boolean = dtype("bool", "Bool", "bool", 1)
_warned: set[dtype] = set()


def _dtype(name: str) -> dtype:
    return dtypes[name]


def checked_dtype(given: Any, default: dtype = float32) -> dtype:
    """A type that a program names, or one for where it names none. Of a precision that the engine has not it says so, once."""
    if given is None:
        return default
    given = _PYTHON.get(given, given) if isinstance(given, type) else given
    if not isinstance(given, dtype):
        raise LabTypeError("INVALID_OPTION", f"dtype is {given!r}; give torch.float32, torch.int64, torch.bool or another type of torch")
    if given.is_floating_point and given is not float32 and given not in _warned:
        _warned.add(given)
        warnings.warn(f"{given} is a name here: the lab computes in float32, and keeps float32", stacklevel=3)
    return given


_PYTHON = {float: float64, int: int64, bool: boolean}


class device:  # noqa: N801
    """``torch.device('cuda')``, ``torch.device('cuda:0')``, ``torch.device('cpu')``."""

    __slots__ = ("index", "type")

    def __init__(self, kind: Any = "cuda", index: int | None = None) -> None:
        if isinstance(kind, device):
            kind, index = kind.type, kind.index
        if isinstance(kind, int):
            kind, index = "cuda", kind
        name, _, number = str(kind).partition(":")
        if name not in ("cuda", "cpu"):
            raise RuntimeError(f"Expected one of cpu, cuda device type at start of device string: {kind}")
        if number and not number.isdecimal():
            raise RuntimeError(f"Invalid device string: {str(kind)!r}")
        self.type = name
        self.index = int(number) if number else index
        if name == "cuda" and (self.index or 0) > 0:
            raise LabRuntimeError("NO_DEVICE", f"CUDA error: invalid device ordinal: there is one device, cuda:0, not cuda:{self.index}")

    def __repr__(self) -> str:
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type={self.type!r}{index})"

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))


_default_device = device("cpu")
#: The class of tensors on each type of device; `_tensor` puts them here.
kinds: dict[str, Any] = {}


def place(given: Any) -> tuple[Any, int]:
    """The class of tensors on a device, and its index in the lab."""
    where = _default_device if given is None else device(given)
    if where.type == "cuda" or lab.device == "cpu":
        return kinds[where.type], 0
    return kinds[where.type], lab.device_index("cpu")


def set_default_device(given: Any) -> None:
    """Where tensors are made that name no device."""
    global _default_device
    _default_device = device(given)
