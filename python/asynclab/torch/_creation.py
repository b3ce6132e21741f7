"""Creation of tensors."""

from __future__ import annotations

from typing import Any

from .._handle import Handle
from .._operations import number_of
from ..array import dimensions
from ..errors import LabTypeError
from ..nested import written
from ._types import lab, place


def checked_number(name: str, value: Any) -> float:
    """A number, which no text is; of a tensor of one element, whose value it waits for."""
    number = float(value) if isinstance(value, Handle) else number_of(value)
    if number is None:
        raise LabTypeError("INVALID_NUMBER", f"{name}(): the value is {value!r}; give a number")
    return number


def filled(value: float, shape: Any, given: Any = None) -> Any:
    kind, index = place(given)
    return kind._adopt(kind._lab._create(lab.codes["full"], index, 0, 1, checked_number("full", value), *dimensions(shape)))


def created(name: str, numbers: tuple[float, ...], shape: tuple[int, ...], given: Any = None) -> Any:
    kind, index = place(given)
    return kind._adopt(kind._lab._create(lab.codes[name], index, 0, len(numbers), *numbers, *shape))


def drawn(name: str, first: float, second: float, shape: Any, given: Any = None) -> Any:
    kind, index = place(given)
    dropped, kind._lab._dropped = kind._lab._dropped, 0
    return kind._adopt(kind._lab._random(lab.codes[name], index, dropped, float(first), float(second), *dimensions(shape)))


def from_values(values: Any, given: Any = None) -> Any:
    kind, index = place(given)
    return written(kind, values, index)
