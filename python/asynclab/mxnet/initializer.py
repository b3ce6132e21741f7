"""``mxnet.init``: how weights begin (python/mxnet/initializer.py)."""

from __future__ import annotations

import math
from typing import Any

from .._names import missing as _missing


class Initializer:
    """A program's own subclass has ``_init_weight(name, data)``, which writes into an array."""

    def draw(self, make: Any, shape: tuple[int, ...], context: Any) -> Any:
        data = make.created("full", (0.0,), shape, context)
        self._init_weight("weight", data)
        return data

    def _init_weight(self, name: str, arr: Any) -> None:
        raise NotImplementedError("Must override it")


def named(init: Any) -> Any:
    """An initializer itself, or the initializer with this name."""
    if not isinstance(init, str):
        return init
    known = {"uniform": Uniform, "normal": Normal, "xavier": Xavier, "zeros": Zero, "ones": One}
    if init not in known:
        raise ValueError(f"init: {init!r}; give one of {', '.join(known)}")
    return known[init]()


class Uniform(Initializer):
    """Even draws from ±scale, 0.07 by default. ``initialize()`` uses it by default."""

    def __init__(self, scale: float = 0.07) -> None:
        self.scale = scale

    def draw(self, make: Any, shape: tuple[int, int], context: Any) -> Any:
        return make.drawn("uniform", -self.scale, self.scale, shape, context)


class Normal(Initializer):
    """Normal draws of standard deviation sigma, 0.01 by default."""

    def __init__(self, sigma: float = 0.01) -> None:
        self.sigma = sigma

    def draw(self, make: Any, shape: tuple[int, int], context: Any) -> Any:
        return make.drawn("normal", 0.0, self.sigma, shape, context)


class Xavier(Initializer):
    """Even draws from ±√(magnitude / ((inputs + units) / 2)), magnitude 3 by default."""

    def __init__(self, rnd_type: str = "uniform", factor_type: str = "avg", magnitude: float = 3) -> None:
        if rnd_type != "uniform" or factor_type != "avg":
            raise ValueError("Xavier: there is rnd_type='uniform' with factor_type='avg'")
        self.magnitude = magnitude

    def draw(self, make: Any, shape: tuple[int, int], context: Any) -> Any:
        bound = math.sqrt(self.magnitude / ((shape[0] + shape[1]) / 2))
        return make.drawn("uniform", -bound, bound, shape, context)


class Constant(Initializer):
    """One value."""

    def __init__(self, value: float) -> None:
        self.value = value

    def draw(self, make: Any, shape: tuple[int, int], context: Any) -> Any:
        return make.created("full", (float(self.value),), shape, context)


def Zero() -> Constant:  # noqa: N802
    return Constant(0)


def One() -> Constant:  # noqa: N802
    return Constant(1)


__getattr__ = _missing("mxnet.init", globals())
