"""Whether operations are recorded for gradients."""

from __future__ import annotations

import contextlib
import copy
import functools
import inspect
from typing import Any

from ._types import lab

#: PyTorch records wherever a gradient is wanted.
lab.js.record(True)
_grad_enabled = True


class no_grad(contextlib.ContextDecorator):  # noqa: N801
    """Records nothing inside the block. A decorator too."""

    _on = False

    def __init__(self, mode: bool = True) -> None:
        """``mode`` is that of `inference_mode`: with False nothing changes."""
        self._on = self._on if mode else _grad_enabled

    def __enter__(self) -> None:
        global _grad_enabled
        self._before, _grad_enabled = _grad_enabled, self._on
        lab.js.record(self._on)

    def __exit__(self, *_: object) -> None:
        global _grad_enabled
        _grad_enabled = self._before
        lab.js.record(self._before)

    def _recreate_cm(self) -> no_grad:
        return copy.copy(self)

    def __call__(self, function: Any) -> Any:
        """Decorates a function. For a generator function each step is a block: its body runs when a value is requested."""
        if not inspect.isgeneratorfunction(function):
            return super().__call__(function)

        @functools.wraps(function)
        def stepped(*given: Any, **named: Any) -> Any:
            steps = function(*given, **named)
            take, sent = steps.send, None
            while True:
                try:
                    with self._recreate_cm():
                        value = take(sent)
                except StopIteration as end:
                    return end.value
                try:
                    take, sent = steps.send, (yield value)
                except GeneratorExit:
                    with self._recreate_cm():
                        steps.close()
                    raise
                except BaseException as error:  # noqa: BLE001
                    take, sent = steps.throw, error

        return stepped


class enable_grad(no_grad):  # noqa: N801
    """Records the block, inside ``no_grad``."""

    _on = True


class set_grad_enabled(no_grad):  # noqa: N801
    """Records from here on, or does not; as a ``with`` block, only inside the block."""

    def __init__(self, mode: bool) -> None:
        self._on = bool(mode)
        super().__enter__()

    def __enter__(self) -> None: ...


def is_grad_enabled() -> bool:
    return _grad_enabled
