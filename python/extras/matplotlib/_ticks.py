"""Axes: the map from data to px, and the places of ticks."""

from __future__ import annotations

import math

from ._values import finite


class Scale:
    """The map from data to px. Numbers without a logarithm have no place on a logarithmic axis."""

    def __init__(self, low: float, high: float, start: float, end: float, log: bool) -> None:
        self.low, self.high, self.start, self.end, self.log = low, high, start, end, log
        self._from, self._to = (math.log10(low), math.log10(high)) if log else (low, high)

    def __call__(self, value: float) -> float:
        if self.log:
            value = math.log10(value) if value > 0 else math.nan
        return self.start + (value - self._from) / (self._to - self._from) * (self.end - self.start)

    def ticks(self, room: float) -> list[float]:
        """Round numbers, about one every `room` px."""
        count = max(2, abs(self.end - self.start) / room)
        if self.log and self._to - self._from >= 1:
            step = max(1, math.ceil((self._to - self._from) / count))
            return [10.0**power for power in range(math.ceil(self._from - 1e-9), math.floor(self._to + 1e-9) + 1, step)]
        step = _round_step((self.high - self.low) / count)
        first = math.ceil(self.low / step - 1e-9)
        return [step * at for at in range(first, math.floor(self.high / step + 1e-9) + 1)]


def _round_step(least: float) -> float:
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * step for step in (1, 2, 2.5, 5, 10) if power * step >= least * (1 - 1e-9))


def labels(ticks: list[float], log: bool) -> list[str]:
    """The numbers at ticks, with as many digits as their distance needs."""
    if log and all(tick > 0 and math.log10(tick) % 1 == 0 for tick in ticks):
        return [f"{tick:g}" if 1e-3 <= tick <= 1e4 else f"10^{round(math.log10(tick))}" for tick in ticks]
    largest = max(map(abs, ticks), default=0)
    if largest and not 1e-4 <= largest < 1e6:
        return [f"{tick:.4g}" for tick in ticks]
    step = ticks[1] - ticks[0] if len(ticks) > 1 else 1
    digits = next((d for d in range(10) if abs(round(step, d) - step) < step * 1e-6), 10)
    # A zero has no sign.
    return [f"{tick + 0.0 if abs(tick) > step * 1e-9 else 0.0:.{digits}f}".replace("-", "−") for tick in ticks]


def bounds(values: list[float], fixed: tuple[float | None, float | None], log: bool, margin: float, sticky: list[float]) -> tuple[float, float]:
    """The bounds of an axis: those that are set, else the data's with a margin. Sticky ends, such as the foot of bars, get no margin."""
    known = finite(values)
    if log:
        known = [value for value in known if value > 0]
    low, high = (min(known), max(known)) if known else ((1.0, 10.0) if log else (0.0, 1.0))
    ends = [low, high]
    if low == high:
        ends = [low / 10, high * 10] if log else [low - (abs(low) * 0.05 or 0.05), high + (abs(high) * 0.05 or 0.05)]
    elif log:
        extra = (high / low) ** margin
        ends = [low / extra, high * extra]
    else:
        extra = (high - low) * margin
        ends = [end if end in sticky else end + extra * sign for end, sign in zip(ends, (-1, 1), strict=True)]
    given = [end if limit is None else limit for end, limit in zip(ends, fixed, strict=True)]
    if log and min(given) <= 0:
        raise ValueError("a logarithmic axis goes from and to positive numbers")
    return given[0], given[1]
