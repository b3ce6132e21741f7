"""The format of figures in notebooks: here always SVG."""

from __future__ import annotations

from typing import Any


def set_matplotlib_formats(*formats: str, **_: Any) -> None:
    """Does nothing: figures are always SVG."""
