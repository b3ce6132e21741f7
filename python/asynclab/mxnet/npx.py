"""``mxnet.npx``."""

from __future__ import annotations

from typing import Any

from .._names import missing as _missing
from ._arrays import Makers as _Makers, Context, cpu, current_context, gpu, gpu_memory_info, lab as _lab, ndarray, num_gpus  # noqa: F401

current_device = current_context


def set_np(shape: bool = True, array: bool = True, dtype: bool = False) -> None:
    """Nothing here: arrays of `np` and of `nd` know what they are."""


def reset_np() -> None:
    """Nothing here."""


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
    return (data.reshape((*data.shape, 1)) == _Makers(ndarray).created("arange", (0.0, 1.0), (depth,), data.ctx)) * 1.0


class random:  # noqa: N801
    """``mxnet.npx.random``."""

    @staticmethod
    def seed(seed: int) -> None:
        _lab.seed(seed)


def seed(seed: int) -> None:
    _lab.seed(seed)


_: Any = None
__getattr__ = _missing("mxnet.npx", globals())
