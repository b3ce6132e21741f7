"""Axes, counted as NumPy and PyTorch count them: the one check that all modules share."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

from .errors import LabAxisError, LabTypeError, LabValueError


def axis_of(name: str, axis: Any, rank: int) -> int:
    """An axis, counted from the first; negative ones count from the last. A scalar has axis 0, as in both libraries."""
    try:
        given = index(axis)
    except TypeError:
        raise LabTypeError("INVALID_AXIS", f"{name}: axis {axis!r} is no whole number") from None
    count = rank or 1
    if not -count <= given < count:
        raise LabAxisError(name, given, rank)
    return given % count


def axes_of(name: str, axes: Any, rank: int) -> list[int]:
    """One axis or several, counted from the first; each may be there once."""
    found = [axis_of(name, axis, rank) for axis in (axes if isinstance(axes, Iterable) else (axes,))]
    if len(set(found)) < len(found):
        raise LabValueError("INVALID_AXIS", f"{name}: axes {axes!r} name an axis twice; name each once")
    return found


def order_of(name: str, axes: Any, rank: int) -> list[int]:
    """All axes in another order."""
    if len(axes) != rank:
        raise LabValueError("INVALID_AXIS", f"{name}: {len(axes)} axes for an array of {rank} dimensions; name each once")
    return axes_of(name, axes, rank)
