"""Arrays: handles for what a lab computes. Operations return at once; what waits says so."""

from __future__ import annotations

import contextlib
import math
from array import array as host_array
from collections.abc import Iterator, Sequence
from typing import Any

from . import masks
from ._operations import binary, number_of, reduction, reflected, unary
from .copies import Copied
from .errors import LabTypeError, LabValueError
from .format import numpy_text
from .axes import axes_of, axis_of, order_of
from .indexing import picked, put
from .masks import comparison, masked
from .nested import written
from .views import linked, views_of


#: Members of arrays that no other library's arrays have: never suggested for a name that is not there.
LAB_ONLY = frozenset("assign attach_grad dispose masked state wait_to_read zero_grad".split())


class Array(Copied):
    """An n-dimensional array of float32 that a lab computes.

    ``x + y``, ``x @ y``, ``x.sum()`` enqueue an operation and return at once. ``float(x)``, ``x.item()``, ``x.tolist()``, ``print(x)``,
    ``if x``, iteration and ``x.wait_to_read()`` wait. The memory is given back as soon as no name holds the array and no queued
    operation needs it.
    """

    __slots__ = ()
    #: The class itself and the class of its masks, for one library. `with_masks` sets both.
    _plain: Any = None
    _masks: Any = None
    #: Where the libraries' rules differ: True for PyTorch's, False for NumPy's.
    _torch = False
    #: Whether operations run while the program goes on.
    _runs_ahead = False

    def __init__(self) -> None:
        raise LabTypeError("INVALID_OPTION", "Array: arrays are made by lab.nd: lab.nd.array([...]), lab.nd.zeros((2, 3))")

    # --- operands

    def _partner(self, other: Any) -> Array | None:
        """The other operand, if it is an array of the same lab; else None."""
        return other if isinstance(other, Array) and other._lab.base is self._lab.base else None

    def _mixed(self, method: Any, name: str, code: int, other: Any) -> Any:
        number = number_of(other)
        if number is not None:
            return method(self, number)
        partner = self._partner(other)
        if partner is not None:
            result = self._adopt(self._lab._binary[code](self._id, partner._id, 0))
            result._by = name
            return result
        if isinstance(other, Array):
            raise LabTypeError("WRONG_LAB", f"{name}: an operand belongs to another lab; bring its elements with tolist()")
        return NotImplemented

    # --- elementwise

    add = __add__ = binary("add", "Elementwise sum with an array that broadcasts, or a number.")
    sub = __sub__ = binary("sub", "Elementwise difference.")
    mul = __mul__ = binary("mul", "Elementwise product.")
    div = __truediv__ = binary("div", "Elementwise quotient.")
    pow = __pow__ = binary("pow", "Elementwise power.")
    maximum = binary("maximum", "The larger of two, elementwise.")
    minimum = binary("minimum", "The smaller of two, elementwise.")
    equal = __eq__ = comparison(binary("equal", "Where both are equal: a mask."))
    greater = __gt__ = comparison(binary("greater", "Where this is larger: a mask."))
    greater_equal = __ge__ = comparison(binary("greaterEqual", "Where this is not smaller: a mask."))
    less = __lt__ = comparison(binary("less", "Where this is smaller: a mask."))
    less_equal = __le__ = comparison(binary("lessEqual", "Where this is not larger: a mask."))
    masked = binary("masked", "The elements where a mask is not 0; elsewhere -0, which changes no sum.")
    __radd__ = reflected("add")
    __rsub__ = reflected("sub")
    __rmul__ = reflected("mul")
    __rtruediv__ = reflected("div")
    __rpow__ = reflected("pow")
    __hash__ = object.__hash__

    neg = __neg__ = unary("neg", "Each element with the other sign.")
    exp = unary("exp", "e to the power of each element.")
    log = unary("log", "The natural logarithm of each element.")
    sqrt = unary("sqrt", "The square root of each element.")
    square = unary("square", "Each element times itself.")
    abs = __abs__ = unary("abs", "Each element without its sign.")
    sign = unary("sign", "-1, 0 or 1 for each element.")
    floor = unary("floor", "The largest whole number that is not above each element.")
    relu = unary("relu", "Each element, or 0 if that is larger.")
    sin = unary("sin", "The sine of each element.")
    cos = unary("cos", "The cosine of each element.")
    tanh = unary("tanh", "The hyperbolic tangent of each element.")
    sigmoid = unary("sigmoid", "1 / (1 + exp(-x)) of each element.")

    def not_equal(self, other: Any) -> Any:
        """Where both differ: a mask."""
        same = Array.__eq__(self, other)
        return same if same is NotImplemented else masked(self, same == 0)

    __ne__ = not_equal

    def __pos__(self) -> Array:
        return self

    # --- reductions

    sum = reduction("sum", "The sum.")
    mean = reduction("mean", "The mean.")
    max = reduction("max", "The largest element.")
    min = reduction("min", "The smallest element.")
    prod = reduction("prod", "The product.")
    norm = reduction("norm", "The Euclidean norm.")

    def _reduce(self, code: int, axis: int | Sequence[int] | None, keepdims: bool) -> Array:
        mask = -1
        if axis is not None:
            rank = self.ndim
            mask = sum(1 << one for one in axes_of("reduction", axis, rank)) if rank or axis != () else 0
            mask &= (1 << rank) - 1
        dropped, self._lab._dropped = self._lab._dropped, 0
        return self._adopt(self._lab._reduce(code, self._id, mask, bool(keepdims), dropped))

    def var(self, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
        """The mean square of the distance from the mean; ``ddof`` is taken off the number of elements."""
        squares = Array.sum(self._centred(axis).square(), axis, keepdims)
        return squares / self._freedom(squares, ddof)

    def std(self, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
        """The standard deviation. Its gradient is 0 where all elements are equal."""
        norms = Array.norm(self._centred(axis), axis, keepdims)
        return norms / math.sqrt(self._freedom(norms, ddof))

    def _centred(self, axis: Any) -> Any:
        return self - Array.mean(self, axis, True)

    def _freedom(self, reduced: Any, ddof: int) -> int:
        """Elements reduced to each result, less ``ddof``; at least 0."""
        return max(0, math.prod(self.shape) // max(1, math.prod(reduced.shape)) - ddof)

    def all(self, axis: Any = None, keepdims: bool = False) -> Any:
        """Whether no element is 0."""
        return masked(self, Array.prod(self != 0, axis, keepdims))

    def any(self, axis: Any = None, keepdims: bool = False) -> Any:
        """Whether some element is not 0."""
        return masked(self, Array.prod(self == 0, axis, keepdims) == 0)

    def cumsum(self, axis: int = 0) -> Array:
        """Sums of all elements along an axis up to each one."""
        if not self.ndim:
            axis_of("cumsum", axis, 0)
            return Array.reshape(self, () if self._torch else 1)
        return self._adopt(self._lab._apply("cumsum", 0, 1, self._id, axis_of("cumsum", axis, self.ndim), 0))

    # --- shape

    @property
    def shape(self) -> tuple[int, ...]:
        """The dimensions, outermost first; () of a scalar. Known without a wait."""
        return self._lab.shape_of(self._id)

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def T(self) -> Array:  # noqa: N802
        """Transposed: the axes in reverse."""
        return self.transpose()

    def transpose(self, *axes: Any) -> Array:
        """The axes in another order, all in reverse by default; negative ones count from the last."""
        if len(axes) == 1 and (axes[0] is None or not isinstance(axes[0], int)):
            axes = tuple(axes[0] or ())
        order = order_of("transpose", axes, self.ndim) if axes else ()
        return self._adopt(self._lab._transpose(self._id, 0, *order))

    def reshape(self, *shape: Any) -> Array:
        """The same elements in another shape, without a copy. One dimension may be -1."""
        return self._adopt(self._lab._reshape(self._id, 0, *dimensions(shape)))

    def broadcast_to(self, *shape: Any) -> Array:
        """Repeated along axes of length 1 and new leading ones."""
        return self._adopt(self._lab._broadcast(self._id, 0, *dimensions(shape)))

    def __len__(self) -> int:
        shape = self.shape
        if not shape:
            raise TypeError("len() of a scalar")
        return shape[0]

    def _common(self, arrays: Sequence[Any]) -> Any:
        """The class of an array that joins several, this one among them."""
        return self._plain if any(one.__class__ is not self.__class__ for one in arrays) else self.__class__

    # --- products

    def matmul(self, other: Array, transpose_a: bool = False, transpose_b: bool = False) -> Array:
        """Matrix product ``[..., n, k] @ [..., k, m]``; leading dimensions broadcast, a vector is a row or a column."""
        partner = self._partner(other)
        if partner is None:
            raise LabTypeError("INVALID_NUMBER", f"matmul: an operand is {_described(other)}; give an array of the same lab")
        lab = self._lab
        dropped, lab._dropped = lab._dropped, 0
        return self._adopt(lab._matmul(self._id, partner._id, transpose_a, transpose_b, dropped))

    dot = matmul

    def __matmul__(self, other: Any) -> Any:
        return self.matmul(other) if isinstance(other, Array) else NotImplemented

    # --- elements

    def __getitem__(self, key: Any) -> Array:
        return picked(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        put(self, key, value)

    def __iter__(self) -> Iterator[Array]:
        return (self[at] for at in range(len(self)))

    def __contains__(self, value: Any) -> bool:
        same = self == value
        return isinstance(same, Array) and bool(same.any())

    # --- changes in place

    #: The context in which views are recomputed; the scope of views made now, or None.
    _recorded: Any = contextlib.nullcontext
    _scope: Any = None

    def _become(self, value: Any, source: Any = ()) -> Any:
        """Changes in place: this handle stands for ``value`` from now on, with its history for gradients. ``value`` has no other reference.

        Its base and its views change with it, except those in ``source``, where the change began.
        """
        if value.shape != self.shape:
            raise self._outgrown(value.shape)
        return self._carried(value, source, "attached" in getattr(self, "_more", {}))

    def _number_of(self, value: float) -> float:
        """A number that is to be an element."""
        return value

    def _cast(self, value: Any) -> Any:
        """An array whose elements go into this one, converted to its kind."""
        return value != 0 if isinstance(self, masks.Mask) and not isinstance(value, masks.Mask) else value

    def _as_own(self, value: Any) -> Any:
        """A value that takes this array's place, labelled with its type."""
        return value

    def _outgrown(self, given: Sequence[int]) -> Exception:
        """The error for a change in place whose result has another shape."""
        return self._misfit(given, self.shape)

    def _misfit(self, given: Sequence[int], wanted: Sequence[int]) -> Exception:
        """The library's error for elements whose shape does not fit the place that they are written to."""
        return LabValueError("SHAPE_MISMATCH", f"could not broadcast input array from shape {list(given)} into shape {list(wanted)}")

    def _carried(self, value: Any, source: Any, kept: bool) -> Any:
        place = linked(self)
        if place is not None:
            place.put(value, self)
        self._stand_for(value, kept)
        for part, place in views_of(self, *source):
            with (place.scope or self._recorded)():
                part._stand_for(place.taken(), "attached" in part._more)
        return self

    def _stand_for(self, value: Any, kept: bool) -> None:
        if kept:
            # The handle gets another id; the engine releases the old one itself.
            self._id = self._lab.ask(self._lab.js.assign(self._id, value._id))
        else:
            self._exchange(value)

    def assign(self, value: Array) -> Array:
        """Gives this array, and its views, other values of the same shape. Queued operations still read the old ones."""
        return self._carried(value, (), True)

    # --- waiting

    def wait_to_read(self) -> Array:
        """Waits until this array is computed; later operations may still be queued."""
        self._lab.wait(self._id)
        return self

    def _flat(self, kind: str = "data") -> host_array[float]:
        return self._lab.data(self._id, kind)

    def item(self) -> float:
        """The only element of an array of one. Waits."""
        return self._lab.item(self._id)

    def tolist(self) -> Any:
        """The elements as nested lists of float; a float of a scalar. Waits."""
        flat, shape = list(self._flat()), self.shape
        if not shape:
            return flat[0]
        for axis in range(len(shape) - 1, 0, -1):
            length = shape[axis]
            flat = [flat[at * length : (at + 1) * length] for at in range(math.prod(shape[:axis]))]
        return flat

    def data(self) -> host_array[float]:
        """The elements in row-major order, as ``array('f')``. Waits."""
        return self._flat()

    def __float__(self) -> float:
        return self._lab.item(self._id, "float")

    def __int__(self) -> int:
        return int(self._lab.item(self._id, "int"))

    def __index__(self) -> int:
        value = self._lab.item(self._id, "index")
        if value != int(value):
            raise TypeError("only whole numbers can be an index")
        return int(value)

    def __bool__(self) -> bool:
        if math.prod(self.shape) != 1:
            raise LabValueError("NOT_SCALAR", f"the truth of an array of shape {self.shape} is ambiguous; reduce it first, with all() or any()")
        return self._lab.item(self._id, "bool") != 0

    def __repr__(self) -> str:
        return f"array({numpy_text(self._flat('repr'), self.shape, 'array(', ',', ')')})"

    def __str__(self) -> str:
        return numpy_text(self._flat("print"), self.shape, "", "")

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec else str(self)

    # --- devices and life

    @property
    def device(self) -> Any:
        """The name of the device it lives on."""
        return self._lab.device_of(self._id)

    def to(self, device: str) -> Array:
        """The same elements on another device. Returns at once: the device waits for them, not the program."""
        return self._adopt(self._lab._transfer(self._id, self._lab.device_index(device)))

    def _listed(self, values: Any) -> Array:
        """Nested numbers as an array of this kind, on the same device."""
        return written(self, values, self._lab.js.deviceIndexOf(self._id))

    def _filled(self, value: float, shape: tuple[int, ...] | None = None) -> Array:
        """One value, in this shape or a given one, on the same device."""
        lab = self._lab
        dims = self.shape if shape is None else shape
        return self._adopt(lab._create(lab.codes["full"], lab.js.deviceIndexOf(self._id), 0, 1, value, *dims))

    def state(self) -> str:
        """``queued``, ``running``, ``done`` or ``failed``, by the backend's last report. Never waits."""
        return self._lab.js.state(self._id)


def dimensions(given: Any) -> tuple[int, ...]:
    """``(2, 3)``, ``((2, 3),)`` or ``2`` as a shape."""
    if isinstance(given, int):
        return (given,)
    given = tuple(given)
    if len(given) == 1 and not isinstance(given[0], int) and hasattr(given[0], "__iter__"):
        given = tuple(given[0])
    try:
        return tuple(length.__index__() for length in given)
    except (AttributeError, TypeError):
        raise LabTypeError("INVALID_SHAPE", f"shape {given!r} has a dimension that is no whole number") from None


def _described(value: Any) -> str:
    return f"{type(value).__name__}" if value is not None else "None"


masks.count(vars(Array))

__all__ = ["LAB_ONLY", "Array", "dimensions"]
