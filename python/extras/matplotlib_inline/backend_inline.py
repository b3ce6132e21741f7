"""How figures get into notebooks: here always as SVG."""

from __future__ import annotations

from typing import Any


def set_matplotlib_formats(*formats: str, **_: Any) -> None:
    """Figures are SVG, whatever is asked for."""
