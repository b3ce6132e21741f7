"""``mxnet.autograd``."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from .._names import missing as _missing
from ._arrays import is_recording, recording as _recording


def record(train_mode: bool = True) -> AbstractContextManager[None]:
    """Records what the block computes from arrays with ``attach_grad``."""
    return _recording(True)


def pause(train_mode: bool = False) -> AbstractContextManager[None]:
    """Records nothing of the block."""
    return _recording(False)


def backward(heads: Any, head_grads: Any = None, retain_graph: bool = False) -> None:
    """Finds the gradients of what was recorded."""
    heads = heads if isinstance(heads, (list, tuple)) else [heads]
    grads = head_grads if isinstance(head_grads, (list, tuple)) else [head_grads] * len(heads)
    for head, grad in zip(heads, grads, strict=True):
        head.backward(grad, retain_graph)


def is_training() -> bool:
    """Whether layers like Dropout are in training: while it is recorded."""
    return is_recording()


__getattr__ = _missing("mxnet.autograd", globals())
