"""Names of `torch` and `torch.cuda` on the lab's page only: memory by line, and warnings of waits. Loaded when one of them is used."""

from __future__ import annotations

import gc
import html
import warnings
from collections import OrderedDict
from typing import Any

from .. import _sites
from .._connect import engine
from ..array import Array
from ..torch import profiler  # noqa: F401
from ..torch._types import lab as _lab

_MODES = ("default", "warn", "error")
_mode = 0


# --- waits


def set_sync_debug_mode(debug_mode: int | str) -> None:
    """Warns of (`"warn"`) or rejects (`"error"`) each operation that waits for the device, not calls that only wait, as `synchronize`."""
    global _mode
    if isinstance(debug_mode, str):
        if debug_mode not in _MODES:
            raise RuntimeError("invalid value of debug_mode, expected one of `default`, `warn`, `error`")
        debug_mode = _MODES.index(debug_mode)
    if debug_mode not in (0, 1, 2):
        raise RuntimeError("invalid value of debug_mode, expected 0, 1 or 2")
    _mode = debug_mode
    for name in ("wait", "data", "item"):
        _lab.__dict__.pop(name, None)
        plain = getattr(_lab, name)
        for view in _lab.views:
            view.__dict__.pop(name, None)
            # In a library that computes inside the call, every call waits only for itself: no warning.
            if _mode:
                view.__dict__[name] = plain
        if _mode:
            _lab.__dict__[name] = _watched(plain, name)


def get_sync_debug_mode() -> int:
    return _mode


def _watched(wait: Any, name: str) -> Any:
    def watched(array: int, kind: str = name) -> Any:
        if kind != "inside the call" and _lab.js.deviceIndexOf(array) == 0:
            file, line = _sites.lines[_sites.site()]
            message = f"called a synchronizing CUDA operation: {kind} at line {line} of {file} waits until the device has computed what it reads"
            if _mode == 2:
                raise RuntimeError(message)
            warnings.warn_explicit(message, UserWarning, file, line)
        return wait(array, kind)

    return watched


# --- memory


def memory_stats(device: Any = None) -> OrderedDict[str, int]:
    """The statistics of PyTorch that the lab has: the bytes of arrays that the program holds, and the bytes on the device."""
    memory = _lab.memory()
    return OrderedDict(
        {
            "active_bytes.all.current": memory["used"] + memory["pending"],
            "allocated_bytes.all.current": memory["used"],
            "allocated_bytes.all.peak": _lab.peak(),
            "allocation.all.current": len(_blocks()),
            "inactive_split_bytes.all.current": memory["pooled"],
            "reserved_bytes.all.current": memory["allocated"],
            "reserved_bytes.all.peak": memory["peak"],
        }
    )


def _blocks() -> list[tuple[int, tuple[str, int], tuple[int, ...]]]:
    """The bytes, the line that made it, and the shape of each array on the device that the program holds."""
    ids = list({one._id for one in gc.get_objects() if isinstance(one, Array) and getattr(one, "_id", 0) and _lab.js.deviceIndexOf(one._id) == 0 and one._lab.base is _lab})
    if not ids:
        return []
    recorder = getattr(engine(), "profiler", None)
    lines = [int(line) for line in str(recorder.linesOf(",".join(map(str, ids)))).split(",")] if recorder else [0] * len(ids)
    blocks = []
    for one, line in zip(ids, lines, strict=True):
        shape = _lab.shape_of(one)
        size = 4
        for length in shape:
            size *= length
        blocks.append((size, _sites.lines[line], shape))
    return sorted(blocks, key=lambda block: -block[0])


class Snapshot(list[Any]):
    """Segments. As the last value of a cell they are drawn as blocks."""

    def _lines(self) -> list[tuple[str, int, int]]:
        """For each line that made arrays: its name, the number of arrays, and their bytes; the largest first."""
        by: dict[str, tuple[int, int]] = {}
        for segment in self:
            name = _named(segment)
            count, total = by.get(name, (0, 0))
            by[name] = (count + 1, total + segment["total_size"])
        return sorted(((name, *found) for name, found in by.items()), key=lambda one: -one[2])

    def _description(self) -> str:
        parts = (f"{name}: {_arrays(count)}, {_bytes(size)}" for name, count, size in self._lines())
        return f"the memory of {_arrays(len(self))}: " + "; ".join(parts)

    def _repr_svg_(self) -> str:
        """Each array as a block in the colour of its line. The block's width is in proportion to the array's bytes."""
        lines, total = self._lines(), sum(segment["total_size"] for segment in self)
        colours = {name: _COLOURS[min(at, len(_COLOURS) - 1)] for at, (name, _, _) in enumerate(lines)}
        shown, wide = lines[: len(_COLOURS)], 640
        parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {70 + 18 * len(shown)}" width="{wide}" font-family="sans-serif" font-size="12">']
        parts.append(f'<rect width="{wide}" height="{70 + 18 * len(shown)}" fill="#fff"/>')
        at, rest = 0.0, 0
        for segment in sorted(self, key=lambda one: (list(colours).index(_named(one)), -one["total_size"])):
            width = wide * segment["total_size"] / max(1, total)
            if width < 0.5:
                rest += 1
            else:
                name = _named(segment)
                about = html.escape(f"{name}: {_bytes(segment['total_size'])}, {'×'.join(map(str, segment['blocks'][0]['shape'])) or 1}")
                parts.append(f'<rect x="{at:.1f}" y="4" width="{width:.1f}" height="40" fill="{colours[name]}" stroke="#fff"><title>{about}</title></rect>')
                if len(name) * 6.5 < width:
                    parts.append(f'<text x="{at + width / 2:.1f}" y="28" text-anchor="middle" fill="#fff">{html.escape(name)}</text>')
            at += width
        small = f"; {rest} too small to be drawn" if rest else ""
        parts.append(f'<text y="60">{_arrays(len(self))}, {_bytes(total)}{small}</text>')
        for row, (name, count, size) in enumerate(shown):
            y = 78 + 18 * row
            parts.append(f'<rect y="{y - 10}" width="10" height="10" fill="{colours[name]}"/>')
            others = f", and {len(lines) - len(shown)} lines more" if row == len(shown) - 1 and len(lines) > len(shown) else ""
            parts.append(f'<text x="16" y="{y}">{html.escape(name)}: {_arrays(count)}, {_bytes(size)}{others}</text>')
        return "".join([*parts, "</svg>"])


#: The colours of the lines with most memory. All other lines have the last colour.
_COLOURS = ("#1f77b4", "#d95f02", "#2c8c4b", "#b3313e", "#7a52a5", "#7a5548", "#a8458f", "#5f6b76")


def _named(segment: dict[str, Any]) -> str:
    frames = segment["blocks"][0]["frames"]
    return f"line {frames[0]['line']} of {frames[0]['filename']}" if frames else "line unknown"


def _arrays(count: int) -> str:
    return f"{count} array" + "s" * (count != 1)


def memory_snapshot(*_: Any, **__: Any) -> Snapshot:
    """A segment for each array that the program holds, the largest first, with its line where that is known. A page has no addresses."""
    return Snapshot(
        {
            "device": 0,
            "total_size": size,
            "allocated_size": size,
            "active_size": size,
            "blocks": [
                {
                    "size": size,
                    "requested_size": size,
                    "state": "active_allocated",
                    "shape": shape,
                    "frames": [{"filename": file, "line": line, "name": "<module>"}] if line else [],
                }
            ],
        }
        for size, (file, line), shape in _blocks()
    )


def memory_summary(device: Any = None, abbreviated: bool = False) -> str:
    """A table of the lab's memory, and the lines that made the arrays that the program holds."""
    memory = _lab.memory()
    rows = [
        ("Allocated memory", memory["used"], "arrays that the program holds"),
        ("Pending memory", memory["pending"], "not held any more, and still needed"),
        ("Pooled memory", memory["pooled"], "free, kept for reuse"),
        ("GPU reserved memory", memory["allocated"], "the sum"),
        ("Peak of reserved", memory["peak"], "the most that there ever was"),
    ]
    wide = 79
    line = "|" + "=" * (wide - 2) + "|"
    lines = [line, f"|{'asynclab CUDA memory summary, device ID 0':^{wide - 2}}|", line]
    lines += [f"| {name:<20}| {_bytes(size):>12} | {what:<{wide - 41}} |" for name, size, what in rows]
    if not abbreviated:
        by: dict[tuple[str, int], tuple[int, int]] = {}
        for size, where, _ in _blocks():
            count, total = by.get(where, (0, 0))
            by[where] = (count + 1, total + size)
        lines += [line] + [
            f"| {f'line {at[1]} of {at[0]}' if at[1] else 'line unknown':<20}| {_bytes(total):>12} | {_arrays(count):<{wide - 41}} |"
            for at, (count, total) in sorted(by.items(), key=lambda one: -one[1][1])[:20]
        ]
    return "\n".join([*lines, line, ""])


def _bytes(size: int) -> str:
    for unit, length in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if size >= length:
            return f"{size / length:.1f} {unit}"
    return f"{size} B"


class memory:  # noqa: N801
    """``torch.cuda.memory``."""

    @staticmethod
    def _record_memory_history(*_: Any, **__: Any) -> None:
        """Does nothing: lines are recorded while cells run."""

    @staticmethod
    def _snapshot(*_: Any, **__: Any) -> dict[str, Any]:
        return {"segments": memory_snapshot(), "device_traces": []}

    memory_stats, memory_summary, memory_snapshot = (staticmethod(one) for one in (memory_stats, memory_summary, memory_snapshot))
