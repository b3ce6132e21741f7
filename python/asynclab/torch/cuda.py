"""``torch.cuda``: the lab's own device."""

from __future__ import annotations

import time
from collections.abc import Iterator as _Iterator
from contextlib import contextmanager as _contextmanager
from typing import Any

from .._names import missing as _missing
from ._generator import manual_seed as _manual_seed
from ._types import device as _device, lab as _lab

#: Events that were recorded and are not known to be complete.
_pending: list[Event] = []


def is_available() -> bool:
    """True: ``cuda:0`` is the lab's own device, whatever that is; ``get_device_name()`` tells."""
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
    """Bytes of the arrays that the program holds, those included that are not computed yet."""
    return _lab.memory()["used"]


def memory_reserved(device: Any = None) -> int:
    """Bytes on the device, those kept for reuse included, once what was enqueued has its memory."""
    return _lab.memory()["allocated"]


def max_memory_allocated(device: Any = None) -> int:
    """The most bytes that were ever on the device, those kept for reuse included: PyTorch's ``max_memory_reserved``.

    A notebook on WebGPU runs common kernels as it starts, so it is at least some 2 MB there.
    """
    return _lab.memory()["peak"]


def mem_get_info(device: Any = None) -> tuple[int, int]:
    """Bytes that are free, and in all: of what the lab may allocate, since no browser tells what a GPU has."""
    return _lab.room()


max_memory_reserved = max_memory_allocated


def empty_cache() -> None:
    """Gives the memory kept for reuse back to the device."""
    _lab.trim()


def manual_seed(seed: int) -> None:
    """Begins the random numbers anew: the lab has one generator for all devices."""
    _manual_seed(seed)


manual_seed_all = manual_seed


class Stream:
    """A stream. The lab has one queue, which all streams are: what is enqueued on them runs in the order of the program."""

    def __init__(self, device: Any = None, priority: int = 0) -> None:
        pass

    def synchronize(self) -> None:
        """Waits until everything that was enqueued is computed."""
        synchronize()

    def query(self) -> bool:
        """Whether everything is known to be computed."""
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
    """Enqueues the block on a stream, which is the one queue."""
    yield


class Event:
    """A point in the queue. Its time is known once everything before it is complete.

    The lab learns the time of an event at the first ``synchronize()`` behind it: an upper bound. An event recorded while earlier work is still
    under way has no time of its own, and ``elapsed_time`` from it is refused rather than guessed.
    """

    def __init__(self, enable_timing: bool = False, blocking: bool = False) -> None:
        self._timing = enable_timing
        self._time: float | None = None
        self._busy = False

    def record(self, stream: Any = None) -> None:
        self._busy = not _lab.js.idle()
        self._time = None if self._busy else time.perf_counter()
        if self._busy:
            _pending.append(self)

    def query(self) -> bool:
        return self._time is not None or bool(_lab.js.idle())

    def synchronize(self) -> None:
        synchronize()

    def elapsed_time(self, end: Event) -> float:
        """ms from this event to another."""
        if not (self._timing and end._timing):
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        if self._time is None or end._time is None:
            raise RuntimeError("Both events must be completed before calculating elapsed time: call torch.cuda.synchronize() first")
        if self._busy:
            raise RuntimeError(
                "elapsed_time: the device was still busy with earlier work when the first event was recorded, and the lab cannot tell "
                "when that ended; call torch.cuda.synchronize() before start.record()"
            )
        return 1000 * (end._time - self._time)


__getattr__ = _missing("torch.cuda", globals())
