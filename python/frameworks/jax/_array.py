"""``jax.Array``: an array that never changes. It holds a tensor of the lab, whose operations return at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from asynclab import torch as _torch
from asynclab._names import lacking
from asynclab.format import numpy_text

from ._types import DType, checked, of_label

#: While a function is captured: called with each tensor that it reads.
watch: list[Callable[[Any], None]] = []


class TracerBoolConversionError(TypeError):
    """A captured function needs the truth of a value."""


class ConcretizationTypeError(TypeError):
    """A captured function needs a value."""


class Array:
    """``jnp.array([1.0, 2.0])``. Operations return at once; ``print``, ``float``, ``if`` and ``block_until_ready`` wait."""

    __slots__ = ("_held", "weak_type", "__weakref__")
    __array_priority__ = 100

    def __init__(self) -> None:
        raise TypeError("Array: arrays are made by jax.numpy: jnp.array([1.0, 2.0]), jnp.zeros((2, 3))")

    @property
    def _t(self) -> Any:
        if watch:
            watch[-1](self._held)
        return self._held

    # --- what it is

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self._held.shape)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return self._held.numel()

    @property
    def dtype(self) -> DType:
        return of_label(self._held.dtype)

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.size * self.itemsize

    @property
    def device(self) -> Any:
        from ._devices import device_of

        return device_of(self)

    def devices(self) -> set[Any]:
        return {self.device}

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    # --- waits

    def block_until_ready(self) -> Array:
        """Waits until it is computed."""
        if not watch:
            self._held._lab.wait(self._held._id, "block_until_ready")
        return self

    def item(self) -> Any:
        return self._t.item()

    def tolist(self) -> Any:
        return self._t.tolist()

    def __float__(self) -> float:
        return float(self._single().item())

    def __int__(self) -> int:
        return int(self._single().item())

    __index__ = __int__

    def _single(self) -> Any:
        if self.shape:
            raise TypeError(f"Only scalar arrays can be converted to Python scalars; got arr.ndim={self.ndim}")
        return self._t

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
        return bool(self._t)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        made = self._t.detach().cpu().numpy()
        return made if dtype is None else made.astype(dtype)

    def __iter__(self) -> Iterator[Array]:
        if not self.shape:
            raise TypeError("iteration over a 0-d array")
        return (self[at] for at in range(self.shape[0]))

    # --- text

    def _text(self, prefix: str, separator: str, suffix: str) -> str:
        values = self._t.detach()._flat("print") if self.size else []
        kind = self.dtype.name
        known = [bool(one) for one in values] if kind == "bool" else [int(one) for one in values] if "int" in kind else values
        return numpy_text(known, self.shape, prefix, separator, suffix)

    def __repr__(self) -> str:
        if watch:
            return f"JitTracer({self.dtype.name}[{','.join(map(str, self.shape))}])"
        shape = f", shape={self.shape}" if 0 in self.shape else ""
        suffix = f"{shape}, dtype={self.dtype.name}{', weak_type=True' if self.weak_type else ''})"
        text = self._text("Array(", ",", suffix) if self.size else "[]"
        last = text.rpartition("\n")[2]
        if len(last) + ("\n" not in text) * len("Array(") + len(suffix) > 75 and self.size:
            return f"Array({text},\n      {suffix[2:]}"
        return f"Array({text}{suffix}"

    def __str__(self) -> str:
        return repr(self) if watch else self._text("", "", "")

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec and not self.shape else object.__format__(self, spec) if spec else str(self)

    # --- elements

    def __getitem__(self, key: Any) -> Array:
        return wrapped(self._t[plain(key)], self.weak_type)

    def __setitem__(self, key: Any, value: Any) -> None:
        raise TypeError(
            "JAX arrays are immutable and do not support in-place item assignment. Instead of x[idx] = y, use x = x.at[idx].set(y) or another .at[] method: "
            "https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html"
        )

    @property
    def at(self) -> _At:
        """``x.at[0].set(1)``: a new array."""
        return _At(self)

    __hash__ = None  # type: ignore[assignment]

    def astype(self, dtype: Any) -> Array:
        return wrapped(self._t.to(checked(dtype).label))

    def __getattr__(self, name: str) -> Any:
        raise lacking("jax.Array", self, name, f"'jaxlib._jax.ArrayImpl' object has no attribute {name!r}")


class _At:
    def __init__(self, array: Array) -> None:
        self._array = array

    def __getitem__(self, key: Any) -> _Indexed:
        return _Indexed(self._array, key)


class _Indexed:
    """A part of an array, which is changed in a copy."""

    def __init__(self, array: Array, key: Any) -> None:
        self._array, self._key = array, key

    def get(self) -> Array:
        return self._array[self._key]

    def set(self, values: Any) -> Array:
        return self._changed(lambda _, new: new, values)

    def add(self, values: Any) -> Array:
        x, key = self._array, plain(self._key)
        if isinstance(key, _torch.Tensor) and key.dtype is not _torch.bool and key.dim() == 1:
            # An index that is there twice is added twice.
            added = tensor_of(values, x.dtype)
            return wrapped(x._t.index_add(0, key, added.expand((key.numel(), *x.shape[1:]))))
        return self._changed(lambda old, new: old + new, values)

    def subtract(self, values: Any) -> Array:
        return self.add(wrapped(-tensor_of(values, self._array.dtype)))

    def multiply(self, values: Any) -> Array:
        return self._changed(lambda old, new: old * new, values)

    mul = multiply

    def divide(self, values: Any) -> Array:
        return self._changed(lambda old, new: old / new, values)

    def power(self, values: Any) -> Array:
        return self._changed(lambda old, new: old**new, values)

    def min(self, values: Any) -> Array:
        return self._changed(lambda old, new: old.minimum(new), values)

    def max(self, values: Any) -> Array:
        return self._changed(lambda old, new: old.maximum(new), values)

    def apply(self, func: Callable[[Array], Array]) -> Array:
        return self._changed(lambda old, _: func(wrapped(old))._t, 0)

    def _changed(self, change: Callable[[Any, Any], Any], values: Any) -> Array:
        key, made = plain(self._key), self._array._t * 1
        made[key] = change(made[key], tensor_of(values, self._array.dtype))
        return wrapped(made)


def wrapped(tensor: Any, weak: bool = False) -> Array:
    made = object.__new__(Array)
    made._held, made.weak_type = tensor, weak
    return made


def plain(value: Any) -> Any:
    """An index or a value with tensors in place of arrays."""
    if isinstance(value, Array):
        return value._t
    if isinstance(value, tuple):
        return tuple(plain(one) for one in value)
    return [plain(one) for one in value] if isinstance(value, list) else value


def tensor_of(value: Any, dtype: Any = None) -> Any:
    """A value as a tensor, of the given type if any."""
    from .numpy import asarray

    made = (value if isinstance(value, Array) else asarray(value))._t
    return made if dtype is None else made.to(dtype.label)
