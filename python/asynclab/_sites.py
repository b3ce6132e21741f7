"""Which line of the program a call comes from."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

#: Path prefixes of files that are not the program's: packages, asynclab among them, and Python's library, whose decorators call packages.
_INNER = (__file__.rpartition("/asynclab/")[0] + "/", os.__file__.rpartition("/")[0] + "/", "<frozen ")
_numbers: dict[tuple[Any, int], int] = {}
#: By number: (file, line) of the program.
lines: list[tuple[str, int]] = [("", 0)]
#: The line that was reported last.
_last = -1


def site() -> int:
    """The number of the program's line that is running."""
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.startswith(_INNER):
        frame = frame.f_back
    if frame is None:
        return 0
    key = (frame.f_code, frame.f_lasti)
    found = _numbers.get(key)
    if found is None:
        found = _numbers[key] = len(lines)
        lines.append((frame.f_code.co_filename, frame.f_lineno))
    return found


def begin() -> None:
    """The next line is reported, whichever it is."""
    global _last
    _last = -1


def traced(call: Callable[..., Any], report: Callable[[int], Any]) -> Callable[..., Any]:
    """A call that first reports its line, where that differs from the line reported last."""

    def reported(*given: Any) -> Any:
        global _last
        now = site()
        if now != _last:
            _last = now
            report(now)
        return call(*given)

    return reported
