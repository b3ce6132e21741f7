"""The error of a library's module, or of an object, for a name that it does not have here."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any


#: By a library's module: the module that has further names of it, and those names. They are loaded when one of them is used.
elsewhere: dict[str, tuple[str, tuple[str, ...]]] = {
    f"d2l.{library}": ("asynclab.d2l._plots", ("plt", "use_svg_display", "set_figsize", "set_axes", "plot", "show_images", "Animator"))
    for library in ("torch", "mxnet")
}


def missing(library: str, known: dict[str, Any]) -> Callable[[str], Any]:
    """A module's ``__getattr__``: `AttributeError` that says so, and what is nearest."""

    def lookup(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        home, more = elsewhere.get(library, ("", ()))
        if name in more:
            return getattr(importlib.import_module(home), name)
        names = [*public(library, known), *more]
        near = nearest(name, names)
        there = f"nearest: {', '.join(near)}" if near else f"there are: {', '.join(sorted(names)[:40])}"
        raise AttributeError(f"module {library!r} of asynclab has no {name!r}; {there}")

    return lookup


def lacking(kind: str, self: Any, name: str) -> AttributeError:
    """The same of an object. A class lists, as `_foreign`, what it has besides its library's own names."""
    if name.startswith("__"):
        return AttributeError(name)
    foreign = getattr(type(self), "_foreign", ())
    near = nearest(name, [one for one in dir(type(self)) if not one.startswith("_") and one not in foreign])
    return AttributeError(f"{kind} of asynclab has no {name!r}" + (f"; nearest: {', '.join(near)}" if near else ""))


def nearest(name: str, names: list[str]) -> list[str]:
    """Those that a misspelling may have meant, three at most."""
    return difflib.get_close_matches(name, names, 3, 0.7)


def public(library: str, known: dict[str, Any]) -> list[str]:
    """The names that a module offers, of all that it knows: not the helpers and modules of Python that it uses."""
    return [name for name, value in known.items() if not name.startswith("_") and _offered(library, value)]


def _offered(library: str, value: Any) -> bool:
    home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    # Numbers and texts have no home.
    return home is None or isinstance(home, str) and f"{home}.".startswith(f"asynclab.{library.partition('.')[0]}.")
