"""Random numbers: seeds, generators, permutations. Those of the device follow from a state that the bridge keeps."""

from __future__ import annotations

import random
from typing import Any

from ._creation import from_values
from ..exact import labelled
from ._types import checked_dtype, int64, lab, uint8

_seed = 0


def words_of(name: str, seed: Any) -> tuple[int, int]:
    """The two halves of a seed."""
    number = int(seed)
    if not -(2**63) <= number < 2**64:
        raise ValueError(f"{name}: {number} has more than 64 bits; give a number from -2**63 to 2**64 - 1")
    number %= 2**64
    return number % 2**32, number >> 32


class Generator:
    """Random numbers of its own: ``torch.randn(2, generator=g)``. The same seed gives the same numbers, though not PyTorch's own."""

    def __init__(self, device: Any = "cpu") -> None:
        self.device = device
        self.manual_seed(67280421310721)

    def manual_seed(self, seed: int) -> Generator:
        low, high = words_of("manual_seed", seed)
        self._state, self._seed = f"{low},{high},0", int(seed)
        return self

    def initial_seed(self) -> int:
        return self._seed

    def seed(self) -> int:
        self.manual_seed(random.getrandbits(63))
        return self._seed

    def get_state(self) -> Any:
        return _state_tensor(self._state)

    def set_state(self, state: Any) -> Generator:
        self._state = _state_text(state)
        return self

    def __enter__(self) -> None:
        """Draws inside the block come from this generator."""
        self._before = lab.js.randomState(self._state)

    def __exit__(self, *_: object) -> None:
        self._state = lab.js.randomState(self._before)


class _Default(Generator):
    """The generator that is drawn from where none is given."""

    def __init__(self) -> None:
        self.device, self._seed = "cpu", _seed

    def manual_seed(self, seed: int) -> Generator:
        manual_seed(seed)
        return self

    def initial_seed(self) -> int:
        return initial_seed()

    @property
    def _state(self) -> str:
        return str(lab.js.randomState())

    @_state.setter
    def _state(self, state: str) -> None:
        lab.js.randomState(state)

    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...


def _state_tensor(state: str) -> Any:
    numbers = [int(part) % 2**32 for part in state.split(",")]
    return from_values([number >> shift & 255 for number in numbers for shift in (0, 8, 16, 24)], "cpu", uint8)


def _state_text(state: Any) -> str:
    flat = state.tolist()
    return ",".join(str(sum(byte << 8 * at for at, byte in enumerate(flat[first : first + 4]))) for first in range(0, 12, 4))


def manual_seed(seed: int) -> Generator:
    """Begins the random numbers anew: the same seed, the same numbers, though not PyTorch's own."""
    global _seed
    words_of("manual_seed", seed)
    lab.seed(int(seed))
    _seed = int(seed)
    return default_generator


def initial_seed() -> int:
    return _seed


def seed() -> int:
    """Begins the random numbers anew with a random seed."""
    manual_seed(random.getrandbits(63))
    return _seed


def get_rng_state() -> Any:
    return default_generator.get_state()


def set_rng_state(state: Any) -> None:
    default_generator.set_state(state)


def host_random(generator: Generator | None = None) -> random.Random:
    """Random numbers of the program's own, which follow from the same seed and need no device."""
    with generator or default_generator:
        return random.Random(str(lab.js.randomKey()))


def randperm(n: int, *, generator: Any = None, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Any:
    """The whole numbers from 0 below ``n`` in a random order."""
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    order = list(range(n))
    host_random(generator).shuffle(order)
    made = from_values(order, device, checked_dtype(dtype, int64)) if n else labelled(from_values([], device), checked_dtype(dtype, int64), 0)
    return made


def multinomial(input: Any, num_samples: Any, replacement: bool = False, *, generator: Any = None) -> Any:  # noqa: A002
    """Indices of elements, drawn from each row with probabilities in proportion to the elements. Waits."""
    random, found = host_random(generator), []
    for row in input.tolist() if input.dim() > 1 else [input.tolist()]:
        weights = list(row)
        for _ in range(num_samples):
            if not sum(weights):
                raise RuntimeError("invalid multinomial distribution (with replacement=False, not enough non-negative category to sample)")
            found.append(random.choices(range(len(weights)), weights)[0])
            if not replacement:
                weights[found[-1]] = 0
    return from_values(found, input.device, int64).reshape((*input.shape[:-1], num_samples))


default_generator = _Default()
