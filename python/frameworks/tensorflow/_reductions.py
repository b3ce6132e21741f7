"""Reductions: of all elements, or along axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asynclab import torch as _torch

from ._convert import axes_of, convert
from ._tensor import EagerTensor, wrapped
from ._types import as_dtype, cast_to, dtypes, relabelled
from .errors import _invalid as invalid

_FLOATS = "bfloat16, half, float, double"


def _along(held: Any, axis: Any, op: str) -> Any:
    """The axes, as numbers from 0 on; None for all."""
    dims, rank = axes_of(axis), held.dim()
    if dims is None:
        return None
    dims = (dims,) if isinstance(dims, int) else dims
    for one in dims:
        if not -rank <= one < rank:
            raise invalid(f"Invalid reduction dimension ({one} for input with {rank} dimension(s)", op)
    return tuple(one % rank for one in dims)


def _reduced(held: Any, name: str, dims: Any, keepdims: bool, **more: Any) -> Any:
    if dims == ():
        return held  # An empty list of axes reduces nothing.
    if dims is None and not keepdims:
        return getattr(held, name)(**more)
    dims = tuple(range(held.dim())) if dims is None else dims
    if not dims:
        return getattr(held, name)(**more)
    if name in ("prod", "all", "any"):
        for one in sorted(dims, reverse=True):
            held = getattr(held, name)(one, keepdims)
        return held
    return getattr(held, name)(dims, keepdim=keepdims, **more)


def _reduction(op: str, method: str, kinds: str = "numbers", **more: Any) -> Callable[..., EagerTensor]:
    def call(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> EagerTensor:
        x = convert(input_tensor)
        if kinds == "bool" and not x.dtype.is_bool:
            raise invalid(f"cannot compute {op} as input #0(zero-based) was expected to be a bool tensor but is a {x.dtype.short} tensor", op)
        if kinds == "numbers" and x.dtype.is_bool:
            raise invalid(f"Value for attr 'T' of bool is not in the list of allowed values: {_FLOATS}, int8, int16, int32, int64; use tf.cast(x, tf.int32)", op)
        if kinds == "floats" and not x.dtype.is_floating:
            raise TypeError(f"Input must be either real or complex. Received integer type {x.dtype}.")
        held = x._t
        return wrapped(relabelled(_reduced(held, method, _along(held, axis, op), keepdims, **more), x.dtype))

    return call


reduce_sum, reduce_prod = _reduction("Sum", "sum"), _reduction("Prod", "prod")
reduce_max, reduce_min = _reduction("Max", "amax"), _reduction("Min", "amin")
reduce_all, reduce_any = _reduction("All", "all", "bool"), _reduction("Any", "any", "bool")
reduce_variance, reduce_std = _reduction("Mean", "var", "floats", correction=0), _reduction("Mean", "std", "floats", correction=0)


def reduce_mean(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> EagerTensor:
    """The mean. For whole numbers it is truncated, as in TensorFlow."""
    x = convert(input_tensor)
    if x.dtype.is_bool:
        raise invalid(f"Value for attr 'T' of bool is not in the list of allowed values: {_FLOATS}, int32, int64; use tf.cast(x, tf.float32)", "Mean")
    held = x._t
    dims = _along(held, axis, "Mean")
    if x.dtype.is_floating:
        return wrapped(relabelled(_reduced(held, "mean", dims, keepdims), x.dtype))
    total = _reduced(held, "sum", dims, keepdims)
    count = max(1, held.numel() // max(1, total.numel()))
    return wrapped(cast_to(total.to(_torch.float32) / count, x.dtype))


def reduce_logsumexp(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> EagerTensor:
    if not convert(input_tensor).dtype.is_floating:
        raise invalid(f"Value for attr 'T' of {convert(input_tensor).dtype.name} is not in the list of allowed values: {_FLOATS}; use tf.cast(x, tf.float32)", "Exp")
    x = convert(input_tensor)._t
    dims = _along(x, axis, "Max")
    dims = tuple(range(x.dim())) if dims is None else dims
    most = x.detach().amax(dims, keepdim=True) if dims else x.detach()
    made = (x - most).exp()
    made = (made.sum(dims, keepdim=True) if dims else made).log() + most
    return wrapped(made if keepdims or not dims else made.reshape(tuple(length for at, length in enumerate(x.shape) if at not in dims)))


def reduce_euclidean_norm(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> EagerTensor:
    return norm(input_tensor, axis=axis, keepdims=keepdims)


def norm(tensor: Any, ord: Any = "euclidean", axis: Any = None, keepdims: bool = False, name: str | None = None) -> EagerTensor:  # noqa: A002
    """The norm of order 2, 1, infinity or another power. Along two axes, the norm of matrices."""
    x = convert(tensor)
    if not x.dtype.is_floating:
        raise invalid(f"Value for attr 'T' of {x.dtype.name} is not in the list of allowed values: {_FLOATS}; use tf.cast(x, tf.float32)", "Sqrt")
    held = x._t
    dims = _along(held, axis, "Sum")
    if isinstance(axis, (list, tuple)) and len(axis) == 2 and ord not in ("euclidean", "fro"):
        made = _torch.linalg.matrix_norm(held, ord, tuple(axis), keepdims)
    elif ord in ("euclidean", "fro", 2, 2.0):
        made = _reduced(held * held, "sum", dims, keepdims).sqrt()
    elif ord == 1:
        made = _reduced(held.abs(), "sum", dims, keepdims)
    elif ord == float("inf"):
        made = _reduced(held.abs(), "amax", dims, keepdims)
    elif isinstance(ord, (int, float)) and ord > 0:
        made = _reduced(held.abs() ** ord, "sum", dims, keepdims) ** (1 / ord)
    else:
        raise ValueError(f"'ord' must be a supported vector norm, got {ord}")
    return wrapped(relabelled(made, x.dtype))


def _extreme(method: str, op: str) -> Callable[..., EagerTensor]:
    def call(input: Any, axis: Any = None, output_type: Any = "int64", name: str | None = None) -> EagerTensor:  # noqa: A002
        held = convert(input)._t
        dims = _along(held, 0 if axis is None else axis, op)
        return wrapped(relabelled(getattr(held, method)(dims[0]), as_dtype(output_type)))

    return call


argmax, argmin = _extreme("argmax", "ArgMax"), _extreme("argmin", "ArgMin")


def cumsum(x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> EagerTensor:
    """The sum of all elements along an axis up to each element; without the element if ``exclusive``, from the end if ``reverse``."""
    x = convert(x)
    if x.dtype.is_bool:
        raise invalid(f"Value for attr 'T' of bool is not in the list of allowed values: {_FLOATS}, int32, int64; use tf.cast(x, tf.int32)", "Cumsum")
    held = x._t
    dim = _along(held, axis, "Cumsum")[0]
    turned = held.flip((dim,)) if reverse else held
    made = turned.cumsum(dim)
    made = made - turned if exclusive else made
    return wrapped(relabelled(made.flip((dim,)) if reverse else made, x.dtype))


def count_nonzero(input: Any, axis: Any = None, keepdims: bool = False, dtype: Any = "int64", name: str | None = None) -> EagerTensor:  # noqa: A002
    counted = wrapped(cast_to(convert(input)._t != 0, as_dtype(dtype)))
    return reduce_sum(counted, axis, keepdims)


def top_k(input: Any, k: int = 1, sorted: bool = True, name: str | None = None) -> Any:  # noqa: A002
    """The largest elements of each row, and their indices."""
    from collections import namedtuple

    found = convert(input)._t.topk(k)
    return namedtuple("TopKV2", "values indices")(wrapped(found.values), wrapped(relabelled(found.indices, dtypes["int32"])))


def sort(values: Any, axis: int = -1, direction: str = "ASCENDING", name: str | None = None) -> EagerTensor:
    x = convert(values)
    if not x.ndim:
        raise invalid("Argument `values` must have at least one dimension", "TopKV2")
    return wrapped(relabelled(x._t._sorted(axis, direction == "DESCENDING"), x.dtype))


def argsort(values: Any, axis: int = -1, direction: str = "ASCENDING", stable: bool = False, name: str | None = None) -> EagerTensor:
    return wrapped(relabelled(convert(values)._t.argsort(axis, direction == "DESCENDING"), dtypes["int32"]))
