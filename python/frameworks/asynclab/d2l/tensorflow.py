"""``from d2l import tensorflow as d2l``: the names that the sections on devices and asynchronous execution use."""

from __future__ import annotations

from typing import Any

import tensorflow as _tf

from .._names import elsewhere as _elsewhere, missing as _missing
from . import _common
from ._common import Accumulator, Timer  # noqa: F401

#: Names of the module for training, which is fetched when one of them is used.
_elsewhere.setdefault("d2l.tensorflow", {}).update(dict.fromkeys(
    "nn_Module check_shape check_len add_to_class HyperParameters ProgressBoard Module DataModule Trainer SyntheticRegressionData SGD LinearRegressionScratch LinearRegression "
    "Classifier SoftmaxRegression".split(), "asynclab.d2l._tensorflow_classes"
))  # fmt: skip


class Benchmark(_common.Benchmark):
    __doc__ = _common.Benchmark.__doc__

    @staticmethod
    def _wait(made: Any) -> None:
        _tf.test.experimental.sync_devices()


def cpu() -> Any:
    return _tf.device("/CPU:0")


def gpu(i: int = 0) -> Any:
    return _tf.device(f"/GPU:{i}")


def num_gpus() -> int:
    return len(_tf.config.list_physical_devices("GPU"))


def try_gpu(i: int = 0) -> Any:
    """The GPU if there is one of this number, else the CPU."""
    return gpu(i) if num_gpus() > i else cpu()


def try_all_gpus() -> list[Any]:
    """All GPUs; where there is none, the CPU."""
    return [gpu(i) for i in range(num_gpus())] or [cpu()]


def synthetic_data(w: Any, b: float, num_examples: int) -> tuple[Any, Any]:
    """Normally distributed x, and y = x · w + b with noise of standard deviation 0.01."""
    x = _tf.random.normal((num_examples, w.shape[0]))
    y = _tf.matmul(x, _tf.reshape(w, (-1, 1))) + b
    return x, y + _tf.random.normal(y.shape, stddev=0.01)


def linreg(x: Any, w: Any, b: Any) -> Any:
    return _tf.matmul(x, w) + b


def squared_loss(y_hat: Any, y: Any) -> Any:
    return (y_hat - _tf.reshape(y, y_hat.shape)) ** 2 / 2


def sgd(params: Any, grads: Any, lr: float, batch_size: int) -> None:
    """One step of gradient descent."""
    for param, grad in zip(params, grads, strict=True):
        param.assign_sub(lr * grad / batch_size)


__getattr__ = _missing("d2l.tensorflow", globals())
