"""Types of elements, as TensorFlow names them. The lab computes in float32; types are labels. Operands of two types are an error."""

from __future__ import annotations

from typing import Any

from asynclab import torch as _torch
from asynclab.exact import labelled


class DType:
    """A type of elements: ``tf.float32``."""

    def __init__(self, name: str, label: Any) -> None:
        #: `label` is the type that the lab's tensors have.
        self.name, self.label = name, label
        self.size, self.is_floating = label.itemsize, label.is_floating_point
        self.is_bool, self.is_integer, self.is_complex = name == "bool", "int" in name, False
        self.as_numpy_dtype: Any = bool if self.is_bool else name
        if not self.is_bool:
            limits = (_torch.finfo if self.is_floating else _torch.iinfo)(label)
            self.min, self.max = limits.min, limits.max

    #: The name in errors.
    @property
    def short(self) -> str:
        return {"float32": "float", "float64": "double", "float16": "half"}.get(self.name, self.name)

    def __eq__(self, other: Any) -> bool:
        return other is self or _name(other) == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"tf.{self.name}"

    def __str__(self) -> str:
        return f"<dtype: {self.name!r}>"


DType.__module__ = "tensorflow.python.framework.dtypes"
dtypes = {name: DType(name, getattr(_torch, name)) for name in "float32 float64 float16 bfloat16 int64 int32 int16 int8 uint8 bool".split()}
_by_label = {one.label: one for one in dtypes.values()}
_PYTHON = {float: "float32", int: "int64", bool: "bool"}
_SAME = {"half": "float16", "double": "float64", "float": "float32", "bool_": "bool"}


def _name(value: Any) -> str | None:
    if isinstance(value, type) and value in _PYTHON:
        return _PYTHON[value]
    name = value if isinstance(value, str) else getattr(value, "name", None) or getattr(value, "__name__", None)
    return _SAME.get(name, name) if isinstance(name, str) else None


def of_label(label: Any) -> DType:
    return _by_label[label]


def as_dtype(type_value: Any) -> DType:
    """A type that a program names."""
    if isinstance(type_value, DType):
        return type_value
    name = _name(type_value)
    if name not in dtypes:
        raise TypeError(f"Cannot convert the argument `type_value`: {type_value!r} to a TensorFlow DType. asynclab has {', '.join(dtypes)}.")
    return dtypes[name]


def relabelled(held: Any, kind: DType, most: float | None = None) -> Any:
    """Gives a tensor the label of another type. Its elements must be of that type, and nothing else may refer to it."""
    return held if held.dtype is kind.label and most is None else labelled(held, kind.label, most)


def cast_to(held: Any, kind: DType) -> Any:
    """The elements in another type. Between types of floats only the label changes."""
    if held.dtype is kind.label:
        return held
    if kind.is_floating and kind is not dtypes["float32"]:
        return relabelled(held.to(_torch.float32) if held.dtype is not _torch.float32 else held * 1.0, kind)
    return held.to(kind.label)


def unbounded(held: Any) -> Any:
    """A copy without the bound of whole numbers."""
    with _torch.no_grad():
        made = held.clone()
    if not held.is_floating_point():
        getattr(made, "_more", {}).pop("most", None)
    return made
