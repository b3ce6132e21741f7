"""Views: arrays that share elements. The engine's arrays never change, so each view is a copy, and a change in place is carried over."""

from __future__ import annotations

import contextlib
import math
import weakref
from collections.abc import Callable, Sequence
from typing import Any

#: The bits of 1.0, and of -0.0, which a sum with any number leaves as it is.
_ONE, _NOTHING = 0x3F800000, 0x80000000


class Place:
    """Where the elements of a view are in its base: the first one, the shape, and the step along each axis, in elements.

    A view of a view has the same base, so that a chain of views holds one array. The axes of a view made by slices, transposes and reshapes
    are nested: all elements along the axes with narrower steps lie within one wider step.
    """

    __slots__ = ("_base", "first", "scope", "shape", "steps")

    def __init__(self, base: Any, first: int, shape: Sequence[int], steps: Sequence[int], scope: Callable[[], Any] | None) -> None:
        self._base, self.first, self.shape, self.steps = base, first, tuple(shape), tuple(steps)
        #: Entered while a change is carried over: ``no_grad`` for a view that is constant for gradients, None for others.
        self.scope = scope

    @property
    def base(self) -> Any:
        """The base; None where it has no reference any more."""
        return self._base() if isinstance(self._base, weakref.ref) else self._base

    @property
    def runs(self) -> list[tuple[int, int]]:
        """(length, step) of the axes longer than 1. Neighbouring axes that together have one even step are joined."""
        runs: list[tuple[int, int]] = []
        for length, step in zip(self.shape, self.steps, strict=True):
            if runs and runs[-1][1] == length * step:
                runs[-1] = (runs[-1][0] * length, step)
            elif length != 1:
                runs.append((length, step))
        return runs

    def _ends(self) -> tuple[int, int]:
        """The first and the last element, in the base's order."""
        ends = [(length - 1) * step for length, step in zip(self.shape, self.steps, strict=True)]
        return self.first + sum(min(0, end) for end in ends), self.first + sum(max(0, end) for end in ends)

    def apart(self, other: Place) -> bool:
        """Whether all elements are before, or all are behind, those of another place."""
        (first, last), (start, end) = self._ends(), other._ends()
        return last < start or end < first

    @property
    def dense(self) -> bool:
        """Whether the elements lie side by side, in row-major order."""
        runs = self.runs
        return not runs or len(runs) == 1 and runs[0][1] == 1

    def sliced(self, ranges: Sequence[tuple[int, int, int]], shape: Sequence[int]) -> Place | None:
        """The part with (first, step, count) along each axis, in ``shape``, which may have more or fewer axes of length 1."""
        first = self.first + sum(at * step for (at, _, _), step in zip(ranges, self.steps, strict=True))
        steps = [by * step for (_, by, _), step in zip(ranges, self.steps, strict=True)]
        return Place(self._base, first, [count for _, _, count in ranges], steps, self.scope).reshaped(shape)

    def permuted(self, order: Sequence[int]) -> Place:
        return Place(self._base, self.first, [self.shape[axis] for axis in order], [self.steps[axis] for axis in order], self.scope)

    def reshaped(self, shape: Sequence[int]) -> Place | None:
        """The same elements in another shape; None where steps cannot describe them, or there are none."""
        if 0 in shape:
            return None
        runs, steps, left, step = self.runs, [], 1, 1
        for length in reversed(shape):
            if length != 1 and left == 1:
                left, step = runs.pop()
            if left % length:
                return None
            steps.append(step)
            left, step = left // length, step * length
        return Place(self._base, self.first, shape, steps[::-1], self.scope)

    def _nested(self) -> tuple[int, list[tuple[int, int]], list[int]]:
        """The first element in the base's order, the runs, and their order from the widest step to the narrowest."""
        runs = self.runs
        return self.first + sum(min(0, (length - 1) * step) for length, step in runs), runs, sorted(range(len(runs)), key=lambda at: -abs(runs[at][1]))

    def taken(self) -> Any:
        """The elements, copied from the base."""
        base = self.base
        first, runs, order = self._nested()
        room = math.prod(base.shape)
        part, lengths = _shaped(base, [room]), []
        for at in order:
            length, step = runs[at][0], abs(runs[at][1])
            part = _fitted(part, len(lengths), first, room, length * step, 0)
            lengths.append(length)
            part, first, room = _shaped(part, [*lengths, step]), 0, step
        part = _turned(_shaped(_fitted(part, len(lengths), first, room, 1, 0), lengths), [runs[at] for at in order])
        return _named(_ordered(part, sorted(order, key=order.__getitem__)), "reshape", *self.shape)

    def put(self, part: Any, source: Any = None) -> None:
        """Changes these elements of the base, and the base's other views with them. ``source`` has changed already."""
        base = self.base
        shape = base.shape
        size = math.prod(shape)
        with (self.scope or contextlib.nullcontext)():
            made = self._spread(part, size, _NOTHING)
            if math.prod(self.shape) != size:
                made = _shaped(base, [size]).masked(self._spread(part._filled(0.0), size, _ONE)) + made
            made = _named(made, "reshape", *shape)
            made.__class__ = base.__class__  # A mask was computed as numbers.
            base._become(made, (source, self))

    def _spread(self, part: Any, size: int, other: int) -> Any:
        """The elements in their places among ``size``; all others are the number whose bits are ``other``."""
        first, runs, order = self._nested()
        lengths, room = [runs[at][0] for at in order], 1
        part = _turned(_ordered(_shaped(part, [length for length, _ in runs]), order), [runs[at] for at in order])
        for at in reversed(order):
            length, step = lengths.pop(), abs(runs[at][1])
            part = _fitted(_shaped(part, [*lengths, length, room]), len(lengths) + 1, 0, room, step, other)
            part, room = _shaped(part, [*lengths, length * step]), length * step
        have = min(room, size - first)
        part = _fitted(_shaped(part, [room]), 0, 0, room, have, other)
        return part if have == size else _named(part, "pad", 0, first, 1, size, other)


def place_of(x: Any) -> Place:
    """The place of a view in its base; of any other array, in itself."""
    place = linked(x)
    if place is None:
        shape = tuple(x.shape)
        place = Place(x, 0, shape, [math.prod(shape[axis + 1 :]) for axis in range(len(shape))], x._scope)
    return place


def linked(x: Any) -> Place | None:
    """The place of a view in its base; None where the array is no view, or its base is gone."""
    place = getattr(x, "_more", {}).get("view")
    base = place and place.base
    return place if base is not None and base._id and base._more.get("parts", {}).get(id(x)) is x else None


def viewed(part: Any, place: Place | None) -> Any:
    """Makes ``part``, which has the elements of ``place``, a view of them; without a place it stays a copy."""
    if place is not None and 0 not in place.shape:
        base = place.base
        parts = base._extras().setdefault("parts", weakref.WeakValueDictionary())
        # The only view, if dense, has a weak reference to its base: without another reference, nothing reads the base's other elements.
        held = weakref.ref(base) if place.dense and not parts else base
        parts[id(part)] = part
        part._more = {**({"most": base._more["most"]} if "most" in base._more else {}), "view": Place(held, place.first, place.shape, place.steps, place.scope)}
    return part


def reshaped(x: Any, part: Any) -> Any:
    """``part`` is ``x`` in another shape: a view where it can be one, else a copy."""
    return viewed(part, place_of(x).reshaped(part.shape))


def views_of(x: Any, but: Any = None, changed: Place | None = None) -> list[tuple[Any, Place]]:
    """The live views of an array, with their places; with ``changed``, those that may overlap it."""
    parts = [(part, part._more["view"]) for part in [*getattr(x, "_more", {}).get("parts", {}).values()] if part is not but and part._id]
    return [(part, place) for part, place in parts if changed is None or not place.apart(changed)]


def apart(x: Any) -> None:
    """From here on an array shares its elements with no other."""
    for what in ("view", "parts"):
        getattr(x, "_more", {}).pop(what, None)


def sliced(x: Any, axis: int, first: int, step: int, count: int) -> Any:
    """``count`` elements along an axis."""
    return _named(x, "slice", axis, first, step, count)


def _named(x: Any, name: str, *words: int) -> Any:
    lab = x._lab
    return x._adopt(lab._reshape(x._id, 0, *words) if name == "reshape" else lab._apply(name, 0, 1, x._id, *words))


def _fitted(x: Any, axis: int, first: int, room: int, count: int, other: int) -> Any:
    """``count`` elements from ``first`` on along an axis of length ``room``, cut at its end or padded there with the bits ``other``."""
    have = min(count, room - first)
    part = x if have == room else sliced(x, axis, first, 1, have)
    return part if have == count else _named(part, "pad", axis, 0, 1, count, other)


def _turned(x: Any, runs: list[tuple[int, int]]) -> Any:
    """The elements in reverse along each axis whose step is negative."""
    for axis, (length, step) in enumerate(runs):
        if step < 0:
            x = sliced(x, axis, length - 1, -1, length)
    return x


def _shaped(x: Any, shape: list[int]) -> Any:
    return x if list(x.shape) == shape else _named(x, "reshape", *shape)


def _ordered(x: Any, order: list[int]) -> Any:
    return x if order == sorted(order) else x._adopt(x._lab._transpose(x._id, 0, *order))
