"""``tqdm``: the progress of a loop, on one line that overwrites itself."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any


def _interval(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes:02d}:{seconds:02d}"


class tqdm:  # noqa: N801
    """Counts the elements taken from an iterable, or the numbers passed to ``update``."""

    def __init__(
        self, iterable: Iterable[Any] | None = None, desc: str | None = None, total: float | None = None, leave: bool | None = True,
        file: Any = None, ncols: int | None = None, mininterval: float = 0.1, disable: bool | None = False, unit: str = "it", initial: float = 0,
        postfix: Any = None, **_: Any,
    ) -> None:
        self.iterable, self.desc, self.unit, self.leave, self.disable = iterable, desc or "", unit, leave, bool(disable)
        if total is None and hasattr(iterable, "__len__"):
            total = len(iterable)  # type: ignore[arg-type]
        self.total, self.n, self.postfix = total, initial, ""
        self._file, self._interval, self._initial = file, mininterval, initial
        self._began = self._last = time.perf_counter()
        self._shown = 0
        self._closed = False
        if postfix:
            self.set_postfix(postfix, refresh=False)
        self.refresh()

    def __iter__(self) -> Iterator[Any]:
        try:
            for one in self.iterable or ():
                yield one
                self.update()
        finally:
            self.close()

    def __len__(self) -> int:
        return int(self.total or 0)

    def __enter__(self) -> tqdm:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def update(self, n: float = 1) -> None:
        self.n += n
        if time.perf_counter() - self._last >= self._interval:
            self.refresh()

    def set_description(self, desc: str | None = None, refresh: bool = True) -> None:
        self.desc = desc or ""
        if refresh:
            self.refresh()

    def set_postfix(self, ordered: Any = None, refresh: bool = True, **named: Any) -> None:
        values = {**(ordered or {}), **dict(sorted(named.items()))}
        self.set_postfix_str(", ".join(f"{key}={_number(value)}" for key, value in values.items()), refresh)

    def set_postfix_str(self, s: str = "", refresh: bool = True) -> None:
        self.postfix = s
        if refresh:
            self.refresh()

    def refresh(self) -> None:
        if self.disable or self._closed:
            return
        self._last = time.perf_counter()
        line = str(self)
        out = self._file or sys.stderr
        out.write("\r" + line + " " * max(0, self._shown - len(line)))
        out.flush()
        self._shown = len(line)

    def close(self) -> None:
        if self._closed or self.disable:
            return
        if self.leave:
            self.refresh()
        (self._file or sys.stderr).write("\n" if self.leave else "\r" + " " * self._shown + "\r")
        self._closed = True

    def __str__(self) -> str:
        passed = time.perf_counter() - self._began
        done = self.n - self._initial
        rate = f"{done / passed:5.2f}{self.unit}/s" if done and done >= passed else f"{passed / done:5.2f}s/{self.unit}" if done else f"?{self.unit}/s"
        rate = rate.strip()
        extra = f", {self.postfix}" if self.postfix else ""
        lead = f"{self.desc}: " if self.desc else ""
        if not self.total:
            return f"{lead}{self.n}{self.unit} [{_interval(passed)}, {rate}{extra}]"
        part = min(1.0, self.n / self.total)
        left = _interval(passed / done * (self.total - self.n)) if done else "?"
        bar = "█" * round(10 * part)
        return f"{lead}{100 * part:3.0f}%|{bar:<10}| {self.n}/{self.total} [{_interval(passed)}<{left}, {rate}{extra}]"

    @staticmethod
    def write(s: str, file: Any = None, end: str = "\n") -> None:
        """Prints a line."""
        print(s, file=file, end=end)


def _number(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def trange(*numbers: int, **named: Any) -> tqdm:
    """``tqdm(range(…))``."""
    return tqdm(range(*numbers), **named)
