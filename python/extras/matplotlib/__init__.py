"""The part of matplotlib that the book's plots use, drawn as SVG by the lab: loaded where a cell names it."""

from __future__ import annotations

import importlib
from typing import Any

from ._values import missing

__version__ = "0 (asynclab)"
#: Settings that plots follow: the size of a figure, in inches.
rcParams: dict[str, Any] = {"figure.figsize": [6.4, 4.8]}


def use(backend: str, **_: Any) -> None:
    """There is one backend: the page."""


_missing = missing("matplotlib", ("pyplot", "rcParams", "use"))


def __getattr__(name: str) -> Any:
    if name == "pyplot":
        return importlib.import_module("matplotlib.pyplot")
    return _missing(name)
