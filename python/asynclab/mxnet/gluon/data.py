"""``mxnet.gluon.data``: datasets, and loaders of minibatches."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

from ..._names import missing as _missing
from ...indexing import stacked as _stacked
from .._arrays import Makers as _Makers, lab as _lab, ndarray as _ndarray
from ...array import Array as _Array


class Dataset:
    """Examples by number: a subclass has ``__getitem__`` and ``__len__``."""

    def __getitem__(self, idx: int) -> Any:
        raise NotImplementedError


class ArrayDataset(Dataset):
    """Arrays with the same number of examples."""

    def __init__(self, *args: Any) -> None:
        if not args:
            raise AssertionError("Needs at least 1 arrays")
        for at, array in enumerate(args):
            if len(array) != len(args[0]):
                raise AssertionError(f"All arrays must have the same length; array[0] has length {len(args[0])} while array[{at}] has {len(array)}.")
        self._data = args

    def __getitem__(self, idx: Any) -> Any:
        found = tuple(array[idx] for array in self._data)
        return found if len(found) > 1 else found[0]

    def __len__(self) -> int:
        return len(self._data[0])


def _batch(examples: list[Any]) -> Any:
    if isinstance(examples[0], _Array):
        return _stacked("batchify", examples)
    if isinstance(examples[0], (tuple, list)):
        return [_batch(list(parts)) for parts in zip(*examples, strict=True)]
    return _Makers(_ndarray).values(examples, None)


class DataLoader:
    """Minibatches of a dataset; with ``shuffle``, in a new order in each pass."""

    def __init__(self, dataset: Any, batch_size: int, shuffle: bool = False, last_batch: str = "keep", batchify_fn: Any = None, num_workers: int = 0, **_: Any) -> None:
        if last_batch not in ("keep", "discard"):
            raise ValueError(f"DataLoader: last_batch is {last_batch!r}; give 'keep' or 'discard'")
        self._dataset, self._size, self._shuffle, self._last, self._batchify = dataset, batch_size, shuffle, last_batch, batchify_fn

    def __iter__(self) -> Iterator[Any]:
        order = list(range(len(self._dataset)))
        if self._shuffle:
            random.Random(str(_lab.js.randomKey())).shuffle(order)
        for first in range(0, len(self) * self._size, self._size):
            batch = order[first : first + self._size]
            if self._batchify is None and isinstance(self._dataset, ArrayDataset) and all(isinstance(one, _Array) for one in self._dataset._data):
                found = self._dataset[batch]
                yield list(found) if isinstance(found, tuple) else found
            else:
                yield (self._batchify or _batch)([self._dataset[at] for at in batch])

    def __len__(self) -> int:
        count = len(self._dataset) / self._size
        return math.ceil(count) if self._last == "keep" else math.floor(count)


class SimpleDataset(Dataset):
    """A list as a dataset."""

    def __init__(self, data: Any) -> None:
        self._data = data

    def __getitem__(self, idx: int) -> Any:
        return self._data[idx]

    def __len__(self) -> int:
        return len(self._data)


_lookup = _missing("mxnet.gluon.data", globals())


def __getattr__(name: str) -> Any:
    if name == "vision":
        raise AttributeError("gluon.data.vision: a notebook here has no network; give arrays of your own to gluon.data.ArrayDataset")
    return _lookup(name)
