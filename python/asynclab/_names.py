"""The error of a library's module, or of an object, for a name that it does not have here."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any


#: By a library's module: names that it takes from another module, which is loaded when one of them is used. The lab's page adds more.
elsewhere: dict[str, dict[str, str]] = {
    f"d2l.{library}": dict.fromkeys("plt use_svg_display set_figsize set_axes plot show_images Animator".split(), "asynclab.d2l._plots")
    for library in ("torch", "mxnet", "jax", "tensorflow")
}
#: By a library's module: public names that the lab does not have, each with what to write instead. The lab's page fills it.
remedies: dict[str, dict[str, str]] = {}


def instead(library: str, name: str) -> str:
    """The remedy for a name that is missing, or an empty text. Every package of d2l also has the remedies of ``d2l``."""
    known = remedies.get(library, {}) | remedies.get("d2l", {}) if library.startswith("d2l") else remedies.get(library, {})
    return known.get(name, "")


def missing(library: str, known: dict[str, Any]) -> Callable[[str], Any]:
    """A module's ``__getattr__``: raises an `AttributeError` with a remedy, or with the nearest names."""

    def lookup(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        more = elsewhere.get(library, {})
        if name in more:
            try:
                return getattr(importlib.import_module(more[name]), name)
            except ModuleNotFoundError as error:
                if error.name != more[name]:
                    raise
                raise AttributeError(f"{library}.{name} is in a part that the lab's page fetches, which could not be fetched: load the page again") from None
        text = f"module {library!r} of asynclab has no {name!r}; "
        if remedy := instead(library, name):
            raise AttributeError(text + remedy)
        names = [*public(library, known), *more]
        near = nearest(name, names)
        raise AttributeError(text + (f"nearest: {', '.join(near)}" if near else f"there are: {', '.join(sorted(names)[:40])}"))

    return lookup


def lacking(kind: str, self: Any, name: str, text: str = "") -> AttributeError:
    """The same error for an object. `_foreign` of its class has the members that are not its library's."""
    if name.startswith("__"):
        return AttributeError(name)
    foreign = getattr(type(self), "_foreign", ())
    near = nearest(name, [one for one in dir(type(self)) if not one.startswith("_") and one not in foreign])
    # The remedy is found by the name of the library's function, which is mostly missing as well.
    remedy = instead(kind.partition(".")[0], name) or (f"nearest: {', '.join(near)}" if near else "")
    return AttributeError((text or f"{kind} of asynclab has no {name!r}") + (f"; {remedy}" if remedy else ""))


def nearest(name: str, names: list[str]) -> list[str]:
    """The names that a misspelling may have meant, three at most."""
    return difflib.get_close_matches(name, names, 3, 0.7)


def public(library: str, known: dict[str, Any]) -> list[str]:
    """The public names of a module, without the helpers and the modules of Python that it imports."""
    return [name for name, value in known.items() if not name.startswith("_") and _offered(library, value)]


def _offered(library: str, value: Any) -> bool:
    home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    # Numbers and texts have no module.
    return home is None or isinstance(home, str) and f"{home}.".startswith(f"asynclab.{library.partition('.')[0]}.")
