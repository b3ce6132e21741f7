"""Creation of tensors."""

from __future__ import annotations

from typing import Any

from ..array import dimensions
from ..creation import flattened
from ._types import lab, place


def filled(value: float, shape: Any, given: Any = None) -> Any:
    kind, index = place(given)
    return kind._adopt(kind._lab._create(lab.codes["full"], index, 0, 1, float(value), *dimensions(shape)))


def created(name: str, numbers: tuple[float, ...], shape: tuple[int, ...], given: Any = None) -> Any:
    kind, index = place(given)
    return kind._adopt(kind._lab._create(lab.codes[name], index, 0, len(numbers), *numbers, *shape))


def drawn(name: str, first: float, second: float, shape: Any, given: Any = None) -> Any:
    kind, index = place(given)
    dropped, kind._lab._dropped = kind._lab._dropped, 0
    return kind._adopt(kind._lab._random(lab.codes[name], index, dropped, float(first), float(second), *dimensions(shape)))


def from_values(values: Any, given: Any = None) -> Any:
    kind, index = place(given)
    flat, shape = flattened(values)
    room = lab.js.hostArray(len(flat))
    if len(flat):
        room.assign(flat)
    return kind._adopt(kind._lab._write(room, index, *shape))
