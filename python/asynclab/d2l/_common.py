"""Names that both of the book's packages have: timers and little else."""

from __future__ import annotations

import time
from typing import Any


class Timer:
    """Adds up stretches of time, in seconds."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.start()

    def start(self) -> None:
        # Finer than time.time(), which steps by a whole ms here.
        self.tik = time.perf_counter()

    def stop(self) -> float:
        """Ends a stretch and gives its length."""
        self.times.append(time.perf_counter() - self.tik)
        return self.times[-1]

    def sum(self) -> float:
        return sum(self.times)

    def avg(self) -> float:
        return self.sum() / len(self.times)

    def cumsum(self) -> list[float]:
        return [sum(self.times[: at + 1]) for at in range(len(self.times))]


class Benchmark:
    """``with Benchmark('label'):`` prints how long the block took. It waits for nothing by itself."""

    def __init__(self, description: str = "Done") -> None:
        self.description = description

    def __enter__(self) -> Benchmark:
        self.timer = Timer()
        return self

    def __exit__(self, *_: object) -> None:
        print(f"{self.description}: {self.timer.stop():.4f} sec")


class benchmark:  # noqa: N801
    """The same as the book's drafts had it: the label has a place for the time, in seconds."""

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
