"""Indexing, of what the engine can do: whole numbers, slices, ``None`` and ``...``."""

from __future__ import annotations

from typing import Any

from .array import Array
from .errors import LabRuntimeError, LabTypeError


def parsed(key: Any, shape: tuple[int, ...]) -> tuple[list[tuple[int, int, int]], list[int]]:
    """For each axis (start, count, step), and the shape of the result."""
    keys = list(key) if isinstance(key, tuple) else [key]
    given = sum(one is not None and one is not Ellipsis for one in keys)
    if given > len(shape):
        raise IndexError(f"too many indices: {given} for an array of shape {shape}")
    if Ellipsis not in keys:
        keys.append(Ellipsis)
    at = keys.index(Ellipsis)
    keys[at : at + 1] = [slice(None)] * (len(shape) - given)
    ranges, result, axis = [], [], 0
    for one in keys:
        if one is None:
            result.append(1)
            continue
        length = shape[axis]
        if isinstance(one, slice):
            start, stop, step = one.indices(length)
            count = len(range(start, stop, step))
            ranges.append((start, count, step))
            result.append(count)
        elif isinstance(one, bool) or not hasattr(one, "__index__"):
            raise LabTypeError("INVALID_INDEX", f"an index is {one!r}; give whole numbers, slices, None or ...")
        else:
            place = one.__index__()
            if not -length <= place < length:
                raise IndexError(f"index {place} is out of bounds for axis {axis} with size {length}")
            ranges.append((place % length, 1, 1))
        axis += 1
    return ranges, result


def picked(x: Array, key: Any) -> Array:
    """``x[key]``: enqueued like any other operation; no wait."""
    lab, shape = x._lab, x.shape
    if not shape:
        raise IndexError("a scalar has no axes to index; use item()")
    ranges, result = parsed(key, shape)
    whole = all(r == (0, length, 1) for r, length in zip(ranges, shape, strict=True))
    if whole:
        return x.reshape(tuple(result))
    numbers = [number for one in ranges for number in one]
    made = lab._apply("slice", 0, 1, x._id, *numbers)
    if made < 0:
        raise LabRuntimeError("NO_OPERATION", "indexing: this engine has no operation that takes part of an array")
    part = x._adopt(made)
    return part if part.shape == tuple(result) else part.reshape(tuple(result))


def put(x: Array, key: Any, value: Any) -> None:
    """``x[:] = value``: arrays never change, so the handle stands for a new one from then on."""
    shape = x.shape
    ranges, _ = parsed(key, shape)
    if any(r != (0, length, 1) for r, length in zip(ranges, shape, strict=True)):
        raise LabTypeError(
            "INVALID_INDEX", "assignment: only a whole array can be assigned, x[:] = value; compute a new one of parts instead"
        )
    if not isinstance(value, Array):
        value = x._filled(float(value))
    elif value.shape != shape:
        value = value.broadcast_to(shape)
    x.assign(value)
