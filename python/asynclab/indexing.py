"""Indexing, of what the engine can do: whole numbers, slices, ``None`` and ``...``."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

from ._handle import Handle
from .errors import LabTypeError, LabValueError

#: 1.0 as the engine's attributes have numbers.
_ONE = 0x3F800000


def parsed(key: Any, shape: tuple[int, ...]) -> tuple[list[tuple[int, int, int]], list[int]]:
    """For each axis (first, step, count), and the shape of the result."""
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
    """``x[key]``: enqueued like any other operation; no wait. A copy, whose changes in place are handed on to ``x`` as a view's are."""
    shape = x.shape
    if not shape and not isinstance(key, Handle) and key not in (..., ()):
        raise IndexError("a scalar has no axes to index; use item()")
    ranges, result = parsed(key, shape)
    part = x
    for axis, (first, step, count) in enumerate(ranges):
        if (first, step, count) != (0, 1, shape[axis]):
            part = x._adopt(x._lab._apply("slice", 0, 1, part._id, axis, first, step, count))


    def change(base: Any, changed: Any) -> None:
        changed._more.pop("put", None)
        put(base, key, changed)
        changed._more["put"] = (base._id, key)

    return viewed(part.reshape(tuple(result)), x, change)


def viewed(part: Any, base: Any, change: Callable[[Any, Any], None]) -> Any:
    """A copy where the libraries have a view: where it changes in place, ``change(base, part)`` changes its base. Not the other way round."""
    # A base that no name holds is seen by nobody, unless it is a view itself.
    held: Any = weakref.ref(base)
    if "view" in getattr(base, "_more", ()):
        held = lambda: base  # noqa: E731
    part._more = {"view": (held, change)}
    return part


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
    if getattr(value, "_more", {}).get("put", (0,))[0] == x._id and value._more["put"][1] is key:
        return  # x[key] += …: its part has told already.
    ranges, result = parsed(key, shape)
    counts = tuple(count for _, _, count in ranges)
    owner = getattr(x, "_more", {}).get("of")
    if owner is not None and not isinstance(value, Handle) and value == 0 and counts == shape:
        owner.zero_grad()
        owner._extras()["zeros"] = True
        x._more = {}
    if not isinstance(value, Handle):
        value = x._filled(float(value)) if counts == shape else x._filled(float(value), counts)
    else:
        if value._lab.base is not x._lab.base:
            raise LabTypeError("WRONG_LAB", "x[…] = y: y belongs to another lab; bring its elements with tolist()")
        where = x._lab.js.deviceIndexOf(x._id)
        if value.__class__ is not x.__class__ or where != x._lab.js.deviceIndexOf(value._id):
            value = x._adopt(x._lab._transfer(value._id, where))
        value = value.broadcast_to(tuple(result)).reshape(counts)
    if 0 in counts:
        return
    if counts != shape or any(step != 1 for _, step, _ in ranges):
        kept = _placed(x._filled(0.0, counts), ranges, shape, _ONE)
        value = x.masked(kept) + _placed(value, ranges, shape, 0)
    x._become(value)


def _placed(part: Any, ranges: list[tuple[int, int, int]], shape: tuple[int, ...], other: int) -> Any:
    """A part where a slice would find it, and the number of these bits everywhere else."""
    for axis, (first, step, count) in enumerate(ranges):
        if (first, step, count) != (0, 1, shape[axis]):
            part = part._adopt(part._lab._apply("pad", 0, 1, part._id, axis, first, step, shape[axis], other))
    return part


def joined(name: str, arrays: Sequence[Any], axis: int = 0) -> Any:
    """Arrays one after the other along an axis: two and two, so that no element is copied more often than the list can be halved."""
    rest = list(arrays)
    if not rest:
        raise LabValueError("INVALID_SHAPE", f"{name}: the list is empty; give one array at least")
    for array in rest:
        if not isinstance(array, Handle):
            raise LabTypeError("INVALID_NUMBER", f"{name}: the list holds {type(array).__name__}; give arrays")
    at = from_zero(name, axis, rest[0].ndim)
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
