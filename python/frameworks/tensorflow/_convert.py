"""Conversions of values to tensors, and of tensors to numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from asynclab import torch as _torch

from ._devices import here
from ._tensor import EagerTensor, Tensor, wrapped
from ._types import DType, as_dtype, cast_to, dtypes, of_label, relabelled
from .errors import _invalid as invalid


def is_tensor(x: Any) -> bool:
    return isinstance(x, Tensor) or hasattr(x, "_as_tensor")


def convert(value: Any, dtype: Any = None) -> EagerTensor:
    """A value as a tensor, of the given type. Nested numbers become a tensor on the device of the scope."""
    wanted = None if dtype is None else as_dtype(dtype)
    if hasattr(value, "_as_tensor"):
        value = value._as_tensor()
    if isinstance(value, EagerTensor):
        if wanted is not None and value.dtype is not wanted:
            raise ValueError(f"Tensor conversion requested dtype {wanted.name} for Tensor with dtype {value.dtype.name}: {value!r}")
        return value
    if isinstance(value, (list, tuple)) and any(map(is_tensor, _leaves(value))):
        return _packed(value, wanted)
    own, values = _typed(value)
    if wanted is not None and own is not wanted and not _fits(own, wanted, value):
        bad = next((one for one in _leaves(value) if not isinstance(one, int)), value) if wanted.is_integer else next(iter(_leaves(value)), value)
        raise TypeError(f"Cannot convert {bad} to EagerTensor of dtype {wanted.name}")
    return _made(values, wanted or own)


def _fits(own: DType, wanted: DType, value: Any) -> bool:
    if hasattr(value, "dtype"):
        return True  # NumPy's arrays are cast.
    return wanted.is_floating and not own.is_bool or wanted.is_integer and own.is_integer or not any(True for _ in _leaves(value))


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple, range)):
        for one in value:
            yield from _leaves(one)
    else:
        yield value


def _packed(value: Any, wanted: DType | None) -> EagerTensor:
    kind = wanted or next(one for one in _leaves(value) if is_tensor(one)).dtype
    parts = [convert(one, kind) for one in value]
    shapes = [tuple(one.shape) for one in parts]
    if len(set(shapes)) > 1:
        odd = next(at for at, one in enumerate(shapes) if one != shapes[0])
        raise invalid(f"Shapes of all inputs must match: values[0].shape = {listed(shapes[0])} != values[{odd}].shape = {listed(shapes[odd])}", "Pack")
    return wrapped(relabelled(_torch.stack([one._t for one in parts]), kind))


def _typed(value: Any) -> tuple[DType, Any]:
    """The type that TensorFlow gives a value, and the value as nested numbers."""
    if hasattr(value, "dtype") and not isinstance(value, (list, tuple)):
        values = value.tolist() if hasattr(value, "tolist") else value.__array__().tolist()
        return as_dtype(str(value.dtype).removeprefix("torch.")), values
    if hasattr(value, "__array__"):
        value = value.__array__()
        return _typed(value)
    if isinstance(value, (list, tuple)):
        value = [one.tolist() if hasattr(one, "tolist") else list(one) if isinstance(one, range) else one for one in value]
    _rectangular(value)
    kind = ""
    for one in _leaves(value):
        if isinstance(one, (str, bytes)):
            raise TypeError(f"{one!r}: asynclab's tensorflow has no tensors of strings; keep texts in Python")
        if not isinstance(one, (bool, int, float)):
            if not hasattr(one, "__float__"):
                raise ValueError(f"Attempt to convert a value ({one!r}) with an unsupported type ({type(one)}) to a Tensor.")
            kind = kind or ("int32" if hasattr(one, "__index__") else "float32")
        found = "bool" if isinstance(one, bool) else "int32" if isinstance(one, int) else "float32"
        if kind and "bool" in (kind, found) and kind != found:
            raise ValueError("Can't convert Python sequence with mixed types to Tensor.")
        kind = "float32" if "float32" in (kind, found) else found
    return dtypes[kind or "float32"], list(value) if isinstance(value, range) else value


def _rectangular(value: Any) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple, range)):
        return ()
    shapes = {_rectangular(one) for one in value} if not isinstance(value, range) else {()}
    if len(shapes) > 1:
        raise ValueError("Can't convert non-rectangular Python sequence to Tensor.")
    return (len(value), *(shapes.pop() if shapes else ()))


def _made(values: Any, kind: DType) -> EagerTensor:
    held = _torch.tensor(values, device=here())
    held = relabelled(held, kind) if of_label(held.dtype).is_integer and kind.is_integer and kind.size >= 4 else cast_to(held, kind)
    known = list(_leaves(values)) if kind.is_integer and held.numel() <= 16 else None
    return wrapped(held, known)


def plain_number(value: Any) -> bool:
    return isinstance(value, (int, float))


def static(value: Any, name: str = "shape") -> Any:
    """Whole numbers that a function needs on the host, such as a shape. Waits if they are computed."""
    if is_tensor(value):
        x = convert(value)
        values = [int(one) for one in x._flat(name)]
        return values if x.ndim else values[0]
    if hasattr(value, "tolist"):
        return static(value.tolist(), name)
    return [static(one, name) for one in value] if isinstance(value, (list, tuple, range)) else int(value)


def dimensions(shape: Any) -> tuple[int, ...]:
    found = static(shape)
    return (found,) if isinstance(found, int) else tuple(found)


def axes_of(axis: Any) -> Any:
    """An axis or several, as numbers; None for all."""
    if axis is None:
        return None
    found = static(axis, "axis")
    return found if isinstance(found, int) else tuple(found)


def listed(shape: Any) -> str:
    return f"[{','.join(map(str, shape))}]"
