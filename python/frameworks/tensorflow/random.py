"""``tf.random``. The same seed gives the same numbers, though not TensorFlow's own."""

from __future__ import annotations

from typing import Any

from asynclab import torch as _torch

from ._devices import here as _here
from ._missing import missing as _missing
from ._convert import convert as _convert, dimensions as _dimensions, is_tensor as _is_tensor, static as _static
from ._tensor import EagerTensor, wrapped as _wrapped
from ._types import as_dtype as _as_dtype, relabelled as _relabelled

#: By seed: the generator of the operations that were given this seed.
_own: dict[int, Any] = {}


def set_seed(seed: int) -> None:
    """Begins the random numbers anew."""
    _torch.manual_seed(int(seed))
    _own.clear()


def _generator(seed: Any) -> Any:
    if seed is None:
        return None
    number = _static(seed)
    number = number if isinstance(number, int) else hash(tuple(number)) % 2**63
    if number not in _own:
        _own[number] = _torch.Generator().manual_seed(number)
    return _own[number]


def _scaled(held: Any, by: Any, plus: Any, dtype: Any) -> EagerTensor:
    by, plus = (_convert(one)._t if _is_tensor(one) else one for one in (by, plus))
    held = held if not isinstance(by, _torch.Tensor) and by == 1 else held * by
    held = held if not isinstance(plus, _torch.Tensor) and plus == 0 else held + plus
    return _wrapped(_relabelled(held, _as_dtype(dtype)))


def _normal(shape: Any, mean: Any, stddev: Any, dtype: Any, generator: Any) -> EagerTensor:
    return _scaled(_torch.randn(_dimensions(shape), device=_here(), generator=generator), stddev, mean, dtype)


def _uniform(shape: Any, minval: Any, maxval: Any, dtype: Any, generator: Any) -> EagerTensor:
    kind = _as_dtype(dtype)
    if kind.is_integer:
        if maxval is None:
            raise ValueError(f"Must specify maxval for integer dtype {kind!r}")
        low, high = _static(minval), _static(maxval)
        if low >= high:
            from .errors import _invalid as invalid

            raise invalid(f"Need minval < maxval, got {low} >= {high}", "RandomUniformInt")
        return _wrapped(_relabelled(_torch.randint(low, high, _dimensions(shape), device=_here(), generator=generator), kind))
    high = 1 if maxval is None else maxval
    return _scaled(_torch.rand(_dimensions(shape), device=_here(), generator=generator), _difference(high, minval), minval, kind)


def _difference(high: Any, low: Any) -> Any:
    return _convert(high) - low if _is_tensor(high) or _is_tensor(low) else high - low


def normal(shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = "float32", seed: Any = None, name: str | None = None) -> EagerTensor:
    """Normally distributed numbers. Returns at once."""
    return _normal(shape, mean, stddev, dtype, _generator(seed))


def uniform(shape: Any, minval: Any = 0, maxval: Any = None, dtype: Any = "float32", seed: Any = None, name: str | None = None) -> EagerTensor:
    """Numbers distributed evenly over ``minval <= x < maxval``; whole numbers for a type of whole numbers."""
    return _uniform(shape, minval, maxval, dtype, _generator(seed))


def truncated_normal(shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = "float32", seed: Any = None, name: str | None = None) -> EagerTensor:
    """Normally distributed numbers within two deviations: others are drawn again, up to three times, and then clamped."""
    made, drawn = _torch.randn(_dimensions(shape), device=_here(), generator=_generator(seed)), _dimensions(shape)
    for _ in range(3):
        made = _torch.where(made.abs() < 2.0, made, _torch.randn(drawn, device=_here(), generator=_generator(seed)))
    return _scaled(made.clamp(-2.0, 2.0), stddev, mean, dtype)


def stateless_normal(shape: Any, seed: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = "float32", name: str | None = None, alg: Any = None) -> EagerTensor:
    return _normal(shape, mean, stddev, dtype, _of_pair(seed))


def stateless_uniform(shape: Any, seed: Any, minval: Any = 0, maxval: Any = None, dtype: Any = "float32", name: str | None = None, alg: Any = None) -> EagerTensor:
    return _uniform(shape, minval, maxval, dtype, _of_pair(seed))


def _of_pair(seed: Any) -> Any:
    first, second = _static(seed)
    return _torch.Generator().manual_seed((first % 2**31) << 32 | second % 2**32)


def shuffle(value: Any, seed: Any = None, name: str | None = None) -> EagerTensor:
    """The rows in a random order."""
    x = _convert(value)
    order = _torch.randperm(x.shape[0], generator=_generator(seed)).to(_here())
    return _wrapped(_relabelled(x._t.index_select(0, order), x.dtype))


def categorical(logits: Any, num_samples: int, dtype: Any = "int64", seed: Any = None, name: str | None = None) -> EagerTensor:
    """Random classes, with the probabilities of each row's softmax: the index of the largest sum of the row and Gumbel's numbers."""
    held = _convert(logits)._t
    noise = _torch.rand((held.shape[0], int(num_samples), held.shape[1]), device=_here(), generator=_generator(seed)).maximum(1e-30)
    found = (held.unsqueeze(1) - (-noise.log()).log()).argmax(-1)
    return _wrapped(_relabelled(found, _as_dtype(dtype)))


class Generator:
    """Random numbers of its own: ``tf.random.Generator.from_seed(1).normal((2, 3))``."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    @classmethod
    def from_seed(cls, seed: int, alg: Any = None) -> Generator:
        return cls(_torch.Generator().manual_seed(int(seed)))

    @classmethod
    def from_non_deterministic_state(cls, alg: Any = None) -> Generator:
        made = _torch.Generator()
        made.seed()
        return cls(made)

    def normal(self, shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = "float32", name: str | None = None) -> EagerTensor:
        return _normal(shape, mean, stddev, dtype, self._generator)

    def uniform(self, shape: Any, minval: Any = 0, maxval: Any = None, dtype: Any = "float32", name: str | None = None) -> EagerTensor:
        return _uniform(shape, minval, maxval, dtype, self._generator)


__getattr__ = _missing("tensorflow.random", globals(), {
    "gamma": "there are normal and uniform numbers", "poisson": "there are normal and uniform numbers", "stateless_truncated_normal": "use truncated_normal(seed=…)",
    "get_global_generator": "use tf.random.Generator.from_seed(1)",
})  # fmt: skip
