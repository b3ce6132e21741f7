"""``mxnet.autograd``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from .._names import missing as _missing
from ._arrays import is_recording, is_training, recording as _recording, training as _training


@contextmanager
def _mode(recorded: bool, train: bool) -> Iterator[None]:
    with _recording(recorded), _training(train):
        yield


def record(train_mode: bool = True) -> AbstractContextManager[None]:
    """Records what the block computes from arrays with ``attach_grad``."""
    return _mode(True, train_mode)


def pause(train_mode: bool = False) -> AbstractContextManager[None]:
    """Records nothing inside the block."""
    return _mode(False, train_mode)


def train_mode() -> AbstractContextManager[None]:
    """Inside the block, layers like Dropout are in training."""
    return _training(True)


def predict_mode() -> AbstractContextManager[None]:
    """Inside the block, layers like Dropout are not in training."""
    return _training(False)


def backward(heads: Any, head_grads: Any = None, retain_graph: bool = False) -> None:
    """Finds the gradients of recorded results."""
    heads = heads if isinstance(heads, (list, tuple)) else [heads]
    grads = head_grads if isinstance(head_grads, (list, tuple)) else [head_grads] * len(heads)
    for head, grad in zip(heads, grads, strict=True):
        head.backward(grad, retain_graph)


def grad(heads: Any, variables: Any, head_grads: Any = None, retain_graph: bool | None = None, create_graph: bool = False, train_mode: bool = True) -> Any:
    """The gradients of heads with respect to variables, whose ``grad`` is unchanged. With ``create_graph`` the gradients have a history."""
    heads = heads if isinstance(heads, (list, tuple)) else [heads]
    several = isinstance(variables, (list, tuple))
    wanted = list(variables) if several else [variables]
    grads = head_grads if isinstance(head_grads, (list, tuple)) else [head_grads] * len(heads)
    found: list[Any] = [None] * len(wanted)
    for at, (head, given) in enumerate(zip(heads, grads, strict=True)):
        lab, retain = head._lab, bool(create_graph if retain_graph is None else retain_graph) or at < len(heads) - 1
        if not lab.js.gradients(head._id, given._id if given is not None else 0, retain, create_graph, *(one._id for one in wanted)):
            raise lab.failure()
        for index, one in enumerate(wanted):
            made = one._adopt(lab.js.more())
            found[index] = made if found[index] is None else found[index] + made
    return found if several else found[0]


__getattr__ = _missing("mxnet.autograd", globals())
