"""The parts of a plot that programs get references to."""

from __future__ import annotations

from typing import Any

from . import _style
from ._values import missing, number, row


class Artist:
    """Something that is drawn: lines, points, bars, an area, a picture or a text."""

    def __init__(self, axes: Any, kind: str, xs: list[float], ys: list[float], **style: Any) -> None:
        self.axes, self.kind, self.xs, self.ys, self.style = axes, kind, xs, ys, style

    def __repr__(self) -> str:
        return f"<matplotlib {self.kind}: {self.style.get('label') or f'{len(self.xs)} points'}>"

    def set_data(self, x: Any, y: Any) -> None:
        self.xs, self.ys = [*map(number, row(x))], [*map(number, row(y))]

    def set_xdata(self, x: Any) -> None:
        self.xs = [*map(number, row(x))]

    def set_ydata(self, y: Any) -> None:
        self.ys = [*map(number, row(y))]

    def get_xdata(self) -> list[float]:
        return self.xs

    def get_ydata(self) -> list[float]:
        return self.ys

    def set_label(self, label: str) -> None:
        self.style["label"] = label

    def set_color(self, color: Any) -> None:
        self.style["color"] = _style.colour(color)

    def remove(self) -> None:
        self.axes.artists.remove(self)

    def __iter__(self) -> Any:
        raise TypeError(f"{self!r}: its parts are drawn as one here, and none can be taken alone; give their colour and width to the call that draws them")

    def __getitem__(self, at: Any) -> Any:
        return iter(self)

    def __len__(self) -> int:
        return len(self.xs)

    def __bool__(self) -> bool:
        return True

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "kind":
            raise AttributeError(name)
        return missing(f"matplotlib {self.kind}", [one for one in dir(type(self)) if not one.startswith("_")])(name)


class Axis:
    """An axis of a plot, as `get_xaxis` gives it."""

    def __init__(self, axes: Any, name: str) -> None:
        self._axes, self._name = axes, name

    def set_visible(self, visible: bool) -> None:
        self._axes.hidden = self._axes.hidden - {self._name} if visible else self._axes.hidden | {self._name}


class Spine:
    """A side of the frame."""

    def __init__(self) -> None:
        self.visible = True

    def set_visible(self, visible: bool) -> None:
        self.visible = bool(visible)

    def __getattr__(self, name: str) -> Any:
        return missing("matplotlib Spine", ["set_visible"])(name)


class Spines(dict[str, Spine]):
    """The sides of the frame: ``ax.spines["top"].set_visible(False)``, ``ax.spines[["top", "right"]].set_visible(False)``."""

    def __init__(self) -> None:
        super().__init__({side: Spine() for side in ("left", "right", "bottom", "top")})

    def __getitem__(self, side: Any) -> Any:
        if isinstance(side, slice):
            return _Several(list(self.values()))
        return _Several([self[one] for one in side]) if isinstance(side, (list, tuple)) else super().__getitem__(side)

    def __getattr__(self, name: str) -> Spine:
        if name in self:
            return self[name]
        return missing("matplotlib Axes.spines", list(self))(name)


class _Several:
    def __init__(self, spines: list[Spine]) -> None:
        self._spines = spines

    def set_visible(self, visible: bool) -> None:
        for spine in self._spines:
            spine.set_visible(visible)
