"""SVG of shapes and texts, as strings."""

from __future__ import annotations

import math
import struct
import zlib
from base64 import b64encode
from collections.abc import Sequence
from html import escape

Points = Sequence[tuple[float, float]]
#: The most markers that are drawn. Of more, markers on the same px are drawn once.
MOST = 6000


def n(value: float) -> str:
    """A number of px, to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


def tag(name: str, inner: str = "", **attributes: object) -> str:
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for key, value in attributes.items() if value is not None)
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def text(x: float, y: float, content: str, **attributes: object) -> str:
    """A text. TeX's formulas lose their `$` and backslashes."""
    return tag("text", escape(content.replace("$", "").replace("\\", ""), quote=False), x=n(x), y=n(y), **attributes)


def line(points: Points) -> str:
    """The `d` of a line through points, with a gap at each point that is not finite."""
    pieces, drawing = [], False
    for x, y in thinned(points):
        if math.isfinite(x) and math.isfinite(y):
            pieces.append(f"{'L' if drawing else 'M'}{n(x)} {n(max(-1e4, min(1e4, y)))}")
            drawing = True
        else:
            drawing = False
    return "".join(pieces)


def thinned(points: Points) -> Points:
    """The points. Of many, only the first, the lowest, the highest and the last in each column of px: the line looks the same."""
    if len(points) < 2000:
        return points
    kept: list[tuple[float, float]] = []
    group: list[tuple[float, float]] = []
    for point in [*points, (math.inf, math.nan)]:
        if group and not (math.isfinite(point[0]) and round(point[0]) == round(group[0][0])):
            ends = (group[0], min(group, key=lambda one: one[1]), max(group, key=lambda one: one[1]), group[-1])
            kept.extend(sorted(set(ends), key=group.index))
            group = []
        if math.isfinite(point[0]) and math.isfinite(point[1]):
            group.append(point)
        elif not math.isinf(point[0]):
            kept.append(point)
    return kept


def spread(points: Points) -> Points:
    """The points to be marked. Of many, one on each px, or on each square of several px."""
    known = [point for point in points if math.isfinite(point[0]) and math.isfinite(point[1])]
    size = 1
    while len(known) > MOST:
        known = list({(round(x / size), round(y / size)): (x, y) for x, y in known}.values())
        size *= 2
    return known


def image(rows: Sequence[Sequence[tuple[int, ...]]]) -> str:
    """A picture as the address of its PNG: one byte or three for each px."""
    channels = len(rows[0][0])
    raw = b"".join(b"\0" + bytes(byte for pixel in one for byte in pixel) for one in rows)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2 if channels == 3 else 0, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")
    return f"data:image/png;base64,{b64encode(png).decode()}"
