"""``from d2l import torch as d2l``: the names that the chapter and its neighbours use."""

from __future__ import annotations

from typing import Any

from .. import torch as _torch
from .._names import missing as _missing
from . import _common
from ._common import Accumulator, Timer  # noqa: F401

float32 = _torch.float32
ones, zeros, tensor, arange, matmul = _torch.ones, _torch.zeros, _torch.tensor, _torch.arange, _torch.matmul


class Benchmark(_common.Benchmark):
    __doc__ = _common.Benchmark.__doc__

    @staticmethod
    def _wait(made: Any) -> None:
        _torch.cuda.synchronize()


def cpu() -> Any:
    return _torch.device("cpu")


def gpu(i: int = 0) -> Any:
    return _torch.device(f"cuda:{i}")


def num_gpus() -> int:
    return _torch.cuda.device_count()


def try_gpu(i: int = 0) -> Any:
    """The GPU if there is one of this number, else the CPU."""
    return gpu(i) if num_gpus() > i else cpu()


def try_all_gpus() -> list[Any]:
    return [gpu(i) for i in range(num_gpus())]


def synthetic_data(w: Any, b: float, num_examples: int) -> tuple[Any, Any]:
    """Normally distributed x, and y = x · w + b with noise of standard deviation 0.01."""
    x = _torch.normal(0, 1, (num_examples, w.numel()), device=w.device)
    y = x.matmul(w.reshape((-1, 1))) + b
    return x, y + _torch.normal(0, 0.01, tuple(y.shape), device=w.device)


def linreg(x: Any, w: Any, b: Any) -> Any:
    return x.matmul(w) + b


def squared_loss(y_hat: Any, y: Any) -> Any:
    return (y_hat - y.reshape(y_hat.shape)).square() / 2


def sgd(params: Any, lr: float, batch_size: int) -> None:
    """One step of gradient descent. Clears the gradients."""
    with _torch.no_grad():
        for param in params:
            param -= lr * param.grad / batch_size
            param.grad.zero_()


__getattr__ = _missing("d2l.torch", globals())
