"""``mxnet.gluon.loss``."""

from __future__ import annotations

from typing import Any

from ..._names import missing as _missing
from ...nn import L2Loss as _L2Loss
from .nn import Block


class L2Loss(Block):
    """weight / 2 · (label − prediction)², averaged over all axes but the first: a value for each sample.

    ``weight`` is 1 by default, which makes it half the square (python/mxnet/gluon/loss.py).
    """

    def __init__(self, weight: float = 1.0, batch_axis: int = 0, **_: Any) -> None:
        if batch_axis != 0:
            raise ValueError(f"L2Loss: batch_axis is {batch_axis}; there is 0")
        self._weight = weight
        self._loss = _L2Loss()

    def forward(self, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        if sample_weight is not None:
            raise ValueError("L2Loss: there is no sample_weight; multiply the loss by it")
        made = self._loss(pred, label)
        return made if self._weight == 1.0 else made * self._weight

    def __repr__(self) -> str:
        return f"L2Loss(batch_axis=0, w={self._weight})"


class SoftmaxCrossEntropyLoss(Block):
    """−log of the probability that the softmax of a prediction gives the label: a value for each sample."""

    def __init__(self, axis: int = -1, sparse_label: bool = True, from_logits: bool = False, weight: float | None = None, batch_axis: int = 0, **_: Any) -> None:
        if axis != -1 or from_logits or batch_axis:
            raise ValueError("SoftmaxCrossEntropyLoss: there is axis=-1, batch_axis=0 and from_logits=False")
        self._sparse, self._weight = sparse_label, weight

    def forward(self, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        if sample_weight is not None:
            raise ValueError("SoftmaxCrossEntropyLoss: there is no sample_weight; multiply the loss by it")
        label = label.reshape(pred.shape[:-1] if self._sparse else pred.shape)
        made = pred._adopt(pred._lab._composed("crossEntropy", 0, 2, pred._id, label._id))
        made = made.mean(tuple(range(1, made.ndim))) if made.ndim > 1 else made
        return made if self._weight is None else made * self._weight

    def __repr__(self) -> str:
        return f"SoftmaxCrossEntropyLoss(batch_axis=0, w={self._weight})"


class _ByElement(Block):
    """The mean of a value for each element over all axes but the first."""

    def __init__(self, weight: float | None = None, batch_axis: int = 0, **_: Any) -> None:
        if batch_axis:
            raise ValueError(f"{type(self).__name__}: batch_axis is {batch_axis}; there is 0")
        self._weight = weight

    def forward(self, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        if sample_weight is not None:
            raise ValueError(f"{type(self).__name__}: there is no sample_weight; multiply the loss by it")
        made = self._each(pred, label.reshape(pred.shape))
        made = made.mean(tuple(range(1, made.ndim))) if made.ndim > 1 else made
        return made if self._weight is None else made * self._weight

    def __repr__(self) -> str:
        return f"{type(self).__name__}(batch_axis=0, w={self._weight})"


class L1Loss(_ByElement):
    """|label − prediction|, averaged for each sample."""

    def _each(self, pred: Any, label: Any) -> Any:
        return (label - pred).abs()


class HuberLoss(_ByElement):
    """error² / (2 · rho) for errors up to rho, and |error| − rho / 2 for larger ones."""

    def __init__(self, rho: float = 1.0, weight: float | None = None, batch_axis: int = 0, **_: Any) -> None:
        super().__init__(weight, batch_axis)
        self._rho = rho

    def _each(self, pred: Any, label: Any) -> Any:
        size = (label - pred).abs()
        near = size.minimum(self._rho)
        return near * near * (0.5 / self._rho) + (size - near)


class SigmoidBinaryCrossEntropyLoss(_ByElement):
    """The cross-entropy of labels of 0 and 1 with the sigmoid of a prediction, or with probabilities."""

    def __init__(self, from_sigmoid: bool = False, weight: float | None = None, batch_axis: int = 0, **_: Any) -> None:
        super().__init__(weight, batch_axis)
        self._given = from_sigmoid

    def _each(self, pred: Any, label: Any) -> Any:
        if self._given:
            return -(label * (pred + 1e-12).log() + (1.0 - label) * (1.0 - pred + 1e-12).log())
        return pred.maximum(0.0) - pred * label + ((-pred.abs()).exp() + 1.0).log()


SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss
SoftmaxCELoss = SoftmaxCrossEntropyLoss
__getattr__ = _missing("mxnet.gluon.loss", globals())
