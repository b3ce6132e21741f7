"""Names that all of the book's packages have: timers and sums."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


class Timer:
    """Adds up times in seconds."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.start()

    def start(self) -> None:
        # Finer than time.time(), which steps by a whole ms here.
        self.tik = time.perf_counter()

    def stop(self) -> float:
        """Returns the time since `start`, and adds it to the list."""
        self.times.append(time.perf_counter() - self.tik)
        return self.times[-1]

    def sum(self) -> float:
        return sum(self.times)

    def avg(self) -> float:
        return self.sum() / len(self.times)

    def cumsum(self) -> list[float]:
        return [sum(self.times[: at + 1]) for at in range(len(self.times))]


class Benchmark:
    """The class as both editions have it.

    ``Benchmark(f, warmup=3, repeats=10, desc='time')`` calls a function ``warmup`` times, waits, calls it ``repeats`` times and waits:
    ``time`` is the mean of a call, in seconds. ``with Benchmark('label'):`` prints how long the block took. It does not wait by itself.
    """

    def __init__(self, f: Any = "Done", warmup: int = 3, repeats: int = 10, desc: str = "time", *, description: str | None = None) -> None:
        self.description = self.desc = desc
        if not callable(f):
            self.description = f if description is None else description
            return
        self._called(f, warmup)
        began = time.perf_counter()
        self._called(f, repeats)
        self.time = (time.perf_counter() - began) / repeats

    def _called(self, f: Callable[[], Any], times: int) -> None:
        made = None
        for _ in range(times):
            made = f()
        self._wait(made)

    @staticmethod
    def _wait(made: Any) -> None:
        """Waits for the calls, of which ``made`` is the last result. Each framework has its own wait."""
        raise TypeError("Benchmark: a function is timed by d2l.torch, d2l.jax or d2l.tensorflow; this one times a block, with Benchmark('label'):")

    def __enter__(self) -> Benchmark:
        self.timer = Timer()
        return self

    def __exit__(self, *_: object) -> None:
        print(f"{self.description}: {self.timer.stop():.4f} sec")

    def __repr__(self) -> str:
        return f"{self.desc}: {1000 * self.time:.2f} ms/call" if hasattr(self, "time") else object.__repr__(self)


class benchmark:  # noqa: N801
    """`Benchmark` as in the book's drafts: the label has a place for the time, in seconds."""

    def __init__(self, description: str = "Done in %.4f sec") -> None:
        self.description = description

    def __enter__(self) -> benchmark:
        self.timer = Timer()
        return self

    def __exit__(self, *_: object) -> None:
        print(self.description % self.timer.stop())


class Accumulator:
    """Sums of several quantities."""

    def __init__(self, n: int) -> None:
        self.data = [0.0] * n

    def add(self, *values: Any) -> None:
        self.data = [before + float(value) for before, value in zip(self.data, values, strict=True)]

    def reset(self) -> None:
        self.data = [0.0] * len(self.data)

    def __getitem__(self, at: int) -> float:
        return self.data[at]
