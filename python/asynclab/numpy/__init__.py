"""NumPy's names over the lab's *blocking* CPU library: the work is done inside the call, as in NumPy.

It is used where NumPy itself is not installed. Types of elements are labels: all are computed in float32.
"""

from __future__ import annotations

import builtins
import math
from typing import Any

from .._names import missing as _missing
from ..array import dimensions
from ..axes import axis_of
from ..errors import LabAxisError
from ..indexing import chosen, joined, stacked
from . import linalg, random
from ..dtypes import checked_dtype as _checked, dtype, int64 as _int64, float64 as _float64, promoted as _promoted, scalars as _scalars
from ..exact import bounded as _bounded, checked_whole as _checked_whole, created_most as _created_most, labelled as _labelled
from ..whole import cast as _cast
from ._array import _kept, array, asarray, dot, lab as _lab, matmul, ndarray
from ._files import load, save

__asynclab__ = True
__version__ = "2.3.0+asynclab"
pi, e, inf, nan, newaxis = math.pi, math.e, math.inf, math.nan, None


bool, bool_ = builtins.bool, builtins.bool
globals().update(_scalars)
integer, floating, signedinteger = int, float, int


def result_type(*arrays_and_dtypes: Any) -> dtype:
    """The type of a result of several operands."""
    return _promoted(*(dtype(one) if isinstance(one, (str, type)) else one for one in arrays_and_dtypes))


def promote_types(type1: Any, type2: Any) -> dtype:
    """The common type of two types."""
    return _promoted(dtype(type1), dtype(type2))


def _created(name: str, given: tuple[float, ...], shape: tuple[int, ...], kind: Any) -> ndarray:
    """Numbers that the engine creates, in a given type."""
    made = _labelled(ndarray._adopt(_lab._create(_lab.codes[name], 0, 0, len(given), *given, *shape)), _float64)
    return _kept(_bounded(_cast(made, kind), _created_most(name, given, shape)))


def full(shape: Any, fill_value: Any, dtype: Any = None) -> ndarray:
    kind = _promoted(fill_value) if dtype is None else _checked(dtype, _float64)
    if isinstance(fill_value, int) and kind._rank == 1:
        fill_value = asarray(fill_value, kind)  # Raises where the number is out of the type's range.
    return _created("full", (float(fill_value),), dimensions(shape), kind)


def zeros(shape: Any, dtype: Any = None) -> ndarray:
    return full(shape, 0, dtype or _float64)


def ones(shape: Any, dtype: Any = None) -> ndarray:
    return full(shape, 1, dtype or _float64)


empty = zeros


def zeros_like(a: Any, dtype: Any = None) -> ndarray:
    return full_like(a, 0, dtype)


def ones_like(a: Any, dtype: Any = None) -> ndarray:
    return full_like(a, 1, dtype)


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> ndarray:
    start, stop = (0, start) if stop is None else (start, stop)
    if step == 0:
        raise ZeroDivisionError("division by zero")
    count = builtins.max(0, math.ceil((stop - start) / step))
    kind = _promoted(_int64, start, stop, step) if dtype is None else _checked(dtype, _float64)
    if count and kind._rank == 1:
        _checked_whole("arange: a number", math.ceil(builtins.max(builtins.abs(start), builtins.abs(start + (count - 1) * step))))
    return _created("arange", (float(start), float(step)), (count,), kind)


def linspace(start: float, stop: float, num: int = 50, endpoint: builtins.bool = True, dtype: Any = None) -> ndarray:
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    made = [start + (stop - start) * at / builtins.max(1, num - endpoint) for at in range(num)]
    return array([*made[:-1], stop] if num > 1 and endpoint else made, dtype or _float64)


def eye(N: int, M: int | None = None, dtype: Any = None) -> ndarray:  # noqa: N803
    return _created("eye", (), (N, N if M is None else M), _checked(dtype or _float64, _float64))


identity = eye


def concatenate(arrays: Any, axis: int = 0) -> ndarray:
    return joined("concatenate", [asarray(one) for one in arrays], axis)


def stack(arrays: Any, axis: int = 0) -> ndarray:
    return stacked("stack", [asarray(one) for one in arrays], axis)


def _function(name: str, method: str) -> Any:
    def call(x: Any, *given: Any, **named: Any) -> Any:
        return getattr(asarray(x), method)(*given, **named)

    call.__name__ = name
    return call


for _name, _method in {
    **{name: name for name in "exp log sqrt square abs sign floor cumsum sin cos tanh sum mean max min prod std var all any reshape transpose maximum minimum argmax argmin clip round squeeze argsort swapaxes astype ravel copy".split()},
    "bitwise_and": "__and__", "bitwise_or": "__or__", "bitwise_xor": "__xor__", "bitwise_not": "__invert__", "invert": "__invert__",
    "floor_divide": "__floordiv__", "remainder": "__mod__", "mod": "__mod__", "negative": "__neg__", "equal": "__eq__", "not_equal": "__ne__", "less": "__lt__", "less_equal": "__le__", "greater": "__gt__", "greater_equal": "__ge__",
    "left_shift": "__lshift__", "right_shift": "__rshift__",
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "broadcast_to": "broadcast_to", "power": "pow",
}.items():
    globals()[_name] = _function(_name, _method)


def nonzero(a: Any) -> tuple[ndarray, ...]:
    """The indices of the elements that are not 0, an array for each axis."""
    return tuple(array(column, _int64) for column in asarray(a)._places()[1])


def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """The elements of ``x`` where the condition is not 0, of ``y`` elsewhere. A condition alone gives its `nonzero`."""
    if x is None:
        return nonzero(condition)
    x, y = (asarray(one) if isinstance(one, (list, tuple)) else one for one in (x, y))
    made = chosen(asarray(condition), x, y)
    kind = _promoted(x, y)
    return made if made.dtype is kind else _labelled(made, kind)


def allclose(a: Any, b: Any, rtol: float = 1e-05, atol: float = 1e-08) -> builtins.bool:
    a, b = asarray(a), asarray(b)
    return builtins.all(x == y or builtins.abs(x - y) <= atol + rtol * builtins.abs(y) < math.inf for x, y in zip(a.data(), b.broadcast_to(a.shape).data(), strict=True))


def sort(a: Any, axis: int | None = -1, kind: Any = None) -> ndarray:
    """A sorted copy, along an axis or of all elements. NaN come last."""
    return asarray(a).flatten()._sorted(-1) if axis is None else asarray(a)._sorted(axis)


def logical_and(x: Any, y: Any) -> Any:
    return (asarray(x) != 0) & (asarray(y) != 0)


def logical_or(x: Any, y: Any) -> Any:
    return (asarray(x) != 0) | (asarray(y) != 0)


def logical_not(x: Any) -> Any:
    return asarray(x) == 0


def isnan(x: Any) -> Any:
    x = asarray(x)
    return x != x


def isinf(x: Any) -> Any:
    return asarray(x).abs() == inf


def isfinite(x: Any) -> Any:
    return asarray(x).abs() < inf


def ceil(x: Any) -> ndarray:
    x = asarray(x)
    return -(-x).floor() if x.dtype.is_floating_point else x.floor()


def expand_dims(a: Any, axis: int) -> ndarray:
    """The array with a new axis of length 1."""
    a = asarray(a)
    at = axis_of("expand_dims", axis, a.ndim + 1)
    return a.reshape((*a.shape[:at], 1, *a.shape[at:]))


def outer(a: Any, b: Any) -> ndarray:
    """The product of each element of ``a`` with each of ``b``."""
    return asarray(a).reshape(-1, 1) * asarray(b).reshape(-1)


def full_like(a: Any, fill_value: Any, dtype: Any = None) -> ndarray:
    a = asarray(a)
    return full(a.shape, fill_value, dtype or a.dtype)


def array_equal(a: Any, b: Any) -> builtins.bool:
    a, b = asarray(a), asarray(b)
    return a.shape == b.shape and list(a._flat("equal")) == list(b._flat("equal"))


def vstack(tup: Any) -> ndarray:
    """Arrays one below the other."""
    return concatenate([one.reshape(1, -1) if one.ndim < 2 else one for one in map(asarray, tup)])


def hstack(tup: Any) -> ndarray:
    """Arrays side by side."""
    several = [one.reshape(-1) if not one.ndim else one for one in map(asarray, tup)]
    return concatenate(several, 0 if several[0].ndim == 1 else 1)


class _Grid:
    """Indexed by slices, as in ``np.ogrid[0:3, 0:1:5j]``: numbers along each axis; a step of ``5j`` means 5 numbers, both ends included."""

    def __init__(self, filled: builtins.bool) -> None:
        self._filled = filled

    def __getitem__(self, key: Any) -> Any:
        several = key if isinstance(key, tuple) else (key,)
        lines = [self._line(one) for one in several]
        if not isinstance(key, tuple):
            return lines[0]
        open_ones = [line.reshape([-1 if at == axis else 1 for at in range(len(lines))]) for axis, line in enumerate(lines)]
        if not self._filled:
            return tuple(open_ones)
        return stack([broadcast_to(one, tuple(line.size for line in lines)) for one in open_ones])

    @staticmethod
    def _line(one: slice) -> ndarray:
        start, step = one.start or 0, 1 if one.step is None else one.step
        return linspace(start, one.stop, int(builtins.abs(step))) if isinstance(step, complex) else arange(start, one.stop, step)


ogrid, mgrid = _Grid(False), _Grid(True)


class exceptions:  # noqa: N801
    """``numpy.exceptions``."""

    AxisError = LabAxisError


__getattr__ = _missing("numpy", globals())
