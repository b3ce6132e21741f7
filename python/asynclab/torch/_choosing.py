"""Methods of tensors that find, order and choose elements. They wait where the values of elements decide the size of the result."""

from __future__ import annotations

import builtins
import math
from collections import Counter
from collections.abc import Callable
from operator import itemgetter
from typing import Any

from ..array import Array
from ..axes import axis_of
from ..indexing import chosen
from ..masks import Mask
from ..views import sliced
from ._creation import created, from_values
from ._gradients import is_grad_enabled, no_grad
from ._history import named
from ..exact import LIMIT, labelled
from ..whole import cast
from ._types import boolean, int64


def _pair(name: str) -> Any:
    """The type of a result with values and indices: `torch.return_types.max`."""

    def text(self: Any) -> str:
        return f"torch.return_types.{name}(\nvalues={self[0]!r},\nindices={self[1]!r})"

    members = {"__slots__": (), "__module__": "torch.return_types", "__repr__": text, "values": property(itemgetter(0)), "indices": property(itemgetter(1))}
    return type(name, (tuple,), members)


class return_types:  # noqa: N801
    """``torch.return_types``."""

    max, min, sort, topk, median = map(_pair, ("max", "min", "sort", "topk", "median"))


def _composed(x: Any, name: str, *numbers: float) -> Any:
    return x._adopt(x._lab._composed(name, 0, 1, x._id, *numbers))


def linear(name: str, x: Any, dim: int, index: Any) -> Any:
    """Row-major positions of the elements that an index names along an axis. Out of range: an error, or infinity where nothing waits."""
    shape, wanted = tuple(x.shape), tuple(index.shape)
    at = axis_of(name, dim, len(shape))
    if index.dtype is not int64:
        raise RuntimeError(f"{name}(): Expected dtype int64 for index; make it one with .long()")
    if len(wanted) != len(shape):
        raise RuntimeError("Index tensor must have the same number of dimensions as input tensor")
    for axis, (have, want) in enumerate(zip(shape, wanted, strict=True)):
        if axis != at and want > have:
            raise RuntimeError(f"Size does not match at dimension {axis} expected index {list(wanted)} to be no larger than self {list(shape)} apart from dimension {at}")
    if math.prod(shape) > LIMIT:
        raise RuntimeError(f"{name}: a tensor of {math.prod(shape)} elements; the lab counts those of {LIMIT} here")
    if not x._runs_ahead:
        for one in index._flat("index"):
            if not 0 <= one < shape[at]:
                raise RuntimeError(f"index {one} is out of bounds for dimension {at} with size {shape[at]}")
    steps = [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
    with no_grad():
        indices = cast(index, x._plain.dtype)
        found = indices * steps[at]
        if x._runs_ahead:
            found = found / ((indices >= 0) & (indices < shape[at]))
        for axis, length in enumerate(wanted):
            if axis != at and length > 1:
                along = created("arange", (0.0, float(steps[axis])), (length,), x.device)
                found = found + Array.reshape(along, (length, *[1] * (len(wanted) - axis - 1)))
    return found


def _flat_taken(x: Any, where: Any) -> Any:
    flat = Array.reshape(x, -1)
    return flat._adopt(flat._lab._apply("take", 0, 2, flat._id, where._id, 0))


def _added(x: Any, where: Any, source: Any) -> Any:
    """The elements plus the values of ``source`` at the positions ``where``. A position that is there twice gets both values."""
    values = Array.reshape(source, -1)
    indices = Array.reshape(where, -1)
    sums = values._adopt(values._lab._apply("segmentSum", 0, 2, values._id, indices._id, 0, x.numel()))
    return x + Array.reshape(sums, tuple(x.shape))


class Choosing(Array):
    """The methods."""

    __slots__ = ()

    # --- the largest, the smallest, the order

    def argmax(self, dim: Any = None, keepdim: bool = False, axis: Any = None, keepdims: bool = False) -> Any:
        return self._extreme("argmax", dim if axis is None else axis, keepdim or keepdims)

    def argmin(self, dim: Any = None, keepdim: bool = False, axis: Any = None, keepdims: bool = False) -> Any:
        return self._extreme("argmin", dim if axis is None else axis, keepdim or keepdims)

    def _extreme(self, name: str, dim: Any, keep: bool) -> Any:
        rank = self.ndim
        if not self.numel() and (dim is None or not self.shape[axis_of(name, dim, rank)]):
            raise IndexError(f"{name}(): Expected reduction dim {dim or 0} to have non-zero size.")
        with no_grad():
            at = -1 if dim is None or not rank else axis_of(name, dim, rank)
            made = _composed(self, name, at, int(keep and at >= 0))
        return labelled(made, int64, self.numel())

    def max(self, dim: Any = None, keepdim: bool = False, axis: Any = None) -> Any:
        return self._most("max", dim if axis is None else axis, keepdim)

    def min(self, dim: Any = None, keepdim: bool = False, axis: Any = None) -> Any:
        return self._most("min", dim if axis is None else axis, keepdim)

    def _most(self, name: str, dim: Any, keepdim: bool) -> Any:
        if isinstance(dim, Array):
            return getattr(self, f"{name}imum")(dim)
        if dim is None:
            if not self.numel():
                raise RuntimeError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.")
            return getattr(Array, name)(self)
        indices = self._extreme(f"arg{name}", dim, keepdim)
        if is_grad_enabled() and self.requires_grad and self.ndim:  # type: ignore[attr-defined]
            # The first of several equal elements gets the gradient.
            kept = indices if keepdim else indices.unsqueeze(dim)
            values = self.gather(dim, kept)
            values = values if keepdim else values.squeeze(dim)
        else:
            values = getattr(Array, name)(self, dim, keepdim)
        return getattr(return_types, name)((named(values, f"{name.title()}Backward0"), indices))

    def amax(self, dim: Any = (), keepdim: bool = False) -> Any:
        return Array.max(self, None if dim in ((), []) else dim, keepdim)

    def amin(self, dim: Any = (), keepdim: bool = False) -> Any:
        return Array.min(self, None if dim in ((), []) else dim, keepdim)

    def sort(self, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:
        return return_types.sort((named(self._sorted(dim, descending), "Sort"), self.argsort(dim, descending)))  # type: ignore[attr-defined]

    def argsort(self, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:
        return labelled(self._sorted(dim, descending, True), int64, self.numel())  # type: ignore[attr-defined]

    def msort(self) -> Any:
        return self.sort(0)[0]

    def topk(self, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:  # noqa: A002
        at = axis_of("topk", dim, self.ndim)
        if not 0 <= k <= (self.shape[at] if self.ndim else 1):
            raise RuntimeError("selected index k out of range")
        return return_types.topk(self._ranked("Topk", at, largest, 0, k))  # type: ignore[attr-defined]

    def median(self, dim: Any = None, keepdim: bool = False) -> Any:
        """The middle element; of an even number, the smaller one of the two in the middle."""
        if dim is None:
            return Array.reshape(self, -1).median(0).values
        at = axis_of("median", dim, self.ndim)
        found = self._ranked("Median", at, False, (self.shape[at] - 1) // 2 if self.ndim else 0, 1)
        return return_types.median(one if keepdim else one.squeeze(dim) for one in found)  # type: ignore[attr-defined]

    def _ranked(self, name: str, at: int, descending: bool, first: int, count: int) -> Any:
        """Some elements in sorted order along an axis, and the indices that they had."""
        return [named(sliced(one, at, first, 1, count) if self.ndim else one, name) for one in self.sort(at, descending)]

    def unique(self, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False) -> Any:  # noqa: A002
        flat = self._flat("unique")
        kinds = {value: at for at, value in enumerate(builtins.sorted(set(flat)))}
        found: tuple[Any, ...] = (from_values(list(kinds), self.device, self.dtype),)  # type: ignore[attr-defined]
        if return_inverse:
            found += (from_values([kinds[value] for value in flat], self.device, int64).reshape(self.shape),)
        if return_counts:
            counts = Counter(flat)
            found += (from_values([counts[value] for value in kinds], self.device, int64),)
        return found if len(found) > 1 else found[0]

    def bincount(self, weights: Any = None, minlength: int = 0) -> Any:
        flat = self._flat("bincount")
        found: list[Any] = [0] * max(minlength, *(value + 1 for value in flat), 0)
        for value, weight in zip(flat, weights._flat("bincount") if weights is not None else [1] * len(flat), strict=True):
            found[value] += weight
        return from_values(found, self.device)

    def nonzero(self, as_tuple: bool = False) -> Any:
        """The indices of the elements that are not 0, a row for each. Waits."""
        count, columns = self._places()  # type: ignore[attr-defined]
        if as_tuple:
            return tuple(from_values(column, self.device, int64) for column in columns)
        rows = [value for row in zip(*columns, strict=True) for value in row]
        return from_values(rows, self.device, int64).reshape((count, self.ndim))

    # --- by index

    def gather(self, dim: int, index: Any, *, sparse_grad: bool = False) -> Any:
        """Along an axis, the elements that an index with the same number of dimensions names."""
        return named(_flat_taken(self, linear("gather", self, dim, index)), "Gather")

    def take_along_dim(self, indices: Any, dim: Any = None) -> Any:
        if dim is None:
            return _flat_taken(self, cast(indices, self._plain.dtype))
        wide = list(self.shape)
        wide[axis_of("take_along_dim", dim, self.ndim)] = indices.shape[dim]
        return self.gather(dim, indices.expand(*wide))

    def index_select(self, dim: int, index: Any) -> Any:
        if index.dtype._rank != 1:
            raise RuntimeError("index_select(): Expected dtype int32 or int64 for index; make it one with .long()")
        return self[(slice(None),) * axis_of("index_select", dim, self.ndim) + (index,)]

    def scatter_(self, dim: int, index: Any, src: Any, reduce: str | None = None) -> Any:
        """Puts elements where an index names them along an axis. Waits: where it names an element twice, the last value counts."""
        if reduce == "add":
            return self.scatter_add_(dim, index, src)
        made = Array.reshape(self, -1)
        where = labelled(Array.reshape(linear("scatter", self, dim, index), -1), int64)
        made[where] = src[tuple(slice(length) for length in index.shape)].reshape(-1) if isinstance(src, Array) else src
        return self._become(made.reshape(self.shape))

    def scatter_add_(self, dim: int, index: Any, src: Any) -> Any:
        part = src[tuple(slice(length) for length in index.shape)]
        return self._become(_added(self, linear("scatter_add", self, dim, index), part))

    def index_add_(self, dim: int, index: Any, source: Any, *, alpha: float = 1) -> Any:
        at = axis_of("index_add", dim, self.ndim)
        wide = index.reshape([-1 if axis == at else 1 for axis in range(self.ndim)]).expand(*source.shape)
        return self.scatter_add_(dim, wide, source if alpha == 1 else source * alpha)

    def scatter(self, dim: int, index: Any, src: Any, reduce: str | None = None) -> Any:
        return self.clone().scatter_(dim, index, src, reduce)  # type: ignore[attr-defined]

    def scatter_add(self, dim: int, index: Any, src: Any) -> Any:
        return self.clone().scatter_add_(dim, index, src)  # type: ignore[attr-defined]

    def index_add(self, dim: int, index: Any, source: Any, *, alpha: float = 1) -> Any:
        return self.clone().index_add_(dim, index, source, alpha=alpha)  # type: ignore[attr-defined]

    def masked_fill(self, mask: Any, value: Any) -> Any:
        if not isinstance(mask, Mask):
            raise RuntimeError(f"masked_fill only supports boolean masks, but got mask with dtype {mask.dtype}")
        if not isinstance(value, Array):
            value = self._filled(float(value != 0) if self.dtype is boolean else float(self._number_of(value)), ())  # type: ignore[attr-defined]
        made = chosen(mask, cast(value, self.dtype), self)  # type: ignore[attr-defined]
        return named(made if made.dtype is self.dtype else labelled(made, self.dtype), "MaskedFill")  # type: ignore[attr-defined]

    def masked_fill_(self, mask: Any, value: Any) -> Any:
        return self._become(self.masked_fill(mask, value))

    def masked_select(self, mask: Any) -> Any:
        return self[mask]

    # --- parts

    def split(self, split_size_or_sections: Any, dim: int = 0) -> tuple[Any, ...]:
        """Views of the given numbers of elements along an axis."""
        at = axis_of("split", dim, self.ndim)
        length, wanted = self.shape[at], split_size_or_sections
        if isinstance(wanted, int):
            if wanted < 1:
                raise RuntimeError(f"split expects split_size be non-negative, but got split_size={wanted}")
            wanted = [min(wanted, length - first) for first in range(0, max(1, length), wanted)]
        if sum(wanted) != length:
            raise RuntimeError(
                f"split_with_sizes expects split_sizes to sum exactly to {length} (input tensor's size at dimension {at}), but got split_sizes={list(wanted)}"
            )
        ends = [sum(wanted[: number + 1]) for number in range(len(wanted))]
        return tuple(self[(slice(None),) * at + (slice(end - size, end),)] for size, end in zip(wanted, ends, strict=True))

    def chunk(self, chunks: int, dim: int = 0) -> tuple[Any, ...]:
        return self.split(max(1, math.ceil(self.shape[axis_of("chunk", dim, self.ndim)] / chunks)), dim)

    def unbind(self, dim: int = 0) -> tuple[Any, ...]:
        at = axis_of("unbind", dim, self.ndim)
        return tuple(self[(slice(None),) * at + (index,)] for index in range(self.shape[at]))

    def select(self, dim: int, index: int) -> Any:
        return self[(slice(None),) * axis_of("select", dim, self.ndim) + (index,)]

    def narrow(self, dim: int, start: int, length: int) -> Any:
        return self[(slice(None),) * axis_of("narrow", dim, self.ndim) + (slice(start, start + length),)]

    def triu(self, diagonal: int = 0) -> Any:
        return self._kept_where(lambda row, column: column - row >= diagonal)

    def tril(self, diagonal: int = 0) -> Any:
        return self._kept_where(lambda row, column: column - row <= diagonal)

    def _kept_where(self, rule: Callable[[Any, Any], Any]) -> Any:
        if self.ndim < 2:
            raise RuntimeError("tril and triu: input tensor must have at least 2 dimensions")
        rows, columns = self.shape[-2:]
        row, column = (created("arange", (0.0, 1.0), (length,), self.device) for length in (rows, columns))
        return self.masked_fill(~rule(Array.reshape(row, (rows, 1)), column), 0)

    def diagonal(self, offset: int = 0) -> Any:
        """The diagonal of a matrix. A copy."""
        if self.ndim != 2:
            raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {self.ndim}D")
        rows, columns = self.shape
        count = max(0, min(rows + min(0, offset), columns - max(0, offset)))
        first = offset if offset > 0 else -offset * columns
        return _flat_taken(self, created("arange", (float(first), columns + 1.0), (count,), self.device))

    def diag(self, diagonal: int = 0) -> Any:
        if self.ndim > 1:
            return self.diagonal(diagonal)
        if diagonal:
            raise ValueError("diag: a vector goes on the main diagonal here; give no other")
        size = self.shape[0]
        row, column = (Array.reshape(created("arange", (0.0, 1.0), (size,), self.device), shape) for shape in ((size, 1), (1, size)))
        return self.broadcast_to((size, size)).masked_fill(column != row, 0)

    def trace(self) -> Any:
        return self.diagonal().sum()

    def isin(self, values: Any) -> Any:
        return labelled((Array.reshape(self, (*self.shape, 1)) == Array.reshape(values, -1)).any(-1), boolean)
