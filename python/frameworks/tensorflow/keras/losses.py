"""``tf.keras.losses``: functions that give each example's loss, and classes that give the mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._elementwise import abs as _abs, cast as _cast, log as _log, maximum as _maximum, minimum as _minimum, square as _square  # type: ignore[attr-defined]
from .._missing import missing as _missing
from .._reductions import reduce_mean as _mean, reduce_sum as _sum
from .._shapes import one_hot as _one_hot, reshape as _reshape
from .._convert import convert as _convert
from .._tensor import EagerTensor
from ..nn import sigmoid_cross_entropy_with_logits as _sigmoid_loss, softmax_cross_entropy_with_logits as _softmax_loss, sparse_softmax_cross_entropy_with_logits as _sparse_loss

#: The least distance of probabilities from 0 and from 1.
_EPSILON = 1e-7


def _both(y_true: Any, y_pred: Any) -> tuple[EagerTensor, EagerTensor]:
    """The labels in the predictions' type, and the predictions. An extra last axis of length 1 is removed from either."""
    pred = _convert(y_pred)
    true = _cast(y_true, pred.dtype)
    if true.ndim == pred.ndim + 1 and true.shape[-1] == 1:
        true = _reshape(true, true.shape[:-1])
    if pred.ndim == true.ndim + 1 and pred.shape[-1] == 1:
        pred = _reshape(pred, pred.shape[:-1])
    return true, pred


def mse(y_true: Any, y_pred: Any) -> EagerTensor:
    true, pred = _both(y_true, y_pred)
    return _mean(_square(true - pred), -1)


def mae(y_true: Any, y_pred: Any) -> EagerTensor:
    true, pred = _both(y_true, y_pred)
    return _mean(_abs(true - pred), -1)


def sparse_categorical_crossentropy(y_true: Any, y_pred: Any, from_logits: bool = False, ignore_class: Any = None, axis: int = -1) -> EagerTensor:
    """The loss of each row, whose label is the number of its class."""
    pred, true = _convert(y_pred), _cast(y_true, "int64")
    true = _reshape(true, true.shape[:-1]) if true.ndim == pred.ndim and true.shape[-1] == 1 else true
    if from_logits:
        return _sparse_loss(true, pred)
    return categorical_crossentropy(_one_hot(true, pred.shape[-1]), pred)


def categorical_crossentropy(y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: float = 0.0, axis: int = -1) -> EagerTensor:
    pred = _convert(y_pred)
    true = _cast(y_true, pred.dtype)
    true = true * (1 - label_smoothing) + label_smoothing / pred.shape[-1] if label_smoothing else true
    if from_logits:
        return _softmax_loss(true, pred)
    pred = pred / _sum(pred, -1, True)
    return -_sum(true * _log(_maximum(_minimum(pred, 1 - _EPSILON), _EPSILON)), -1)


def binary_crossentropy(y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: float = 0.0, axis: int = -1) -> EagerTensor:
    true, pred = _both(y_true, y_pred)
    if from_logits:
        return _mean(_sigmoid_loss(true, pred), -1)
    pred = _maximum(_minimum(pred, 1 - _EPSILON), _EPSILON)
    return -_mean(true * _log(pred) + (1 - true) * _log(1 - pred), -1)


MSE, MAE = mse, mae


class Loss:
    """The loss of a batch: the mean over its examples by default, their ``sum``, or, with ``none``, each."""

    def __init__(self, name: str | None = None, reduction: Any = "sum_over_batch_size", dtype: Any = None) -> None:
        if reduction not in ("sum_over_batch_size", "mean", "sum", "none", None):
            raise ValueError(f"Invalid value for argument `reduction`. Expected one of ('sum', 'sum_over_batch_size', 'mean', 'none', None). Received: reduction={reduction}")
        self.name, self.reduction = name, reduction

    def call(self, y_true: Any, y_pred: Any) -> Any:
        raise NotImplementedError("Loss: write `call`")

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> EagerTensor:
        losses = self.call(y_true, y_pred)
        losses = losses if sample_weight is None else losses * _cast(sample_weight, losses.dtype)
        return losses if self.reduction in ("none", None) else _sum(losses) if self.reduction == "sum" else _mean(losses)


def _class(name: str, function: Callable[..., Any], options: tuple[str, ...] = ()) -> type[Loss]:
    def start(self: Any, *given: Any, reduction: Any = "sum_over_batch_size", name: Any = None, **named: Any) -> None:
        self._named = dict(zip(options, given, strict=False)) | {one: named.pop(one) for one in options if one in named}
        Loss.__init__(self, name or function.__name__, reduction, **named)

    return type(name, (Loss,), {"__init__": start, "call": lambda self, y_true, y_pred: function(y_true, y_pred, **self._named), "__doc__": function.__doc__, "__module__": __name__})


MeanSquaredError, MeanAbsoluteError = _class("MeanSquaredError", mse), _class("MeanAbsoluteError", mae)
SparseCategoricalCrossentropy = _class("SparseCategoricalCrossentropy", sparse_categorical_crossentropy, ("from_logits", "ignore_class"))
CategoricalCrossentropy = _class("CategoricalCrossentropy", categorical_crossentropy, ("from_logits", "label_smoothing"))
BinaryCrossentropy = _class("BinaryCrossentropy", binary_crossentropy, ("from_logits", "label_smoothing"))
__getattr__ = _missing("tensorflow.keras.losses", globals(), {"mean_squared_error": "use mse", "mean_absolute_error": "use mae", "Reduction": "give reduction='sum_over_batch_size', 'sum' or 'none'"})
