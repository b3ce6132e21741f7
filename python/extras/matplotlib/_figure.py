"""A figure: plots in rows and columns, and its SVG."""

from __future__ import annotations

from typing import Any

from . import _draw, _svg
from ._axes import Axes
from ._values import missing

#: px in an inch
INCH = 96


class Figure:
    def __init__(self, figsize: Any, number: int) -> None:
        self.size = [float(figsize[0]), float(figsize[1])]
        self.number = number
        self.axes: list[Axes] = []
        self.heading = ""

    def __getattr__(self, name: str) -> Any:
        return missing("matplotlib Figure", [one for one in dir(type(self)) if not one.startswith("_")])(name)

    def add_subplot(self, rows: int = 1, columns: int = 1, index: int = 1, projection: str | None = None, **_: Any) -> Axes:
        if projection not in (None, "rectilinear"):
            raise NotImplementedError(f"add_subplot: projection {projection!r} is not here; plot against two axes, or use imshow")
        if rows > 9 and columns == 1:  # 211 stands for 2, 1, 1
            rows, columns, index = (int(digit) for digit in str(rows))
        if not 1 <= index <= rows * columns:
            raise ValueError(f"num must be an integer with 1 <= num <= {rows * columns}, not {index}")
        for axes in self.axes:
            if axes.cell == (rows, columns, index):
                return axes
        self.axes.append(Axes(self, (rows, columns, index)))
        return self.axes[-1]

    def subplots(self, nrows: int = 1, ncols: int = 1, squeeze: bool = True, **_: Any) -> Any:
        all_ = [[self.add_subplot(nrows, ncols, row * ncols + column + 1) for column in range(ncols)] for row in range(nrows)]
        return all_[0][0] if squeeze and nrows == ncols == 1 else Grid(all_, squeeze)

    def suptitle(self, t: str, **_: Any) -> None:
        self.heading = str(t)

    def set_size_inches(self, wide: Any, high: Any = None) -> None:
        self.size = [float(one) for one in (wide if high is None else (wide, high))]

    def gca(self) -> Axes:
        return self.axes[-1] if self.axes else self.add_subplot()

    def clf(self) -> None:
        self.axes = []

    clear = clf

    def tight_layout(self, **_: Any) -> None:
        """Does nothing: labels always have room."""

    subplots_adjust = autofmt_xdate = tight_layout

    def savefig(self, name: Any, **_: Any) -> None:
        raise NotImplementedError(
            f"savefig({str(name)!r}): a program here has no folder that you could open; the figure stands under its cell, and the saved notebook has it as SVG"
        )

    def __repr__(self) -> str:
        wide, high = (round(INCH * one) for one in self.size)
        return f"<Figure size {wide}x{high} with {len(self.axes)} Axes>"

    def _description(self) -> str:
        """The figure in words, for readers who cannot see it."""
        parts = [self.heading] if self.heading else []
        for axes in self.axes:
            names = [str(one.style["label"]) for one in axes.artists if one.style.get("label")]
            kinds = ", ".join(names) or ", ".join(dict.fromkeys(one.kind for one in axes.artists))
            against = f"{axes.ylabel or 'y'} over {axes.xlabel or 'x'}"
            parts.append(f"{axes.title}: {against}" if axes.title else against)
            parts[-1] += f" ({kinds})" if kinds else ""
        return "; ".join(parts) or "an empty figure"

    def _repr_svg_(self) -> str:
        wide, high = (INCH * one for one in self.size)
        top = 22 if self.heading else 0
        parts = [_svg.text(wide / 2, 16, self.heading, text_anchor="middle", font_size=14)] if self.heading else []
        for axes in self.axes:
            rows, columns, index = axes.cell
            row, column = divmod(index - 1, columns)
            w, h = wide / columns, (high - top) / rows
            parts.append(_draw.drawn(axes, column * w, top + row * h, w, h))
        ground = _svg.tag("rect", width=_svg.n(wide), height=_svg.n(high), fill="#fff")
        return _svg.tag(
            "svg", ground + "".join(parts), xmlns="http://www.w3.org/2000/svg", width=_svg.n(wide), height=_svg.n(high),
            viewBox=f"0 0 {_svg.n(wide)} {_svg.n(high)}", font_family="DejaVu Sans, Verdana, sans-serif", font_size=_draw.FONT,
        )


class Grid(list[Any]):
    """Plots in rows and columns, which programs use like NumPy's array of them."""

    def __init__(self, rows: list[list[Axes]], squeeze: bool) -> None:
        self._all = [axes for row in rows for axes in row]
        super().__init__(self._all if squeeze and 1 in (len(rows), len(rows[0])) else [Grid([row], True) for row in rows])

    def flatten(self) -> list[Axes]:
        return [*self._all]

    ravel = flatten

    @property
    def flat(self) -> list[Axes]:
        return [*self._all]

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self), len(self[0])) if self and isinstance(self[0], Grid) else (len(self),)

    @property
    def size(self) -> int:
        return len(self._all)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def T(self) -> Any:  # noqa: N802
        return Grid([*map(list, zip(*self, strict=True))], False) if self.ndim > 1 else self

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, tuple):
            found = super().__getitem__(at)
            return Grid([[*row] for row in found], False) if isinstance(at, slice) and self.ndim > 1 else found
        if len(at) > self.ndim:
            raise IndexError(f"too many indices: the plots have {self.ndim} dimensions, and {len(at)} were given")
        found = super().__getitem__(at[0])
        if len(at) == 1:
            return found
        return [row[at[1]] for row in found] if isinstance(at[0], slice) else found[at[1]]

    def __getattr__(self, name: str) -> Any:
        return missing("the plots of subplots()", ["flat", "flatten", "ravel", "shape", "size", "ndim", "T"])(name)
