"""Arrays: handles for what a lab computes. Operations return at once; what waits says so."""

from __future__ import annotations

import contextlib
import math
from array import array as host_array
from collections.abc import Iterator, Sequence
from typing import Any

from ._handle import Handle
from ._operations import binary, number_of, reduction, reflected, unary, with_number
from .errors import LabTypeError, LabValueError
from .format import numpy_text
from .indexing import from_zero, picked, put
from .views import linked, views_of


class Array(Handle):
    """An n-dimensional array of float32 that a lab computes.

    ``x + y``, ``x @ y``, ``x.sum()`` enqueue an operation and return at once. ``float(x)``, ``x.item()``, ``x.tolist()``, ``print(x)``,
    ``if x``, iteration and ``x.wait_to_read()`` wait. The memory is given back as soon as no name holds the array and no queued
    operation needs it.
    """

    __slots__ = ()

    def __init__(self) -> None:
        raise LabTypeError("INVALID_OPTION", "Array: arrays are made by lab.nd: lab.nd.array([...]), lab.nd.zeros((2, 3))")

    # --- operands

    def _partner(self, other: Any) -> Array | None:
        """Another operand as an array that this one can be combined with; None of what is none."""
        return other if isinstance(other, Array) and other._lab.base is self._lab.base else None

    def _mixed(self, method: Any, name: str, code: int, other: Any) -> Any:
        number = number_of(other)
        if number is not None:
            return method(self, number)
        partner = self._partner(other)
        if partner is not None:
            return self._adopt(self._lab._binary[code](self._id, partner._id, 0))
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
    equal = __eq__ = binary("equal", "1 where both are equal, 0 elsewhere.")
    greater = __gt__ = binary("greater", "1 where this is larger, 0 elsewhere.")
    greater_equal = __ge__ = binary("greater_equal", "1 where this is not smaller, 0 elsewhere.")
    less = __lt__ = reflected("greater", "1 where this is smaller, 0 elsewhere.")
    less_equal = __le__ = reflected("greater_equal", "1 where this is not larger, 0 elsewhere.")
    masked = binary("masked", "The elements where a mask is not 0, and -0 elsewhere: what a sum leaves as it is.")
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
    sin = with_number("sine", 0.0, "The sine of each element.")
    cos = with_number("sine", 1.0, "The cosine of each element.")
    tanh = unary("tanh", "The hyperbolic tangent of each element.")
    sigmoid = unary("sigmoid", "1 / (1 + exp(-x)) of each element.")

    def not_equal(self, other: Any) -> Any:
        """1 where both differ, 0 elsewhere."""
        same = self == other
        return same if same is NotImplemented else 1 - same

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
            mask = 0
            for one in (axis,) if isinstance(axis, int) else tuple(axis):
                if not -rank <= one < rank:
                    raise LabValueError(
                        "INVALID_AXIS", f"axis {one} is none of an array of shape {self.shape}; give one of {-rank} to {rank - 1}"
                    )
                mask |= 1 << (one % rank)
        dropped, self._lab._dropped = self._lab._dropped, 0
        return self._adopt(self._lab._reduce(code, self._id, mask, bool(keepdims), dropped))

    def var(self, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
        """The mean square of the distance from the mean; ``ddof`` is taken off the number of elements."""
        squares = Array.sum((self - Array.mean(self, axis, True)).square(), axis, keepdims)
        return squares / max(0, math.prod(self.shape) // max(1, math.prod(squares.shape)) - ddof)

    def std(self, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
        """The standard deviation."""
        return self.var(axis, ddof, keepdims).sqrt()

    def all(self, axis: Any = None, keepdims: bool = False) -> Any:
        """1 where no element is 0."""
        return Array.min(self != 0, axis, keepdims)

    def any(self, axis: Any = None, keepdims: bool = False) -> Any:
        """1 where some element is not 0."""
        return Array.max(self != 0, axis, keepdims)

    def cumsum(self, axis: int = 0) -> Array:
        """Sums of all elements along an axis up to each one."""
        return self._adopt(self._lab._apply("cumsum", 0, 1, self._id, from_zero("cumsum", axis, self.ndim), 0))

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
        rank = self.ndim
        return self._adopt(self._lab._transpose(self._id, 0, *(axis % rank if rank else axis for axis in axes)))

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
        return value in self._flat()

    # --- gradients

    #: Why there is no gradient, in the words of the library.
    _untold = "backward: nothing was recorded for this array; compute it inside record() from arrays with attach_grad()"

    def attach_grad(self, accumulate: bool = False) -> Array:
        """Gives the array a gradient, which ``backward`` finds of what ``lab.record()`` sees computed from it."""
        self._lab.ask(self._lab.js.attach(self._id, accumulate))
        self._extras()["attached"] = True
        return self

    @property
    def grad(self) -> Array | None:
        """The gradient that the last backward pass found; None before the first."""
        found = self._lab.js.grad(self._id)
        if found < 0:
            raise self._lab.failure()
        if not found:
            return None
        gradient = self._adopt(found)
        gradient._more = {"of": self}
        return gradient

    def backward(self, head: Array | None = None, retain_graph: bool = False) -> None:
        """Finds the gradients of all arrays with ``attach_grad`` that this one was computed from."""
        if not self._lab.js.backward(self._id, head._id if head is not None else 0, retain_graph):
            error = self._lab.failure()
            raise type(error)(error.code, self._untold) if error.code == "NO_GRADIENT" else error

    def zero_grad(self) -> None:
        """Forgets the gradient."""
        self._lab.ask(self._lab.js.zeroGrad(self._id))

    #: Entered while a view is computed anew; the scope of views that are made now, or None.
    _recorded: Any = contextlib.nullcontext
    _scope: Any = None

    def _extras(self) -> dict[str, Any]:
        try:
            return self._more
        except AttributeError:
            self._more = {}
            return self._more

    def _become(self, value: Any, source: Any = ()) -> Any:
        """A change in place: stands for a new array from then on, which nobody else holds, with its history for gradients.

        Base and views change with it, except ``source``, a view where the change began.
        """
        more = getattr(self, "_more", {})
        if "of" in more:
            raise LabTypeError("INVALID_OPTION", "a gradient cannot be changed in place, but to zeros; compute with it: w -= rate * (w.grad * scale)")
        if value.shape != self.shape:
            value = value.broadcast_to(self.shape)
        return self._carried(value, source, "attached" in more)

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
            # From now on another name is behind this handle; the engine gives the old one back itself.
            self._id = self._lab.ask(self._lab.js.assign(self._id, value._id))
        else:
            self._id, value._id = value._id, self._id

    def assign(self, value: Array) -> Array:
        """Makes this handle, and its views, stand for other values of the same shape. Queued operations still read the old ones."""
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
        flat, shape = self._flat().tolist(), self.shape
        if not shape:
            return flat[0]
        for length in reversed(shape[1:]):
            flat = [flat[at : at + length] for at in range(0, len(flat), length)] if length else []
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

    def _filled(self, value: float, shape: tuple[int, ...] | None = None) -> Array:
        """One value in this shape, or another one, on the same device."""
        lab = self._lab
        dims = self.shape if shape is None else shape
        return self._adopt(lab._create(lab.codes["full"], lab.js.deviceIndexOf(self._id), 0, 1, value, *dims))

    def state(self) -> str:
        """``queued``, ``running``, ``done`` or ``failed``, as far as the backend has told. Never waits."""
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


__all__ = ["Array", "dimensions"]
