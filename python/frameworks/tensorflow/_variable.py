"""``tf.Variable``: a value that changes. Each value is a tensor of its own, so a tensor that was read before does not change."""

from __future__ import annotations

import functools
from typing import Any

from asynclab import torch as _torch
from asynclab._names import lacking

from ._devices import moved, name_of
from ._elementwise import add, cast, subtract, with_operators
from ._products import matmul
from ._state import state
from ._convert import convert, dimensions, listed
from ._tensor import EagerTensor, Reference, TensorShape, wrapped
from ._types import DType, of_label, unbounded
from .errors import _invalid as invalid


class Variable:
    """``tf.Variable(tf.zeros(3))``. Tapes watch it by themselves; ``assign``, ``assign_add`` and ``assign_sub`` change it."""

    __array_priority__ = 100

    def __init__(
        self, initial_value: Any = None, trainable: bool | None = None, validate_shape: bool = True, caching_device: Any = None, name: str | None = None,
        variable_def: Any = None, dtype: Any = None, import_scope: Any = None, constraint: Any = None, synchronization: Any = None, aggregation: Any = None, shape: Any = None,
    ) -> None:  # fmt: skip
        if initial_value is None:
            raise ValueError("The `initial_value` arg to `tf.Variable` must be specified except when you are not providing a `variable_def`.")
        given = initial_value() if callable(initial_value) else initial_value
        made = convert(given) if dtype is None or hasattr(given, "_held") else convert(given, dtype)
        made = made if dtype is None else cast(made, dtype)
        if shape is not None and made.shape != dimensions(shape):
            raise ValueError(f"Initial value's shape ({made.shape}) is not compatible with the explicitly supplied `shape` argument ({TensorShape(dimensions(shape))}).")
        #: `_leaf` is the same value as tapes record it, made when a tape reads it.
        self._held, self._leaf = unbounded(made._t), None
        self.trainable = True if trainable is None else bool(trainable)
        self._name = f"{name or 'Variable'}:0"
        if state.capture is not None:
            state.capture.created(self)

    # --- what it is

    @property
    def name(self) -> str:
        return self._name

    @property
    def shape(self) -> TensorShape:
        return TensorShape(self._held.shape)

    @property
    def dtype(self) -> DType:
        return of_label(self._held.dtype)

    @property
    def device(self) -> str:
        return name_of(self._held)

    def get_shape(self) -> TensorShape:
        return self.shape

    def ref(self) -> Reference:
        return Reference(self)

    def __hash__(self) -> int:
        raise TypeError("Variable is unhashable. Instead, use variable.ref() as the key.")

    # --- its value

    def _as_tensor(self) -> EagerTensor:
        if state.capture is not None:
            state.capture.read_variable(self)
        watching = [tape for tape in state.tapes if tape.watches(self)]
        if not watching:
            return wrapped(self._held)
        if self._leaf is None:
            self._leaf = unbounded(self._held).requires_grad_()
        for tape in watching:
            tape.saw(self, self._leaf)
        return wrapped(self._leaf)

    def read_value(self) -> EagerTensor:
        return self._as_tensor()

    value = read_value

    def numpy(self) -> Any:
        return self._as_tensor().numpy()

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self._as_tensor().__array__(dtype)

    def assign(self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Sets the elements, from here on."""
        x = convert(value, self.dtype)
        if x.shape != self.shape:
            raise ValueError(f"Cannot assign value to variable ' {self.name}': Shape mismatch.The variable shape {self.shape}, and the assigned value shape {x.shape} are incompatible.")
        if state.capture is not None and x._born is not state.capture:
            state.capture.read(x._held)
        self._set(unbounded(moved(x._held, "cuda" if self._held.is_cuda else "cpu")))
        return _Assigned(self)

    def assign_add(self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        return self._changed(add, delta)

    def assign_sub(self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        return self._changed(subtract, delta)

    def _changed(self, call: Any, delta: Any) -> Any:
        if state.capture is not None:
            state.capture.read_variable(self)
        delta = convert(delta, self.dtype)
        if delta.shape != self.shape:
            raise invalid(f"Cannot update variable with shape {listed(self.shape)} using a Tensor with shape {listed(delta.shape)}, shapes must be equal.", "AssignAddVariableOp")
        with _torch.no_grad():
            self._set(unbounded(call(wrapped(self._held), delta)._held) if self.dtype.is_integer else call(wrapped(self._held), delta)._held)
        return _Assigned(self)

    def _set(self, held: Any) -> None:
        if state.capture is not None:
            state.capture.assigned(self)
        self._held, self._leaf = held, None

    def __getitem__(self, key: Any) -> EagerTensor:
        made = self._as_tensor()[key]
        made.assign = functools.partial(self._assign_part, key)  # type: ignore[attr-defined]
        return made

    def _assign_part(self, key: Any, value: Any) -> Any:
        if state.capture is not None:
            state.capture.read_variable(self)
        with _torch.no_grad():
            made = self._held * 1
            made[key] = convert(value, self.dtype)._t.detach()
            self._set(made)
        return _Assigned(self)

    # --- as a tensor

    def __len__(self) -> int:
        return len(self._as_tensor())

    def __iter__(self) -> Any:
        return iter(self._as_tensor())

    def __float__(self) -> float:
        return float(self._as_tensor())

    def __int__(self) -> int:
        return int(self._as_tensor())

    __index__ = __int__

    def __bool__(self) -> bool:
        return bool(self._as_tensor())

    def __matmul__(self, other: Any) -> EagerTensor:
        return matmul(self, other)

    def __rmatmul__(self, other: Any) -> EagerTensor:
        return matmul(other, self)

    def __setitem__(self, key: Any, value: Any) -> None:
        raise TypeError("'ResourceVariable' object does not support item assignment")

    def __repr__(self) -> str:
        name = f"'{self.name}'" if self._name else "'UnreadVariable'"
        if state.capture is not None:
            return f"<tf.Variable {name} shape={self.shape} dtype={self.dtype.name}>"
        text = wrapped(self._held)._numpy_repr()
        return f"<tf.Variable {name} shape={self.shape} dtype={self.dtype.name}, numpy={chr(10) * (chr(10) in text)}{text}>"

    def __format__(self, spec: str) -> str:
        return format(self._as_tensor(), spec) if spec else repr(self)

    def __getattr__(self, name: str) -> Any:
        raise lacking("tf.Variable", self, name, f"'ResourceVariable' object has no attribute {name!r}")


Variable.__module__ = "tensorflow"
with_operators(Variable)


class _Assigned(Variable):
    """The result of an assignment: the variable again."""

    def __init__(self, of: Variable) -> None:
        self._of, self.trainable, self._name = of, of.trainable, ""

    _held = property(lambda self: self._of._held)  # type: ignore[assignment]
    _leaf = None

    def _as_tensor(self) -> EagerTensor:
        return self._of._as_tensor()

    def _set(self, held: Any) -> None:
        self._of._set(held)
