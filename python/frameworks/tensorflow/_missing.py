"""The error for names that TensorFlow has and the lab has not. It states what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asynclab._names import nearest


def missing(library: str, known: dict[str, Any], instead: dict[str, str] | None = None) -> Callable[[str], Any]:
    """A module's ``__getattr__``: raises an `AttributeError` with the remedy, or with the nearest names."""

    def lookup(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if instead and name in instead:
            raise AttributeError(f"module {library!r} of asynclab has no {name!r}: {instead[name]}")
        names = [one for one, value in known.items() if not one.startswith("_") and one not in ("annotations", "Any")]
        near = nearest(name, names)
        there = f"nearest: {', '.join(near)}" if near else f"there are: {', '.join(sorted(names)[:40])}"
        raise AttributeError(f"module {library!r} of asynclab has no {name!r}; {there}")

    return lookup
