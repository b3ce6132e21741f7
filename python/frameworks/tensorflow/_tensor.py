"""``tf.Tensor``: a tensor that never changes. It holds a tensor of the lab, whose operations return at once."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from asynclab import torch as _torch
from asynclab._host import real_numpy as _real_numpy
from asynclab._names import lacking
from asynclab.format import numpy_text

from ._devices import here, moved, name_of
from ._state import state
from ._types import DType, of_label


class TensorShape(tuple):
    """A shape: ``TensorShape([2, 3])``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"TensorShape({list(self)})"

    def __str__(self) -> str:
        return tuple.__repr__(self)

    def __getitem__(self, at: Any) -> Any:
        return TensorShape(tuple(self)[at]) if isinstance(at, slice) else tuple.__getitem__(self, at)

    def __add__(self, other: Any) -> TensorShape:  # type: ignore[override]
        return TensorShape(tuple(self) + tuple(other))

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, (tuple, list)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return tuple.__hash__(self)

    @property
    def rank(self) -> int:
        return len(self)

    ndims = rank

    def as_list(self) -> list[int]:
        return list(self)

    def num_elements(self) -> int:
        return math.prod(self)


class Tensor:
    """``tf.Tensor``."""


class EagerTensor(Tensor):
    """``tf.constant([1.0, 2.0])``. Operations return at once; ``print``, ``float``, ``if`` and ``numpy()`` wait."""

    __array_priority__ = 100
    #: The elements of a small tensor of whole numbers that the program itself gave. Reading them does not wait.
    _known: list[Any] | None = None

    def __init__(self) -> None:
        raise TypeError("EagerTensor: tensors are made by functions: tf.constant([1.0, 2.0]), tf.zeros((2, 3))")

    @property
    def _t(self) -> Any:
        """The lab's tensor as an operation reads it: on the scope's device, with its graph only while a tape of its creation records."""
        held = self._held
        if state.capture is not None and self._born is not state.capture:
            state.capture.read(held)
        if self._tapes and not (self._tapes is state.tapes or any(one in state.tapes for one in self._tapes)) and held.requires_grad:
            held = held.detach()
        return moved(held, here())

    # --- what it is

    @property
    def shape(self) -> TensorShape:
        return TensorShape(self._held.shape)

    def get_shape(self) -> TensorShape:
        return self.shape

    @property
    def ndim(self) -> int:
        return len(self._held.shape)

    @property
    def dtype(self) -> DType:
        return of_label(self._held.dtype)

    @property
    def device(self) -> str:
        return name_of(self._held)

    backing_device = device

    def ref(self) -> Any:
        return Reference(self)

    def __hash__(self) -> int:
        raise TypeError("Tensor is unhashable. Instead, use tensor.ref() as the key.")

    def cpu(self) -> EagerTensor:
        """The same elements on the CPU. Waits for them."""
        return wrapped(moved(self._t, "cpu"), self._known)

    def gpu(self, gpu_index: int = 0) -> EagerTensor:
        return wrapped(moved(self._t, "cuda"), self._known)

    def __len__(self) -> int:
        if not self.ndim:
            raise TypeError("Scalar tensor has no `len()`")
        return self.shape[0]

    # --- waits

    def _outside_capture(self) -> None:
        if state.capture is not None and state.capture.symbolic(self._held):
            raise AttributeError(
                "'SymbolicTensor' object has no attribute 'numpy': a function under tf.function is captured without values; return the tensor and read it outside, or take tf.function away"
            )

    def numpy(self) -> Any:
        """A copy of the elements as an array of NumPy; of a scalar, as a number. Waits."""
        self._outside_capture()
        if not self.ndim and not self.dtype.is_floating and _real_numpy() is None:
            return self._values()[0]
        made = _array(self._held)
        return made if self.ndim else made[()]

    def _flat(self, kind: str) -> list[Any]:
        return list(self._known) if self._known is not None else list(self._held._flat(kind)) if math.prod(self._held.shape) else []

    def _single(self, asked: str) -> Any:
        if self.ndim:
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        return self._flat(asked)[0]

    def __float__(self) -> float:
        return float(self._single("float"))

    def __int__(self) -> int:
        return int(self._single("int"))

    def __index__(self) -> int:
        if not self.dtype.is_integer:
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return int(self._single("int"))

    def __complex__(self) -> complex:
        return complex(self._single("complex"))

    def __bool__(self) -> bool:
        if math.prod(self.shape) != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
        return bool(self._flat("bool")[0])

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        self._outside_capture()
        made = _array(self._held)
        return made if dtype is None else made.astype(dtype)

    def __iter__(self) -> Iterator[Any]:
        if not self.ndim:
            raise TypeError("Cannot iterate over a scalar tensor.")
        return (self[at] for at in range(self.shape[0]))

    def __contains__(self, value: Any) -> bool:
        return value in self._flat("contains") if self.ndim == 1 else any(bool(one == value) for one in self)

    # --- text

    def _values(self) -> list[Any]:
        values = self._flat("print")
        return [bool(one) for one in values] if self.dtype.is_bool else [int(one) for one in values] if self.dtype.is_integer else values

    def _numpy_repr(self) -> str:
        """NumPy's text of the array that `numpy` returns."""
        shape, name = tuple(self.shape), self.dtype.name
        if not shape:
            return repr(self._values()[0])
        named = [f"dtype={name}"] if name not in ("bool", "int64", "float64") or 0 in shape and name != "float64" else []
        # NumPy writes the shape where the elements do not show it: where there are none, or more than it prints.
        said = [f"shape={shape}"] if 0 in shape and len(shape) > 1 or math.prod(shape) > 1000 else []
        suffix = ", ".join([*said, *named])
        text = numpy_text(self._values(), shape, "array(", ",", ")")
        length = len(text.rpartition("\n")[2]) + ("\n" not in text) * len("array(") + 1
        if not suffix:
            return f"array({text})"
        return f"array({text},{chr(10) + ' ' * 6 if length + len(suffix) + 2 > 75 else ' '}{suffix})"

    def _symbolic_text(self) -> str:
        if state.capture is None or not state.capture.symbolic(self._held):
            return ""
        shape = f"({', '.join(map(str, self.shape))}{',' * (self.ndim == 1)})"
        return f'Tensor("{state.capture.name_of(self._held)}:0", shape={shape}, dtype={self.dtype.name})'

    def __repr__(self) -> str:
        shown = self._symbolic_text()
        if shown:
            return f"<tf.Tensor {shown[7:].split(',')[0][:-1]}' shape={self.shape} dtype={self.dtype.name}>".replace('"', "'")
        text = self._numpy_repr()
        return f"<tf.Tensor: shape={self.shape}, dtype={self.dtype.name}, numpy={chr(10) * (chr(10) in text)}{text}>"

    def __str__(self) -> str:
        shown = self._symbolic_text()
        if shown:
            return shown
        text = numpy_text(self._values(), tuple(self.shape), "", "")
        return f"tf.Tensor({chr(10) * (chr(10) in text)}{text}, shape={self.shape}, dtype={self.dtype.name})"

    def __format__(self, spec: str) -> str:
        if spec and self.ndim:
            raise TypeError("unsupported format string passed to numpy.ndarray.__format__")
        return format(self._single("format"), spec) if spec else str(self) if state.capture or self.ndim else format(self.numpy(), "")

    def __setitem__(self, key: Any, value: Any) -> None:
        raise TypeError("'tensorflow.python.framework.ops.EagerTensor' object does not support item assignment")

    def __getattr__(self, name: str) -> Any:
        raise lacking("tf.Tensor", self, name, f"'tensorflow.python.framework.ops.EagerTensor' object has no attribute {name!r}")


EagerTensor.__module__ = Tensor.__module__ = "tensorflow.python.framework.ops"
TensorShape.__module__ = "tensorflow.python.framework.tensor_shape"


class Reference:
    """``x.ref()``: the tensor as a key."""

    def __init__(self, tensor: Any) -> None:
        self._tensor = tensor

    def deref(self) -> Any:
        return self._tensor

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Reference) and other._tensor is self._tensor

    def __hash__(self) -> int:
        return id(self._tensor)


def _array(held: Any) -> Any:
    with _torch.no_grad():
        return held.detach().cpu().numpy()


def wrapped(held: Any, known: list[Any] | None = None) -> EagerTensor:
    made = object.__new__(EagerTensor)
    made._held, made._tapes, made._born = held, state.tapes, state.capture
    if known is not None:
        made._known = known
    return made
