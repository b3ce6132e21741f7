"""Indexing by arrays of whole numbers and by masks: copies of the elements that they select, and changes of these elements.

The values of the indices decide which elements are taken, and how many, so the program waits for them. It does not wait for a single array
of whole numbers on a device whose work runs while the program goes on. There, as in a device's kernels, an index out of range gives NaN.
"""

from __future__ import annotations

import math
from array import array as host_array
from collections.abc import Sequence
from typing import Any, NamedTuple

from ._handle import Handle
from ._operations import number_of
from .errors import LabIndexError, LabTypeError, LabValueError
from .masks import Mask

#: The engine has positions as float32, which is exact up to this number.
_MOST = 2**24


class Chosen(NamedTuple):
    """An index that chooses along some axes: positions among their elements, counted in row-major order, and the shape of the index."""

    axis: int
    lengths: tuple[int, ...]
    positions: list[int]
    shape: tuple[int, ...]


def selects(one: Any) -> bool:
    """Whether an index is an array."""
    if not getattr(one, "_chooses", True) and one.dtype.is_floating_point:
        named = "tensors used as indices must be long, int, byte or bool tensors" if one._torch else "arrays used as indices must be of integer (or boolean) type"
        raise LabIndexError("INVALID_INDEX", f"{named}, not {one.dtype}; use {'.long()' if one._torch else '.astype(int)'}, or the mask")
    if isinstance(one, (int, slice)):
        return False
    return isinstance(one, (list, range)) or bool(getattr(one, "shape", ()))


def _read(one: Any) -> tuple[list[Any], tuple[int, ...], bool]:
    """The values of an index in row-major order, their shape, and whether they are booleans."""
    if isinstance(one, Handle):
        return list(one._flat("index")), tuple(one.shape), isinstance(one, Mask)  # type: ignore[attr-defined]
    if not isinstance(one, (list, range)) and not hasattr(one, "tolist"):
        if isinstance(one, bool) or not hasattr(one, "__index__"):
            raise LabIndexError("INVALID_INDEX", f"an index is {one!r}; give whole numbers, slices, None, ..., arrays of whole numbers or masks")
        return [one.__index__()], (), False
    shape, level = [], one.tolist() if hasattr(one, "tolist") else list(one)
    flat = [level]
    while flat and isinstance(flat[0], (list, range)):
        shape.append(len(flat[0]))
        if any(not isinstance(part, (list, range)) or len(part) != shape[-1] for part in flat):
            raise LabValueError("INVALID_INDEX", f"an index is {one!r}, whose lists differ in length")
        flat = [value for part in flat for value in part]
    return flat, tuple(shape), bool(flat) and all(isinstance(value, bool) for value in flat)


def _chosen(one: Any, axis: int, shape: tuple[int, ...]) -> Chosen:
    values, own, truth = _read(one)
    if truth:
        lengths = shape[axis : axis + len(own)]
        if lengths != own:
            raise IndexError(f"a mask of shape {own} does not fit shape {lengths} from axis {axis} on")
        positions = [at for at, value in enumerate(values) if value]
        return Chosen(axis, lengths, positions, (len(positions),))
    length = shape[axis]
    try:
        positions = [int(value) for value in values]
        whole = positions == values
    except (TypeError, ValueError, OverflowError):
        whole = False
    if not whole:
        raise LabIndexError("INVALID_INDEX", "an index is an array with other elements than whole numbers; a mask is what a comparison gives")
    for value in positions:
        if not -length <= value < length:
            raise IndexError(f"index {value} is out of bounds for axis {axis} with size {length}")
    return Chosen(axis, (length,), [value % length for value in positions], own)


def _taking(one: Any) -> int:
    """How many axes an index is for."""
    if one is None or one is Ellipsis:
        return 0
    if isinstance(one, Mask):
        return len(one.shape)  # type: ignore[attr-defined]
    if selects(one) and not isinstance(one, Handle):
        _, shape, truth = _read(one)
        return len(shape) if truth else 1
    return 1


def split(x: Any, key: Any) -> tuple[tuple[Any, ...], list[tuple[Any, int]]]:
    """The key with full slices for its arrays, and each array with its axis in the result of that key."""
    keys = list(key) if isinstance(key, tuple) else [key]
    rank = len(x.shape)
    takes = [_taking(one) for one in keys]
    if sum(takes) > rank:
        raise IndexError(f"too many indices: {sum(takes)} for an array of shape {tuple(x.shape)}")
    if not any(one is Ellipsis for one in keys):
        keys.append(Ellipsis)
        takes.append(0)
    at = next(at for at, one in enumerate(keys) if one is Ellipsis)
    missing = rank - sum(takes)
    keys[at : at + 1], takes[at : at + 1] = [slice(None)] * missing, [1] * missing
    basic: list[Any] = []
    arrays: list[tuple[Any, int]] = []
    axis = 0
    for one, count in zip(keys, takes, strict=True):
        if selects(one) or not x._torch and count and not isinstance(one, slice):
            arrays.append((one, axis))
            basic += [slice(None)] * count
            axis += count
        else:
            basic.append(one)
            axis += one is None or isinstance(one, slice)
    return tuple(basic), arrays


class Selection:
    """The elements of an array that indices choose: positions along one axis of a rearranged array."""

    def __init__(self, x: Any, arrays: list[tuple[Any, int]]) -> None:
        shape = tuple(x.shape)
        found = [_chosen(one, axis, shape) for one, axis in arrays]
        axes = [axis + at for axis, lengths, _, _ in found for at in range(len(lengths))]
        # Where other axes lie between the chosen ones, the chosen axes come first in the result.
        first = axes[0] if axes == list(range(axes[0], axes[0] + len(axes))) else 0
        rest = [axis for axis in range(len(shape)) if axis not in axes]
        self.order = [*rest[:first], *axes, *rest[first:]]
        self.first, self.shape = first, [shape[axis] for axis in self.order]
        before, after = [shape[axis] for axis in rest[:first]], [shape[axis] for axis in rest[first:]]
        #: Whether one mask covers all axes.
        self.whole = _read(arrays[0][0])[2] and len(axes) == len(shape)
        self.length = math.prod(shape[axis] for axis in axes)
        self.flat = (*before, self.length, *after)
        own = _common([one.shape for one in found])
        self.positions = _combined(found, own)
        self.listed = (*before, len(self.positions), *after)
        self.result = (*before, *own, *after)
        if self.length + len(self.positions) > _MOST:
            raise LabValueError("INVALID_INDEX", f"an index chooses among {self.length} elements; there may be {_MOST}")

    def turned(self, x: Any) -> Any:
        if self.order != sorted(self.order):
            x = x._adopt(x._lab._transpose(x._id, 0, *self.order))
        return x._adopt(x._lab._reshape(x._id, 0, *self.flat))

    def back(self, x: Any) -> Any:
        x = x._adopt(x._lab._reshape(x._id, 0, *self.shape))
        if self.order == sorted(self.order):
            return x
        return x._adopt(x._lab._transpose(x._id, 0, *sorted(range(len(self.order)), key=self.order.__getitem__)))

    def take(self, x: Any, positions: list[int]) -> Any:
        room = x._lab.js.hostArray(len(positions))
        if positions:
            room.assign(host_array("f", positions))
        where = x._plain._adopt(x._lab._write(room, x._lab.js.deviceIndexOf(x._id), len(positions)))
        return x._adopt(x._lab._apply("take", 0, 2, x._id, where._id, self.first))


def _common(shapes: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The shape that the index arrays broadcast to."""
    rank = max(map(len, shapes))
    found = []
    for lengths in zip(*((1,) * (rank - len(shape)) + shape for shape in shapes), strict=True):
        other = {length for length in lengths if length != 1}
        if len(other) > 1:
            raise IndexError(f"shape mismatch: the index arrays' shapes {', '.join(map(str, shapes))} do not broadcast together")
        found.append(other.pop() if other else 1)
    return tuple(found)


def _combined(chosen: list[Chosen], shape: tuple[int, ...]) -> list[int]:
    """Positions among the elements of all chosen axes together, counted in row-major order."""
    total = [0] * math.prod(shape)
    for _, lengths, positions, own in chosen:
        step = math.prod(lengths)
        indices = [0]
        own = (1,) * (len(shape) - len(own)) + own
        for length, common in zip(own, shape, strict=True):
            indices = [index * length + (at if length != 1 else 0) for index in indices for at in range(common)]
        total = [before * step + positions[index] for before, index in zip(total, indices, strict=True)]
    return total


def _broadcasts(given: Sequence[int], wanted: Sequence[int]) -> bool:
    """Whether elements of one shape can be repeated to fill another."""
    ends = zip(reversed(given), reversed(wanted), strict=False)
    return len(given) <= len(wanted) and all(length in (1, want) for length, want in ends)


def adapted(x: Any, value: Any, shape: tuple[int, ...]) -> Any:
    """A value for some elements of ``x``: on its device, of its kind, broadcast to their shape."""
    if isinstance(value, (list, tuple)):
        value = x._listed(value)
    if not isinstance(value, Handle):
        number = number_of(value)
        if number is None:
            raise LabTypeError("INVALID_NUMBER", f"x[…] = y: y is {value!r}; give a number or an array")
        return x._filled(float(number != 0) if isinstance(x, Mask) else x._number_of(value if isinstance(value, int) else number), shape)
    if value._lab.base is not x._lab.base:
        raise LabTypeError("WRONG_LAB", "x[…] = y: y belongs to another lab; bring its elements with tolist()")
    where = x._lab.js.deviceIndexOf(x._id)
    if value._plain is not x._plain or where != x._lab.js.deviceIndexOf(value._id):
        value = x._adopt(x._lab._transfer(value._id, where))
    value = x._cast(value)
    extra = value.ndim - len(shape)
    if extra > 0 and math.prod(value.shape[:extra]) == 1:
        value = value._adopt(x._lab._reshape(value._id, 0, *value.shape[extra:]))
    if not _broadcasts(value.shape, shape):
        raise x._misfit(value.shape, shape)
    return value._adopt(x._lab._broadcast(value._id, 0, *shape))


def taken(x: Any, key: Any) -> Any:
    """``x[key]`` with arrays in the key."""
    basic, arrays = split(x, key)
    part = x[basic]
    one, axis = arrays[0]
    if len(arrays) == 1 and x._runs_ahead and isinstance(one, Handle) and not isinstance(one, Mask) and one._lab is x._lab:
        return part._adopt(part._lab._apply("take", 0, 2, part._id, one._id, axis))
    found = Selection(part, arrays)
    made = found.take(found.turned(part), found.positions)
    return made._adopt(made._lab._reshape(made._id, 0, *found.result))


def changed(x: Any, key: Any, value: Any) -> None:
    """``x[key] = value`` with arrays in the key. Where the key selects an element twice, the last value counts."""
    basic, arrays = split(x, key)
    part = x[basic]
    found = Selection(part, arrays)
    if not x._torch and isinstance(value, Handle) and value.ndim > 1 and len(arrays) == 1 and found.whole:  # type: ignore[attr-defined]
        raise LabTypeError("INVALID_SHAPE", f"x[mask] = y: y has {value.ndim} dimensions; flatten it")  # type: ignore[attr-defined]
    value = adapted(part, value, found.result)
    if not math.prod(found.result):
        return
    source = list(range(found.length))
    for at, position in enumerate(found.positions):
        source[position] = found.length + at
    turned, value = found.turned(part), value._adopt(value._lab._reshape(value._id, 0, *found.listed))
    both = turned._adopt(turned._lab._apply("concat", 0, 2, turned._id, value._id, found.first))
    x[basic] = found.back(found.take(both, source))
