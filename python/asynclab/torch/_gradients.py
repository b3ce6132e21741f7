"""Whether what is computed is recorded for gradients."""

from __future__ import annotations

import contextlib

from ._types import lab

#: PyTorch records wherever a gradient is wanted.
lab.js.record(True)
_grad_enabled = True


class no_grad(contextlib.ContextDecorator):  # noqa: N801
    """Records nothing of the block. A decorator too."""

    _on = False

    def __enter__(self) -> None:
        global _grad_enabled
        self._before, _grad_enabled = _grad_enabled, self._on
        lab.js.record(self._on)

    def __exit__(self, *_: object) -> None:
        global _grad_enabled
        _grad_enabled = self._before
        lab.js.record(self._before)

    def _recreate_cm(self) -> no_grad:
        return type(self)()


class enable_grad(no_grad):  # noqa: N801
    """Records the block, inside ``no_grad``."""

    _on = True


def is_grad_enabled() -> bool:
    return _grad_enabled
