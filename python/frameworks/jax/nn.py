"""``jax.nn``."""

from __future__ import annotations

import math
from typing import Any

from asynclab import torch as _torch

from . import numpy as _jnp
from ._array import Array, wrapped as _wrapped


def _float(x: Any) -> Any:
    held = _jnp.asarray(x)._t
    return held if held.is_floating_point() else held.to(_torch.float32)


def relu(x: Any) -> Array:
    return _wrapped(_jnp.asarray(x)._t.relu())


def sigmoid(x: Any) -> Array:
    return _wrapped(_float(x).sigmoid())


def softmax(x: Any, axis: int = -1) -> Array:
    return _wrapped(_float(x).softmax(axis))


def log_softmax(x: Any, axis: int = -1) -> Array:
    return _wrapped(_float(x).log_softmax(axis))


def logsumexp(a: Any, axis: Any = None, keepdims: bool = False) -> Array:
    held = _float(a)
    return _wrapped(held.reshape(-1).logsumexp(0) if axis is None else held.logsumexp(axis, keepdims))


def tanh(x: Any) -> Array:
    return _wrapped(_float(x).tanh())


def softplus(x: Any) -> Array:
    return _wrapped(_torch.nn.functional.softplus(_float(x)))


def silu(x: Any) -> Array:
    held = _float(x)
    return _wrapped(held * held.sigmoid())


swish = silu


def leaky_relu(x: Any, negative_slope: float = 0.01) -> Array:
    held = _float(x)
    return _wrapped(_torch.where(held >= 0, held, held * negative_slope))


def elu(x: Any, alpha: float = 1.0) -> Array:
    return _wrapped(_torch.nn.functional.elu(_float(x), alpha))


def gelu(x: Any, approximate: bool = True) -> Array:
    """x · Φ(x): by the hyperbolic tangent, which is JAX's default, or by the error function."""
    held = _float(x)
    if not approximate:
        return _wrapped(_torch.nn.functional.gelu(held))
    return _wrapped(held * 0.5 * ((held + held * held * held * 0.044715) * math.sqrt(2 / math.pi)).tanh() + held * 0.5)


def one_hot(x: Any, num_classes: int, dtype: Any = "float32", axis: int = -1) -> Array:
    """1 at each class along a new last axis."""
    if axis != -1:
        raise ValueError(f"one_hot: axis is {axis}; there is -1")
    return (_jnp.expand_dims(x, -1) == _jnp.arange(num_classes)).astype(dtype)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"module 'jax.nn' of asynclab has no {name!r}; it has {', '.join(one for one in globals() if one.islower() and not one.startswith('_'))}")
