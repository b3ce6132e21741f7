"""``tf.keras.activations``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._elementwise import exp as exponential, sigmoid, softplus, tanh  # type: ignore[attr-defined]
from .._missing import missing as _missing
from ..nn import elu, gelu, leaky_relu as _leaky_relu, relu, relu6, selu, silu, softmax, swish
from .._convert import convert as _convert
from .._tensor import EagerTensor


def linear(x: Any) -> EagerTensor:
    return _convert(x)


def leaky_relu(x: Any, negative_slope: float = 0.2) -> EagerTensor:
    return _leaky_relu(x, negative_slope)


_all = {
    "linear": linear, "relu": relu, "relu6": relu6, "sigmoid": sigmoid, "tanh": tanh, "softmax": softmax, "softplus": softplus, "elu": elu, "selu": selu, "gelu": gelu, "silu": silu,
    "swish": swish, "exponential": exponential, "leaky_relu": leaky_relu,
}  # fmt: skip


def get(identifier: Any) -> Callable[[Any], Any]:
    """The function with a name."""
    if identifier is None:
        return linear
    if callable(identifier):
        return identifier
    if identifier not in _all:
        raise ValueError(f"Could not interpret activation function identifier: {identifier}; there are {', '.join(_all)}")
    return _all[identifier]


__getattr__ = _missing("tensorflow.keras.activations", globals())
