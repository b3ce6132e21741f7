"""TensorFlow's names over the lab: the parts of its eager core that a book's chapters use. GPU:0 is the lab's own device."""

from __future__ import annotations

from typing import Any

from . import config, data, errors, linalg, math, nn, random, test
from ._creation import constant, convert_to_tensor, eye, fill, linspace, ones, ones_like, range, zeros, zeros_like  # noqa: A004
from ._devices import device
from ._elementwise import (  # type: ignore[attr-defined]
    abs, add, add_n, cast, clip_by_value, cos, cosh, divide, equal, exp, floor, greater, greater_equal, identity, less, less_equal, logical_and, logical_not, logical_or, maximum,  # noqa: A004
    minimum, multiply, negative, not_equal, pow, round, sigmoid, sign, sin, sinh, sqrt, square, stop_gradient, subtract, tan, tanh, truediv, where,  # noqa: A004
)  # fmt: skip
from ._function import function
from ._gradients import GradientTape, UnconnectedGradients, custom_gradient, recompute_grad
from ._missing import missing as _missing
from ._printing import print  # noqa: A004
from ._products import einsum, matmul, tensordot
from ._reductions import argmax, argmin, argsort, cumsum, norm, reduce_all, reduce_any, reduce_logsumexp, reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_sum, sort
from ._shapes import (
    boolean_mask, broadcast_to, concat, expand_dims, gather, one_hot, pad, rank, repeat, reshape, reverse, roll, shape, size, split, squeeze, stack, tile, transpose, unstack,
)
from ._convert import is_tensor
from ._tensor import Tensor, TensorShape
from ._types import DType, as_dtype, dtypes as _dtypes
from ._variable import Variable

__version__ = "2.21.0+asynclab"
newaxis = None
globals().update(_dtypes)
half, double = _dtypes["float16"], _dtypes["float64"]
dtypes = type("dtypes", (), {**_dtypes, "DType": DType, "as_dtype": staticmethod(as_dtype)})


class version:  # noqa: N801
    """``tf.version``."""

    VERSION = __version__


def executing_eagerly() -> bool:
    """Whether operations run as they are called: not while a function is captured."""
    from ._state import state

    return state.capture is None


def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Any:
    x = convert_to_tensor(x)
    if len(shape) != x.ndim or any(want not in (None, have) for want, have in zip(shape, x.shape, strict=True)):
        raise errors._invalid(f"Shape of tensor {list(x.shape)} is not compatible with expected shape {list(shape)}.", "EnsureShape")
    return x


def group(*_: Any, **__: Any) -> None:
    """Does nothing: the operations are enqueued already."""


_GRAPHS = "programs of TensorFlow 1 are not here; compute with tensors, and compile by tf.function"
_ABSENT = {
    "Session": _GRAPHS, "placeholder": _GRAPHS, "compat": _GRAPHS, "Graph": _GRAPHS, "global_variables_initializer": _GRAPHS, "while_loop": "write the loop in Python", "cond": "write `if`, or tf.where",
    "map_fn": "write the loop in Python, and tf.stack", "scan": "write the loop in Python, and tf.stack", "vectorized_map": "write operations of whole tensors", "string": "the lab has no texts in tensors",
    "strings": "the lab has no texts in tensors", "complex64": "the lab has no complex numbers", "uint32": "there are int32, int64 and uint8", "uint16": "there are int32, int64 and uint8",
    "uint64": "there are int32, int64 and uint8", "signal": "the lab has no Fourier transforms", "image": "keep pictures as tensors", "io": "there are no files; x.numpy() returns the elements",
    "saved_model": "there are no files; x.numpy() returns the elements", "train": "there are no files; x.numpy() returns the elements", "distribute": "there is one device", "profiler": "the lab's timeline shows the operations with their times",
    "summary": "plot by matplotlib.pyplot", "experimental": "write the operations of tf", "RaggedTensor": "pad by tf.pad", "ragged": "pad by tf.pad", "sparse": "the lab has no sparse tensors", "SparseTensor": "the lab has no sparse tensors",
    "IndexedSlices": "gradients are dense here", "TensorArray": "use a list, and tf.stack", "tensor_scatter_nd_update": "use tf.where, or assign to a part of a tf.Variable", "scatter_nd": "multiply by tf.one_hot", "gather_nd": "use x[i, j], or tf.gather",
    "unique": "use Python's set of x.numpy().tolist()", "Module": "use a class of Python, or tf.keras.Model", "map": "write the loop in Python", "numpy_function": "call it outside tf.function", "py_function": "call it outside tf.function",
    "acos": "the lab has no inverse functions of angles", "asin": "the lab has no inverse functions of angles", "atan": "the lab has no inverse functions of angles", "bitcast": "the lab has no bits of floats", "meshgrid": "use tf.expand_dims and tf.broadcast_to",
    "metrics": "take tf.reduce_mean", "TensorSpec": "a function is captured for each shape that it is called with", "hessians": "take the gradient of a gradient by two tapes", "gradients": "use tf.GradientTape",
}  # fmt: skip
_lookup = _missing("tensorflow", globals(), _ABSENT)


def __getattr__(name: str) -> Any:
    if name == "keras":
        import importlib

        return importlib.import_module("tensorflow.keras")
    if name in ("initializers", "losses", "optimizers"):
        return getattr(__getattr__("keras"), name)
    return _lookup(name)
