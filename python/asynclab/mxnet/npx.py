"""``mxnet.npx``."""

from __future__ import annotations

from typing import Any

from .._names import missing as _missing
from . import _files
from ._arrays import Makers as _Makers, Context, cpu, current_context, gpu, gpu_memory_info, is_training, lab as _lab, ndarray, num_gpus  # noqa: F401

current_device = current_context


def set_np(shape: bool = True, array: bool = True, dtype: bool = False) -> None:
    """Does nothing: arrays of `np` and of `nd` have classes of their own."""


def reset_np() -> None:
    """Does nothing."""


def is_np_array() -> bool:
    return True


def waitall() -> None:
    """Waits until everything that was enqueued is computed."""
    _lab.wait_all("waitall")


def relu(x: ndarray) -> ndarray:
    return x.relu()


def sigmoid(x: ndarray) -> ndarray:
    return x.sigmoid()


def softmax(data: ndarray, axis: int = -1) -> ndarray:
    return data.softmax(axis)


def log_softmax(data: ndarray, axis: int = -1) -> ndarray:
    return data.log_softmax(axis)


def one_hot(data: ndarray, depth: int) -> ndarray:
    """1 at each class along a new axis."""
    return (data.reshape((*data.shape, 1)) == _Makers(ndarray).created("arange", (0.0, 1.0), (depth,), data.ctx)).astype("float32")


def leaky_relu(data: ndarray, act_type: str = "leaky", slope: float = 0.25) -> ndarray:
    """Multiplies negative elements by ``slope``; ``elu`` replaces them by slope · (exp(x) - 1)."""
    if act_type == "elu":
        return data.maximum(0.0) + (data.minimum(0.0).exp() - 1.0) * slope
    if act_type != "leaky":
        raise ValueError(f"leaky_relu: act_type is {act_type!r}; there are 'leaky' and 'elu'")
    return data.maximum(0.0) + data.minimum(0.0) * slope


def pick(data: ndarray, index: ndarray, axis: int = -1) -> ndarray:
    """The element of each row at an index."""
    if axis not in (-1, data.ndim - 1):
        raise ValueError(f"pick: axis is {axis}; there is the last one")
    return (data * one_hot(index, data.shape[-1])).sum(-1)


def reshape(a: ndarray, newshape: Any) -> ndarray:
    """The array in another shape; -1 stands for the remaining length. MXNet's -2 and further codes are not supported."""
    shape = (newshape,) if isinstance(newshape, int) else tuple(newshape)
    if any(one < -1 for one in shape):
        raise ValueError(f"reshape: newshape is {newshape}; give lengths, and -1 once")
    return a.reshape(shape)


def dropout(data: ndarray, p: float = 0.5, mode: str = "training", **_: Any) -> ndarray:
    """Sets elements to 0 with a probability and divides the others by ``1 - p``, in training or always."""
    if not p or mode == "training" and not is_training():
        return data
    kept = _Makers(ndarray).drawn("uniform", 0.0, 1.0, data.shape, data.ctx) >= p
    return data * kept / (1 - p)


def batch_dot(a: ndarray, b: ndarray, transpose_a: bool = False, transpose_b: bool = False) -> ndarray:
    """The product of two matrices for each element of a batch."""
    return a.matmul(b, transpose_a, transpose_b)


def save(file: Any, arr: Any) -> None:
    """Writes an array, a list of arrays or a dict of them. Waits."""
    _files.save(file, arr)


def load(file: Any) -> Any:
    """Reads a file of `save`: a list of arrays, or a dict."""
    return _files.load(file, ndarray)


class random:  # noqa: N801
    """``mxnet.npx.random``."""

    @staticmethod
    def seed(seed: int) -> None:
        _lab.seed(seed)

    @staticmethod
    def bernoulli(prob: float = 0.5, size: Any = None, **_: Any) -> ndarray:
        """1 with a probability, else 0."""
        shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
        return (_Makers(ndarray).drawn("uniform", 0.0, 1.0, shape, None) < prob).astype("float32")


def seed(seed: int) -> None:
    _lab.seed(seed)


_: Any = None
__getattr__ = _missing("mxnet.npx", globals())
