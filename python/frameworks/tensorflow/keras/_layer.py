"""Layers and their variables."""

from __future__ import annotations

import inspect
import re
from typing import Any

from asynclab._names import lacking

from .. import _variable
from .._elementwise import cast, with_operators
from .._products import matmul
from .._convert import convert, is_tensor
from .._tensor import EagerTensor, wrapped
from . import initializers

_counts: dict[str, int] = {}


def unique_name(kind: type) -> str:
    """``dense``, then ``dense_1``."""
    plain = re.sub(r"(?<=[a-z0-9])([A-Z])|(?<=[A-Z])([A-Z])(?=[a-z])", r"_\1\2", kind.__name__).lower()
    count = _counts.get(plain, 0)
    _counts[plain] = count + 1
    return f"{plain}_{count}" if count else plain


class Variable:
    """A variable of Keras: ``layer.kernel``. Its ``value`` is the `tf.Variable`."""

    __array_priority__ = 100
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, initializer: Any, shape: Any = None, dtype: Any = None, trainable: bool = True, name: str | None = None, path: str = "") -> None:
        value = initializer(shape, dtype=dtype or "float32") if callable(initializer) else convert(initializer) if dtype is None else cast(initializer, dtype)
        self.name = name or "variable"
        self.path = path or self.name
        self._variable = _variable.Variable(value, trainable=trainable, name=self.name)

    value = property(lambda self: self._variable)
    shape = property(lambda self: tuple(self._variable.shape))
    dtype = property(lambda self: self._variable.dtype.name)
    ndim = property(lambda self: len(self.shape))

    @property
    def trainable(self) -> bool:
        return self._variable.trainable

    @trainable.setter
    def trainable(self, wanted: bool) -> None:
        self._variable.trainable = bool(wanted)

    def _as_tensor(self) -> EagerTensor:
        return self._variable._as_tensor()

    def numpy(self) -> Any:
        return self._variable.numpy()

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self._variable.__array__(dtype)

    def assign(self, value: Any) -> Any:
        x = cast(convert(value) if is_tensor(value) else convert(value, self._variable.dtype), self._variable.dtype)
        if tuple(x.shape) != self.shape:
            raise ValueError(f"The shape of the target variable and the shape of the target value in `variable.assign(value)` must match. variable.shape={self.shape}, Received: value.shape={tuple(x.shape)}. Target variable: {self!r}")
        return self._variable.assign(x)

    def assign_add(self, value: Any) -> Any:
        return self._variable.assign_add(value)

    def assign_sub(self, value: Any) -> Any:
        return self._variable.assign_sub(value)

    def __getitem__(self, key: Any) -> EagerTensor:
        return self._as_tensor()[key]

    def __matmul__(self, other: Any) -> EagerTensor:
        return matmul(self, other)

    def __rmatmul__(self, other: Any) -> EagerTensor:
        return matmul(other, self)

    def __float__(self) -> float:
        return float(self._as_tensor())

    def __int__(self) -> int:
        return int(self._as_tensor())

    def __repr__(self) -> str:
        return f"<Variable path={self.path}, shape={self.shape}, dtype={self.dtype}, value={wrapped(self._variable._held).numpy()}>"

    def __getattr__(self, name: str) -> Any:
        raise lacking("tf.keras.Variable", self, name, f"'Variable' object has no attribute {name!r}")


with_operators(Variable)


class Layer:
    """A part of a network: ``build`` makes its variables at the first call, ``call`` computes."""

    def __init__(self, *, activity_regularizer: Any = None, trainable: bool = True, dtype: Any = None, autocast: bool = True, name: str | None = None, **more: Any) -> None:
        if more and set(more) != {"input_shape"}:
            raise ValueError(f"Unrecognized keyword arguments passed to {type(self).__name__}: {more}")
        self.name, self.built, self._weights = name or unique_name(type(self)), False, []
        self._trainable = trainable

    def build(self, input_shape: Any) -> None:
        """Makes the variables, once the shape of the input is known."""

    def add_weight(self, shape: Any = (), initializer: Any = None, dtype: Any = None, trainable: bool = True, name: str | None = None, **_: Any) -> Variable:
        found = initializers.get("glorot_uniform" if initializer is None else initializer)
        made = Variable(found, tuple(shape), dtype, trainable, name, f"{self.name}/{name or 'variable'}")
        self._weights.append(made)
        return made

    def call(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError(f"Layer {type(self).__name__} does not have a `call()` method implemented.")

    def __call__(self, *given: Any, **named: Any) -> Any:
        if "training" in named and "training" not in inspect.signature(self.call).parameters:
            named.pop("training")
        given = tuple(convert(one) if hasattr(one, "__array__") and not is_tensor(one) else one for one in given)
        if not self.built:
            self.built = True
            self.build(tuple(convert(given[0]).shape) if given and is_tensor(given[0]) else None)
        return self.call(*given, **named)

    # --- its variables

    def _parts(self) -> list[Any]:
        """The layers in its attributes, in their order."""
        found: list[Any] = []

        def visit(value: Any) -> None:
            if isinstance(value, Layer):
                found.extend([] if any(value is one for one in found) else [value])
            elif isinstance(value, (list, tuple)):
                for one in value:
                    visit(one)
            elif isinstance(value, dict):
                visit(list(value.values()))

        for value in vars(self).values():
            visit(value)
        return found

    @property
    def weights(self) -> list[Any]:
        own = [one for one in vars(self).values() if isinstance(one, (Variable, _variable.Variable)) and all(one is not known for known in self._weights)]
        found = [*self._weights, *own]
        for part in self._parts():
            found += [one for one in part.weights if all(one is not known for known in found)]
        return found

    variables = weights

    @property
    def trainable(self) -> bool:
        return self._trainable

    @trainable.setter
    def trainable(self, wanted: bool) -> None:
        self._trainable = bool(wanted)
        for one in self.weights:
            one.trainable = bool(wanted)

    @property
    def trainable_variables(self) -> list[Any]:
        return [one for one in self.weights if one.trainable]

    trainable_weights = trainable_variables

    @property
    def non_trainable_variables(self) -> list[Any]:
        return [one for one in self.weights if not one.trainable]

    non_trainable_weights = non_trainable_variables

    def get_weights(self) -> list[Any]:
        return [one.numpy() for one in self.weights]

    def set_weights(self, weights: Any) -> None:
        if len(weights) != len(self.weights):
            raise ValueError(f"You called `set_weights(weights)` on layer '{self.name}' with a weight list of length {len(weights)}, but the layer was expecting {len(self.weights)} weights.")
        for one, value in zip(self.weights, weights, strict=True):
            one.assign(value)

    def count_params(self) -> int:
        import math

        return sum(math.prod(tuple(one.shape)) for one in self.weights)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self.name}, built={self.built}>"

    def __getattr__(self, name: str) -> Any:
        raise lacking(f"tf.keras's {type(self).__name__}", self, name, f"'{type(self).__name__}' object has no attribute {name!r}")
