"""``tf.keras.initializers``: functions of a shape."""

from __future__ import annotations

import math as _math
from typing import Any

from .. import random as _random
from .._creation import fill as _fill, ones as _ones, zeros as _zeros
from .._missing import missing as _missing
from .._convert import convert as _convert, dimensions as _dimensions
from .._tensor import EagerTensor


class Initializer:
    """``initializer(shape)`` makes the initial elements of a variable."""

    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        raise NotImplementedError("Initializer subclasses must implement the `__call__()` method.")


class Zeros(Initializer):
    def __call__(self, shape: Any, dtype: Any = None) -> EagerTensor:
        return _zeros(shape, dtype or "float32")


class Ones(Initializer):
    def __call__(self, shape: Any, dtype: Any = None) -> EagerTensor:
        return _ones(shape, dtype or "float32")


class Constant(Initializer):
    def __init__(self, value: Any = 0.0) -> None:
        self.value = value

    def __call__(self, shape: Any, dtype: Any = None) -> EagerTensor:
        return _fill(shape, float(self.value)) if isinstance(self.value, (int, float)) else _convert(self.value, dtype or "float32")


class RandomNormal(Initializer):
    def __init__(self, mean: float = 0.0, stddev: float = 0.05, seed: int | None = None) -> None:
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def __call__(self, shape: Any, dtype: Any = None) -> EagerTensor:
        return _random.normal(shape, self.mean, self.stddev, dtype or "float32", self.seed)


class TruncatedNormal(RandomNormal):
    def __call__(self, shape: Any, dtype: Any = None) -> EagerTensor:
        return _random.truncated_normal(shape, self.mean, self.stddev, dtype or "float32", self.seed)


class RandomUniform(Initializer):
    def __init__(self, minval: float = -0.05, maxval: float = 0.05, seed: int | None = None) -> None:
        self.minval, self.maxval, self.seed = minval, maxval, seed

    def __call__(self, shape: Any, dtype: Any = None) -> EagerTensor:
        return _random.uniform(shape, self.minval, self.maxval, dtype or "float32", self.seed)


def _fans(shape: Any) -> tuple[float, float]:
    """How many inputs and outputs a unit has."""
    found = _dimensions(shape)
    return (found[0], found[0]) if len(found) == 1 else (_math.prod(found[:-1]), found[-1] * _math.prod(found[:-2])) if found else (1, 1)


class _Scaled(Initializer):
    """Numbers of a variance inverse to the inputs, or to the mean of inputs and outputs (Glorot and Bengio, 2010; He et al., 2015)."""

    scale, mode, even = 1.0, "fan_avg", False

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def __call__(self, shape: Any, dtype: Any = None) -> EagerTensor:
        into, out = _fans(shape)
        variance = self.scale / max(1.0, into if self.mode == "fan_in" else (into + out) / 2)
        if self.even:
            limit = _math.sqrt(3 * variance)
            return _random.uniform(shape, -limit, limit, dtype or "float32", self.seed)
        # The divisor is the deviation of a normal distribution that is cut at 2.
        return _random.truncated_normal(shape, 0.0, _math.sqrt(variance) / 0.87962566103423978, dtype or "float32", self.seed)


def _scaled(name: str, scale: float, mode: str, even: bool) -> type[_Scaled]:
    return type(name, (_Scaled,), {"scale": scale, "mode": mode, "even": even, "__module__": __name__})


GlorotUniform, GlorotNormal = _scaled("GlorotUniform", 1.0, "fan_avg", True), _scaled("GlorotNormal", 1.0, "fan_avg", False)
HeUniform, HeNormal = _scaled("HeUniform", 2.0, "fan_in", True), _scaled("HeNormal", 2.0, "fan_in", False)
LecunNormal = _scaled("LecunNormal", 1.0, "fan_in", False)
zeros, ones, constant, random_normal, random_uniform = Zeros, Ones, Constant, RandomNormal, RandomUniform
truncated_normal, glorot_uniform, glorot_normal, he_uniform, he_normal, lecun_normal = TruncatedNormal, GlorotUniform, GlorotNormal, HeUniform, HeNormal, LecunNormal


def get(identifier: Any) -> Any:
    """The initializer with a name."""
    if isinstance(identifier, str):
        found = globals().get(identifier)
        if not isinstance(found, type):
            raise ValueError(f"Could not interpret initializer identifier: {identifier}")
        return found()
    return identifier() if isinstance(identifier, type) else identifier


__getattr__ = _missing("tensorflow.keras.initializers", globals())
