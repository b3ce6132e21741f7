"""``mxnet.np``: NumPy's names, computed by the lab. Everything returns at once."""

from __future__ import annotations

import math

from .._names import missing as _missing
from ..dtypes import dtype, dtypes as _dtypes  # noqa: F401
from ._arrays import lab as _lab, ndarray  # noqa: F401
from ._functions import Random as _Random, functions as _functions

globals().update(_functions(ndarray, "mxnet.np"))
random = _Random(ndarray)
sort, argsort = ndarray.sort, ndarray.argsort
globals().update(_dtypes)
bool_ = _dtypes["bool"]
pi, e, inf, nan, newaxis = math.pi, math.e, math.inf, math.nan, None


class linalg:  # noqa: N801
    """``mxnet.np.linalg``."""

    @staticmethod
    def norm(x: ndarray, axis=None, keepdims: bool = False) -> ndarray:
        return x.norm(axis, keepdims)


__getattr__ = _missing("mxnet.np", globals())
