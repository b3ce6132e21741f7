"""The older editions' training in MXNet."""

from __future__ import annotations

from typing import Any

from asynclab.mxnet import autograd, gluon, np

from . import _loops
from ._common import Accumulator
from ._loops import get_fashion_mnist_labels  # noqa: F401


def data_iter(batch_size: int, features: Any, labels: Any) -> Any:
    """Minibatches in a random order."""
    return _loops.minibatches(batch_size, features, labels, np.array)


def load_array(data_arrays: Any, batch_size: int, is_train: bool = True) -> Any:
    """A `DataLoader` of arrays, in a random order for training."""
    return gluon.data.DataLoader(gluon.data.ArrayDataset(*data_arrays), batch_size, shuffle=is_train)


def accuracy(y_hat: Any, y: Any) -> float:
    """How many answers are right. Waits."""
    if len(y_hat.shape) > 1 and y_hat.shape[1] > 1:
        y_hat = y_hat.argmax(axis=1)
    return float((y_hat == y).sum())


def evaluate_accuracy(net: Any, data_iter: Any) -> float:  # noqa: A002
    """The share of right answers over the data. Waits for each minibatch."""
    return _loops.evaluated_accuracy(net, data_iter, accuracy, lambda y: y.size)


def evaluate_loss(net: Any, data_iter: Any, loss: Any) -> float:
    """The mean loss over the data. Waits for each minibatch."""
    return _loops.evaluated_loss(net, data_iter, loss, lambda y: y.size)


def train_epoch_ch3(net: Any, train_iter: Any, loss: Any, updater: Any) -> tuple[float, float]:
    """One pass over the data: the mean loss, and the share of right answers."""
    step = updater.step if isinstance(updater, gluon.Trainer) else updater
    metric = Accumulator(3)
    for x, y in train_iter:
        with autograd.record():
            y_hat = net(x)
            lost = loss(y_hat, y)
        lost.backward()
        step(x.shape[0])
        metric.add(lost.sum(), accuracy(y_hat, y), y.size)
    return metric[0] / metric[2], metric[1] / metric[2]


def train_ch3(net: Any, train_iter: Any, test_iter: Any, loss: Any, num_epochs: int, updater: Any) -> None:
    """Trains for some epochs, and draws their loss and accuracy."""
    _loops.trained(lambda: train_epoch_ch3(net, train_iter, loss, updater), lambda: evaluate_accuracy(net, test_iter), num_epochs)
