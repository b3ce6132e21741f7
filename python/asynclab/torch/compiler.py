"""``torch.compiler``."""

from __future__ import annotations

from .._names import missing as _missing
from ._capture import Capture as _Capture
from ._dynamo import compile, disable, reset  # noqa: A004


def is_compiling() -> bool:
    """Whether a function is being captured."""
    return _Capture.current is not None


def cudagraph_mark_step_begin() -> None:
    """Does nothing: results of a replay are never overwritten by the next one."""


__all__ = ["compile", "cudagraph_mark_step_begin", "disable", "is_compiling", "reset"]

__getattr__ = _missing("torch.compiler", globals())
