"""What `torch` and `torch.cuda` have on the lab's page besides: memory by line, and warnings of waits. Loaded when one of the names is used."""

from __future__ import annotations

import gc
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
    """Warns of each operation that waits for the device, `"warn"`, or refuses it, `"error"`. Calls that only wait, such as `synchronize`, are none of them."""
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
            # Of a library that computes inside the call no call waits any longer than for itself.
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
            told = f"called a synchronizing CUDA operation: {kind} at line {line} of {file} waits until the device has computed what it reads"
            if _mode == 2:
                raise RuntimeError(told)
            warnings.warn_explicit(told, UserWarning, file, line)
        return wait(array, kind)

    return watched


# --- memory


def memory_stats(device: Any = None) -> OrderedDict[str, int]:
    """What the lab knows of PyTorch's statistics: bytes of arrays that the program holds, and on the device."""
    memory = _lab.memory()
    return OrderedDict(
        {
            "active_bytes.all.current": memory["used"] + memory["pending"],
            "allocated_bytes.all.current": memory["used"],
            "allocation.all.current": len(_blocks()),
            "inactive_split_bytes.all.current": memory["pooled"],
            "reserved_bytes.all.current": memory["allocated"],
            "reserved_bytes.all.peak": memory["peak"],
        }
    )


def _blocks() -> list[tuple[int, tuple[str, int], tuple[int, ...]]]:
    """Of each array of the device that the program holds its bytes, the line that made it, and its shape."""
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


def memory_snapshot(*_: Any, **__: Any) -> list[dict[str, Any]]:
    """A segment for each array that the program holds, the largest first, with the line that made it; without one where that is not known. A page has no addresses."""
    return [
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
    ]


def memory_summary(device: Any = None, abbreviated: bool = False) -> str:
    """A table of what the lab knows, and which lines made the arrays that the program holds."""
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
    told = [line, f"|{'asynclab CUDA memory summary, device ID 0':^{wide - 2}}|", line]
    told += [f"| {name:<20}| {_bytes(size):>12} | {what:<{wide - 41}} |" for name, size, what in rows]
    if not abbreviated:
        by: dict[tuple[str, int], tuple[int, int]] = {}
        for size, where, _ in _blocks():
            count, total = by.get(where, (0, 0))
            by[where] = (count + 1, total + size)
        told += [line] + [
            f"| {f'line {at[1]} of {at[0]}' if at[1] else 'line unknown':<20}| {_bytes(total):>12} | {f'{count} array' + 's' * (count != 1):<{wide - 41}} |"
            for at, (count, total) in sorted(by.items(), key=lambda one: -one[1][1])[:20]
        ]
    return "\n".join([*told, line, ""])


def _bytes(size: int) -> str:
    for unit, length in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if size >= length:
            return f"{size / length:.1f} {unit}"
    return f"{size} B"


class memory:  # noqa: N801
    """``torch.cuda.memory``."""

    @staticmethod
    def _record_memory_history(*_: Any, **__: Any) -> None:
        """Nothing to do: lines are recorded while cells run."""

    @staticmethod
    def _snapshot(*_: Any, **__: Any) -> dict[str, Any]:
        return {"segments": memory_snapshot(), "device_traces": []}

    memory_stats, memory_summary, memory_snapshot = (staticmethod(one) for one in (memory_stats, memory_summary, memory_snapshot))
