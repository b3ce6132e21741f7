"""``from d2l import mxnet as d2l``: the names that the chapter and its neighbours use."""

from __future__ import annotations

from typing import Any

from .. import mxnet as _mxnet
from .._names import missing as _missing
from ._common import Accumulator, Benchmark, Timer, benchmark  # noqa: F401

cpu, gpu, num_gpus = _mxnet.cpu, _mxnet.gpu, _mxnet.num_gpus


def try_gpu(i: int = 0) -> Any:
    """The GPU if there is one of this number, else the CPU."""
    return gpu(i) if num_gpus() > i else cpu()


def try_all_gpus() -> list[Any]:
    return [gpu(i) for i in range(num_gpus())]


def synthetic_data(w: Any, b: float, num_examples: int) -> tuple[Any, Any]:
    """Normally distributed x, and y = x · w + b with noise of standard deviation 0.01."""
    x = _mxnet.np.random.normal(0, 1, (num_examples, w.size))
    y = _mxnet.np.dot(x, w.reshape((-1, 1))) + b
    return x, y + _mxnet.np.random.normal(0, 0.01, y.shape)


def linreg(x: Any, w: Any, b: Any) -> Any:
    return _mxnet.np.dot(x, w) + b


def squared_loss(y_hat: Any, y: Any) -> Any:
    return (y_hat - y.reshape(y_hat.shape)).square() / 2


def sgd(params: Any, lr: float, batch_size: int) -> None:
    """One step of gradient descent."""
    for param in params:
        param[:] = param - lr * param.grad / batch_size


__getattr__ = _missing("d2l.mxnet", globals())
