"""Colours, dashes and markers by matplotlib's names."""

from __future__ import annotations

import math
from typing import Any

from . import _svg

CYCLE = ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf")
_LETTERS = {"b": "#0000ff", "g": "#008000", "r": "#ff0000", "c": "#00bfbf", "m": "#bf00bf", "y": "#bfbf00", "k": "#000000", "w": "#ffffff"}
_DASHES = {"-": "", "--": "6 4", "-.": "8 3 2 3", ":": "2 3"}
_STYLES = {"solid": "-", "dashed": "--", "dashdot": "-.", "dotted": ":", "none": "", "None": "", " ": "", "": ""}
MARKERS = "o.,x+*sdD^v<>p|_"
#: From dark to light: matplotlib's viridis at eleven places.
_VIRIDIS = "440154 482475 414487 355f8d 2a788e 21918c 22a884 44bf70 7ad151 bddf26 fde725".split()


def colour(value: Any) -> str | None:
    """A colour as SVG writes it; None where none is given."""
    if value is None:
        return None
    if isinstance(value, (tuple, list)):
        return f"rgb({','.join(str(round(255 * float(part))) for part in value[:3])})"
    name = str(value)
    if name[:1] == "C" and name[1:].isdigit():
        return CYCLE[int(name[1:]) % len(CYCLE)]
    try:
        grey = round(255 * float(name))
        return f"rgb({grey},{grey},{grey})"
    except ValueError:
        return _LETTERS.get(name, name.removeprefix("tab:"))


def parse(fmt: str) -> dict[str, str]:
    """The parts of a format such as `r--` or `go`."""
    found: dict[str, str] = {}
    left = fmt
    while left:
        style = next((one for one in ("--", "-.", "-", ":") if left.startswith(one)), None)
        if style:
            found["linestyle"], left = style, left[len(style) :]
        elif left[0] == "C" and left[1:2].isdigit():
            found["color"], left = left[:2], left[2:]
        elif left[0] in _LETTERS:
            found["color"], left = left[0], left[1:]
        elif left[0] in MARKERS:
            found["marker"], left = left[0], left[1:]
        else:
            raise ValueError(f"{fmt!r} is not a valid format string (unrecognized character {left[0]!r})")
    if "marker" in found:
        found.setdefault("linestyle", "")
    return found


def dashes(style: Any) -> str | None:
    """SVG's dashes of a line; None where there is no line."""
    name = _STYLES.get(style, style)
    if name == "":
        return None
    if name not in _DASHES:
        raise ValueError(f"{style!r} is not a valid value for ls; it is one of {', '.join(map(repr, _DASHES))}")
    return _DASHES[name]


def marks(points: _svg.Points, marker: str, size: float, paint: str, alpha: Any = None) -> str:
    """Markers at points, all in one path."""
    r = 1.5 if marker in ".," else size / 2
    n = _svg.n
    shapes = {
        "x": f"m-{n(r)} -{n(r)}l{n(2 * r)} {n(2 * r)}m0 -{n(2 * r)}l-{n(2 * r)} {n(2 * r)}",
        "+": f"m-{n(r)} 0h{n(2 * r)}m-{n(r)} -{n(r)}v{n(2 * r)}",
        "*": "".join(f"m0 0l{n(r * math.sin(a))} {n(-r * math.cos(a))}l{n(-r * math.sin(a))} {n(r * math.cos(a))}" for a in (0, 1.257, 2.513, 3.77, 5.027)),
        "|": f"m0 -{n(r)}v{n(2 * r)}",
        "_": f"m-{n(r)} 0h{n(2 * r)}",
        "s": f"m-{n(r)} -{n(r)}h{n(2 * r)}v{n(2 * r)}h-{n(2 * r)}z",
        "^": f"m0 -{n(r)}l{n(r)} {n(2 * r)}h-{n(2 * r)}z",
        "v": f"m0 {n(r)}l{n(r)} -{n(2 * r)}h-{n(2 * r)}z",
        "<": f"m-{n(r)} 0l{n(2 * r)} {n(r)}v-{n(2 * r)}z",
        ">": f"m{n(r)} 0l-{n(2 * r)} {n(r)}v-{n(2 * r)}z",
        "D": f"m0 -{n(r)}l{n(r)} {n(r)}l-{n(r)} {n(r)}l-{n(r)} -{n(r)}z",
    }
    shape = shapes.get("D" if marker == "d" else marker)
    at = [f"M{n(x)} {n(y)}" for x, y in _svg.spread(points)]
    if not at:
        return ""
    if shape is None:
        # A dot is the round end of a line without length.
        return _svg.tag("path", d="".join(f"{one}h0" for one in at), stroke=paint, stroke_width=n(2 * r), stroke_linecap="round", opacity=alpha)
    filled = marker in "s^v<>dD"
    return _svg.tag("path", d="".join(one + shape for one in at), fill=paint if filled else "none", stroke=paint, stroke_width=1, opacity=alpha)


def shade(value: float, low: float, high: float, cmap: Any) -> tuple[int, ...]:
    """The colour of a number in a picture; white where the number is not finite."""
    if not math.isfinite(value):
        return (255, 255, 255)
    part = min(1.0, max(0.0, (value - low) / (high - low))) if high > low else 0.0
    name = getattr(cmap, "name", cmap) or "viridis"
    if name.endswith("_r"):
        part, name = 1 - part, name[:-2]
    if name in ("gray", "grey", "Greys", "binary"):
        grey = round(255 * (part if name in ("gray", "grey") else 1 - part))
        return (grey, grey, grey)
    if name != "viridis":
        raise ValueError(f"{name!r} is no colormap of asynclab; it has viridis, gray, binary, Greys, each with _r too")
    position = part * (len(_VIRIDIS) - 1)
    at = min(int(position), len(_VIRIDIS) - 2)
    ends = [bytes.fromhex(one) for one in _VIRIDIS[at : at + 2]]
    return tuple(round(a + (b - a) * (position - at)) for a, b in zip(*ends, strict=True))
