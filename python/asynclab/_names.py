"""The error of a library's module for a name that it does not have here."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from types import ModuleType
from typing import Any


def missing(library: str, known: dict[str, Any]) -> Callable[[str], Any]:
    """A module's ``__getattr__``: `AttributeError` that says so, and what is nearest."""

    def lookup(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        names = [one for one, value in known.items() if not one.startswith("_") and _own(value)]
        near = difflib.get_close_matches(name, names, 3, 0.5) or [one for one in names if name.lower() in one.lower()][:3]
        there = f"nearest: {', '.join(near)}" if near else f"there are: {', '.join(sorted(names)[:40])}"
        raise AttributeError(f"module {library!r} of asynclab has no {name!r}; {there}")

    return lookup


def _own(value: Any) -> bool:
    """Whether a module has a value to offer, and not only uses it."""
    module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return not isinstance(module, str) or module.partition(".")[0] not in ("typing", "__future__", "collections", "contextlib", "math", "time", "array")


def lacking(kind: str, self: Any, name: str) -> AttributeError:
    """The same of an object."""
    names = [one for one in dir(type(self)) if not one.startswith("_")]
    near = difflib.get_close_matches(name, names, 3, 0.5)
    return AttributeError(f"{kind} of asynclab has no {name!r}" + (f"; nearest: {', '.join(near)}" if near else ""))
