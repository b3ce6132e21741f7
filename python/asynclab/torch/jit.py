"""``torch.jit``: there is nothing to compile here."""

from __future__ import annotations

from typing import Any

from .._names import missing as _missing


def script(obj: Any) -> Any:
    """The module or function itself: its operations are enqueued as before. The lab has ``lazy`` and fused kernels instead."""
    return obj


def trace(func: Any, example_inputs: Any = None) -> Any:
    """The function itself, as with `script`."""
    return func


__getattr__ = _missing("torch.jit", globals())
