"""Arrays of NumPy over the lab's *blocking* CPU library."""

from __future__ import annotations

import builtins
import math
from array import array as host_array
from typing import Any

from .._connect import numbers
from .._names import lacking
from ..array import LAB_ONLY, Array, dimensions
from ..axes import axes_of, axis_of, order_of
from ..dtypes import boolean, checked_dtype, dtype_of, dtypes, fitting, float32, float64, floated, int64, promoted, scalars
from ..dividing import Counted, Dividing, Means, summing
from ..exact import checked_whole, labelled, looked, plain
from ..format import THRESHOLD, numpy_repr, numpy_text
from ..indexing import rounded
from ..nested import written
from ..views import place_of, reshaped, viewed
from ..whole import Whole, cast, with_labels

lab = numbers()


class ndarray(Dividing):  # noqa: N801
    """An array that was computed before the call returned."""

    __slots__ = ()
    _lab = lab
    #: Functions in NumPy that are not methods there.
    _foreign = LAB_ONLY | set(
        "abs add backward broadcast_to cos div equal exp floor grad greater greater_equal less less_equal log matmul maximum minimum mul neg "
        "norm not_equal pow relu sigmoid sign sin sqrt square sub tanh to".split()
    )
    dtype = float32
    _promoted, _floated, _remedy, _refusal = staticmethod(promoted), staticmethod(floated), ".astype(float)", TypeError
    _default, sum, prod, cumsum = float64, *summing

    def astype(self, dtype: Any, copy: bool = True) -> ndarray:
        made = cast(self, checked_dtype(dtype, float64))
        return made.copy() if copy and made is self else made

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.dtype.itemsize * self.size

    @property
    def _is_number(self) -> bool:
        """Whether NumPy has a scalar here: for a result without axes, but not for an array made without axes."""
        return not self.shape and "array" not in getattr(self, "_more", {})

    def __repr__(self) -> str:
        flat, kind, shape = self._flat("repr"), self.dtype, self.shape
        if self._is_number:
            text = numpy_text(flat, shape, "", "")
            return f"np.{text}_" if kind is boolean else f"np.{kind}({text})"
        more = [f"shape={shape}"] if not self.size and len(shape) > 1 or self.size > THRESHOLD else []
        return numpy_repr(flat, shape, more if self.size and kind in (int64, float64, boolean) else [*more, f"dtype={kind}"])

    def __index__(self) -> int:
        if self.dtype.is_floating_point:
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return Array.__index__(self)

    def _number_of(self, value: Any) -> Any:
        if self.dtype._rank != 1:
            return value
        return checked_whole("an element", fitting(self.dtype, value) if isinstance(value, builtins.int) else builtins.int(value))

    def copy(self) -> ndarray:
        return Array.reshape(self, self.shape)

    def _recipe(self) -> Any:
        return from_flat, (self._flat("pickle"), self.shape, True, self.dtype)

    def _become(self, value: Any, source: Any = ()) -> ndarray:
        if "read-only" in getattr(self, "_more", {}):
            raise ValueError("assignment destination is read-only: a write to this copy would not change the tensor; write to a copy()")
        if value.dtype is not self.dtype:
                # The rule "same_kind".
            if value.dtype._rank > self.dtype._rank or value.dtype.kind == "i" and self.dtype.kind == "u":
                raise TypeError(f"Cannot cast ufunc output from {value.dtype!r} to {self.dtype!r} with casting rule 'same_kind'")
            value = cast(value, self.dtype)
        return Array._become(self, value, source)

    def __getitem__(self, key: Any) -> ndarray:
        made = Array.__getitem__(self, key)
        # A single element is a scalar in NumPy, and so not a view, unless the key has an ellipsis.
        whole = made.shape or key is Ellipsis or isinstance(key, tuple) and builtins.any(one is Ellipsis for one in key)
        return (made if made.shape else _kept(made)) if whole else Array.reshape(made)

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

    def argmax(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """The index of the largest element, among all or along an axis; without an axis a number."""
        return self._extreme("argmax", axis, keepdims)

    def argmin(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._extreme("argmin", axis, keepdims)

    def _extreme(self, name: str, axis: int | None, keepdims: bool) -> Any:
        at = -1 if axis is None else axis_of(name, axis, self.ndim)
        if not (self.size if axis is None or not self.ndim else self.shape[at]):
            raise ValueError(f"attempt to get {name} of an empty sequence")
        made = self._adopt(lab._composed(name, 0, 1, self._id, at if self.ndim else -1, int(keepdims)))
        return labelled(made, int64, self.size) if made.ndim else scalars["int64"](Array.item(made))

    def clip(self, min: Any = None, max: Any = None) -> ndarray:  # noqa: A002
        """The elements, limited to the range from ``min`` to ``max``."""
        made = self.copy() if min is None else self.maximum(min)
        return made if max is None else made.minimum(max)

    def round(self, decimals: int = 0) -> ndarray:
        """Rounds to ``decimals`` digits after the point, and halves to the even one."""
        if self.dtype is boolean:
            return cast(self, dtypes["float16"])
        return rounded(self * 10.0**decimals) / 10.0**decimals if decimals else rounded(self * 1.0)

    def squeeze(self, axis: Any = None) -> ndarray:
        """The array without its axes of length 1."""
        gone = [at for at, length in enumerate(self.shape) if length == 1] if axis is None else axes_of("squeeze", axis, self.ndim)
        if builtins.any(self.shape[at] != 1 for at in gone):
            raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
        return self.reshape(tuple(length for at, length in enumerate(self.shape) if at not in gone))

    def argsort(self, axis: int | None = -1, kind: Any = None) -> ndarray:
        """The indices that sort along an axis, or, with None, all elements. Equal elements keep their order, whatever the kind."""
        if axis is None or not self.ndim:
            return self.flatten().argsort()
        return labelled(self._sorted(axis, places=True), int64, self.size)

    def sort(self, axis: int = -1, kind: Any = None) -> None:
        """Sorts the array itself along an axis. NaN come last."""
        self._become(self._sorted(axis))

    def swapaxes(self, axis1: int, axis2: int) -> ndarray:
        order = list(range(self.ndim))
        one, other = (axis_of("swapaxes", axis, self.ndim) for axis in (axis1, axis2))
        order[one], order[other] = order[other], order[one]
        return self.transpose(order)

    def __matmul__(self, other: Any) -> Any:
        return matmul(self, other)

    def __rmatmul__(self, other: Any) -> Any:
        return matmul(other, self)

    def dot(self, other: Any) -> Any:
        """The function `dot`."""
        return dot(self, other)

    def __contains__(self, value: Any) -> bool:
        # In NumPy, an array without axes is mostly a scalar.
        if self.ndim == 0:
            raise TypeError("argument of type 'numpy.float64' is not a container or iterable")
        return Array.__contains__(self, value)

    def reshape(self, *shape: Any) -> ndarray:
        made = reshaped(self, Array.reshape(self, *shape))
        return made if made.shape else _kept(made)

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

    def __invert__(self) -> ndarray:
        return self ^ -1

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise lacking("numpy.ndarray", self, name)


for _name in "floordiv mod and or xor lshift rshift".split():
    setattr(ndarray, f"__i{_name}__", (lambda name: lambda self, other: self._become(getattr(self, f"__{name}__")(other)))(_name))


class _Whole(Means, Whole):
    """Whole numbers."""

    __slots__ = ()

    def round(self, decimals: int = 0) -> Any:
        return self * 1  # type: ignore[operator]


with_labels(ndarray, dtypes.values(), _Whole, Counted)


def from_flat(flat: Any, shape: tuple[int, ...], writable: bool = True, dtype: Any = float32) -> ndarray:
    """An array of elements in row-major order."""
    kind = boolean if isinstance(flat, list) and flat and isinstance(flat[0], builtins.bool) else dtype_of(dtype)
    made = labelled(written(ndarray, flat if isinstance(flat, host_array) and flat.typecode == "f" else host_array("f", flat), 0, shape), kind)
    if kind._rank == 1:
        made._extras()["most"] = looked(made)
    return _kept(made, writable)


def _kept(made: Any, writable: bool = True) -> Any:
    """Marks an array without axes as an array: results without axes are scalars in NumPy."""
    if not writable:
        made._extras()["read-only"] = True
    if not made.shape:
        made._extras()["array"] = True
    return made


def _kind_of(values: Any) -> Any:
    """The type of nested numbers."""
    if isinstance(values, (list, tuple, range)):
        kinds = {_kind_of(one) for one in values}
        return promoted(*kinds) if kinds else float64
    if hasattr(values, "dtype"):
        return float32 if "bfloat16" in str(values.dtype) else dtype_of(values.dtype)
    if hasattr(values, "typecode"):
        return dtype_of(values.typecode)
    return boolean if isinstance(values, builtins.bool) else int64 if isinstance(values, builtins.int) else float64


def array(object: Any, dtype: Any = None, copy: bool = True) -> ndarray:  # noqa: A002
    """An array of nested numbers, or of the elements of another library's array."""
    given = object.__array__() if hasattr(object, "__array__") else object
    made, kind = written(ndarray, given, 0), _kind_of(given)
    wanted = kind if dtype is None else checked_dtype(dtype, float64)
    if kind._rank == 1:
        most = max(map(builtins.abs, made._lab.data(made._id)), default=0)
        if wanted._rank == 1:
            checked_whole("array: a value", int(most))
            if wanted.itemsize < 4 and not hasattr(given, "dtype"):
                for value in made._lab.data(made._id):
                    fitting(wanted, int(value))
        made = labelled(made, kind, most)
    elif kind is not boolean:
        made = labelled(made, kind)
    return _kept(cast(made, wanted))


def asarray(object: Any, dtype: Any = None) -> ndarray:  # noqa: A002
    """The array itself, or a new array of the elements. That of a tensor is read-only, as from ``numpy()``."""
    if hasattr(object, "__array__"):
        object = object.__array__()  # noqa: A001
    if not isinstance(object, ndarray) or object._is_number:
        return array(object, dtype)
    return object if dtype is None else cast(object, checked_dtype(dtype, float64))


def dot(a: ndarray, b: ndarray) -> Any:
    """The sum of products over the last axis of ``a`` and the last but one of ``b``; with a scalar, the product. Done when it returns."""
    a, b = asarray(a), asarray(b)
    if not a.ndim or not b.ndim:
        return a * b
    if a.ndim < 3 and b.ndim < 3:
        return matmul(a, b)
    # One product of two matrices: the axes of `b` other than that one become columns.
    along = builtins.max(0, b.ndim - 2)
    rest = [axis for axis in range(b.ndim) if axis != along]
    others = tuple(b.shape[axis] for axis in rest)
    columns = b.transpose([along, *rest]).reshape(b.shape[along], math.prod(others))
    rows = a.reshape(math.prod(a.shape[:-1]), a.shape[-1])
    return matmul(rows, columns).reshape(a.shape[:-1] + others)


def matmul(a: ndarray, b: ndarray) -> Any:
    """Matrix product; leading dimensions broadcast. Done when it returns."""
    a, b = asarray(a), asarray(b)
    kind = promoted(a, b)
    if kind._rank == 1:
        return cast(a, kind).matmul(cast(b, kind))
    made = plain(a, "matmul", b)
    return labelled(made, kind) if kind._rank else made != 0
