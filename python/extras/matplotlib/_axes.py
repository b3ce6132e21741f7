"""One plot: its artists, and its axes with their labels."""

from __future__ import annotations

import math
from typing import Any

from . import _draw, _style
from ._artist import Artist, Axis, Spines
from ._values import NAN, columns, finite, missing, number, plain, row


class Axes:
    def __init__(self, figure: Any, cell: tuple[int, int, int]) -> None:
        self.figure = figure
        #: The figure's rows and columns of plots, and this plot's number among them, from 1 on.
        self.cell = cell
        self.cla()

    def cla(self) -> None:
        """Removes everything that was drawn, and the labels."""
        self.artists: list[Artist] = []
        self.xlabel = self.ylabel = self.title = ""
        self.scales = {"x": "linear", "y": "linear"}
        self.limits: dict[str, tuple[Any, Any]] = {"x": (None, None), "y": (None, None)}
        self.ticks: dict[str, tuple[list[float], list[str] | None] | None] = {"x": None, "y": None}
        self.names: dict[str, list[str]] = {"x": [], "y": []}
        self.gridded = False
        self.frame = True
        self.spines = Spines()
        self.hidden: set[str] = set()
        self.legend_at: str | None = None
        self.equal = False
        self._next = 0

    clear = cla

    @property
    def axes(self) -> Axes:
        return self

    def get_figure(self) -> Any:
        return self.figure

    # --- what is drawn

    def _add(self, kind: str, xs: list[float], ys: list[float], color: Any = None, c: Any = None, **style: Any) -> Artist:
        paint = _style.colour(color if color is not None else c)
        if paint is None:
            paint = _style.CYCLE[self._next % len(_style.CYCLE)]
            self._next += 1
        artist = Artist(self, kind, xs, ys, color=paint, **style)
        self.artists.append(artist)
        return artist

    def _numbers(self, axis: str, values: list[Any]) -> list[float]:
        """The values as numbers; names get numbers in the order in which they first come."""
        if not any(isinstance(value, str) for value in values):
            return [*map(number, values)]
        names = self.names[axis]
        names.extend(name for name in dict.fromkeys(map(str, values)) if name not in names)
        return [float(names.index(str(value))) for value in values]

    def plot(self, *args: Any, scalex: bool = True, scaley: bool = True, **style: Any) -> list[Artist]:
        """Lines through points: `plot(y)`, `plot(x, y)`, `plot(x, y, 'r--', x2, y2)`."""
        style = _spelled(style)
        made: list[Artist] = []
        left = [*args]
        while left:
            first = left.pop(0)
            second = left.pop(0) if left and not isinstance(left[0], str) else None
            fmt = _style.parse(left.pop(0)) if left and isinstance(left[0], str) else {}
            ys = columns(first if second is None else second)
            xs = [[*range(len(ys[0]))]] if second is None else columns(first)
            for at in range(max(len(xs), len(ys))):
                x, y = (self._numbers(axis, all_[min(at, len(all_) - 1)]) for axis, all_ in (("x", xs), ("y", ys)))
                if len(x) != len(y):
                    raise ValueError(f"x and y must have same first dimension, but have shapes ({len(x)},) and ({len(y)},)")
                made.append(self._add("line", x, y, **{"linestyle": "-", **fmt, **style}))
        return made

    def scatter(self, x: Any, y: Any, s: Any = 36, c: Any = None, marker: str = "o", cmap: Any = None, **style: Any) -> Artist:
        """Points. `c` may be numbers, which choose colours."""
        xs, ys = self._numbers("x", row(x)), self._numbers("y", row(y))
        if len(xs) != len(ys):
            raise ValueError("x and y must be the same size")
        size = math.sqrt(max(finite(map(number, row(s))), default=36))
        shades = None if c is None or isinstance(c, str) else row(c)
        if shades and len(shades) == len(xs) and not isinstance(shades[0], (str, list)):
            style["shades"], c = [*map(number, shades)], "C0"
        return self._add("points", xs, ys, color=style.pop("color", c), size=size, marker=marker, cmap=cmap, **_spelled(style))

    def bar(self, x: Any, height: Any, width: float = 0.8, bottom: Any = 0, align: str = "center", **style: Any) -> Artist:
        return self._bars("bars", "x", x, height, width, bottom, align, style)

    def barh(self, y: Any, width: Any, height: float = 0.8, left: Any = 0, align: str = "center", **style: Any) -> Artist:
        return self._bars("barsh", "y", y, width, height, left, align, style)

    def _bars(self, kind: str, axis: str, at: Any, length: Any, width: float, base: Any, align: str, style: dict[str, Any]) -> Artist:
        positions, lengths, bases = self._numbers(axis, row(at)), [*map(number, row(length))], [*map(number, row(base))]
        lengths = lengths * len(positions) if len(lengths) == 1 else lengths
        if len(lengths) != len(positions):
            raise ValueError(f"shape mismatch: {len(positions)} positions and {len(lengths)} lengths")
        shift = 0 if align == "center" else width / 2
        bases = bases * len(positions) if len(bases) == 1 else bases
        return self._add(kind, [position + shift for position in positions], lengths, width=number(width), base=bases, **_spelled(style))

    def hist(self, x: Any, bins: Any = 10, range: Any = None, density: bool = False, label: Any = None, rwidth: float = 1, **style: Any) -> Any:
        """Draws the counts of numbers in bins. Returns the counts, the bins' edges, and the bars."""
        given = plain(x)
        groups = [row(one) for one in given] if given and isinstance(given[0], list) else [given]
        all_ = [finite(map(number, one)) for one in groups]
        low, high = range or (min((min(one) for one in all_ if one), default=0), max((max(one) for one in all_ if one), default=1))
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = [*map(number, row(bins))] if not isinstance(bins, int) else [low + (high - low) * at / bins for at in _upto(bins)]
        counts = [_counted(one, edges, density) for one in all_]
        names = [*label] if isinstance(label, (list, tuple)) else [label] * len(all_)
        made = []
        for at, (count, name) in enumerate(zip(counts, names, strict=True)):
            part = [(b - a) * rwidth * (1 if len(counts) == 1 else 0.8) / len(counts) for a, b in zip(edges, edges[1:], strict=False)]
            centres = [(a + b) / 2 + (at - (len(counts) - 1) / 2) * one for a, b, one in zip(edges, edges[1:], part, strict=False)]
            made.append(self._add("bars", centres, count, width=part, base=[0.0] * len(count), label=name, **_spelled(dict(style))))
        return (counts[0], edges, made[0]) if len(counts) == 1 else (counts, edges, made)

    def imshow(self, x: Any, cmap: Any = None, vmin: Any = None, vmax: Any = None, **_: Any) -> Artist:
        """A matrix, or a picture with three numbers for each px."""
        rows = plain(x)
        if not (rows and isinstance(rows[0], list) and rows[0]):
            raise TypeError("imshow: give a matrix, or a picture of rows, columns and three colours")
        high, wide = len(rows), len(rows[0])
        artist = self._add("image", [-0.5, wide - 0.5], [-0.5, high - 0.5], color="k", rows=rows, cmap=cmap, range=(vmin, vmax))
        self.equal = True
        if self.limits["y"] == (None, None):
            self.limits["y"] = (high - 0.5, -0.5)
        return artist

    def fill_between(self, x: Any, y1: Any, y2: Any = 0, **style: Any) -> Artist:
        xs = self._numbers("x", row(x))
        one, two = ([*map(number, row(y))] for y in (y1, y2))
        one, two = (y * len(xs) if len(y) == 1 else y for y in (one, two))
        return self._add("area", xs + xs[::-1], one + two[::-1], **_spelled(style))

    def axhline(self, y: Any = 0, **style: Any) -> Artist:
        return self._add("across", [NAN], [number(plain(y))], **_spelled({"color": "C0", **style}))

    def axvline(self, x: Any = 0, **style: Any) -> Artist:
        return self._add("down", [number(plain(x))], [NAN], **_spelled({"color": "C0", **style}))

    def text(self, x: Any, y: Any, s: Any, **style: Any) -> Artist:
        return self._add("text", [number(plain(x))], [number(plain(y))], text=str(s), **_spelled({"color": "k", **style}))

    def annotate(self, text: Any, xy: Any, xytext: Any = None, **style: Any) -> Artist:
        """A text at a point, without its arrow."""
        x, y = xytext or xy
        style.pop("arrowprops", None)
        return self.text(x, y, text, **style)

    # --- axes

    def set_xlabel(self, label: str, **_: Any) -> None:
        self.xlabel = str(label or "")

    def set_ylabel(self, label: str, **_: Any) -> None:
        self.ylabel = str(label or "")

    def set_title(self, label: str, **_: Any) -> None:
        self.title = str(label)

    def _scale(self, axis: str, name: str) -> None:
        if name not in ("linear", "log"):
            raise ValueError(f"{name!r} is not a valid value for scale; asynclab draws 'linear' and 'log'")
        self.scales[axis] = name

    def set_xscale(self, value: str, **_: Any) -> None:
        self._scale("x", value)

    def set_yscale(self, value: str, **_: Any) -> None:
        self._scale("y", value)

    def _limit(self, axis: str, low: Any, high: Any) -> tuple[Any, Any]:
        if isinstance(low, (tuple, list)):
            low, high = low
        if (low, high) != (None, None):
            self.limits[axis] = tuple(None if end is None else float(end) for end in (low, high))
        return _draw.limits(self, axis)

    def set_xlim(self, left: Any = None, right: Any = None, **_: Any) -> tuple[Any, Any]:
        return self._limit("x", left, right)

    def set_ylim(self, bottom: Any = None, top: Any = None, **_: Any) -> tuple[Any, Any]:
        return self._limit("y", bottom, top)

    def get_xlabel(self) -> str:
        return self.xlabel

    def get_ylabel(self) -> str:
        return self.ylabel

    def get_title(self) -> str:
        return self.title

    @property
    def lines(self) -> list[Artist]:
        return [one for one in self.artists if one.kind == "line"]

    def get_xlim(self) -> tuple[Any, Any]:
        return _draw.limits(self, "x")

    def get_ylim(self) -> tuple[Any, Any]:
        return _draw.limits(self, "y")

    def _tick(self, axis: str, ticks: Any, labels: Any) -> None:
        self.ticks[axis] = ([*map(number, row(ticks))], None if labels is None else [*map(str, plain(labels))])

    def set_xticks(self, ticks: Any, labels: Any = None, **_: Any) -> None:
        self._tick("x", ticks, labels)

    def set_yticks(self, ticks: Any, labels: Any = None, **_: Any) -> None:
        self._tick("y", ticks, labels)

    def grid(self, visible: Any = True, *_: Any, **__: Any) -> None:
        self.gridded = bool(visible)

    def legend(self, *given: Any, loc: str = "best", labels: Any = None, **_: Any) -> None:
        """Names the lines: by their labels, or by names given in the lines' order."""
        names = labels if labels is not None else given[-1] if given else None
        if names is not None:
            for artist, name in zip([one for one in self.artists if one.kind not in ("text", "image")], [names] if isinstance(names, str) else names, strict=False):
                artist.style["label"] = str(name)
        self.legend_at = str(loc)

    def axis(self, arg: Any = None) -> None:
        if arg == "off":
            self.frame = False
        elif arg == "equal":
            self.equal = True
        elif isinstance(arg, (list, tuple)):
            self.set_xlim(*arg[:2])
            self.set_ylim(*arg[2:])

    def set_axis_off(self) -> None:
        self.frame = False

    def set_aspect(self, aspect: Any, **_: Any) -> None:
        self.equal = aspect == "equal"

    def invert_yaxis(self) -> None:
        self.limits["y"] = self.get_ylim()[::-1]

    def get_xaxis(self) -> Axis:
        return Axis(self, "x")

    def get_yaxis(self) -> Axis:
        return Axis(self, "y")

    def set(self, **settings: Any) -> None:
        for name, value in settings.items():
            getattr(self, f"set_{name}")(value)

    def semilogx(self, *args: Any, **style: Any) -> list[Artist]:
        self.set_xscale("log")
        return self.plot(*args, **style)

    def semilogy(self, *args: Any, **style: Any) -> list[Artist]:
        self.set_yscale("log")
        return self.plot(*args, **style)

    def loglog(self, *args: Any, **style: Any) -> list[Artist]:
        self.set_xscale("log")
        return self.semilogy(*args, **style)

    def __getattr__(self, name: str) -> Any:
        return missing("matplotlib Axes", [one for one in dir(type(self)) if not one.startswith("_")])(name)


_SHORT = {"ls": "linestyle", "lw": "linewidth", "ms": "markersize", "fc": "color", "facecolor": "color"}


def _spelled(style: dict[str, Any]) -> dict[str, Any]:
    return {_SHORT.get(name, name): value for name, value in style.items()}


def _upto(count: int) -> range:
    return range(count + 1)


def _counted(values: list[float], edges: list[float], density: bool) -> list[float]:
    """How many numbers are in each bin. The last bin includes its upper edge."""
    from bisect import bisect_right

    counts = [0.0] * (len(edges) - 1)
    for value in values:
        if edges[0] <= value <= edges[-1]:
            counts[min(bisect_right(edges, value) - 1, len(counts) - 1)] += 1
    if not density:
        return counts
    total = sum(counts) or 1
    return [count / total / (b - a) for count, a, b in zip(counts, edges, edges[1:], strict=False)]
