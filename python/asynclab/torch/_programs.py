"""The programs of a function that is captured for each kind of its arguments."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

#: Programs kept of one function: beyond them the oldest is dropped.
MOST = 64
#: Captures after which a warning is printed, and again at each doubling.
MANY = 8


class Programs(dict[Any, Any]):
    """By kind, the captured call of that kind; its ``program`` is None where calls of the kind run as they are."""

    captures = 0

    def keep(self, key: Any, made: Any) -> bool:
        """Keeps another program. Returns whether a warning is due."""
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
