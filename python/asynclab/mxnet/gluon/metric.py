"""``mxnet.metric``, ``mxnet.gluon.metric``: means over minibatches. ``update`` waits for the values that it counts."""

from __future__ import annotations

from typing import Any

from ..._names import missing as _missing


class EvalMetric:
    """A sum and a count."""

    def __init__(self, name: str | None = None, **_: Any) -> None:
        self.name = name or type(self).__name__.lower()
        self.reset()

    def reset(self) -> None:
        self.sum_metric, self.num_inst = 0.0, 0

    def update(self, labels: Any, preds: Any) -> None:
        several = isinstance(labels, (list, tuple))
        for label, pred in zip(labels, preds, strict=True) if several else [(labels, preds)]:
            total, count = self._counted(label, pred)
            self.sum_metric += float(total)
            self.num_inst += count

    def _counted(self, label: Any, pred: Any) -> tuple[Any, int]:
        raise NotImplementedError

    def get(self) -> tuple[str, float]:
        return self.name, self.sum_metric / self.num_inst if self.num_inst else float("nan")

    def __str__(self) -> str:
        return f"EvalMetric: {dict([self.get()])}"


class Accuracy(EvalMetric):
    """The share of labels whose class has the largest prediction."""

    def _counted(self, label: Any, pred: Any) -> tuple[Any, int]:
        chosen = pred.argmax(1) if pred.ndim > label.ndim else pred
        return ((chosen.reshape(label.shape) == label) * 1.0).sum(), label.size


class MAE(EvalMetric):
    """The mean size of errors."""

    def _counted(self, label: Any, pred: Any) -> tuple[Any, int]:
        return (label.reshape(pred.shape) - pred).abs().mean(), 1


class MSE(EvalMetric):
    """The mean square of errors."""

    def _counted(self, label: Any, pred: Any) -> tuple[Any, int]:
        return (label.reshape(pred.shape) - pred).square().mean(), 1


class Loss(EvalMetric):
    """The mean of a loss; the labels are not used."""

    def update(self, _: Any, preds: Any) -> None:
        for loss in preds if isinstance(preds, (list, tuple)) else [preds]:
            self.sum_metric += float(loss.sum())
            self.num_inst += loss.size


__getattr__ = _missing("mxnet.metric", globals())
