"""The arguments of plots, as numbers."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterable
from typing import Any

NAN = math.nan


def missing(library: str, names: Iterable[str]) -> Callable[[str], Any]:
    """A module's ``__getattr__``: raises an error with the names that exist."""

    def lookup(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        known = sorted(names)
        near = difflib.get_close_matches(name, known, 3, 0.7)
        raise AttributeError(f"{library!r} of asynclab has no {name!r}; " + (f"nearest: {', '.join(near)}" if near else f"it has {', '.join(known)}"))

    return lookup


def plain(value: Any) -> Any:
    """A tensor, an array or the like as lists and numbers. An array on a device raises its library's error."""
    for name in ("numpy", "asnumpy"):
        convert = getattr(value, name, None)
        if convert is not None and not isinstance(value, (list, tuple)):
            value = convert()
            break
    listed = getattr(value, "tolist", None)
    if listed is not None:
        return listed()
    if isinstance(value, (str, int, float)):
        return value
    return [plain(one) for one in value] if isinstance(value, Iterable) else value


def row(value: Any) -> list[Any]:
    """A list of numbers or of names; a number is a list of one."""
    listed = plain(value)
    if not isinstance(listed, list):
        return [listed]
    return [one[0] if isinstance(one, list) and len(one) == 1 else one for one in listed]


def columns(value: Any) -> list[list[Any]]:
    """The columns of a matrix; a vector is one column."""
    listed = row(value)
    if listed and isinstance(listed[0], list):
        return [list(column) for column in zip(*listed, strict=True)]
    return [listed]


def number(value: Any) -> float:
    """The value as a float; NaN, which is not drawn, where it is none."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return NAN


def finite(values: Iterable[float]) -> list[float]:
    return [value for value in values if math.isfinite(value)]
