"""Shapes, parts and joins."""

from __future__ import annotations

import builtins
import math
from typing import Any

from asynclab import torch as _torch

from ._creation import _filled
from ._devices import here
from ._convert import convert, dimensions, is_tensor, listed, static
from ._tensor import EagerTensor, wrapped
from ._types import as_dtype, relabelled
from .errors import _invalid as invalid


def _like(held: Any, x: EagerTensor, known: Any = None) -> EagerTensor:
    return wrapped(relabelled(held, x.dtype), known)


def _axis(axis: Any, rank: int, op: str) -> int:
    at = static(axis, "axis")
    if not -rank <= at < rank:
        raise invalid(f"axis {at} is out of range [{-rank}, {rank})", op)
    return at % rank


# --- what it is


def shape(input: Any, out_type: Any = "int32", name: str | None = None) -> EagerTensor:  # noqa: A002
    """The shape as a tensor. Reading it does not wait."""
    return convert(list(convert(input).shape), out_type)


def size(input: Any, out_type: Any = "int32", name: str | None = None) -> EagerTensor:  # noqa: A002
    return convert(convert(input).shape.num_elements(), out_type)


def rank(input: Any, name: str | None = None) -> EagerTensor:  # noqa: A002
    return convert(convert(input).ndim)


# --- the same elements in another shape


def reshape(tensor: Any, shape: Any, name: str | None = None) -> EagerTensor:
    x, wanted = convert(tensor), dimensions(shape)
    count = x.shape.num_elements()
    known = math.prod(one for one in wanted if one != -1)
    if wanted.count(-1) > 1:
        raise invalid(f"Only one input size may be -1, not both {wanted.index(-1)} and {wanted.index(-1, wanted.index(-1) + 1)}", "Reshape")
    if -1 in wanted and known and count % known:
        raise invalid(f"Input to reshape is a tensor with {count} values, but the requested shape requires a multiple of {known}", "Reshape")
    if -1 not in wanted and known != count:
        raise invalid(f"Input to reshape is a tensor with {count} values, but the requested shape has {known}", "Reshape")
    return _like(x._t.reshape(wanted), x, x._known)


def transpose(a: Any, perm: Any = None, conjugate: bool = False, name: str = "transpose") -> EagerTensor:
    x = convert(a)
    order = tuple(builtins.range(x.ndim))[::-1] if perm is None else tuple(static(perm, "perm"))
    if len(order) != x.ndim:
        raise invalid(f"transpose expects a vector of size {x.ndim}. But input(1) is a vector of size {len(order)}", "Transpose")
    return _like(x._t.permute(order), x)


def expand_dims(input: Any, axis: Any, name: str | None = None) -> EagerTensor:  # noqa: A002
    x, at = convert(input), static(axis, "axis")
    if not -x.ndim - 1 <= at <= x.ndim:
        raise invalid(f"Tried to expand dim index {at} for tensor with {x.ndim} dimensions.", "ExpandDims")
    return _like(x._t.unsqueeze(at), x, x._known)


def squeeze(input: Any, axis: Any = None, name: str | None = None) -> EagerTensor:  # noqa: A002
    x = convert(input)
    found = [] if axis is None else static(axis, "axis")
    axes = [_axis(one, x.ndim, "Squeeze") for one in ([found] if isinstance(found, int) else found)]
    for one in axes:
        if x.shape[one] != 1:
            raise invalid(f"Can not squeeze dim[{one}], expected a dimension of 1, got {x.shape[one]}", "Squeeze")
    return _like(x._t.reshape(tuple(length for at, length in enumerate(x.shape) if (at not in axes if axes else length != 1))), x, x._known)


def broadcast_to(input: Any, shape: Any, name: str | None = None) -> EagerTensor:  # noqa: A002
    x = convert(input)
    return _like(x._t.broadcast_to(dimensions(shape)), x)


def reverse(tensor: Any, axis: Any, name: str | None = None) -> EagerTensor:
    x = convert(tensor)
    return _like(x._t.flip(tuple(_axis(one, x.ndim, "ReverseV2") for one in dimensions(axis))), x)


def roll(input: Any, shift: Any, axis: Any, name: str | None = None) -> EagerTensor:  # noqa: A002
    x = convert(input)
    return _like(x._t.roll(static(shift), static(axis)), x)


# --- joins


def concat(values: Any, axis: Any, name: str = "concat") -> EagerTensor:
    parts = _of_one_type(values, "ConcatV2")
    at = _axis(axis, parts[0].ndim, "ConcatV2")
    first = parts[0].shape
    for number, one in enumerate(parts):
        for dim in builtins.range(len(first)):
            if one.ndim != len(first) or dim != at and one.shape[dim] != first[dim]:
                what = f"Dimension {dim} in both shapes must be equal" if one.ndim == len(first) else "Ranks of all input tensors should match"
                raise invalid(f"ConcatOp : {what}: shape[0] = {listed(first)} vs. shape[{number}] = {listed(one.shape)}", "ConcatV2")
    return _like(_torch.cat([one._t for one in parts], at), parts[0])


def stack(values: Any, axis: Any = 0, name: str = "stack") -> EagerTensor:
    parts = _of_one_type(values, "Pack")
    for number, one in enumerate(parts):
        if one.shape != parts[0].shape:
            raise invalid(f"Shapes of all inputs must match: values[0].shape = {listed(parts[0].shape)} != values[{number}].shape = {listed(one.shape)}", "Pack")
    return _like(_torch.stack([one._t for one in parts], _axis(axis, parts[0].ndim + 1, "Pack")), parts[0])


def _of_one_type(values: Any, op: str) -> list[EagerTensor]:
    given = list(values)
    kind = next((convert(one).dtype for one in given if is_tensor(one)), None)
    parts = [convert(one) if is_tensor(one) else convert(one, kind) for one in given]
    for number, one in enumerate(parts):
        if one.dtype is not parts[0].dtype:
            raise invalid(f"cannot compute {op} as input #{number}(zero-based) was expected to be a {parts[0].dtype.short} tensor but is a {one.dtype.short} tensor", op)
    return parts


def tile(input: Any, multiples: Any, name: str | None = None) -> EagerTensor:  # noqa: A002
    x, times = convert(input), dimensions(multiples)
    if len(times) != x.ndim:
        raise invalid(f"Expected multiples argument to be a vector of length {x.ndim} but got length {len(times)}", "Tile")
    return _like(x._t.tile(times), x)


def repeat(input: Any, repeats: int, axis: Any = None, name: str | None = None) -> EagerTensor:  # noqa: A002
    x = convert(input)
    held = x._t.reshape(-1) if axis is None else x._t
    return _like(held.repeat_interleave(static(repeats), 0 if axis is None else _axis(axis, x.ndim, "Repeat")), x)


def pad(tensor: Any, paddings: Any, mode: str = "CONSTANT", constant_values: Any = 0, name: str | None = None) -> EagerTensor:
    if mode != "CONSTANT":
        raise ValueError(f"pad: mode is {mode!r}; asynclab has CONSTANT")
    x = convert(tensor)
    for dim, (before, after) in enumerate(static(paddings, "paddings")):
        lengths = [[*x.shape[:dim], count, *x.shape[dim + 1 :]] for count in (before, after)]
        sides = [_filled(tuple(one), constant_values, x.dtype) if one[dim] else None for one in lengths]
        x = concat([one for one in (sides[0], x, sides[1]) if one is not None], dim)
    return x


# --- parts


def split(value: Any, num_or_size_splits: Any, axis: Any = 0, num: Any = None, name: str = "split") -> list[EagerTensor]:
    x = convert(value)
    at, sizes = _axis(axis, x.ndim, "Split"), static(num_or_size_splits)
    length = x.shape[at]
    if isinstance(sizes, int):
        if length % sizes:
            raise invalid(f"Number of ways to split should evenly divide the split dimension, but got split_dim {at} (size = {length}) and num_split {sizes}", "Split")
        sizes = [length // sizes] * sizes
    if -1 in sizes:
        sizes = [length - sum(sizes) - 1 if one == -1 else one for one in sizes]
    if sum(sizes) != length:
        raise invalid(f"Determined shape must either match input shape along split_dim exactly if fully specified, or be less than the size of the input along split_dim if not fully specified. Got: {sum(sizes)}", "SplitV")
    held, first, found = x._t, 0, []
    for one in sizes:
        found.append(_like(held.narrow(at, first, one), x))
        first += one
    return found


def unstack(value: Any, num: Any = None, axis: int = 0, name: str = "unstack") -> list[EagerTensor]:
    x = convert(value)
    at = _axis(axis, x.ndim, "Unpack")
    return [_like(x._t.select(at, one), x) for one in builtins.range(x.shape[at])]


def gather(params: Any, indices: Any, validate_indices: Any = None, axis: Any = None, batch_dims: int = 0, name: str | None = None) -> EagerTensor:
    """The elements at indices along an axis. The indices' range is checked only where the program gave them as numbers."""
    x, at = convert(params), convert(indices)
    if batch_dims:
        if batch_dims != 1 or at.ndim != 1 or axis not in (None, 1):
            raise ValueError("gather: asynclab has batch_dims=1 for one index in each row; use tf.one_hot and tf.reduce_sum")
        return _like(x._t.gather(1, at._t.to(_torch.int64).reshape(-1, 1)).reshape(-1), x)
    if not at.dtype.is_integer:
        raise TypeError(f"Value passed to parameter 'indices' has DataType {at.dtype.name} not in list of allowed values: int32, int64")
    dim = _axis(0 if axis is None else axis, x.ndim, "GatherV2")
    length = x.shape[dim]
    for one in at._known or ():
        if not 0 <= one < length:
            raise invalid(f"indices{'' if not at.ndim else f'[{at._known.index(one)}]'} = {one} is not in [0, {length})", "GatherV2")
    held = x._t.index_select(dim, at._t.to(_torch.int64).reshape(-1))
    return _like(held.reshape((*x.shape[:dim], *at.shape, *x.shape[dim + 1 :])), x)


def boolean_mask(tensor: Any, mask: Any, axis: Any = None, name: str = "boolean_mask") -> EagerTensor:
    """The elements, or rows, where a mask is true. Waits: the mask's values decide their number."""
    x = convert(tensor)
    return _like(x._t[convert(mask, "bool")._t], x)


def one_hot(indices: Any, depth: Any, on_value: Any = None, off_value: Any = None, axis: Any = None, dtype: Any = None, name: str | None = None) -> EagerTensor:
    """1 at each class along a new last axis, 0 elsewhere."""
    if axis not in (None, -1):
        raise ValueError(f"one_hot: axis is {axis}; there is -1")
    kind, at = as_dtype("float32" if dtype is None else dtype), convert(indices)._t
    hit = at.unsqueeze(-1) == _torch.arange(static(depth), device=here())
    if on_value is None and off_value is None:
        return wrapped(relabelled(hit.to(_torch.float32), kind) if kind.is_floating else hit.to(kind.label))
    return wrapped(relabelled(_torch.where(hit, float(1 if on_value is None else on_value), float(off_value or 0)), kind))


# --- x[…]


def _picked(x: EagerTensor, key: Any) -> EagerTensor:
    key = tuple(key) if isinstance(key, list) else key
    if builtins.any(isinstance(one, (list, bool, float, str)) for one in (key if isinstance(key, tuple) else (key,))):
        raise TypeError(f"Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are valid indices, got {key!r}; use tf.gather")
    if is_tensor(key) and convert(key).dtype.is_bool:
        return boolean_mask(x, key)
    keys, held, known = list(key) if isinstance(key, tuple) else [key], x._t, None
    rest = sum(one is not None and one is not Ellipsis for one in keys)
    if rest > x.ndim:
        raise invalid(f"Index out of range using input dim {x.ndim}; input has only {x.ndim} dims", "StridedSlice")
    if Ellipsis not in [one for one in keys if not is_tensor(one)]:
        keys.append(Ellipsis)
    source = 0
    found: list[Any] = []
    for one in keys:
        if one is None:
            found.append(None)
        elif one is Ellipsis:
            found += [slice(None)] * (x.ndim - rest)
            source += x.ndim - rest
        elif isinstance(one, slice):
            start, stop, step = (None if part is None else static(part, "index") for part in (one.start, one.stop, one.step))
            if step == 0:
                raise invalid("slice step must be non-zero", "StridedSlice")
            if step is not None and step < 0:
                indices = list(builtins.range(x.shape[source])[slice(start, stop, step)])
                held = held.index_select(source, _torch.tensor(indices, device=here()))
                start = stop = step = None
            found.append(slice(start, stop, step))
            source += 1
        else:
            at = static(one, "index")
            length = x.shape[source]
            if not -length <= at < length:
                raise invalid(f"slice index {at} of dimension {source} out of bounds.", "StridedSlice")
            found.append(at)
            source += 1
    if x._known is not None and x.ndim == 1 and len(keys) == 2 and keys[0] is not None:
        part = x._known[slice(*(None if one is None else static(one) for one in (keys[0].start, keys[0].stop, keys[0].step))) if isinstance(keys[0], slice) else found[0]]
        known = part if isinstance(part, list) else [part]
    return _like(held[tuple(found)], x, known)


EagerTensor.__getitem__ = _picked  # type: ignore[attr-defined]
