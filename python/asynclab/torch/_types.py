"""The ground of all of ``torch`` here: its lab, shapes, types of elements and devices.

``cuda:0`` is the lab's own device, where operations are enqueued and return at once. ``cpu`` computes inside the call, as PyTorch's
CPU does, on the lab's CPU device.
"""

from __future__ import annotations

import math
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

    def numel(self) -> int:
        return math.prod(self)


class dtype:  # noqa: N801
    """The type of elements: float32 is the only one."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"torch.{self._name}"

    def __reduce__(self) -> Any:
        return _dtype, (self._name,)  # The same object in a copy, and where it is unpickled.


float32 = dtype("float32")
#: Of masks.
boolean = dtype("bool")


def _dtype(name: str) -> dtype:
    return {"float32": float32, "bool": boolean}[name]


def checked_dtype(given: Any) -> None:
    if given is not None and given is not float32:
        raise LabTypeError("INVALID_OPTION", f"dtype {given!r}: the lab computes in torch.float32; leave dtype out")


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
