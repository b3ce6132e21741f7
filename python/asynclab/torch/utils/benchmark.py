"""``torch.utils.benchmark``: a statement's time. As in PyTorch, each reading of the clock first waits for the device."""

from __future__ import annotations

import statistics
import timeit as _timeit
from typing import Any

from ..._names import missing as _missing
from .. import cuda as _cuda


def timer() -> float:
    _cuda.synchronize()
    return _timeit.default_timer()


class Measurement:
    """The times of several runs, in s. Each run executes the statement ``number_per_run`` times."""

    def __init__(self, number_per_run: int, raw_times: list[float], title: str) -> None:
        self.number_per_run, self.raw_times, self.title = number_per_run, raw_times, title

    @property
    def times(self) -> list[float]:
        return [time / self.number_per_run for time in self.raw_times]

    @property
    def mean(self) -> float:
        return statistics.mean(self.times)

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    @property
    def iqr(self) -> float:
        if len(self.raw_times) < 2:
            return 0.0
        first, _, third = statistics.quantiles(self.times, n=4, method="inclusive")
        return third - first

    def __repr__(self) -> str:
        unit, size = next(((unit, size) for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)) if self.median >= size), ("ns", 1e-9))
        head = f"<torch.utils.benchmark.utils.common.Measurement object>\n{self.title}"
        runs = f"{len(self.raw_times)} measurement{'s' if len(self.raw_times) > 1 else ''}, {self.number_per_run} runs {'per measurement, ' if len(self.raw_times) > 1 else ''}"
        name = "Median" if len(self.raw_times) > 1 else ""
        return f"{head}\n  {name + ': ' if name else ''}{self.median / size:.2f} {unit}\n  {runs}1 thread"


class Timer:
    """``Timer("x @ x", globals={"x": x}).timeit(100)``; ``blocked_autorange`` chooses how often the statement is run."""

    def __init__(
        self, stmt: str = "pass", setup: str = "pass", global_setup: str = "", timer: Any = timer, globals: dict[str, Any] | None = None,  # noqa: A002
        label: str | None = None, sub_label: str | None = None, description: str | None = None, env: Any = None, num_threads: int = 1, language: Any = None,
    ) -> None:  # fmt: skip
        self._timer = _timeit.Timer(stmt, setup, timer, globals or {})
        self._title = ": ".join(part for part in (label or stmt, sub_label, description) if part)

    def timeit(self, number: int = 1_000_000) -> Measurement:
        self._timer.timeit(max(number // 100, 2))
        return Measurement(number, [self._timer.timeit(number)], self._title)

    def blocked_autorange(self, callback: Any = None, min_run_time: float = 0.2) -> Measurement:
        number, taken = 1, self._timer.timeit(2) / 2
        while taken < min_run_time / 1000 and number < 10**6:
            number *= 10
            taken = self._timer.timeit(number)
        times: list[float] = []
        while not times or sum(times) < min_run_time:
            times.append(self._timer.timeit(number))
        return Measurement(number, times, self._title)

    adaptive_autorange = blocked_autorange


__getattr__ = _missing("torch.utils.benchmark", globals())
