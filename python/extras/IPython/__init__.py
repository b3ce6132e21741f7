"""The part of IPython that notebooks use: ``IPython.display``."""

from __future__ import annotations

from typing import Any

from . import display  # noqa: F401


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"'IPython' of asynclab has no {name!r}; it has display, with display, clear_output, HTML, Markdown and SVG")
