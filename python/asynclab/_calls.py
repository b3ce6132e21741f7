"""The bridge's functions that enqueue, as labs hold them, and what is put around them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._handle import Call, Lab

#: A lab has one function of each kind per operation. Passing the operation's code to JavaScript in each call would cost more than the list.
BY_CODE = ("unary", "binary", "right", "left")
OTHERS = ("reduce", "matmul", "transpose", "reshape", "broadcast", "create", "random", "write", "transfer", "apply", "composed", "replay")


def take(target: Any, bridge: Any, operations: int) -> None:
    """The bridge's functions, looked up once."""
    for name in BY_CODE:
        of = getattr(bridge, name)
        setattr(target, "_" + name, [of(code) for code in range(operations)])
    for name in OTHERS:
        setattr(target, "_" + name, getattr(bridge, name))


def wrap(target: Any, source: Any, around: Callable[[Call], Call]) -> None:
    """Another lab's functions, each in a wrapper."""
    for name in BY_CODE:
        setattr(target, "_" + name, [around(call) for call in getattr(source, "_" + name)])
    for name in OTHERS:
        setattr(target, "_" + name, around(getattr(source, "_" + name)))


class Synchronous:
    """A lab for a library that computes inside the call: every operation is complete when its call returns."""

    def __init__(self, lab: Lab) -> None:
        self.base = lab
        self._dropped = 0
        self.take()
        lab.views.append(self)

    def take(self) -> None:
        wrap(self, self.base, self._waited)

    def _waited(self, call: Call) -> Call:
        lab = self.base

        def waited(*given: Any) -> int:
            made = call(*given)
            if made:
                lab.wait(made, "inside the call")
            return made

        return waited

    def __getattr__(self, name: str) -> Any:
        return getattr(self.base, name)
