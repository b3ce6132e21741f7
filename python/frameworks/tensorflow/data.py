"""``tf.data``: sequences of tensors. A batch of rows is taken at once."""

from __future__ import annotations

import random as _random
from collections.abc import Callable, Iterator
from typing import Any

from asynclab import torch as _torch
from asynclab.torch._generator import host_random as _host_random

from ._devices import here as _here
from ._missing import missing as _missing
from ._shapes import stack as _stack
from ._convert import convert as _convert, static as _static
from ._tensor import EagerTensor, wrapped as _wrapped
from ._types import relabelled as _relabelled

AUTOTUNE = -1
INFINITE_CARDINALITY, UNKNOWN_CARDINALITY = -1, -2


def _each(call: Callable[..., Any], *trees: Any) -> Any:
    """Applies a function to the tensors in tuples and dicts."""
    first = trees[0]
    if isinstance(first, tuple):
        return tuple(_each(call, *parts) for parts in zip(*trees, strict=True))
    if isinstance(first, dict):
        return {name: _each(call, *(one[name] for one in trees)) for name in first}
    return call(*trees)


def _first(tree: Any) -> Any:
    while isinstance(tree, (tuple, dict)):
        tree = next(iter(tree.values() if isinstance(tree, dict) else tree))
    return tree


class Dataset:
    """``tf.data.Dataset.from_tensor_slices((X, y)).shuffle(100).batch(10)``."""

    def __init__(self, elements: Callable[[], Iterator[Any]], length: int) -> None:
        self._elements, self._length = elements, length

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset:
        whole = _each(_convert, tensors)
        return _Rows(whole, lambda: list(range(_first(whole).shape[0])), _first(whole).shape[0])

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Dataset:
        whole = _each(_convert, tensors)
        return Dataset(lambda: iter([whole]), 1)

    @staticmethod
    def from_generator(generator: Callable[[], Any], *_: Any, **__: Any) -> Dataset:
        return Dataset(lambda: (_each(_convert, one) for one in generator()), UNKNOWN_CARDINALITY)

    @staticmethod
    def range(*args: Any, **_: Any) -> Dataset:
        values = range(*(_static(one) for one in args))
        return Dataset(lambda: (_convert(one, "int64") for one in values), len(values))

    @staticmethod
    def zip(*datasets: Any) -> Dataset:
        parts = datasets[0] if len(datasets) == 1 and isinstance(datasets[0], tuple) else datasets
        return Dataset(lambda: zip(*parts, strict=False), min(one._length for one in parts))

    def __iter__(self) -> Iterator[Any]:
        return self._elements()

    def __len__(self) -> int:
        if self._length < 0:
            raise TypeError("The dataset is infinite." if self._length == INFINITE_CARDINALITY else "The dataset length is unknown.")
        return self._length

    def cardinality(self) -> EagerTensor:
        return _convert(self._length, "int64")

    def as_numpy_iterator(self) -> Iterator[Any]:
        """The elements as arrays of NumPy. Waits for each."""
        return (_each(lambda x: x.numpy(), one) for one in self)

    def map(self, map_func: Callable[..., Any], num_parallel_calls: Any = None, **_: Any) -> Dataset:
        return Dataset(lambda: (map_func(*one) if isinstance(one, tuple) else map_func(one) for one in self), self._length)

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        return Dataset(lambda: (one for one in self if (predicate(*one) if isinstance(one, tuple) else predicate(one))), UNKNOWN_CARDINALITY)

    def batch(self, batch_size: Any, drop_remainder: bool = False, num_parallel_calls: Any = None, **_: Any) -> Dataset:
        size = _static(batch_size)

        def batches() -> Iterator[Any]:
            kept: list[Any] = []
            for one in self:
                kept.append(one)
                if len(kept) == size:
                    yield _each(lambda *parts: _stack(parts), *kept)
                    kept = []
            if kept and not drop_remainder:
                yield _each(lambda *parts: _stack(parts), *kept)

        return Dataset(batches, _batches(self._length, size, drop_remainder))

    def shuffle(self, buffer_size: Any, seed: Any = None, reshuffle_each_iteration: bool = True, name: str | None = None) -> Dataset:
        """A random order: each element is drawn from the next ``buffer_size``. Passes differ if ``reshuffle_each_iteration`` is True."""
        size, kept = _static(buffer_size), _Order(seed, reshuffle_each_iteration)

        def elements() -> Iterator[Any]:
            numbers, buffer = kept.numbers(), []
            for one in self:
                buffer.append(one)
                if len(buffer) == size:
                    yield buffer.pop(numbers.randrange(len(buffer)))
            while buffer:
                yield buffer.pop(numbers.randrange(len(buffer)))

        return Dataset(elements, self._length)

    def repeat(self, count: Any = None, name: str | None = None) -> Dataset:
        times = -1 if count is None else _static(count)

        def elements() -> Iterator[Any]:
            done = 0
            while times < 0 or done < times:
                yield from self
                done += 1

        return Dataset(elements, INFINITE_CARDINALITY if times < 0 else self._length * times if self._length >= 0 else self._length)

    def take(self, count: Any, name: str | None = None) -> Dataset:
        import itertools

        number = _static(count)
        return Dataset(lambda: itertools.islice(iter(self), number), min(number, self._length) if self._length >= 0 else number)

    def skip(self, count: Any, name: str | None = None) -> Dataset:
        import itertools

        number = _static(count)
        return Dataset(lambda: itertools.islice(iter(self), number, None), max(0, self._length - number) if self._length >= 0 else self._length)

    def enumerate(self, start: int = 0, name: str | None = None) -> Dataset:
        return Dataset(lambda: ((_convert(at, "int64"), one) for at, one in enumerate(self, start)), self._length)

    def prefetch(self, buffer_size: Any = None, name: str | None = None) -> Dataset:
        """Returns the dataset itself: elements are enqueued ahead of the device anyway."""
        return self

    def cache(self, filename: str = "", name: str | None = None) -> Dataset:
        kept: list[Any] = []

        def elements() -> Iterator[Any]:
            if not kept:
                kept.extend(self)
            return iter(kept)

        return Dataset(elements, self._length)

    def __getattr__(self, name: str) -> Any:
        from asynclab._names import lacking

        raise lacking("tf.data.Dataset", self, name)


def _batches(length: int, size: int, drop: bool) -> int:
    return length if length < 0 else length // size if drop else -(-length // size)


class _Order:
    """The random numbers of a shuffle, from its seed or from the program's own."""

    def __init__(self, seed: Any, anew: bool) -> None:
        self._seed, self._anew = None if seed is None else _static(seed), anew
        self._random = None if self._seed is None else _random.Random(self._seed)
        self._state: Any = None

    def numbers(self) -> Any:
        if self._state is None or self._anew:
            found = self._random or _host_random()
            self._state = found.getrandbits(64)
        return _random.Random(self._state)


class _Rows(Dataset):
    """Rows of tensors in an order. A batch takes one operation for each tensor."""

    def __init__(self, whole: Any, order: Callable[[], list[int]], length: int) -> None:
        self._whole, self._order = whole, order
        super().__init__(lambda: (_each(lambda x, at=at: x[at], whole) for at in order()), length)

    def shuffle(self, buffer_size: Any, seed: Any = None, reshuffle_each_iteration: bool = True, name: str | None = None) -> Dataset:
        size, kept = _static(buffer_size), _Order(seed, reshuffle_each_iteration)

        def order() -> list[int]:
            numbers, buffer, found = kept.numbers(), [], []
            for one in self._order():
                buffer.append(one)
                if len(buffer) == size:
                    found.append(buffer.pop(numbers.randrange(len(buffer))))
            while buffer:
                found.append(buffer.pop(numbers.randrange(len(buffer))))
            return found

        return _Rows(self._whole, order, self._length)

    def batch(self, batch_size: Any, drop_remainder: bool = False, num_parallel_calls: Any = None, **_: Any) -> Dataset:
        size = _static(batch_size)

        def batches() -> Iterator[Any]:
            order = self._order()
            for first in range(0, len(order), size):
                part = order[first : first + size]
                if len(part) == size or not drop_remainder:
                    at = _torch.tensor(part, device=_here())
                    yield _each(lambda x, at=at: _wrapped(_relabelled(x._t.index_select(0, at), x.dtype)), self._whole)

        return Dataset(batches, _batches(self._length, size, drop_remainder))


__getattr__ = _missing("tensorflow.data", globals(), {"TFRecordDataset": "there are no files; use Dataset.from_tensor_slices", "TextLineDataset": "there are no files; use Dataset.from_tensor_slices"})
