"""Indexing, of what the engine can do: whole numbers, slices, ``None`` and ``...``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ._handle import Handle
from .errors import LabTypeError, LabValueError
from .views import linked, place_of, sliced, viewed


def parsed(key: Any, shape: tuple[int, ...]) -> tuple[list[tuple[int, int, int]], list[int]]:
    """For each axis (first, step, count), and the shape of the result."""
    keys = list(key) if isinstance(key, tuple) else [key]
    given = sum(one is not None and one is not Ellipsis for one in keys)
    if given and not shape:
        raise IndexError("a scalar has no axes to index; use item()")
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
            ranges.append((start if count else 0, step, count))
            result.append(count)
        elif isinstance(one, Handle) and one.shape:
            raise LabTypeError("INVALID_INDEX", "an index is an array; with a mask there is x[mask] = number and where(mask, x, y), not x[mask]")
        elif isinstance(one, (bool, list)) or not hasattr(one, "__index__"):
            raise LabTypeError("INVALID_INDEX", f"an index is {one!r}; give whole numbers, slices, None or ...")
        else:
            place = one.__index__()
            if not -length <= place < length:
                raise IndexError(f"index {place} is out of bounds for axis {axis} with size {length}")
            ranges.append((place % length, 1, 1))
        axis += 1
    return ranges, result


def picked(x: Any, key: Any) -> Any:
    """``x[key]``: enqueued like any other operation; no wait. A view, of which a change in place changes ``x``, and the other way round."""
    shape = x.shape
    ranges, result = parsed(key, shape)
    part = x
    for axis, (first, step, count) in enumerate(ranges):
        if (first, step, count) != (0, 1, shape[axis]):
            part = sliced(part, axis, first, step, count)
    part = part._adopt(x._lab._reshape(part._id, 0, *result))
    return viewed(part, place_of(x).sliced(ranges, result))


def chosen(mask: Any, yes: Any, no: Any) -> Any:
    """The elements of one array where a mask is not 0, of another elsewhere; either may be a number."""
    yes, no = (one if isinstance(one, Handle) else mask._filled(float(one)) for one in (yes, no))
    return yes.masked(mask) + no.masked(mask == 0)


def put(x: Any, key: Any, value: Any) -> None:
    """``x[key] = value``. Arrays never change: the handle stands for a new one from then on, in which the part is another."""
    shape = x.shape
    if isinstance(key, Handle) and key.shape == shape:
        x._become(chosen(key, value, x))
        return
    ranges, result = parsed(key, shape)
    place, own = place_of(x).sliced(ranges, result), linked(value)
    if own is not None and place is not None and own.base is place.base and (own.first, own.runs) == (place.first, place.runs):
        return  # x[key] += …: the view has changed x already.
    owner = getattr(x, "_more", {}).get("of")
    if owner is not None and not isinstance(value, Handle) and value == 0 and tuple(result) == shape:
        owner.zero_grad()
        owner._extras()["zeros"] = True
        x._more = {}
    if not isinstance(value, Handle):
        value = x._filled(float(value), tuple(result))
    else:
        if value._lab.base is not x._lab.base:
            raise LabTypeError("WRONG_LAB", "x[…] = y: y belongs to another lab; bring its elements with tolist()")
        where = x._lab.js.deviceIndexOf(x._id)
        if value.__class__ is not x.__class__ or where != x._lab.js.deviceIndexOf(value._id):
            value = x._adopt(x._lab._transfer(value._id, where))
        extra = value.ndim - len(result)
        if extra > 0 and math.prod(value.shape[:extra]) == 1:
            value = value._adopt(x._lab._reshape(value._id, 0, *value.shape[extra:]))
        value = value.broadcast_to(tuple(result))
    if place is not None:
        place.put(value)


def joined(name: str, arrays: Sequence[Any], axis: int = 0) -> Any:
    """Arrays one after the other along an axis: two and two, so that no element is copied more often than the list can be halved."""
    rest = list(arrays)
    if not rest:
        raise LabValueError("INVALID_SHAPE", f"{name}: the list is empty; give one array at least")
    for array in rest:
        if not isinstance(array, Handle):
            raise LabTypeError("INVALID_NUMBER", f"{name}: the list holds {type(array).__name__}; give arrays")
    at = from_zero(name, axis, rest[0].ndim)
    if len(rest) == 1:  # A new array, like that of many.
        return rest[0]._adopt(rest[0]._lab._reshape(rest[0]._id, 0, *rest[0].shape))
    while len(rest) > 1:
        pairs = [rest[i : i + 2] for i in range(0, len(rest), 2)]
        rest = [pair[0]._adopt(pair[0]._lab._apply("concat", 0, 2, pair[0]._id, pair[1]._id, at)) if pair[1:] else pair[0] for pair in pairs]
    return rest[0]


def stacked(name: str, arrays: Sequence[Any], axis: int = 0) -> Any:
    """Arrays of one shape side by side along a new axis."""
    rest = list(arrays)
    at = from_zero(name, axis, rest[0].ndim + 1) if rest else 0
    return joined(name, [array.reshape((*array.shape[:at], 1, *array.shape[at:])) for array in rest], at)


def from_zero(name: str, axis: int, rank: int) -> int:
    """An axis, counted from the first."""
    if not -rank <= axis < rank:
        raise LabValueError("INVALID_AXIS", f"{name}: axis {axis} is none of an array of {rank} dimensions; give one of {-rank} to {rank - 1}")
    return axis % rank
