"""``tf.nn``."""

from __future__ import annotations

from typing import Any

from asynclab import torch as _torch

from ._elementwise import _floating, sigmoid, softplus, tanh  # type: ignore[attr-defined]  # noqa: F401
from .errors import _invalid
from ._missing import missing as _missing
from ._reductions import reduce_variance as _variance, reduce_mean as _mean, top_k  # noqa: F401
from ._shapes import one_hot as _one_hot
from ._convert import convert as _convert
from ._tensor import EagerTensor, wrapped as _wrapped
from ._types import cast_to as _cast_to, relabelled as _relabelled


def relu(features: Any, name: str | None = None) -> EagerTensor:
    x = _convert(features)
    return _wrapped(_relabelled(x._t.relu(), x.dtype))


def relu6(features: Any, name: str | None = None) -> EagerTensor:
    return _wrapped(_floating(features, "Relu6").relu().minimum(6.0))


def leaky_relu(features: Any, alpha: float = 0.2, name: str | None = None) -> EagerTensor:
    held = _floating(features, "LeakyRelu")
    return _wrapped(held.relu() - (-held).relu() * alpha)


def elu(features: Any, name: str | None = None) -> EagerTensor:
    return _wrapped(_torch.nn.functional.elu(_floating(features, "Elu")))


def selu(features: Any, name: str | None = None) -> EagerTensor:
    """A scale times elu, with the constants of Klambauer et al., 2017."""
    scale, alpha = 1.0507009873554805, 1.6732632423543772
    return _wrapped(_torch.nn.functional.elu(_floating(features, "Selu"), alpha) * scale)


def silu(features: Any, beta: float = 1.0) -> EagerTensor:
    held = _floating(features, "Sigmoid")
    return _wrapped(held * (held * beta if beta != 1 else held).sigmoid())


swish = silu


def gelu(features: Any, approximate: bool = False, name: str | None = None) -> EagerTensor:
    return _wrapped(_torch.nn.functional.gelu(_floating(features, "Erf"), "tanh" if approximate else "none"))


def softmax(logits: Any, axis: int | None = None, name: str | None = None) -> EagerTensor:
    x = _convert(logits)
    if not x.ndim:
        raise _invalid("logits must have >= 1 dimension, got 0", "Softmax")
    return _wrapped(_relabelled(_floating(x, "Softmax").softmax(-1 if axis is None else axis), x.dtype))


def log_softmax(logits: Any, axis: int | None = None, name: str | None = None) -> EagerTensor:
    x = _convert(logits)
    if not x.ndim:
        raise _invalid("logits must have >= 1 dimension, got 0", "LogSoftmax")
    return _wrapped(_relabelled(_floating(x, "LogSoftmax").log_softmax(-1 if axis is None else axis), x.dtype))


def dropout(x: Any, rate: float, noise_shape: Any = None, seed: Any = None, name: str | None = None) -> EagerTensor:
    if not 0 <= rate < 1:
        raise ValueError(f"`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate={rate}")
    return _wrapped(_torch.nn.functional.dropout(_floating(x, "Mul"), rate))


def l2_loss(t: Any, name: str | None = None) -> EagerTensor:
    held = _floating(t, "L2Loss")
    return _wrapped((held * held).sum() / 2)


def bias_add(value: Any, bias: Any, data_format: Any = None, name: str | None = None) -> EagerTensor:
    return _convert(value) + _convert(bias)


def embedding_lookup(params: Any, ids: Any, max_norm: Any = None, name: str | None = None) -> EagerTensor:
    from ._shapes import gather

    return gather(params, ids)


def moments(x: Any, axes: Any, shift: Any = None, keepdims: bool = False, name: str | None = None) -> tuple[EagerTensor, EagerTensor]:
    """The mean and the variance along axes."""
    return _mean(x, axes, keepdims), _variance(x, axes, keepdims)


def softmax_cross_entropy_with_logits(labels: Any, logits: Any, axis: int = -1, name: str | None = None) -> EagerTensor:
    held = _floating(logits, "SoftmaxCrossEntropyWithLogits")
    return _wrapped(-(_cast_to(_convert(labels)._t, _convert(logits).dtype) * held.log_softmax(axis)).sum(axis))


def sparse_softmax_cross_entropy_with_logits(labels: Any, logits: Any, name: str | None = None) -> EagerTensor:
    """The loss of each row, whose label is the number of its class."""
    logits, labels = _convert(logits), _convert(labels)
    if labels.ndim != logits.ndim - 1:
        raise ValueError(f"`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: labels.shape={labels.shape} of rank {labels.ndim} and logits.shape={logits.shape} of rank {logits.ndim}")
    held = _floating(logits, "SparseSoftmaxCrossEntropyWithLogits")
    return _wrapped(-(_one_hot(labels, logits.shape[-1])._t * held.log_softmax(-1)).sum(-1))


def sigmoid_cross_entropy_with_logits(labels: Any = None, logits: Any = None, name: str | None = None) -> EagerTensor:
    x, z = _floating(logits, "Log1p"), _convert(labels)._t
    most, rest = _torch.nn.functional._softplus_parts(x)
    return _wrapped(most - x * z + rest)


def l2_normalize(x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None) -> EagerTensor:
    from ._reductions import reduce_sum

    held = _convert(x)._t
    total = reduce_sum(_wrapped(held * held), axis, True)._t
    return _wrapped(held / total.maximum(epsilon).sqrt())


__getattr__ = _missing("tensorflow.nn", globals(), {
    "conv2d": "the lab has no convolutions; write them as products of matrices", "max_pool2d": "the lab has no pooling", "avg_pool2d": "the lab has no pooling",
    "batch_normalization": "write it with tf.nn.moments",
})  # fmt: skip
