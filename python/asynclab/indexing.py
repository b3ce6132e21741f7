"""Indexing: whole numbers, slices, ``None`` and ``...`` give views; arrays of whole numbers and masks give copies (`selection`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import selection
from ._handle import Handle
from .axes import axis_of
from .errors import LabIndexError, LabTypeError, LabValueError
from .masks import Mask
from .views import linked, place_of, sliced, viewed


def parsed(key: Any, x: Any) -> tuple[list[tuple[int, int, int]], list[int]] | None:
    """For each axis (first, step, count), and the shape of the result; None where an array or a list is among the indices."""
    shape = x.shape
    keys = list(key) if isinstance(key, tuple) else [key]
    given = 0
    for one in keys:
        if one is not None and one is not Ellipsis:
            if selection.selects(one):
                return None
            given += 1
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
        if one is Ellipsis:
            raise IndexError("an index can have a single ellipsis ('...')")
        length = shape[axis]
        if isinstance(one, slice):
            start, stop, step = one.indices(length)
            if step < 0 and x._torch:
                raise ValueError("step must be greater than zero; PyTorch has no views of reversed elements")
            count = len(range(start, stop, step))
            ranges.append((start if count else 0, step, count))
            result.append(count)
        elif isinstance(one, (bool, Mask)) or not hasattr(one, "__index__"):
            raise LabIndexError("INVALID_INDEX", f"an index is {one!r}; give whole numbers, slices, None, ..., arrays of whole numbers or masks")
        else:
            index = one.__index__()
            if not -length <= index < length:
                raise IndexError(f"index {index} is out of bounds for axis {axis} with size {length}")
            ranges.append((index % length, 1, 1))
        axis += 1
    return ranges, result


def picked(x: Any, key: Any) -> Any:
    """``x[key]``: enqueued like any other operation. A view: a change of it in place changes ``x``, and the other way round.

    With an array among the indices it is a copy, and the indices are waited for.
    """
    shape = x.shape
    found = parsed(key, x)
    if found is None:
        return selection.taken(x, key)
    ranges, result = found
    part = x
    for axis, (first, step, count) in enumerate(ranges):
        if (first, step, count) != (0, 1, shape[axis]):
            part = sliced(part, axis, first, step, count)
    part = part._adopt(x._lab._reshape(part._id, 0, *result))
    return viewed(part, place_of(x).sliced(ranges, result))


def chosen(mask: Any, yes: Any, no: Any) -> Any:
    """The elements of one array where a mask is not 0, of another elsewhere; either may be a number."""
    truth = isinstance(yes, (Mask, bool)) and isinstance(no, (Mask, bool))
    yes, no = (one if isinstance(one, Handle) else mask._filled(float(one)) for one in (yes, no))
    made = yes.masked(mask) + no.masked(mask == 0)
    return made != 0 if truth else made


def rounded(x: Any) -> Any:
    """Rounds to the nearest whole number, and halves to the even one."""
    size = x.abs()
    down = size.floor()
    # The difference of numbers this close is exact. ``size + 0.5`` may not be: then float32 rounds it.
    rest = size - down
    odd = down - (down / 2).floor() * 2
    return x.sign() * (down + (rest > 0.5) + odd.masked(rest == 0.5))


def put(x: Any, key: Any, value: Any) -> None:
    """``x[key] = value``. Arrays never change: the handle then stands for a new array, in which the part is replaced."""
    shape = x.shape
    found = parsed(key, x)
    if found is None:
        one = not isinstance(value, Handle) or value.size == 1
        if one and isinstance(key, Mask) and key.shape == shape and (x._torch or not getattr(value, "shape", ())[1:]):
            # One value wherever the mask is true: the program need not wait for the mask.
            x._become(x._as_own(chosen(key, selection.adapted(x, value, ()), x)))
        else:
            selection.changed(x, key, value)
        return
    ranges, result = found
    place, own = place_of(x).sliced(ranges, result), linked(value)
    if own is not None and place is not None and own.base is place.base and (own.first, own.runs) == (place.first, place.runs):
        return  # x[key] += …: the view has changed x already.
    value = selection.adapted(x, value, tuple(result))
    if place is not None:
        place.put(value)


def joined(name: str, arrays: Sequence[Any], axis: int = 0) -> Any:
    """Arrays one after the other along an axis. They are joined in pairs, so each element is copied at most ⌈log₂ count⌉ times."""
    rest = list(arrays)
    if not rest:
        raise LabValueError("INVALID_SHAPE", f"{name}: the list is empty; give one array at least")
    _arrays_alone(name, rest)
    if not rest[0].ndim:
        raise LabValueError("INVALID_SHAPE", f"{name}: a scalar has no axis to be joined along; use stack")
    at = axis_of(name, axis, rest[0].ndim)
    kind = rest[0]._common(rest)
    if len(rest) == 1:  # A new array, like that of many.
        return kind._adopt(rest[0]._lab._reshape(rest[0]._id, 0, *rest[0].shape))
    while len(rest) > 1:
        pairs = [rest[i : i + 2] for i in range(0, len(rest), 2)]
        rest = [kind._adopt(pair[0]._lab._apply("concat", 0, 2, pair[0]._id, pair[1]._id, at)) if pair[1:] else pair[0] for pair in pairs]
    return rest[0]


def stacked(name: str, arrays: Sequence[Any], axis: int = 0) -> Any:
    """Arrays of one shape side by side along a new axis."""
    rest = list(arrays)
    _arrays_alone(name, rest)
    at = axis_of(name, axis, rest[0].ndim + 1) if rest else 0
    if any(array.shape != rest[0].shape for array in rest):
        raise LabValueError("INVALID_SHAPE", f"{name}: the arrays' shapes are {', '.join(str(array.shape) for array in rest)}; give arrays of one shape")
    return joined(name, [array.reshape((*array.shape[:at], 1, *array.shape[at:])) for array in rest], at)


def _arrays_alone(name: str, given: list[Any]) -> None:
    for array in given:
        if not isinstance(array, Handle):
            raise LabTypeError("INVALID_NUMBER", f"{name}: the list holds {type(array).__name__}; give arrays")
