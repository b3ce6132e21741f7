"""NumPy's names over the lab's *blocking* CPU library: the work is done inside the call, as NumPy does it.

For where NumPy itself cannot be had. Elements are float32, where NumPy computes in float64.
"""

from __future__ import annotations

import builtins
import math
import random as _random
from array import array as host_array
from typing import Any

from .._connect import numbers
from .._names import lacking, missing as _missing
from ..array import LAB_ONLY, Array, dimensions
from ..axes import order_of
from ..masks import Mask, with_masks
from ..nested import written
from ..errors import LabAxisError, LabTypeError
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
    #: Functions in NumPy, and no methods.
    _foreign = LAB_ONLY | set(
        "abs add backward broadcast_to cos div equal exp floor grad greater greater_equal less less_equal log matmul maximum minimum mul neg "
        "norm not_equal pow relu sigmoid sign sin sqrt square sub tanh to".split()
    )
    dtype = "float32"

    def astype(self, dtype: Any, copy: bool = True) -> ndarray:
        made = _typed("astype", self, dtype)
        return made.copy() if copy and made is self else made

    def copy(self) -> ndarray:
        return Array.reshape(self, self.shape)

    def _recipe(self) -> Any:
        return _from_flat, (self._flat("pickle"), self.shape)

    def _become(self, value: Any, source: Any = ()) -> ndarray:
        if "read-only" in getattr(self, "_more", {}):
            raise ValueError("assignment destination is read-only: a write to this copy would not change the tensor; write to a copy()")
        return Array._become(self, value, source)

    def __getitem__(self, key: Any) -> ndarray:
        made = Array.__getitem__(self, key)
        # A single element is a number in NumPy, and no view, unless the key has an ellipsis.
        whole = made.shape or key is Ellipsis or isinstance(key, tuple) and builtins.any(one is Ellipsis for one in key)
        return made if whole else Array.reshape(made)

    def __float__(self) -> float:
        return Array.__float__(self._number())

    def __int__(self) -> int:
        return Array.__int__(self._number())

    def _number(self) -> ndarray:
        if self.ndim:
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        return self

    def transpose(self, *axes: Any) -> ndarray:
        rank = self.ndim
        order = order_of("transpose", dimensions(axes), rank) if axes and axes[0] is not None else range(rank)[::-1]
        return viewed(Array.transpose(self, *order), place_of(self).permuted(order))

    def cumsum(self, axis: int | None = None) -> ndarray:
        """Sums along an axis; of all elements in row-major order without one."""
        return Array.cumsum(self.flatten()) if axis is None else Array.cumsum(self, axis)

    def __matmul__(self, other: Any) -> Any:
        return matmul(self, other)

    def __rmatmul__(self, other: Any) -> Any:
        return matmul(other, self)

    def dot(self, other: Any) -> Any:
        """As the function `dot`."""
        return dot(self, other)

    def __contains__(self, value: Any) -> bool:
        # What has no axes is mostly one of NumPy's scalars there.
        if self.ndim == 0:
            raise TypeError("argument of type 'numpy.float64' is not a container or iterable")
        return Array.__contains__(self, value)

    def reshape(self, *shape: Any) -> ndarray:
        return reshaped(self, Array.reshape(self, *shape))

    def flatten(self) -> ndarray:
        return Array.reshape(self, -1)

    def ravel(self) -> ndarray:
        return self.reshape(-1) if place_of(self).dense else self.flatten()

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


with_masks(ndarray, "bool")


def _from_flat(flat: host_array | list[bool], shape: tuple[int, ...], writable: bool = True) -> ndarray:
    """An array of elements in row-major order."""
    made = written(ndarray, flat, 0, shape) if isinstance(flat, host_array) else Array.reshape(written(ndarray, flat, 0), shape)
    if not writable:
        made._extras()["read-only"] = True
    return made


def _typed(name: str, made: Any, dtype: Any) -> Any:
    """An array with elements of a type: float32, which is every type of floats here, or booleans."""
    if dtype is None:
        return made
    if dtype is builtins.bool or str(dtype) == "bool":
        return made if isinstance(made, Mask) else made != 0
    if dtype is not builtins.float and "float" not in str(dtype):
        raise LabTypeError("INVALID_OPTION", f"{name}: dtype is {dtype!r}; the lab computes in float32, and has booleans")
    return made * 1.0 if isinstance(made, Mask) else made


def array(object: Any, dtype: Any = None, copy: bool = True) -> ndarray:  # noqa: A002
    """An array of nested numbers, or of the elements of another library's array."""
    return _typed("array", written(ndarray, object.__array__() if hasattr(object, "__array__") else object, 0), dtype)


def asarray(object: Any, dtype: Any = None) -> ndarray:  # noqa: A002
    """The array itself, or one of its elements; like ``numpy()`` of a tensor, to be read only."""
    if isinstance(object, ndarray):
        return _typed("asarray", object, dtype)
    return _typed("asarray", object.__array__(), dtype) if hasattr(object, "__array__") else array(object, dtype)


def _created(name: str, given: tuple[float, ...], shape: tuple[int, ...]) -> ndarray:
    return ndarray._adopt(_lab._create(_lab.codes[name], 0, 0, len(given), *given, *shape))


def full(shape: Any, fill_value: float, dtype: Any = None) -> ndarray:
    return _typed("full", _created("full", (float(fill_value),), dimensions(shape)), dtype)


def zeros(shape: Any, dtype: Any = None) -> ndarray:
    return full(shape, 0.0, dtype)


def ones(shape: Any, dtype: Any = None) -> ndarray:
    return full(shape, 1.0, dtype)


empty = zeros


def zeros_like(x: ndarray) -> ndarray:
    return x._filled(0.0)


def ones_like(x: ndarray) -> ndarray:
    return x._filled(1.0)


def arange(start: float, stop: float | None = None, step: float = 1, dtype: Any = None) -> ndarray:
    start, stop = (0, start) if stop is None else (start, stop)
    if step == 0:
        raise ZeroDivisionError("division by zero")
    count = builtins.max(0, math.ceil((stop - start) / step))
    return _typed("arange", _created("arange", (float(start), float(step)), (count,)), dtype)


def linspace(start: float, stop: float, num: int = 50) -> ndarray:
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    made = [start + (stop - start) * at / builtins.max(1, num - 1) for at in range(num)]
    return array([*made[:-1], stop] if num > 1 else made)


def eye(N: int, M: int | None = None) -> ndarray:  # noqa: N803
    return _created("eye", (), (N, N if M is None else M))


def dot(a: ndarray, b: ndarray) -> Any:
    """The sum of products over the last axis of ``a`` and the last but one of ``b``; a product where one is a scalar. Done when it returns."""
    a, b = asarray(a), asarray(b)
    if not a.ndim or not b.ndim:
        return a * b
    if a.ndim < 3 and b.ndim < 3:
        return a.matmul(b)
    # One product of two matrices, whose columns are all but that axis of `b`.
    along = builtins.max(0, b.ndim - 2)
    rest = [axis for axis in range(b.ndim) if axis != along]
    others = tuple(b.shape[axis] for axis in rest)
    columns = b.transpose([along, *rest]).reshape(b.shape[along], math.prod(others))
    rows = a.reshape(math.prod(a.shape[:-1]), a.shape[-1])
    return rows.matmul(columns).reshape(a.shape[:-1] + others)


def matmul(a: ndarray, b: ndarray) -> Any:
    """Matrix product; leading dimensions broadcast. Done when it returns."""
    return asarray(a).matmul(asarray(b))


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
    return builtins.all(x == y or builtins.abs(x - y) <= atol + rtol * builtins.abs(y) < math.inf for x, y in zip(a.data(), b.broadcast_to(a.shape).data(), strict=True))


class exceptions:  # noqa: N801
    """``numpy.exceptions``."""

    AxisError = LabAxisError


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
    def randint(low: int, high: int | None = None, size: Any = None, dtype: Any = None) -> Any:
        """Whole numbers distributed evenly over ``low <= x < high``, as float32."""
        low, high = (0, low) if high is None else (low, high)
        if low >= high:
            raise ValueError("low >= high")
        if builtins.max(builtins.abs(low), builtins.abs(high)) > 2**24:
            raise LabTypeError("INVALID_NUMBER", f"randint: {high} is above 2**24, which float32 has exactly")
        made = (random._draw("uniform", 0, 1, size) * (high - low)).floor().minimum(high - low - 1.0) + low
        return int(made.item()) if size is None else made

    @staticmethod
    def permutation(x: Any) -> Any:
        """The whole numbers below one, or the elements of the first axis, in a random order."""
        order = list(range(x if isinstance(x, int) else len(x)))
        _random.Random(str(_lab.js.randomKey())).shuffle(order)
        return array(order) if isinstance(x, int) else asarray(x)[order]

    @staticmethod
    def shuffle(x: Any) -> None:
        x[:] = random.permutation(x)

    @staticmethod
    def choice(a: Any, size: Any = None) -> Any:
        """Elements at random, each as likely."""
        values = arange(a) if isinstance(a, int) else asarray(a)
        return values[int(random.randint(len(values)))] if size is None else values[random.randint(len(values), size=size)]

    @staticmethod
    def default_rng(seed: int | None = None) -> Any:
        """A generator; there is one for all, which begins anew with a seed that is given."""
        if seed is not None:
            random.seed(seed)
        return Generator

    @staticmethod
    def seed(seed: int | None = None) -> None:
        number = int(seed or 0)
        if not 0 <= number < 2**32:
            raise ValueError("Seed must be between 0 and 2**32 - 1")
        _lab.seed(number)


class Generator:
    """What `random.default_rng` gives."""

    normal, uniform, standard_normal = random.normal, random.uniform, random.standard_normal
    integers, permutation, shuffle, choice, random = random.randint, random.permutation, random.shuffle, random.choice, random.random


random.Generator = Generator  # type: ignore[attr-defined]
__getattr__ = _missing("numpy", globals())
