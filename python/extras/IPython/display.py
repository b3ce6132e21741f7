"""The output of a cell besides prints."""

from __future__ import annotations

from typing import Any

from asynclab._kernel.display import clear_output, display  # noqa: F401


class _Text:
    """A text that the page shows as it is. No part of it is run."""

    def __init__(self, data: Any = "", **_: Any) -> None:
        self.data = str(data)

    def _repr_plain_(self) -> str:
        return self.data


class HTML(_Text):
    """HTML, shown as text without its tags."""

    def _repr_plain_(self) -> str:
        import html
        import re

        return html.unescape(re.sub(r"<[^>]*>", "", self.data)).strip()


class Markdown(_Text):
    """Markdown, shown as it is written."""


class SVG(_Text):
    """A picture."""

    def _repr_svg_(self) -> str:
        return self.data


def set_matplotlib_formats(*formats: str, **_: Any) -> None:
    """Does nothing: figures are always SVG."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"'IPython.display' of asynclab has no {name!r}; it has display, clear_output, HTML, Markdown and SVG")
