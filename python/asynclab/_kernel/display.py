"""The output of a cell besides prints: values, figures, and clearing what was shown."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from typing import Any

#: `show(kind, text)` of the cell that runs.
show: Any = lambda kind, text: None


def show_value(value: Any, kind: str) -> None:
    """Shows a value: as a figure where it has one, else as text."""
    draw = getattr(value, "_repr_svg_", None)
    svg = draw() if draw else None
    if svg:
        described = getattr(value, "_description", None)
        show("figure", f"{described() if described else 'figure'}\0{svg}")
        return
    text = getattr(value, "_repr_plain_", None)
    show(kind, text() if text else repr(value))


def display(*values: Any, **options: Any) -> None:
    """Shows values, each below the one before it."""
    for value in values:
        show_value(value, "result")


def clear_output(wait: bool = False) -> None:
    """Clears the cell's output: at once or, with ``wait``, when it shows something new."""
    sys.stdout.flush()
    show("clear", "wait" if wait else "")


def draw_open() -> None:
    """Shows the figures that the cell has left open, where plots were imported."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.show()


@contextlib.contextmanager
def captured() -> Iterator[None]:
    """Shows nothing of the block's output."""
    global show
    shown, show = show, lambda kind, text: None
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        draw_open()
        show = shown
