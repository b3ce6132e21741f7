"""Creation of tensors, on the device of the scope."""

from __future__ import annotations

import builtins
import math
from typing import Any

from asynclab import torch as _torch

from ._devices import here
from ._elementwise import cast
from ._convert import convert, dimensions, is_tensor, static
from ._tensor import EagerTensor, wrapped
from ._types import as_dtype, dtypes, relabelled


def constant(value: Any, dtype: Any = None, shape: Any = None, name: str = "Const") -> EagerTensor:
    """A tensor of nested numbers: float32 for floats, int32 for whole numbers."""
    made = convert(value, dtype)
    if shape is None or made.shape == dimensions(shape):
        return made
    wanted = dimensions(shape)
    if not made.ndim or made.shape.num_elements() == 1:
        return wrapped(made._t.reshape((1,) * len(wanted)).broadcast_to(wanted))
    if math.prod(wanted) != made.shape.num_elements():
        raise TypeError(f"Eager execution of tf.constant with unsupported shape. Tensor {made} (converted from {value}) has {made.shape.num_elements()} elements, but got `shape` {shape} with {math.prod(wanted)} elements).")
    return wrapped(made._t.reshape(wanted), made._known)


def convert_to_tensor(value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None) -> EagerTensor:
    return convert(value, dtype)


def fill(dims: Any, value: Any, name: str | None = None) -> EagerTensor:
    if is_tensor(value):
        return wrapped(convert(value)._t.broadcast_to(dimensions(dims)))
    kind = dtypes["bool" if isinstance(value, bool) else "int32" if isinstance(value, int) else "float32"]
    return _filled(dimensions(dims), value, kind)


def _filled(shape: tuple[int, ...], value: Any, kind: Any) -> EagerTensor:
    made = _torch.full(shape, value, device=here(), dtype=kind.label if kind.size >= 4 or not kind.is_floating else None)
    return wrapped(relabelled(made, kind))


def zeros(shape: Any, dtype: Any = "float32", name: str | None = None, layout: Any = None) -> EagerTensor:
    return _filled(dimensions(shape), 0, as_dtype(dtype))


def ones(shape: Any, dtype: Any = "float32", name: str | None = None, layout: Any = None) -> EagerTensor:
    return _filled(dimensions(shape), 1, as_dtype(dtype))


def zeros_like(input: Any, dtype: Any = None, name: str | None = None, layout: Any = None) -> EagerTensor:  # noqa: A002
    x = convert(input)
    return _filled(tuple(x.shape), 0, x.dtype if dtype is None else as_dtype(dtype))


def ones_like(input: Any, dtype: Any = None, name: str | None = None, layout: Any = None) -> EagerTensor:  # noqa: A002
    x = convert(input)
    return _filled(tuple(x.shape), 1, x.dtype if dtype is None else as_dtype(dtype))


def eye(num_rows: int, num_columns: int | None = None, batch_shape: Any = None, dtype: Any = "float32", name: str | None = None) -> EagerTensor:
    held = _torch.eye(static(num_rows), static(num_rows if num_columns is None else num_columns), device=here())
    made = wrapped(held) if as_dtype(dtype) is dtypes["float32"] else cast(wrapped(held), dtype)
    return made if batch_shape is None else wrapped(made._t.broadcast_to((*dimensions(batch_shape), *made.shape)))


def range(start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str = "range") -> EagerTensor:  # noqa: A001
    """``start, start + delta, …`` below ``limit``: whole numbers, unless one of the three is a float."""
    start, limit = (0, start) if limit is None else (start, limit)
    given = [one.numpy() if is_tensor(one) else one for one in (start, limit, delta)]
    whole = builtins.all(is_tensor(one) and convert(one).dtype.is_integer or isinstance(one, int) for one in (start, limit, delta))
    first, end, step = (int(one) if whole else float(one) for one in given)
    if step == 0:
        from .errors import _invalid as invalid

        raise invalid("Requires delta != 0: 0", "Range")
    kind = as_dtype(dtype) if dtype is not None else dtypes["int32" if whole else "float32"]
    if (end - first) * step < 0:
        from .errors import _invalid as invalid

        raise invalid(f"Requires start {'<=' if step > 0 else '>='} limit when delta {'>' if step > 0 else '<'} 0: {first}/{end}", "Range")
    if first == end:
        return zeros((0,), kind)
    made = _torch.arange(first, end, step, device=here())
    known = list(builtins.range(first, end, step)) if whole and made.numel() <= 16 and kind.is_integer else None
    return wrapped(relabelled(made, kind) if whole == kind.is_integer and kind.size >= 4 else convert(wrapped(made))._t.to(kind.label), known)


def linspace(start: Any, stop: Any, num: int, name: str | None = None, axis: int = 0) -> EagerTensor:
    """``num`` numbers evenly from ``start`` to ``stop``, both included. Between whole numbers their type is float64, as in TensorFlow."""
    whole = all_whole(start, stop)
    held = _torch.linspace(float(start), float(stop), static(num), device=here())
    return wrapped(relabelled(held, dtypes["float64" if whole else "float32"]))


def all_whole(*values: Any) -> bool:
    return builtins.all(isinstance(one, int) or is_tensor(one) and convert(one).dtype.is_integer for one in values)
