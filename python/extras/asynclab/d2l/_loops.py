"""The training and evaluation loops of the book's drafts and older editions, for both libraries."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ._common import Accumulator


def minibatches(batch_size: int, features: Any, labels: Any, index: Any) -> Iterator[tuple[Any, Any]]:
    """Minibatches of features and labels in a random order; ``index`` makes an index array of numbers."""
    order = list(range(len(features)))
    random.shuffle(order)
    for first in range(0, len(order), batch_size):
        chosen = index(order[first : first + batch_size])
        yield features[chosen], labels[chosen]


def evaluated_accuracy(net: Any, data_iter: Any, accuracy: Any, size: Any) -> float:
    """The share of right answers."""
    metric = Accumulator(2)
    for x, y in data_iter:
        metric.add(accuracy(net(x), y), size(y))
    return metric[0] / metric[1]


def evaluated_loss(net: Any, data_iter: Any, loss: Any, size: Any) -> float:
    """The mean loss."""
    metric = Accumulator(2)
    for x, y in data_iter:
        out = net(x)
        lost = loss(out, y.reshape(out.shape))
        metric.add(lost.sum(), size(lost))
    return metric[0] / metric[1]


def trained(epoch: Any, evaluate: Any, num_epochs: int) -> None:
    """Trains for some epochs and draws each as it ends. The book's bounds on the result hold for Fashion-MNIST only, and are left out."""
    from ._plots import Animator

    animator = Animator(xlabel="epoch", xlim=[1, num_epochs], ylim=[0.3, 0.9], legend=["train loss", "train acc", "test acc"])
    for at in range(num_epochs):
        animator.add(at + 1, (*epoch(), evaluate()))


LABELS = ("t-shirt", "trouser", "pullover", "dress", "coat", "sandal", "shirt", "sneaker", "bag", "ankle boot")


def get_fashion_mnist_labels(labels: Any) -> list[str]:
    """The names of classes of Fashion-MNIST."""
    return [LABELS[int(one)] for one in labels]
