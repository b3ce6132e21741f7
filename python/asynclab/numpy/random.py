"""``numpy.random``: drawn by the lab's generator. The numbers differ from NumPy's."""

from __future__ import annotations

import builtins as _builtins
import math as _math
from collections import Counter as _Counter
from random import Random as _Dice
from typing import Any

from .._names import missing as _missing
from ..array import dimensions as _dimensions
from ..errors import LabTypeError as _LabTypeError
from ..dtypes import checked_dtype as _checked_dtype, float64 as _float64, int64 as _int64
from ..exact import bounded as _bounded, labelled as _labelled
from ..whole import cast as _cast
from ._array import array as _array, asarray as _asarray, lab as _lab, ndarray as _ndarray


def _draw(name: str, first: float, second: float, size: Any) -> _ndarray:
    shape = () if size is None else _dimensions(size)
    return _labelled(_ndarray._adopt(_lab._random(_lab.codes[name], 0, 0, float(first), float(second), *shape)), _float64)


def normal(loc: float = 0.0, scale: float = 1.0, size: Any = None) -> Any:
    """Normally distributed numbers."""
    made = _draw("normal", loc, scale, size)
    return made.item() if size is None else made


def uniform(low: float = 0.0, high: float = 1.0, size: Any = None) -> Any:
    """Numbers distributed evenly over ``low <= x < high``."""
    made = _draw("uniform", low, high, size)
    return made.item() if size is None else made


def randn(*shape: int) -> Any:
    return normal(size=shape or None)


def rand(*shape: int) -> Any:
    return uniform(size=shape or None)


def standard_normal(size: Any = None) -> Any:
    return normal(size=size)


def random(size: Any = None) -> Any:
    """Numbers distributed evenly over [0, 1)."""
    return uniform(size=size)


def randint(low: int, high: int | None = None, size: Any = None, dtype: Any = None) -> Any:
    """Whole numbers distributed evenly over ``low <= x < high``."""
    low, high = (0, low) if high is None else (low, high)
    if low >= high:
        raise ValueError("low >= high")
    if _builtins.max(_builtins.abs(low), _builtins.abs(high)) > 2**24:
        raise _LabTypeError("INVALID_NUMBER", f"randint: {high} is above 2**24, which float32 has exactly")
    made = (_draw("uniform", 0, 1, size) * (high - low)).floor().minimum(high - low - 1.0) + low
    return int(made.item()) if size is None else _bounded(_cast(made, _checked_dtype(dtype or _int64, _float64)), _builtins.max(_builtins.abs(low), _builtins.abs(high)))


def _dice() -> _Dice:
    """Python's random numbers, seeded by the lab's."""
    return _Dice(str(_lab.js.randomKey()))


def permutation(x: Any) -> Any:
    """The whole numbers below ``x``, or the elements of its first axis, in a random order."""
    order = list(range(x if isinstance(x, int) else len(x)))
    _dice().shuffle(order)
    return _array(order) if isinstance(x, int) else _asarray(x)[order]


def shuffle(x: Any) -> None:
    x[:] = permutation(x)


def choice(a: Any, size: Any = None, replace: bool = True, p: Any = None) -> Any:
    """Random elements, all equally likely or with the probabilities ``p``; without ``replace`` each at most once."""
    values = _array(range(a)) if isinstance(a, int) else _asarray(a)
    count = len(values)
    if replace and p is None:
        return values[int(randint(count))] if size is None else values[randint(count, size=size)]
    shape = () if size is None else _dimensions(size)
    wanted, weights, found = _math.prod(shape), list(p) if p is not None else [1.0] * count, []
    if not replace and wanted > sum(weight > 0 for weight in weights):
        raise ValueError("Cannot take a larger sample than population when replace is False")
    dice = _dice()
    for _ in range(wanted):
        found += dice.choices(range(count), weights)
        if not replace:
            weights[found[-1]] = 0.0
    return values[found[0]] if size is None else values[_array(found).reshape(shape)]


def multinomial(n: int, pvals: Any, size: Any = None) -> _ndarray:
    """How often each of several outcomes occurs in ``n`` trials."""
    weights = [float(one) for one in pvals]
    if sum(weights[:-1]) > 1 + 1e-6:
        raise ValueError("sum(pvals[:-1]) > 1.0")
    # The last outcome has the remaining probability.
    weights[-1:] = [_builtins.max(0.0, 1 - sum(weights[:-1]))]
    shape = () if size is None else _dimensions(size)
    dice, found = _dice(), []
    for _ in range(_math.prod(shape)):
        counts = _Counter(dice.choices(range(len(weights)), weights, k=n))
        found += [counts[at] for at in range(len(weights))]
    return _array(found).reshape((*shape, len(weights)))


def default_rng(seed: int | None = None) -> Any:
    """The generator, which all callers share. A given seed begins its numbers anew."""
    if seed is not None:
        _seed(seed)
    return Generator


def seed(seed: int | None = None) -> None:
    """Begins the random numbers anew."""
    number = int(seed or 0)
    if not 0 <= number < 2**32:
        raise ValueError("Seed must be between 0 and 2**32 - 1")
    _lab.seed(number)


_seed = seed


class Generator:
    """The generator of `default_rng`."""

    normal, uniform, standard_normal = normal, uniform, standard_normal
    integers, permutation, shuffle, choice, random, multinomial = randint, permutation, shuffle, choice, random, multinomial

__getattr__ = _missing("numpy.random", globals())
