"""``matplotlib.pyplot``: the current figure, which a cell shows at its end."""

from __future__ import annotations

from typing import Any

from . import rcParams
from ._axes import Axes
from ._figure import Figure
from ._values import missing as _missing

_open: list[Figure] = []
_axes: Axes | None = None


def figure(num: Any = None, figsize: Any = None, **_: Any) -> Figure:
    """Makes a new figure, or an open one with this number, the current one."""
    global _axes
    for one in _open:
        if num is not None and one.number == num:
            _open.remove(one)
            _open.append(one)
            _axes = one.axes[-1] if one.axes else None
            return one
    number = num if isinstance(num, int) else max((one.number for one in _open), default=0) + 1
    _open.append(Figure(figsize or rcParams["figure.figsize"], number))
    _axes = None
    return _open[-1]


def gcf() -> Figure:
    return _open[-1] if _open else figure()


def gca() -> Axes:
    global _axes
    own = gcf()
    if _axes is None or _axes.figure is not own:
        _axes = own.gca()
    return _axes


def sca(axes: Axes) -> None:
    """Makes a plot the current one."""
    global _axes
    if axes.figure in _open:
        _open.remove(axes.figure)
    _open.append(axes.figure)
    _axes = axes


def subplots(nrows: int = 1, ncols: int = 1, figsize: Any = None, **named: Any) -> Any:
    global _axes
    made = figure(figsize=figsize)
    found = made.subplots(nrows, ncols, **named)
    _axes = made.axes[0]
    return made, found


def subplot(*cell: Any, **named: Any) -> Axes:
    global _axes
    _axes = gcf().add_subplot(*cell, **named)
    return _axes


def axes(**named: Any) -> Axes:
    return subplot(**named)


def show(*_: Any, **__: Any) -> None:
    """Shows the open figures, and closes them."""
    from IPython.display import display

    for one in [*_open]:
        if one.axes:
            display(one)
    close("all")


def close(which: Any = None) -> None:
    global _axes
    gone = [*_open] if which == "all" else [one for one in _open if one is which or one.number == which or (which is None and one is _open[-1])]
    for one in gone:
        _open.remove(one)
    _axes = None


def clf() -> None:
    gcf().clf()


def draw() -> None:
    """Does nothing: a figure is drawn when it is shown."""


def pause(interval: float) -> None:
    """Shows the open figures, as ``show`` does."""
    show()


def ion() -> None:
    """Does nothing: figures are shown at the end of their cell."""


ioff = ion


def savefig(name: Any, **named: Any) -> None:
    gcf().savefig(name, **named)


def suptitle(t: str, **named: Any) -> None:
    gcf().suptitle(t, **named)


def tight_layout(**_: Any) -> None:
    """Does nothing: labels always have room."""


subplots_adjust = tight_layout


def _of_axes(name: str) -> Any:
    def call(*args: Any, **named: Any) -> Any:
        return getattr(gca(), name)(*args, **named)

    call.__name__ = call.__qualname__ = name.removeprefix("set_")
    call.__doc__ = getattr(Axes, name).__doc__
    return call


for _name in (
    *("plot", "scatter", "bar", "barh", "hist", "imshow", "fill_between", "axhline", "axvline", "text", "annotate", "semilogx", "semilogy", "loglog"),
    *("cla", "grid", "legend", "axis"),
):
    globals()[_name] = _of_axes(_name)
for _name in ("xlabel", "ylabel", "title", "xscale", "yscale", "xlim", "ylim", "xticks", "yticks"):
    globals()[_name] = _of_axes(f"set_{_name}")

__getattr__ = _missing("matplotlib.pyplot", [name for name in globals() if not name.startswith("_") and name not in ("annotations", "Any")])
