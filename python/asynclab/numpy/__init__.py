"""NumPy's names over the lab's *blocking* CPU library: the work is done inside the call, as NumPy does it.

For where NumPy itself cannot be had. Elements are float32, where NumPy computes in float64.
"""

from __future__ import annotations

import builtins
import math
from array import array as host_array
from typing import Any

from .._connect import numbers
from .._names import lacking, missing as _missing
from ..array import Array, dimensions
from ..creation import flattened
from ..errors import LabTypeError
from ..format import numpy_text
from ..indexing import chosen, joined, stacked
from ..views import place_of, reshaped, viewed

__asynclab__ = True
__version__ = "2.3.0+asynclab"
_lab = numbers()
pi, e, inf, nan, newaxis = math.pi, math.e, math.inf, math.nan, None


class float32(float):  # noqa: N801
    """The type of elements."""


float64 = float32


class ndarray(Array):  # noqa: N801
    """An array of float32 that was computed before the call returned."""

    __slots__ = ()
    _lab = _lab
    dtype = "float32"

    def astype(self, dtype: Any, copy: bool = True) -> ndarray:
        if "float" not in str(dtype):
            raise LabTypeError("INVALID_OPTION", f"astype: dtype is {dtype!r}; the lab computes in float32")
        return self

    def copy(self) -> ndarray:
        return Array.reshape(self, self.shape)

    def __getitem__(self, key: Any) -> ndarray:
        made = Array.__getitem__(self, key)
        # A single element is a number in NumPy, and no view.
        return made if made.shape else Array.reshape(made)

    def transpose(self, *axes: Any) -> ndarray:
        made, rank = Array.transpose(self, *axes), self.ndim
        order = [axis % rank for axis in dimensions(axes)] if axes and axes[0] is not None else range(rank)[::-1]
        return viewed(made, place_of(self).permuted(order))

    def reshape(self, *shape: Any) -> ndarray:
        return reshaped(self, Array.reshape(self, *shape))

    def flatten(self) -> ndarray:
        return Array.reshape(self, -1)

    def ravel(self) -> ndarray:
        return self.reshape(-1)

    def __iadd__(self, other: Any) -> ndarray:
        return self._become(self + other)

    def __isub__(self, other: Any) -> ndarray:
        return self._become(self - other)

    def __imul__(self, other: Any) -> ndarray:
        return self._become(self * other)

    def __itruediv__(self, other: Any) -> ndarray:
        return self._become(self / other)

    def __ipow__(self, other: Any) -> ndarray:
        return self._become(self**other)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise lacking("numpy.ndarray", self, name)


def from_flat(flat: host_array, shape: tuple[int, ...]) -> ndarray:
    """An array of elements in row-major order."""
    room = _lab.js.hostArray(len(flat))
    if len(flat):
        room.assign(flat)
    return ndarray._adopt(_lab._write(room, 0, *shape))


def array(object: Any, dtype: Any = None, copy: bool = True) -> ndarray:  # noqa: A002
    """An array of nested numbers."""
    return from_flat(*flattened(object))


def asarray(object: Any, dtype: Any = None) -> ndarray:  # noqa: A002
    return object if isinstance(object, ndarray) else array(object)


def _created(name: str, given: tuple[float, ...], shape: tuple[int, ...]) -> ndarray:
    return ndarray._adopt(_lab._create(_lab.codes[name], 0, 0, len(given), *given, *shape))


def full(shape: Any, fill_value: float, dtype: Any = None) -> ndarray:
    return _created("full", (float(fill_value),), dimensions(shape))


def zeros(shape: Any, dtype: Any = None) -> ndarray:
    return full(shape, 0.0)


def ones(shape: Any, dtype: Any = None) -> ndarray:
    return full(shape, 1.0)


empty = zeros


def zeros_like(x: ndarray) -> ndarray:
    return x._filled(0.0)


def ones_like(x: ndarray) -> ndarray:
    return x._filled(1.0)


def arange(start: float, stop: float | None = None, step: float = 1, dtype: Any = None) -> ndarray:
    start, stop = (0, start) if stop is None else (start, stop)
    if step == 0:
        raise ZeroDivisionError("division by zero")
    return _created("arange", (float(start), float(step)), (builtins.max(0, math.ceil((stop - start) / step)),))


def linspace(start: float, stop: float, num: int = 50) -> ndarray:
    return array([start + (stop - start) * at / builtins.max(1, num - 1) for at in range(num)])


def eye(N: int, M: int | None = None) -> ndarray:  # noqa: N803
    return _created("eye", (), (N, N if M is None else M))


def dot(a: ndarray, b: ndarray) -> Any:
    """Matrix product. Done when it returns."""
    if not isinstance(a, ndarray) or not isinstance(b, ndarray):
        raise TypeError(f"dot: give two arrays, not {type(a).__name__} and {type(b).__name__}")
    return a.matmul(b)


matmul = dot


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
    **{name: name for name in "exp log sqrt square abs sign floor cumsum sin cos tanh sum mean max min prod std var all any reshape transpose maximum minimum".split()},
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "broadcast_to": "broadcast_to", "power": "pow",
}.items():
    globals()[_name] = _function(_name, _method)


def where(condition: ndarray, x: Any, y: Any) -> ndarray:
    """The elements of ``x`` where the condition is not 0, of ``y`` elsewhere."""
    return chosen(condition, x, y)


def allclose(a: Any, b: Any, rtol: float = 1e-05, atol: float = 1e-08) -> bool:
    a, b = asarray(a), asarray(b)
    return builtins.all(builtins.abs(x - y) <= atol + rtol * builtins.abs(y) for x, y in zip(a.data(), b.broadcast_to(a.shape).data(), strict=True))


class linalg:  # noqa: N801
    """``numpy.linalg``."""

    @staticmethod
    def norm(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
        return asarray(x).norm(axis, keepdims)


class random:  # noqa: N801
    """``numpy.random``."""

    @staticmethod
    def _draw(name: str, first: float, second: float, size: Any) -> ndarray:
        shape = () if size is None else dimensions(size)
        return ndarray._adopt(_lab._random(_lab.codes[name], 0, 0, float(first), float(second), *shape))

    @staticmethod
    def normal(loc: float = 0.0, scale: float = 1.0, size: Any = None) -> Any:
        """Normally distributed numbers."""
        made = random._draw("normal", loc, scale, size)
        return made.item() if size is None else made

    @staticmethod
    def uniform(low: float = 0.0, high: float = 1.0, size: Any = None) -> Any:
        """Numbers distributed evenly over ``low <= x < high``."""
        made = random._draw("uniform", low, high, size)
        return made.item() if size is None else made

    @staticmethod
    def randn(*shape: int) -> Any:
        return random.normal(size=shape or None)

    @staticmethod
    def rand(*shape: int) -> Any:
        return random.uniform(size=shape or None)

    standard_normal = staticmethod(lambda size=None: random.normal(size=size))
    random = staticmethod(lambda size=None: random.uniform(size=size))

    @staticmethod
    def seed(seed: int | None = None) -> None:
        _lab.seed(seed or 0)


__getattr__ = _missing("numpy", globals())
