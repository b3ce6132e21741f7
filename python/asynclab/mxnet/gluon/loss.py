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


__getattr__ = _missing("mxnet.gluon.loss", globals())
