"""The base of ``torch`` here: its lab, shapes, types of elements and devices.

``cuda:0`` is the lab's own device, where operations are enqueued and return at once. ``cpu`` computes inside the call, as PyTorch's
CPU does, on the lab's CPU device.
"""

from __future__ import annotations

import math
from typing import Any

from .._connect import default
from ..errors import LabRuntimeError, LabTypeError
from ..exact import Label, noted

#: CUDA's queue takes about this many launches; then the next call waits.
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


class dtype(Label):  # noqa: N801
    """The type of elements. The engine computes in float32; the other types are labels, and `whole` keeps whole numbers exact."""

    is_complex = False

    def __init__(self, name: str, letters: str) -> None:
        super().__init__(name)
        self._letters = letters
        dtypes[name] = self

    def __repr__(self) -> str:
        return f"torch.{self._name}"

    def __reduce__(self) -> Any:
        return _dtype, (self._name,)  # The same object in a copy, and where it is unpickled.


#: By name.
dtypes: dict[str, dtype] = {}
float32, float64, float16, bfloat16 = dtype("float32", "Float"), dtype("float64", "Double"), dtype("float16", "Half"), dtype("bfloat16", "BFloat16")
int64, int32, int16, int8, uint8 = dtype("int64", "Long"), dtype("int32", "Int"), dtype("int16", "Short"), dtype("int8", "Char"), dtype("uint8", "Byte")
#: The type of masks.
boolean = dtype("bool", "Bool")


class finfo:  # noqa: N801
    """The limits of a type of floats. The lab computes in float32, whatever the type."""

    def __init__(self, type: dtype | None = None) -> None:  # noqa: A002
        kind = float32 if type is None else type
        if kind not in _FLOATS:
            raise TypeError(f"torch.finfo() requires a floating point input type. Use torch.iinfo to handle {kind!r}")
        self.bits, self.eps, self.max, self.tiny = _FLOATS[kind]
        self.dtype, self.min, self.smallest_normal, self.resolution = kind._name, -self.max, self.tiny, 10.0 ** math.ceil(math.log10(self.eps))

    def __repr__(self) -> str:
        shown = {name: f"{getattr(self, name):g}" for name in ("resolution", "min", "max", "eps", "smallest_normal", "tiny")}
        return f"finfo({', '.join(f'{name}={value}' for name, value in shown.items())}, dtype={self.dtype})"


class iinfo:  # noqa: N801
    """The limits of a type of whole numbers in PyTorch. The lab has whole numbers below 2²⁴ exactly."""

    def __init__(self, type: dtype) -> None:  # noqa: A002
        if type.is_floating_point or type is boolean:
            raise TypeError(f"torch.iinfo() requires an integer input type. Use torch.finfo to handle {type!r}")
        self.bits, self.dtype = 8 * type.itemsize, type._name
        self.max = 2 ** (self.bits - type.is_signed) - 1
        self.min = -self.max - 1 if type.is_signed else 0

    def __repr__(self) -> str:
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"


#: Bits, the distance from 1 to the next number, the largest number and the smallest normal one.
_FLOATS = {
    kind: (bits, 2.0**-digits, (2 - 2.0**-digits) * 2.0**most, 2.0 ** (1 - most))
    for kind, bits, digits, most in ((float64, 64, 52, 1023), (float32, 32, 23, 127), (float16, 16, 10, 15), (bfloat16, 16, 7, 127))
}


def _dtype(name: str) -> dtype:
    return dtypes[name]


def checked_dtype(given: Any, default: dtype = float32) -> dtype:
    """The type that a program names, or the default. Warns once of a precision that the engine does not have."""
    if given is None:
        return default
    given = _PYTHON.get(given, given) if isinstance(given, type) else given
    if not isinstance(given, dtype):
        raise LabTypeError("INVALID_OPTION", f"dtype is {given!r}; give torch.float32, torch.int64, torch.bool or another type of torch")
    return noted(given)


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

    def __repr__(self) -> str:
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type={self.type!r}{index})"

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __enter__(self) -> device:
        """Inside the block, tensors are made here unless a device is named."""
        _before.append(_default_device)
        set_default_device(self)
        return self

    def __exit__(self, *_: object) -> None:
        set_default_device(_before.pop())


_default_device = device("cpu")
_before: list[device] = []
#: The class of tensors on each type of device; `_tensor` puts them here.
kinds: dict[str, Any] = {}


def kind_on(given: Any) -> tuple[Any, int]:
    """The class of tensors on a device, and its index in the lab."""
    where = _default_device if given is None else device(given)
    if where.index and where.type == "cuda":
        raise LabRuntimeError("NO_DEVICE", f"CUDA error: invalid device ordinal: there is one device, cuda:0, not {where}")
    if where.type == "cuda" or lab.device == "cpu":
        return kinds[where.type], 0
    return kinds[where.type], lab.device_index("cpu")


def set_default_device(given: Any) -> None:
    """Sets where tensors are made unless a device is named."""
    global _default_device
    _default_device = device(given)
