"""A plot as SVG."""

from __future__ import annotations

import math
from typing import Any

from . import _style, _svg, _ticks
from ._values import finite, number

n, tag, text = _svg.n, _svg.tag, _svg.text
#: px
FONT, TICK = 12, 4
#: The approximate width of a character, in px.
LETTER = 6.6
_GREY = "#b0b0b0"


def limits(axes: Any, axis: str) -> tuple[float, float]:
    """The lower and the upper bound of an axis."""
    values: list[float] = []
    sticky: list[float] = []
    for artist in axes.artists:
        kind, style = artist.kind, artist.style
        own = artist.xs if axis == "x" else artist.ys
        along = {"bars": "x", "barsh": "y"}.get(kind)
        if along == axis:
            half = [one / 2 for one in _widths(artist)]
            values += [x - h for x, h in zip(artist.xs, half, strict=True)] + [x + h for x, h in zip(artist.xs, half, strict=True)]
        elif along:
            values += [*style["base"], *(base + length for base, length in zip(style["base"], artist.ys, strict=True))]
            sticky += style["base"]
        else:
            values += own
            if kind == "image":
                sticky += own
    # Names are at whole numbers.
    return _ticks.bounds(values, axes.limits[axis], axes.scales[axis] == "log", 0.05, sticky)


def _widths(artist: Any) -> list[float]:
    width = artist.style["width"]
    return width if isinstance(width, list) else [width] * len(artist.xs)


def _frame(axes: Any, box: tuple[float, float, float, float]) -> str:
    x0, x1, y0, y1 = box
    if all(side.visible for side in axes.spines.values()):
        return tag("rect", x=n(x0), y=n(y0), width=n(x1 - x0), height=n(y1 - y0), fill="none", stroke="#000", stroke_width=0.8)
    ends = {"left": (x0, y0, x0, y1), "right": (x1, y0, x1, y1), "bottom": (x0, y1, x1, y1), "top": (x0, y0, x1, y0)}
    sides = (dict(zip(("x1", "y1", "x2", "y2"), map(n, ends[name]), strict=True)) for name, side in axes.spines.items() if side.visible)
    return "".join(tag("line", **side, stroke="#000", stroke_width=0.8) for side in sides)


def drawn(axes: Any, left: float, top: float, wide: float, high: float) -> str:
    """A plot within a rectangle, its labels included."""
    ranges = {axis: limits(axes, axis) for axis in "xy"}
    logs = {axis: axes.scales[axis] == "log" for axis in "xy"}
    # The width of the vertical axis's labels decides how much room is left.
    shown = {axis: axes.frame and axis not in axes.hidden for axis in "xy"}
    upright = _ticks.Scale(*ranges["y"], high, 0, logs["y"])
    _, labels = _marked(axes, "y", upright, 32) if shown["y"] else ([], [])
    before = (max(map(len, labels), default=0) * LETTER + TICK + 6 if shown["y"] else 4) + (18 if axes.ylabel else 0)
    above = 22 if axes.title else 8
    below = (FONT + TICK + 6 if shown["x"] else 4) + (16 if axes.xlabel else 0)
    x0, x1, y0, y1 = left + before, left + wide - 10, top + above, top + high - below
    if axes.equal:
        x0, x1, y0, y1 = _equal(x0, x1, y0, y1, ranges)
    x, y = _ticks.Scale(*ranges["x"], x0, x1, logs["x"]), _ticks.Scale(*ranges["y"], y1, y0, logs["y"])
    clip = f"a{axes.cell[2]}-{len(axes.figure.axes)}"
    inner = "".join(_artist(one, x, y, (x0, x1, y0, y1)) for one in axes.artists)
    pieces = [
        tag("clipPath", tag("rect", x=n(x0), y=n(y0), width=n(x1 - x0), height=n(y1 - y0)), id=clip),
        _axis(axes, "x", x, (x0, x1, y0, y1)) if shown["x"] else "",
        _axis(axes, "y", y, (x0, x1, y0, y1)) if shown["y"] else "",
        tag("g", inner, clip_path=f"url(#{clip})") if inner else "",
        _frame(axes, (x0, x1, y0, y1)) if axes.frame else "",
        text((x0 + x1) / 2, y0 - 7, axes.title, text_anchor="middle", font_size=FONT + 1) if axes.title else "",
        text((x0 + x1) / 2, top + high - 4, axes.xlabel, text_anchor="middle") if axes.xlabel else "",
    ]
    if axes.ylabel:
        middle = (y0 + y1) / 2
        pieces.append(text(left + 12, middle, axes.ylabel, text_anchor="middle", transform=f"rotate(-90 {n(left + 12)} {n(middle)})"))
    if axes.legend_at is not None:
        pieces.append(_legend(axes, x, y, (x0, x1, y0, y1)))
    return "".join(pieces)


def _equal(x0: float, x1: float, y0: float, y1: float, ranges: dict[str, tuple[float, float]]) -> tuple[float, float, float, float]:
    """The largest rectangle inside a given one in which both axes have the same scale."""
    (a, b), (c, d) = ranges["x"], ranges["y"]
    scale = min((x1 - x0) / abs(b - a), (y1 - y0) / abs(d - c))
    w, h = abs(b - a) * scale, abs(d - c) * scale
    return (x0 + x1 - w) / 2, (x0 + x1 + w) / 2, (y0 + y1 - h) / 2, (y0 + y1 + h) / 2


def _marked(axes: Any, axis: str, scale: _ticks.Scale, room: float) -> tuple[list[float], list[str]]:
    """The ticks of an axis that lie on it, with their labels."""
    set_, names = axes.ticks[axis], axes.names[axis]
    if set_ is not None:
        ticks, labels = set_
        labels = labels or _ticks.labels(ticks, scale.log)
        pairs = [*zip(ticks, labels, strict=False)]
    elif names:
        pairs = [(float(at), name) for at, name in enumerate(names)]
    else:
        low, high = sorted((scale.low, scale.high))
        ticks = _ticks.Scale(low, high, scale.start, scale.end, scale.log).ticks(room)
        pairs = [*zip(ticks, _ticks.labels(ticks, scale.log), strict=True)]
    low, high = sorted((scale.low, scale.high))
    slack = (high - low) * 1e-9
    pairs = [(tick, label) for tick, label in pairs if low - slack <= tick <= high + slack]
    return [tick for tick, _ in pairs], [label for _, label in pairs]


def _axis(axes: Any, axis: str, scale: _ticks.Scale, box: tuple[float, float, float, float]) -> str:
    x0, x1, y0, y1 = box
    ticks, labels = _marked(axes, axis, scale, 60 if axis == "x" else 32)
    at = [*map(scale, ticks)]
    if axis == "x":
        lines = "".join(f"M{n(one)} {n(y1)}v{TICK}" for one in at)
        grid = "".join(f"M{n(one)} {n(y0)}V{n(y1)}" for one in at)
        pieces = "".join(text(one, y1 + TICK + FONT, label, text_anchor="middle") for one, label in zip(at, labels, strict=True))
    else:
        lines = "".join(f"M{n(x0)} {n(one)}h-{TICK}" for one in at)
        grid = "".join(f"M{n(x0)} {n(one)}H{n(x1)}" for one in at)
        pieces = "".join(text(x0 - TICK - 3, one + FONT / 3, label, text_anchor="end") for one, label in zip(at, labels, strict=True))
    drawn_grid = tag("path", d=grid, stroke=_GREY, stroke_width=0.8) if axes.gridded and grid else ""
    return drawn_grid + (tag("path", d=lines, stroke="#000", stroke_width=0.8) if lines else "") + pieces


def _artist(artist: Any, x: _ticks.Scale, y: _ticks.Scale, box: tuple[float, float, float, float]) -> str:
    x0, x1, y0, y1 = box
    kind, style, paint = artist.kind, artist.style, artist.style["color"]
    alpha = style.get("alpha")
    if kind in ("across", "down"):
        at = y(artist.ys[0]) if kind == "across" else x(artist.xs[0])
        d = f"M{n(x0)} {n(at)}H{n(x1)}" if kind == "across" else f"M{n(at)} {n(y0)}V{n(y1)}"
        return tag("path", d=d, **_stroke(style))
    if kind in ("bars", "barsh"):
        return tag("path", d=_rectangles(artist, x, y), fill=paint, opacity=alpha)
    points = [(x(a), y(b)) for a, b in zip(artist.xs, artist.ys, strict=True)]
    if kind == "text":
        return text(*points[0], style["text"], fill=paint)
    if kind == "area":
        return tag("path", d=_svg.line(points) + "z", fill=paint, opacity=alpha)
    if kind == "points":
        return _points(artist, points)
    if kind == "image":
        return _picture(artist, points)
    drawn_line = tag("path", d=_svg.line(points), fill="none", **_stroke(style)) if _style.dashes(style.get("linestyle", "-")) is not None else ""
    marker = style.get("marker")
    return drawn_line + (_style.marks(points, marker, float(style.get("markersize", 6)) * 4 / 3, paint, alpha) if marker else "")


def _stroke(style: dict[str, Any]) -> dict[str, Any]:
    dashes = _style.dashes(style.get("linestyle", "-"))
    width = n(float(style.get("linewidth", 1.5)) * 4 / 3)
    return {"stroke": style["color"], "stroke_width": width, "stroke_dasharray": dashes or None, "stroke_linejoin": "round", "opacity": style.get("alpha")}


def _rectangles(artist: Any, x: _ticks.Scale, y: _ticks.Scale) -> str:
    pieces = []
    for at, length, base, width in zip(artist.xs, artist.ys, artist.style["base"], _widths(artist), strict=True):
        along, across = (x, y) if artist.kind == "bars" else (y, x)
        # A logarithmic axis has no zero: bars begin at its end.
        foot = across(base) if base > 0 or not across.log else across.start
        a, b, end = along(at - width / 2), along(at + width / 2), across(base + length)
        if all(map(math.isfinite, (a, b, foot, end))):
            pieces.append(f"M{n(a)} {n(foot)}V{n(end)}H{n(b)}V{n(foot)}z" if artist.kind == "bars" else f"M{n(foot)} {n(a)}H{n(end)}V{n(b)}H{n(foot)}z")
    return "".join(pieces)


def _points(artist: Any, points: _svg.Points) -> str:
    style = artist.style
    size, marker, alpha = style["size"] * 4 / 3, style.get("marker") or "o", style.get("alpha")
    shades = style.get("shades")
    if not shades:
        return _style.marks(points, marker, size, style["color"], alpha)
    low, high = min(finite(shades), default=0), max(finite(shades), default=1)
    groups: dict[str, list[tuple[float, float]]] = {}
    for point, shade in zip(points, shades, strict=True):
        paint = "rgb({},{},{})".format(*_style.shade(round((shade - low) / (high - low) * 32) if high > low else 0, 0, 32, style.get("cmap")))
        groups.setdefault(paint, []).append(point)
    return "".join(_style.marks(own, marker, size, paint, alpha) for paint, own in groups.items())


def _picture(artist: Any, points: _svg.Points) -> str:
    rows = artist.style["rows"]
    # A figure cannot show more px than it has.
    step = max(1, math.ceil(max(len(rows), len(rows[0])) / 512))
    rows = [one[::step] for one in rows[::step]]
    if isinstance(rows[0][0], list):
        whole = all(isinstance(value, int) for value in rows[0][0])
        pixels = [[tuple(max(0, min(255, value if whole else round(255 * number(value)))) for value in pixel[:3]) for pixel in one] for one in rows]
    else:
        known = finite(number(value) for one in rows for value in one)
        low, high = (given if given is not None else end(known, default=0.0) for given, end in zip(artist.style["range"], (min, max), strict=True))
        pixels = [[_style.shade(number(value), low, high, artist.style["cmap"]) for value in one] for one in rows]
    (xa, ya), (xb, yb) = points
    return tag(
        "image", href=_svg.image(pixels), x=n(min(xa, xb)), y=n(min(ya, yb)), width=n(abs(xb - xa)), height=n(abs(yb - ya)),
        preserveAspectRatio="none", image_rendering="pixelated",
    )


def _legend(axes: Any, x: _ticks.Scale, y: _ticks.Scale, box: tuple[float, float, float, float]) -> str:
    named = [one for one in axes.artists if one.style.get("label") and not str(one.style["label"]).startswith("_")]
    if not named:
        return ""
    x0, x1, y0, y1 = box
    wide = max(len(str(one.style["label"])) for one in named) * LETTER + 40
    high = len(named) * 16 + 8
    left, right, top, bottom = x0 + 6, x1 - wide - 6, y0 + 6, y1 - high - 6
    corners = {"upper right": (right, top), "upper left": (left, top), "lower left": (left, bottom), "lower right": (right, bottom)}
    points = [(x(a), y(b)) for one in axes.artists for a, b in zip(one.xs[::_every(one)], one.ys[::_every(one)], strict=True)]
    hidden = {name: sum(a <= px <= a + wide and b <= py <= b + high for px, py in points) for name, (a, b) in corners.items()}
    a, b = corners.get(axes.legend_at, corners[min(hidden, key=lambda name: hidden[name])])
    pieces = [tag("rect", x=n(a), y=n(b), width=n(wide), height=n(high), rx=3, fill="#fff", fill_opacity=0.8, stroke="#ccc")]
    for at, one in enumerate(named):
        middle = b + 12 + at * 16
        style, paint = one.style, one.style["color"]
        if one.kind in ("bars", "barsh", "area"):
            pieces.append(tag("rect", x=n(a + 6), y=n(middle - 5), width=22, height=10, fill=paint, opacity=style.get("alpha")))
        else:
            line = [(a + 6, middle), (a + 28, middle)]
            if one.kind != "points" and _style.dashes(style.get("linestyle", "-")) is not None:
                pieces.append(tag("path", d=_svg.line(line), **_stroke(style)))
            if style.get("marker"):
                pieces.append(_style.marks([(a + 17, middle)], style["marker"], 8, paint))
        pieces.append(text(a + 34, middle + 4, str(style["label"])))
    return "".join(pieces)


def _every(artist: Any) -> int:
    """The step between the points that decide where a legend hides the least."""
    return max(1, len(artist.xs) // 500)
