"""``torch.profiler``: answered from the recording behind the timeline below a cell.

The device measures its own times. The CPU's time of an operation is the time from the operation before it, or from the end of a wait, until
it was enqueued. Calls close together share a reading of the clock; each gets an equal part of the time between two readings. Shapes, FLOPs
and memory by operation are not recorded.
"""

from __future__ import annotations

import contextlib
import enum
import functools
import json
import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from .. import _sites
from .._connect import engine
from .._names import missing as _missing
from ..errors import LabRuntimeError
from ..lab import _promised
from ._types import lab as _lab

class Block(NamedTuple):
    """A block of ``record_function`` that has ended: how many operations were enqueued before its start and end, and both times in ms."""

    name: str
    first: int
    behind: int
    began: float
    ended: float


#: The blocks that have ended while a profile is taken.
_blocks: list[Block] = []
_active = 0


class ProfilerActivity(enum.Enum):
    CPU = 0
    CUDA = 2


def supported_activities() -> set[ProfilerActivity]:
    return {*ProfilerActivity}


def _now() -> tuple[int, float]:
    """Operations enqueued so far, and the time in ms."""
    recorder = getattr(engine(), "profiler", None)
    if recorder is None or not recorder.recording:
        raise LabRuntimeError("NO_RECORDING", "profile: operations are recorded where a notebook runs on the lab's page; here nothing records them")
    count, time = str(recorder.now()).split(",")
    return int(count), float(time)


def _time_text(us: float) -> str:
    if math.isnan(us):
        return "--"
    return f"{us / 1e6:.3f}s" if us >= 1e6 else f"{us / 1e3:.3f}ms" if us >= 1e3 else f"{us:.3f}us"


class FunctionEvent:
    """An operation, or a block of ``record_function``. ``start`` and ``end`` are in ms, others in µs; the device's are NaN if not timed."""

    #: The CPU's time of a block.
    cpu_time_total = math.nan
    is_user_annotation = False

    def __init__(self, name: str, device: str, line: tuple[str, int], start: float, end: float) -> None:
        self.name = self.key = name
        self.device, self.stack = device, [f"{line[0]}({line[1]})"] if line[1] else []
        self.start, self.end = start, end
        self.device_time = (end - start) * 1000

    def __repr__(self) -> str:
        time = self.cpu_time_total if self.is_user_annotation else self.device_time
        return f"<FunctionEvent {self.name} on {self.device}, {_time_text(time)}, {''.join(self.stack)}>"


def _annotation(block: Block, operations: list[FunctionEvent]) -> FunctionEvent:
    """A block of ``record_function`` as an event."""
    event = FunctionEvent(block.name, "cpu", ("", 0), block.began, block.ended)
    inner = [one.device_time for one in operations[block.first : block.behind] if one.device == "cuda" and not math.isnan(one.device_time)]
    event.is_user_annotation, event.cpu_time_total = True, 1000 * (block.ended - block.began)
    event.device_time = math.fsum(inner) if inner else math.nan
    return event


class FunctionEventAvg:
    """All calls of one name. Times are in µs, NaN where they are not known."""

    def __init__(self, key: str) -> None:
        self.key, self.count = key, 0
        self.cpu_time_total = self.self_cpu_time_total = math.nan
        self.device_time_total = self.self_device_time_total = math.nan
        #: How much less and how much more the CPU's time may be, in µs: operations of other names may share its readings of the clock.
        self.cpu_time_less = self.cpu_time_more = 0.0

    def _add(self, name: str, us: float) -> None:
        before = getattr(self, name)
        setattr(self, name, us if math.isnan(before) else before + us)

    @property
    def cpu_time(self) -> float:
        return self.cpu_time_total / self.count

    @property
    def device_time(self) -> float:
        return self.device_time_total / self.count

    @property
    def cuda_time_total(self) -> float:
        return self.device_time_total

    @property
    def self_cuda_time_total(self) -> float:
        return self.self_device_time_total

    @property
    def cuda_time(self) -> float:
        return self.device_time

    def __repr__(self) -> str:
        times = (f"{name}={_time_text(getattr(self, name))}" for name in ("cpu_time_total", "device_time_total"))
        return f"<FunctionEventAvg key={self.key} count={self.count} {' '.join(times)}>"


#: The columns that a table may be sorted by.
_SORTS = (
    *("cpu_time", "cuda_time", "device_time", "cpu_time_total", "cuda_time_total", "device_time_total"),
    *("self_cpu_time_total", "self_cuda_time_total", "self_device_time_total", "count"),
)


class EventList(list[Any]):
    """Averages by name, which ``table`` prints."""

    def table(self, sort_by: str | None = None, row_limit: int = 100, max_name_column_width: int = 55, **_: Any) -> str:
        """The averages as a text, the largest first. Columns without any known time are left out."""
        if sort_by is not None and sort_by not in _SORTS:
            raise AttributeError(f"table: cannot sort by {sort_by!r}; there are {', '.join(_SORTS)}")
        rows = [*self]
        if sort_by is not None:
            rows.sort(key=lambda one: -math.inf if math.isnan(getattr(one, sort_by)) else getattr(one, sort_by), reverse=True)
        totals = {name: math.fsum(one for row in self if not math.isnan(one := getattr(row, name))) for name in ("self_cpu_time_total", "self_device_time_total")}
        columns: list[tuple[str, list[str]]] = [("Name", [_short(row.key, max_name_column_width) for row in rows[:row_limit]])]
        for title, kind in (("CPU", "cpu"), ("CUDA", "device")):
            own, total = f"self_{kind}_time_total", f"{kind}_time_total"
            if all(math.isnan(getattr(row, total)) for row in self):
                continue
            shown = rows[:row_limit]
            times = (f"Self {title}", [_time_text(getattr(row, own)) for row in shown])
            parts = (f"Self {title} %", [_part(getattr(row, own), totals[own]) for row in shown])
            # In PyTorch's order.
            columns += [
                *((parts, times) if kind == "cpu" else (times, parts)),
                (f"{title} total", [_time_text(getattr(row, total)) for row in shown]),
                (f"{title} time avg", [_time_text(getattr(row, f"{kind}_time")) for row in shown]),
            ]
        columns.append(("# of Calls", [str(row.count) for row in rows[:row_limit]]))
        widths = [max([12, len(title), *(len(cell) + 4 * (title == "Name") for cell in cells)]) for title, cells in columns]
        rule = _line(["-" * width for width in widths], widths)
        lines = [rule, _line([title for title, _ in columns], widths), rule]
        lines += [_line([cells[at] for _, cells in columns], widths) for at in range(min(row_limit, len(rows)))]
        lines.append(rule)
        if any(row.cpu_time_more for row in self):
            lines.append("Self CPU: operations share readings of the clock; cpu_time_less and cpu_time_more of a row are how far it may be off")
        for title, own in (("CPU", "self_cpu_time_total"), ("CUDA", "self_device_time_total")):
            if any(not math.isnan(getattr(row, own)) for row in self):
                lines.append(f"Self {title} time total: {_time_text(totals[own])}")
        return "\n".join([*lines, ""])

    def total_average(self) -> FunctionEventAvg:
        """The sum of all."""
        total = FunctionEventAvg("Total")
        for one in self:
            total.count += one.count
            for name in ("self_cpu_time_total", "self_device_time_total"):
                if not math.isnan(getattr(one, name)):
                    total._add(name, getattr(one, name))
                    total._add(name.removeprefix("self_"), getattr(one, name))
        return total

    __str__ = table


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 3] + "..."


def _part(us: float, of: float) -> str:
    return "--" if math.isnan(us) or not of else f"{100 * us / of:.2f}%"


def _line(cells: Iterable[str], widths: Iterable[int]) -> str:
    return "".join(f"{cell:>{width}}  " for cell, width in zip(cells, widths, strict=True))


class profile:  # noqa: N801
    """Takes the times of the operations in its block. The block's end waits for them, as ``torch.cuda.synchronize()`` does."""

    def __init__(
        self, *, activities: Iterable[ProfilerActivity] | None = None, schedule: Any = None, on_trace_ready: Any = None, record_shapes: bool = False,
        profile_memory: bool = False, with_stack: bool = False, acc_events: bool = False, **_: Any,
    ) -> None:
        if schedule is not None:
            raise NotImplementedError("profile: schedule is not here; put the with block around the steps that you want to see")
        self._activities = set(ProfilerActivity if activities is None else activities)
        self._ready = on_trace_ready
        self._taken: Any = None
        self._began, self._ended = (0, 0.0), 0.0

    def __enter__(self) -> profile:
        self.start()
        return self

    def __exit__(self, kind: Any, *_: object) -> None:
        if kind is None:
            self.stop()

    def start(self) -> None:
        global _active
        self._began = _now()
        if not _active:
            _blocks.clear()
        _active += 1

    def stop(self) -> None:
        """Waits until all is complete, and takes the times."""
        global _active
        from pyodide.ffi import can_run_sync

        _active -= 1
        if not can_run_sync():
            raise LabRuntimeError(
                "CANNOT_BLOCK", "profile: the device's times come by a promise, and this browser cannot wait for one inside a call (JSPI); use a current Chrome or Edge"
            )
        self._ended = _now()[1]
        _lab.wait_all("profile")
        self._taken = json.loads(_promised(engine().profiler.take(*self._began)))
        first = self._began[0]
        self._blocks = [one._replace(first=one.first - first, behind=one.behind - first) for one in _blocks if one.first >= first]
        if self._ready:
            self._ready(self)

    def step(self) -> None:
        """Does nothing: without a schedule the block is one step."""

    def _need(self) -> Any:
        if self._taken is None:
            raise RuntimeError("profile: there is nothing before the end of its with block")
        return self._taken

    def events(self) -> list[FunctionEvent]:
        """The operations in the order in which they were enqueued, each block of ``record_function`` before its first operation."""
        operations = self._operations()
        found: list[FunctionEvent] = []
        before = 0
        # Of blocks with the same first operation the outer one, which ended last, comes first.
        for block in sorted(self._blocks, key=lambda one: (one.first, one.began, -one.ended)):
            found += [*operations[before : block.first], _annotation(block, operations)]
            before = block.first
        return found + operations[before:]

    def _operations(self) -> list[FunctionEvent]:
        taken = self._need()
        rows = zip(*(taken[name] for name in ("names", "devices", "lines", "started", "ended")), strict=True)
        nan = math.nan
        return [
            FunctionEvent(name, "cpu" if device == "cpu" and _lab.device != "cpu" else "cuda", _sites.lines[line], nan if start is None else start, nan if end is None else end)
            for name, device, line, start, end in rows
        ]

    def key_averages(self, group_by_input_shape: bool = False, group_by_stack_n: int = 0) -> EventList:
        """Averages by the name of operations, and of blocks of ``record_function``."""
        found: dict[str, FunctionEventAvg] = {}
        events = self._operations()
        taken = self._need()
        spent = enqueuing(taken["enqueued"], taken["waits"], self._began[1], self._ended)
        for event, cpu in zip(events, spent, strict=True):
            kind = "device" if event.device == "cuda" else "cpu"
            if ProfilerActivity[event.device.upper()] not in self._activities:
                continue
            one = found.setdefault(event.name, FunctionEventAvg(event.name))
            one.count += 1
            if kind == "device" and ProfilerActivity.CPU in self._activities and not math.isnan(cpu.time):
                one._add("self_cpu_time_total", cpu.time)
                one._add("cpu_time_total", cpu.time)
            if not math.isnan(event.device_time):
                one._add(f"self_{kind}_time_total", event.device_time)
                one._add(f"{kind}_time_total", event.device_time)
        if ProfilerActivity.CPU in self._activities:
            _bound(found, [event.name for event in events], spent)
        for event in (_annotation(block, events) for block in self._blocks):
            one = found.setdefault(event.name, FunctionEventAvg(event.name))
            one.count += 1
            if ProfilerActivity.CPU in self._activities:
                one._add("cpu_time_total", event.cpu_time_total)
            if ProfilerActivity.CUDA in self._activities and not math.isnan(event.device_time):
                one._add("device_time_total", event.device_time)
        return EventList(found.values())

    def export_chrome_trace(self, path: Any) -> None:
        """Writes the recording in the format of Chrome and Perfetto to a file of this Python; the page's own timeline saves the same."""
        with open(path, "w") as file:
            json.dump(self._trace(), file)

    def _trace(self) -> dict[str, Any]:
        trace = self._need()["chrome"]
        return {**trace, "traceEvents": trace["traceEvents"] + _annotated(trace["traceEvents"], self._blocks)}


def _annotated(events: list[dict[str, Any]], blocks: list[Block]) -> list[dict[str, Any]]:
    """Blocks of ``record_function`` as events of a thread of their own, in Chrome's format; times in µs."""
    thread = {"pid": 1, "tid": 1 + max((one.get("tid", 0) for one in events), default=0)}
    title = {"ph": "M", **thread, "name": "thread_name", "args": {"name": "program: record_function"}}
    found = [{"ph": "X", **thread, "cat": "user_annotation", "name": one.name, "ts": 1000 * one.began, "dur": 1000 * (one.ended - one.began), "args": {}} for one in blocks]
    return [title, *found] if found else []


class Spent(NamedTuple):
    """An operation's part of a stretch between two readings of the clock, in µs, and what names that stretch. NaN where nothing was recorded."""

    time: float
    stretch: int


def enqueuing(enqueued: list[float | None], waits: list[list[float]], began: float, ended: float) -> list[Spent]:
    """How long each operation took to enqueue, without waits. Given are times in ms: of the operations in order, and of the block's ends.

    Operations with the same reading of the clock were enqueued from that reading until the next one.
    """
    found = [Spent(math.nan, -1)] * len(enqueued)
    since, waiting = began, list[int]()
    for index, at in [*enumerate(enqueued), (-1, ended)]:
        if at is None:
            continue
        if index >= 0:
            waiting.append(index)
        if at > since or index < 0:
            waited = math.fsum(max(0.0, min(to, at) - max(start, since)) for start, to in waits)
            for one in waiting:
                found[one] = Spent(1000 * max(0.0, at - since - waited) / len(waiting), index)
            since, waiting = at, []
    return found


def _bound(found: dict[str, FunctionEventAvg], names: list[str], spent: list[Spent]) -> None:
    """Notes by name how far the times may be off: operations of other names may have taken all of a stretch, or nothing."""
    stretches: dict[int, dict[str, float]] = {}
    for name, one in zip(names, spent, strict=True):
        if name in found and not math.isnan(one.time):
            times = stretches.setdefault(one.stretch, {})
            times[name] = times.get(name, 0.0) + one.time
    for times in stretches.values():
        whole = math.fsum(times.values())
        for name, time in times.items():
            if len(times) > 1:
                found[name].cpu_time_less += time
                found[name].cpu_time_more += whole - time


class record_function(contextlib.ContextDecorator):  # noqa: N801
    """Names a block. Its event has the CPU's time, and the device's time for the operations that it enqueues."""

    def __init__(self, name: str, args: str | None = None) -> None:
        self.name = name

    def _recreate_cm(self) -> record_function:
        return record_function(self.name)

    def __enter__(self) -> record_function:
        self._began = _now() if _active else None
        return self

    def __exit__(self, *_: object) -> None:
        if self._began and _active:
            end, time = _now()
            _blocks.append(Block(self.name, self._began[0], end, self._began[1], time))

    def __call__(self, function: Any) -> Any:
        return functools.wraps(function)(super().__call__(function))


__getattr__ = _missing("torch.profiler", globals())
