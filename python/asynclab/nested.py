"""Nested numbers of the program, as arrays."""

from __future__ import annotations

import math
from array import array as host_array
from typing import Any

from ._handle import Handle
from .errors import LabTypeError, LabValueError
from .masks import Mask, masked


def flattened(values: Any) -> tuple[host_array[float], tuple[int, ...], bool]:
    """Nested values as flat float32, with their shape, and whether all are booleans."""
    if isinstance(values, Handle):
        return values._lab.data(values._id), tuple(values.shape), isinstance(values, Mask)  # type: ignore[attr-defined]
    if hasattr(values, "tolist") and not isinstance(values, (list, tuple)):
        values = values.tolist()  # Arrays of NumPy, `array.array`
    shape: list[int] = []
    level = values
    while True:
        level = _opened(level)
        if not isinstance(level, (list, tuple, range)):
            break
        shape.append(len(level))
        level = level[0] if len(level) else 0.0
    flat = host_array("f")
    _flatten(values, tuple(shape), 0, flat)
    return flat, tuple(shape), isinstance(level, bool) and _truths(values)


def _opened(values: Any) -> Any:
    """An array inside a list as lists."""
    return values.tolist() if hasattr(values, "tolist") else values


def _truths(values: Any) -> bool:
    return isinstance(values, bool) or isinstance(values, (list, tuple)) and all(map(_truths, values))


def _flatten(values: Any, shape: tuple[int, ...], axis: int, into: host_array[float]) -> None:
    if axis == len(shape):
        try:
            if isinstance(values, (str, bytes, bytearray)):  # float() would read a text.
                raise TypeError
            into.append(float(values))
        except (TypeError, ValueError):
            raise LabTypeError("INVALID_NUMBER", f"array: a value is {values!r}; give numbers") from None
        except OverflowError:
            into.append(math.inf if values > 0 else -math.inf)
        return
    values = _opened(values)
    if not isinstance(values, (list, tuple, range)) or len(values) != shape[axis]:
        raise LabValueError("INVALID_SHAPE", f"array: the lists of axis {axis} differ in length; give as many values in each")
    if axis == len(shape) - 1 and all(type(value) is float for value in values):
        into.extend(values)
        return
    for value in values:
        _flatten(value, shape, axis + 1, into)


def written(kind: Any, values: Any, device: int, shape: tuple[int, ...] | None = None) -> Any:
    """An array of nested numbers, or of a flat list in a given shape. Nested booleans give a mask."""
    truth = False
    if shape is None:
        values, shape, truth = flattened(values)
    room = kind._lab.js.hostArray(len(values))
    if len(values):
        room.assign(values)
    made = kind._plain._adopt(kind._lab._write(room, device, *shape))
    return masked(kind, made) if truth else made
