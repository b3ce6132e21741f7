"""``jax.random``: keys, and numbers that follow from them by Threefry-2x32, JAX's own (Salmon et al., SC 2011).

Arrays of up to `EXACT` elements have JAX's own numbers, which Python computes inside the call. The engine draws larger ones, also from the
key: the same key gives the same numbers, but not JAX's.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from typing import Any

from asynclab import torch as _torch
from asynclab.format import numpy_text as _text, single as _single

from . import numpy as _jnp
from ._array import Array, wrapped as _wrapped
from ._default import where as _where
from ._types import checked as _checked

EXACT = 4096
_MASK = 0xFFFFFFFF
_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))


def threefry(key: tuple[int, int], count: tuple[int, int]) -> tuple[int, int]:
    """Two words of a key and of a counter, mixed in 20 rounds (jax/_src/random/threefry2x32.py)."""
    words = (*key, key[0] ^ key[1] ^ 0x1BD11BDA)
    a, b = (count[0] + words[0]) & _MASK, (count[1] + words[1]) & _MASK
    for step in range(5):
        for by in _ROTATIONS[step % 2]:
            a = (a + b) & _MASK
            b = (b << by | b >> 32 - by) & _MASK ^ a
        a = (a + words[(step + 1) % 3]) & _MASK
        b = (b + words[(step + 2) % 3] + step + 1) & _MASK
    return a, b


class Keys:
    """A key, or an array of keys. Python keeps their words: they have 32 bits, which the device's float32 cannot hold."""

    def __init__(self, words: list[Any], typed: bool) -> None:
        #: Two whole numbers, or a list of such pairs.
        self._words, self._typed = words, typed

    @property
    def shape(self) -> tuple[int, ...]:
        lead = _lengths(self._words)
        return lead[:-1] if self._typed else lead

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def dtype(self) -> str:
        return "key<fry>" if self._typed else "uint32"

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object")
        return len(self._words)

    def __iter__(self) -> Iterator[Any]:
        return (self[at] for at in range(len(self)))

    def __getitem__(self, at: Any) -> Any:
        found = self._words[at]
        return found if isinstance(found, int) else Keys(found, self._typed)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Keys) and self._words == other._words

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        flat, shape = _flat(self._words), _lengths(self._words)
        if self._typed:
            return f"Array({self.shape}, dtype=key<fry>) overlaying:\n{_text(flat, shape, '', '')}"
        return f"Array({_text(flat, shape, 'Array(', ',')}, dtype=uint32)"

    def __str__(self) -> str:
        return repr(self) if self._typed else _text(_flat(self._words), _lengths(self._words), "", "")


def _lengths(words: Any) -> tuple[int, ...]:
    return (len(words), *_lengths(words[0])) if isinstance(words, list) else ()


def _flat(words: Any) -> list[int]:
    return [number for one in words for number in _flat(one)] if isinstance(words, list) else [words]


def _seed(seed: Any) -> list[int]:
    number = int(seed)
    if not -(2**63) <= number < 2**63:
        raise OverflowError("Python int too large to convert to C long")
    # Without 64 bits JAX keeps the lower half.
    return [0, number & _MASK]


def PRNGKey(seed: Any) -> Keys:  # noqa: N802
    """A key of a seed: two words."""
    return Keys(_seed(seed), False)


def key(seed: Any) -> Keys:
    """A key of a seed, which is a scalar."""
    return Keys(_seed(seed), True)


def _one(given: Any) -> tuple[int, int]:
    if not isinstance(given, Keys) or _lengths(given._words) != (2,):
        raise TypeError(f"jax.random takes one key, as jax.random.key(0) or an element of split(key) gives it; got {type(given).__name__}")
    return given._words[0], given._words[1]


def _reshaped(flat: list[Any], shape: tuple[int, ...]) -> Any:
    for length in reversed(shape[1:]):
        flat = [flat[at : at + length] for at in range(0, len(flat), length)]
    return flat if shape else flat[0]


def split(key: Keys, num: Any = 2) -> Keys:  # noqa: A002
    """New keys, each with numbers of its own."""
    shape = (num,) if isinstance(num, int) else tuple(num)
    pairs = [list(threefry(_one(key), (0, at))) for at in range(math.prod(shape))]
    return Keys(_reshaped(pairs, shape), key._typed)


def fold_in(key: Keys, data: int) -> Keys:  # noqa: A002
    """A key of a key and a number."""
    return Keys(list(threefry(_one(key), (0, int(data) & _MASK))), key._typed)


def key_data(keys: Keys) -> Keys:
    return Keys(keys._words, False)


def _bits(key: tuple[int, int], count: int) -> list[int]:
    found = (threefry(key, (0, at)) for at in range(count))
    return [a ^ b for a, b in found]


def _dimensions(shape: Any) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


def _array(values: list[Any], shape: tuple[int, ...]) -> Array:
    return _wrapped(_torch.tensor(values, device=_where()).reshape(shape))


def _fractions(key: tuple[int, int], count: int) -> list[float]:
    """Numbers from 0 to below 1 with 23 bits."""
    return [struct.unpack("f", struct.pack("I", bits >> 9 | 0x3F800000))[0] - 1.0 for bits in _bits(key, count)]


def _between(parts: list[float], low: float, high: float) -> list[float]:
    width = _single(high - low)
    return [max(low, _single(_single(part * width) + low)) for part in parts]


def _drawn(name: str, key: tuple[int, int], shape: tuple[int, ...]) -> Any:
    generator = _torch.Generator().manual_seed((key[0] << 32 | key[1]))
    return getattr(_torch, name)(shape, generator=generator, device=_where())


def _typed(made: Array, dtype: Any) -> Array:
    return made if dtype is None or _checked(dtype).name == "float32" else made.astype(dtype)


def uniform(key: Keys, shape: Any = (), dtype: Any = None, minval: Any = 0.0, maxval: Any = 1.0) -> Array:  # noqa: A002
    """Numbers distributed evenly over ``minval <= x < maxval``."""
    shape, words = _dimensions(shape), _one(key)
    plain = isinstance(minval, (int, float)) and isinstance(maxval, (int, float))
    if math.prod(shape) > EXACT or not plain:
        made = _wrapped(_drawn("rand", words, shape)) if math.prod(shape) > EXACT else _array(_fractions(words, math.prod(shape)), shape)
        return _typed(made * (maxval - minval) + minval, dtype)
    return _typed(_array(_between(_fractions(words, math.prod(shape)), _single(minval), _single(maxval)), shape), dtype)


#: Coefficients of the inverse of the error function near the middle, and in the tails (M. Giles, "Approximating the erfinv function", 2010).
_MIDDLE = (2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503, -0.00417768164, 0.246640727, 1.50140941)
_TAILS = (-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613, 0.00943887047, 1.00167406, 2.83297682)


def _erf_inv(x: float) -> float:
    w = -math.log1p(-x * x)
    coefficients, w = (_MIDDLE, w - 2.5) if w < 5 else (_TAILS, math.sqrt(w) - 3)
    made = 0.0
    for one in coefficients:
        made = made * w + one
    return made * x


def normal(key: Keys, shape: Any = (), dtype: Any = None) -> Array:  # noqa: A002
    """Normally distributed numbers of mean 0 and deviation 1. They may differ from JAX's in the last digit."""
    shape, words = _dimensions(shape), _one(key)
    if math.prod(shape) > EXACT:
        return _typed(_wrapped(_drawn("randn", words, shape)), dtype)
    even = _between(_fractions(words, math.prod(shape)), -0.99999994039535522, 1.0)
    return _typed(_array([math.sqrt(2) * _erf_inv(one) for one in even], shape), dtype)


def randint(key: Keys, shape: Any, minval: int, maxval: int, dtype: Any = "int32") -> Array:  # noqa: A002
    """Whole numbers distributed evenly over ``minval <= x < maxval``."""
    shape, low, high = _dimensions(shape), int(minval), int(maxval)
    count, span = math.prod(shape), max(1, high - low)
    if count > EXACT:
        return _wrapped(_torch.randint(low, max(high, low + 1), shape, generator=_torch.Generator().manual_seed(_one(key)[0] << 32 | _one(key)[1]), device=_where())).astype(dtype)
    first, second = ((pair[0], pair[1]) for pair in split(key)._words)
    factor = (2**16 % span) ** 2 & _MASK
    factor %= span
    pairs = zip(_bits(first, count), _bits(second, count), strict=True)
    return _array([low + (((high_bits % span) * factor & _MASK) + low_bits % span & _MASK) % span for high_bits, low_bits in pairs], shape).astype(dtype)


def bernoulli(key: Keys, p: Any = 0.5, shape: Any = None) -> Array:  # noqa: A002
    """True with a probability."""
    return uniform(key, (p.shape if isinstance(p, Array) else ()) if shape is None else shape) < p


def exponential(key: Keys, shape: Any = (), dtype: Any = None) -> Array:  # noqa: A002
    return _typed(-_jnp.log1p(-uniform(key, shape)), dtype)


def gumbel(key: Keys, shape: Any = (), dtype: Any = None) -> Array:  # noqa: A002
    return _typed(-_jnp.log(-_jnp.log(uniform(key, shape, minval=1.1754943508222875e-38, maxval=1.0))), dtype)


def categorical(key: Keys, logits: Any, axis: int = -1, shape: Any = None) -> Array:  # noqa: A002
    """Random classes, with the probabilities of the softmax of logits."""
    logits = _jnp.asarray(logits)
    if shape is not None or axis not in (-1, logits.ndim - 1):
        raise ValueError("categorical: asynclab has axis=-1, and no shape; broadcast the logits")
    return _jnp.argmax(gumbel(key, logits.shape) + logits, axis)


def permutation(key: Keys, x: Any, axis: int = 0) -> Array:  # noqa: A002
    """The whole numbers below ``x``, or an array's elements along an axis, in a random order."""
    count = x if isinstance(x, int) else _jnp.asarray(x).shape[axis]
    order = list(range(count))
    if count > EXACT:
        words = _one(key)
        order = _torch.randperm(count, generator=_torch.Generator().manual_seed(words[0] << 32 | words[1])).tolist()
    else:
        for _ in range(math.ceil(3 * math.log(max(1, count)) / math.log(_MASK))):
            key, sub = split(key)
            drawn = _bits(_one(sub), count)
            order = [one for _, one in sorted(zip(drawn, order, strict=True), key=lambda pair: pair[0])]
    return _array(order, (count,)) if isinstance(x, int) else _jnp.take(x, _array(order, (count,)), axis)


def choice(key: Keys, a: Any, shape: Any = (), replace: bool = True, p: Any = None, axis: int = 0) -> Array:  # noqa: A002
    """Random elements, all equally likely."""
    if p is not None:
        raise ValueError("choice: asynclab has no p; use categorical with the logarithms of the probabilities")
    count, shape = a if isinstance(a, int) else _jnp.asarray(a).shape[axis], _dimensions(shape)
    number = math.prod(shape)
    if not replace and number > count:
        raise ValueError(f"Cannot take a larger sample (size {number}) than population (size {count}) when 'replace=False'")
    found = randint(key, shape, 0, count) if replace else permutation(key, count)[:number].reshape(shape)
    return found if isinstance(a, int) else _jnp.take(a, found, axis)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"module 'jax.random' of asynclab has no {name!r}; it has {', '.join(one for one in globals() if not one.startswith('_') and callable(globals()[one]))}")
