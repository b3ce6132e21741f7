"""``mxnet.np``: NumPy's names, computed by the lab. Everything returns at once."""

from __future__ import annotations

from .._names import missing as _missing
from ._arrays import lab as _lab, ndarray  # noqa: F401
from ._functions import Random as _Random, functions as _functions

globals().update(_functions(ndarray, "mxnet.np"))
random = _Random(ndarray)
float32 = "float32"
pi = 3.141592653589793


class linalg:  # noqa: N801
    """``mxnet.np.linalg``."""

    @staticmethod
    def norm(x: ndarray, axis=None, keepdims: bool = False) -> ndarray:
        return x.norm(axis, keepdims)


__getattr__ = _missing("mxnet.np", globals())
