"""``torch.cuda``: the lab's own device."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator as _Iterator
from contextlib import contextmanager as _contextmanager
from typing import Any

from .._connect import engine as _engine
from .._names import missing as _missing
from ..lab import _promised
from ._generator import manual_seed as _manual_seed
from ._types import device as _device, lab as _lab

#: Events that were recorded and are not known to be complete.
_pending: list[Event] = []


def is_available() -> bool:
    """True: ``cuda:0`` is the lab's own device, also where that is a CPU; ``get_device_name()`` names it."""
    return True


def device_count() -> int:
    return 1


def current_device() -> int:
    return 0


def get_device_name(device: Any = None) -> str:
    """The lab's device, with its adapter."""
    info = _lab.info()
    return f"asynclab {info['device']}: {info.get('adapter', {}).get('name', '')}".rstrip(": ")


def synchronize(device: Any = None) -> None:
    """Waits until everything that was enqueued is computed."""
    if device is not None and _device(device).type != "cuda":
        raise ValueError(f"Expected a cuda device, but got: {device}")
    _lab.wait_all("synchronize")
    _complete()


def _complete() -> None:
    now = time.perf_counter()
    for event in _pending:
        event._time = now
    _pending.clear()


def memory_allocated(device: Any = None) -> int:
    """Bytes of the arrays that the program holds, computed or not."""
    return _lab.memory()["used"]


def memory_reserved(device: Any = None) -> int:
    """Bytes on the device, including those kept for reuse, once all enqueued operations have their memory."""
    return _lab.memory()["allocated"]


def max_memory_allocated(device: Any = None) -> int:
    """The most bytes of ``memory_allocated`` since ``torch`` was imported, or since ``reset_peak_memory_stats``. Known without a wait, as in PyTorch."""
    return _lab.peak()


def reset_peak_memory_stats(device: Any = None) -> None:
    """``max_memory_allocated`` counts from here on. ``max_memory_reserved`` still counts from the start."""
    _lab.peak(anew=True)


def max_memory_reserved(device: Any = None) -> int:
    """The most bytes that were ever on the device, including those kept for reuse.

    A notebook on WebGPU runs common kernels as it starts, so it is at least some 2 MB there.
    """
    return _lab.memory()["peak"]


def mem_get_info(device: Any = None) -> tuple[int, int]:
    """The bytes that the lab may still allocate, and its limit. No browser reports the memory of a GPU."""
    return _lab.room()


class _Properties:
    """The device's name, and the bytes that the lab may allocate. No browser reports the memory of a GPU."""

    def __init__(self) -> None:
        self.name, self.total_memory = get_device_name(), _lab.room()[1]

    def __repr__(self) -> str:
        return f"_CudaDeviceProperties(name='{self.name}', total_memory={self.total_memory // 2**20}MB)"

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"get_device_properties of asynclab has no {name!r}: no browser reports it; there are name and total_memory, the bytes that the lab may allocate")


def get_device_properties(device: Any = None) -> _Properties:
    """The device's name, and how many bytes the lab may allocate on it."""
    if device is not None and _device(device) not in (_device("cuda"), _device("cuda:0")):
        raise AssertionError("Invalid device id")
    return _Properties()


def empty_cache() -> None:
    """Gives the memory kept for reuse back to the device."""
    _lab.trim()


def manual_seed(seed: int) -> None:
    """Begins the random numbers anew: the lab has one generator for all devices."""
    _manual_seed(seed)


manual_seed_all = manual_seed


class Stream:
    """PyTorch's stream. The lab has one queue, and every stream stands for it: operations run in the order in which the program enqueues them."""

    def __init__(self, device: Any = None, priority: int = 0) -> None:
        pass

    def synchronize(self) -> None:
        """Waits until everything that was enqueued is computed."""
        synchronize()

    def query(self) -> bool:
        """Whether everything enqueued is known to be computed. Does not wait."""
        return bool(_lab.js.idle())

    def wait_stream(self, stream: Stream) -> None:
        """Nothing to do: there is one queue."""

    def wait_event(self, event: Event) -> None:
        """Nothing to do: there is one queue."""

    def record_event(self, event: Event | None = None) -> Event:
        event = event or Event()
        event.record()
        return event


_stream = Stream()


def current_stream(device: Any = None) -> Stream:
    return _stream


default_stream = current_stream


@_contextmanager
def stream(stream: Stream | None) -> _Iterator[None]:
    """Changes nothing: the operations of the block go to the one queue."""
    yield


class Event:
    """A point in the queue, behind everything that was enqueued before ``record()``.

    The time of an event is when the device had computed everything before it. Where the queue was empty, that is the time of ``record()``.
    Else it is read from the page's recording. Without a recording, the end of the first ``synchronize()`` after it is an upper bound.
    """

    def __init__(self, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False) -> None:
        self._timing = enable_timing
        #: By `time.perf_counter()`, in s; None where it is not known.
        self._time: float | None = None
        #: How many operations were enqueued before it, and when, by the recording; None without a recording.
        self._point: tuple[int, float] | None = None
        self._recorded = self._busy = False

    def record(self, stream: Any = None) -> None:
        """Puts the event behind everything enqueued so far. Returns at once."""
        self._recorded, self._busy = True, not _lab.js.idle()
        self._time = None if self._busy else time.perf_counter()
        recorder = _recorder()
        self._point = None
        if recorder:
            count, at = str(recorder.point()).split(",")
            self._point = int(count), float(at)
        if self._busy:
            _pending.append(self)

    def query(self) -> bool:
        """Whether everything before it is known to be computed. Does not wait."""
        recorder = _recorder()
        if self._busy and self._point and recorder and recorder.reached(self._point[0]):
            return True
        return self._time is not None or not self._recorded or bool(_lab.js.idle())

    def synchronize(self) -> None:
        """Waits until everything enqueued is computed, including what was enqueued after the event."""
        if not self.query():
            synchronize()

    def wait(self, stream: Any = None) -> None:
        """Nothing to do: there is one queue."""

    def elapsed_time(self, end: Event) -> float:
        """ms from this event to ``end``. Raises ``RuntimeError`` where the time of this event is not known."""
        if not (self._timing and end._timing):
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        if not (self._recorded and end._recorded):
            raise ValueError("Both events must be recorded before calculating elapsed time.")
        if not (self.query() and end.query()):
            raise RuntimeError("Both events must be completed before calculating elapsed time: call torch.cuda.synchronize() first")
        recorder = _recorder()
        if (self._busy or end._busy) and recorder and self._point and end._point:
            first, last = map(float, str(_promised(recorder.times(*self._point, *end._point))).split(","))
            if not math.isnan(last - first):
                return last - first
        if self._busy:
            raise RuntimeError(
                "elapsed_time: the device was still busy with earlier work when the first event was recorded, and nothing recorded here when "
                "that ended; call torch.cuda.synchronize() before start.record()"
            )
        if end._time is None:
            _complete()
        return 1000 * (end._time - self._time)  # type: ignore[operator]


def _recorder() -> Any:
    """The recording of the lab's page, while there is one."""
    recorder = getattr(_engine(), "profiler", None)
    return recorder if recorder is not None and recorder.recording else None


_lab.peak(anew=True)  # Kernels that ran before the program are left out of its peak.
__getattr__ = _missing("torch.cuda", globals())
