"""The programs of a function that is captured for each kind of its arguments."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

#: Programs kept of one function: the oldest goes.
MOST = 64
#: Captures after which the program is warned; again at each double.
MANY = 8


class Programs(dict[Any, Any]):
    """By kind, what stands for a call of that kind; its ``program`` is None where calls run as they are."""

    captures = 0

    def keep(self, key: Any, made: Any) -> bool:
        """Keeps another one; gives whether so many were made that the program should be warned."""
        self[key] = made
        self.captures += 1
        if len(self) > MOST:
            _forget(self.pop(next(iter(self))))
        return self.captures >= MANY and math.log2(self.captures / MANY).is_integer()

    def warn(self, name: str, shapes: Callable[[Any], str], remedy: str, level: int) -> None:
        """Warns of the number of captures, with the shapes of the last ones."""
        last = "; ".join(map(shapes, [*self][-MANY:]))
        warnings.warn(f"{name} was captured {self.captures} times, each as slow as if it were not compiled, last for {last}; {remedy}", stacklevel=level + 1)

    def clear(self) -> None:
        for one in self.values():
            _forget(one)
        super().clear()


def _forget(made: Any) -> None:
    if made.program is not None:
        made.program.forget()


__all__ = ["MANY", "MOST", "Programs"]
