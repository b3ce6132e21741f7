"""Types of elements, as JAX names them. Whole numbers have 32 bits by default, and are exact below 2²⁴ here."""

from __future__ import annotations

import warnings
from typing import Any

from asynclab import torch as _torch


class DType:
    """A type of elements, as ``x.dtype`` gives it."""

    def __init__(self, name: str, stand_in: Any) -> None:
        #: `label` is the type of the `torch` tensors inside such arrays.
        self.name, self.label = name, stand_in
        self.itemsize = 1 if name == "bool" else int(name.strip("abdefilnotu")) // 8

    def __eq__(self, other: Any) -> bool:
        return name_of(other) == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"dtype('{self.name}')"


class Scalar:
    """``jnp.float32``: a type that makes arrays of its own."""

    def __init__(self, name: str) -> None:
        self.dtype, self.__name__ = dtypes[name], name

    def __call__(self, value: Any) -> Any:
        from .numpy import asarray

        return asarray(value, self)

    def __eq__(self, other: Any) -> bool:
        return name_of(other) == self.dtype.name

    def __hash__(self) -> int:
        return hash(self.dtype.name)

    def __repr__(self) -> str:
        return f"<class 'jax.numpy.{'bool' if self.__name__ == 'bool' else self.__name__}'>"


# JAX's int32 has `torch`'s label int64: a sum of int32 is int32 in JAX but int64 in `torch`, where a sum of int64 is int64.
dtypes = {
    "float32": DType("float32", _torch.float32), "int32": DType("int32", _torch.int64), "bool": DType("bool", _torch.bool),
    "bfloat16": DType("bfloat16", _torch.bfloat16), "float16": DType("float16", _torch.float16), "int16": DType("int16", _torch.int16),
    "int8": DType("int8", _torch.int8), "uint8": DType("uint8", _torch.uint8), "uint32": DType("uint32", _torch.int32),
}  # fmt: skip
#: Types of 64 bits, and the types that JAX uses instead unless `jax_enable_x64` is set.
_WIDE = {"float64": "float32", "int64": "int32", "uint64": "uint32"}
_PYTHON = {float: "float32", int: "int32", bool: "bool"}
_by_label = {one.label: one for one in dtypes.values()}


def name_of(value: Any) -> str | None:
    if isinstance(value, type):
        return _PYTHON.get(value)
    name = getattr(value, "name", None) or getattr(value, "__name__", None) or (value if isinstance(value, str) else None)
    return "bool" if name in ("bool_", "bool") else name


def of_label(label: Any) -> DType:
    return _by_label[label]


def checked(value: Any) -> DType:
    """A type that a program names."""
    name = name_of(value)
    if name in _WIDE:
        asked = name if not isinstance(value, type) else value.__name__
        if not isinstance(value, type):
            warnings.warn(
                f"Explicitly requested dtype {asked} is not available, and will be truncated to dtype {_WIDE[name]}. To enable more dtypes, set the "
                "jax_enable_x64 configuration option or the JAX_ENABLE_X64 shell environment variable. See https://github.com/jax-ml/jax#current-gotchas for more.",
                stacklevel=3,
            )
        name = _WIDE[name]
    if name not in dtypes:
        raise TypeError(f"dtype is {value!r}; asynclab's jax has {', '.join(dtypes)}")
    return dtypes[name]
