"""``torch.utils.data``: datasets, and loaders of minibatches. Random orders follow from `torch.manual_seed`, or from a generator."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..._names import missing as _missing
from ...indexing import stacked as _stacked
from .._creation import from_values as _from_values
from .._generator import host_random as _host_random, multinomial as _multinomial
from .._tensor import Tensor as _Tensor
from .._types import float64 as _float64


class Dataset:
    """Examples by number: a subclass has ``__getitem__`` and ``__len__``."""

    def __getitem__(self, index: int) -> Any:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other: Any) -> ConcatDataset:
        return ConcatDataset([self, other])

    def __class_getitem__(cls, _: Any) -> Any:
        return cls


class IterableDataset(Dataset):
    """Examples one after the other: a subclass has ``__iter__``."""


class TensorDataset(Dataset):
    """Tensors with the same number of examples."""

    def __init__(self, *tensors: Any) -> None:
        if any(tensor.shape[0] != tensors[0].shape[0] for tensor in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Any, ...]:
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return len(self.tensors[0])


class Subset(Dataset):
    """Some examples of a dataset."""

    def __init__(self, dataset: Any, indices: Sequence[int]) -> None:
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index: Any) -> Any:
        return self.dataset[[self.indices[at] for at in index] if isinstance(index, list) else self.indices[index]]

    def __len__(self) -> int:
        return len(self.indices)


class ConcatDataset(Dataset):
    """Datasets one after the other."""

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = list(datasets)
        self.cumulative_sizes = list(itertools.accumulate(map(len, self.datasets)))

    def __getitem__(self, index: int) -> Any:
        index += len(self) if index < 0 else 0
        at = bisect.bisect_right(self.cumulative_sizes, index)
        return self.datasets[at][index - (self.cumulative_sizes[at - 1] if at else 0)]

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]


def random_split(dataset: Any, lengths: Sequence[float], generator: Any = None) -> list[Subset]:
    """Random subsets of the given sizes, or of the given fractions of the dataset."""
    sizes = list(lengths)
    if math.isclose(sum(sizes), 1) and all(size <= 1 for size in sizes) and sum(sizes) <= 1 + 1e-9 and len(dataset) != 1:
        sizes = [math.floor(len(dataset) * part) for part in sizes]
        for at in range(len(dataset) - sum(sizes)):
            sizes[at % len(sizes)] += 1
    if sum(sizes) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = _order(len(dataset), generator)
    ends = list(itertools.accumulate(sizes))
    return [Subset(dataset, order[end - size : end]) for size, end in zip(sizes, ends, strict=True)]


def _order(count: int, generator: Any) -> list[int]:
    order = list(range(count))
    _host_random(generator).shuffle(order)
    return order


class Sampler:
    """Gives the numbers of examples in an order."""

    def __init__(self, data_source: Any = None) -> None:
        self.data_source = data_source

    def __len__(self) -> int:
        return len(self.data_source)


class SequentialSampler(Sampler):
    """The examples in the dataset's order."""

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))


class RandomSampler(Sampler):
    """The examples in a random order."""

    def __init__(self, data_source: Any, replacement: bool = False, num_samples: int | None = None, generator: Any = None) -> None:
        self.data_source, self.replacement, self._count, self.generator = data_source, replacement, num_samples, generator

    def __iter__(self) -> Iterator[int]:
        count = len(self.data_source)
        if not self.replacement:
            return iter(_order(count, self.generator)[: len(self)])
        random = _host_random(self.generator)
        return iter([random.randrange(count) for _ in range(len(self))])

    def __len__(self) -> int:
        return len(self.data_source) if self._count is None else self._count


class WeightedRandomSampler(Sampler):
    """Random examples, with probabilities in proportion to their weights."""

    def __init__(self, weights: Any, num_samples: int, replacement: bool = True, generator: Any = None) -> None:
        if not isinstance(num_samples, int) or isinstance(num_samples, bool) or num_samples <= 0:
            raise ValueError(f"num_samples should be a positive integer value, but got num_samples={num_samples}")
        self.weights, self.num_samples, self.replacement, self.generator = weights, num_samples, replacement, generator

    def __iter__(self) -> Iterator[int]:
        weights = self.weights if isinstance(self.weights, _Tensor) else _from_values(self.weights, "cpu")
        return iter(_multinomial(weights, self.num_samples, self.replacement, generator=self.generator).tolist())

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler):
    """``batch_size`` examples at a time."""

    def __init__(self, sampler: Any, batch_size: int, drop_last: bool) -> None:
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self) -> Iterator[list[int]]:
        rest = iter(self.sampler)
        while batch := list(itertools.islice(rest, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self) -> int:
        return len(self.sampler) // self.batch_size if self.drop_last else math.ceil(len(self.sampler) / self.batch_size)


def default_collate(batch: Sequence[Any]) -> Any:
    """Joins examples to one minibatch: tensors are stacked, numbers make a tensor, tuples and dicts are joined element by element."""
    first = batch[0]
    if isinstance(first, _Tensor):
        return _stacked("default_collate", batch)
    if isinstance(first, (bool, int, float)) or hasattr(first, "tolist"):
        values = [one.tolist() if hasattr(one, "tolist") else one for one in batch]
        return _from_values(values, "cpu", _float64 if type(first) is float else None)
    if isinstance(first, str):
        return batch
    if isinstance(first, dict):
        return {key: default_collate([one[key] for one in batch]) for key in first}
    if isinstance(first, (tuple, list)):
        made = [default_collate(parts) for parts in zip(*batch, strict=True)]
        return type(first)(*made) if hasattr(first, "_fields") else made
    raise TypeError(f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {type(first)}")


class DataLoader:
    """Minibatches of a dataset, with ``shuffle`` in a new order in each pass. Workers would be processes: a browser has none."""

    def __init__(
        self, dataset: Any, batch_size: int | None = 1, shuffle: bool | None = None, sampler: Any = None, batch_sampler: Any = None, num_workers: int = 0,
        collate_fn: Any = None, pin_memory: bool = False, drop_last: bool = False, generator: Any = None, **_: Any,
    ) -> None:  # fmt: skip
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last):
            raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
        if num_workers < 0:
            raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
        if batch_size is not None and (not isinstance(batch_size, int) or batch_size < 1):
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        self.dataset, self.batch_size, self.drop_last, self.num_workers = dataset, batch_size, drop_last, num_workers
        self.generator, self.collate_fn = generator, collate_fn or default_collate
        self._plain = collate_fn is None and type(dataset) is TensorDataset
        self._streams = isinstance(dataset, IterableDataset)
        if self._streams and shuffle:
            raise ValueError(f"DataLoader with IterableDataset: expected unspecified shuffle option, but got shuffle={shuffle}")
        if not self._streams:
            self.sampler = sampler if sampler is not None else RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
            self.batch_sampler = batch_sampler or (None if batch_size is None else BatchSampler(self.sampler, batch_size, drop_last))

    def __iter__(self) -> Iterator[Any]:
        if self._streams:
            rest = iter(self.dataset)
            if self.batch_size is None:
                yield from rest
            while batch := list(itertools.islice(rest, self.batch_size)):
                if len(batch) == self.batch_size or not self.drop_last:
                    yield self.collate_fn(batch)
        elif self.batch_sampler is None:
            for at in self.sampler:
                one = self.dataset[at]
                yield list(one) if type(one) is tuple else one
        else:
            for batch in self.batch_sampler:
                # A minibatch is taken from each tensor by one operation, not by one for each example.
                yield list(self.dataset[batch]) if self._plain else self.collate_fn([self.dataset[at] for at in batch])

    def __len__(self) -> int:
        if self._streams:
            count = len(self.dataset)
            return count if self.batch_size is None else len(BatchSampler(range(count), self.batch_size, self.drop_last))
        return len(self.sampler if self.batch_sampler is None else self.batch_sampler)


__getattr__ = _missing("torch.utils.data", globals())
