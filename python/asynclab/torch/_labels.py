"""Types of elements as labels: a class of tensors for each. The engine computes all of them in float32.

Whole numbers are exact below 2²⁴. Each tensor of them has a bound that is known without a wait; where the bound does not show that a
result is exact, the operation waits and looks, and raises an error that names the number. Those of 8 and 16 bits wrap.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .._handle import Handle
from .._operations import number_of
from ..array import Array
from ..errors import LabCastError, LabValueError
from ..masks import Mask, _counted, with_masks
from ._types import boolean, dtype, dtypes, float16, bfloat16, float32, int16, int8, int64, uint8

#: float32 has all whole numbers below this one; this one itself may stand for the next.
LIMIT = 2**24
#: Operations whose result has the type that their operands have in common.
MIXING = {"add", "sub", "mul", "div", "pow", "maximum", "minimum"}
#: What is a float of whole numbers too.
_FLOATS = "exp log sqrt sin cos tanh sigmoid __truediv__ __rtruediv__".split()


def labelled(made: Any, kind: dtype, most: float | None = None) -> Any:
    """A tensor whose elements are those of a type already."""
    made.__class__ = made._kinds[kind]
    if most is not None:
        made._extras()["most"] = most
    return made


def mixed(*operands: Any) -> dtype:
    """The type of what is computed of operands, tensors or numbers (docs of PyTorch: `torch.result_type`)."""
    types = [(one.dtype, one.dim()) if isinstance(one, Handle) else (_of_number(one), -1) for one in operands]  # type: ignore[attr-defined]
    rank = max(kind._rank for kind, _ in types)
    # Among operands of the highest kind those with dimensions decide, then scalars, then numbers of Python.
    found = [(kind, min(dim, 1)) for kind, dim in types if kind._rank == rank]
    deciding = max(dim for _, dim in found)
    kinds = {kind for kind, dim in found if dim == deciding}
    if kinds == {float16, bfloat16}:
        return float32
    if kinds == {int8, uint8}:
        return int16
    return max(kinds, key=lambda kind: (kind.itemsize, kind.is_signed))


def _of_number(value: Any) -> dtype:
    return boolean if isinstance(value, bool) else int64 if isinstance(value, int) else float32


def most_of(x: Any) -> float:
    """What no element's size is above."""
    if not isinstance(x, Handle):
        return abs(x)
    return 1 if isinstance(x, Mask) else getattr(x, "_more", {}).get("most", LIMIT - 1)


def plain(x: Any, name: str, *given: Any, **named: Any) -> Any:
    """A method as it is of float32. An operand of a type is one of float32 meanwhile too."""
    others = [one for one in given if isinstance(one, Typed | Mask) and one is not x]
    kinds = [one.__class__ for one in others]
    for one in others:
        one.__class__ = one._plain
    try:
        return _counted(x, name, *given, **named)
    finally:
        for one, kind in zip(others, kinds, strict=True):
            one.__class__ = kind


def exact(made: Any, kind: dtype, most: float, doubtful: Any = None) -> Any:
    """What an operation made, of a type of whole numbers. ``doubtful`` makes what has to be below the limit, unless that is ``made``."""
    if most >= LIMIT:
        most = looked(made if doubtful is None else doubtful())
    if kind.itemsize < 4:
        first, count = (0, 256) if kind is uint8 else (-(2 ** (8 * kind.itemsize - 1)), 2 ** (8 * kind.itemsize))
        if kind is uint8 or most >= -first:
            made = made - ((made - first) / count).floor() * count
            most = min(count - 1, most) if kind is not uint8 else 255
    return labelled(made, kind, most)


def looked(made: Any) -> float:
    """The largest size of elements of float32, which have to be exact as whole numbers. Waits."""
    if not made.numel():
        return 0
    values = made._lab.data(made._id, "exact")
    most = max(map(abs, values))
    if not most < LIMIT:
        found = next(value for value in values if not abs(value) < LIMIT)
        raise LabValueError(
            "INVALID_NUMBER",
            f"a whole number is {found:.0f} or near it: the lab has those below 2**24 = {LIMIT} exactly; use float32, with .float()",
        )
    return most


def _computing(name: str, bound: Callable[[float, float], float]) -> Any:
    """An operation of two, one of them of whole numbers or booleans."""
    swapped = name.startswith("__r")

    def method(self: Any, other: Any) -> Any:
        if not isinstance(other, Handle):
            number = other if isinstance(other, (bool, int, float)) else number_of(other)
            if number is None:
                return NotImplemented
            other = number
        kind = mixed(self, other)
        made = plain(self, name, other)
        if made is NotImplemented or kind is float32:
            return made
        if kind._rank != 1:
            return labelled(made, kind)
        own, others = most_of(self), most_of(other)
        return exact(made, kind, bound(others, own) if swapped else bound(own, others))

    method.__name__ = name
    return method


def _power(most: float, exponent: float) -> float:
    return float(most) ** exponent if most and exponent * math.log2(max(most, 1)) < 64 else math.inf if most else 1


def _floating(name: str) -> Any:
    def method(self: Any, *given: Any) -> Any:
        made = plain(self, name, *given)
        kind = mixed(self, given[0]) if given else float32
        return labelled(made, kind) if kind.is_floating_point and kind is not float32 else made

    method.__name__ = name
    return method


def _without(name: str, text: str) -> Any:
    def method(self: Any, *given: Any, **named: Any) -> Any:
        raise LabCastError("INVALID_OPTION", text.replace("Long", self.dtype._letters) + "; make it one with .float()")

    method.__name__ = name
    return method


def checked_whole(name: str, value: int) -> int:
    """A whole number that is to be an element."""
    if not abs(value) < LIMIT:
        raise LabValueError("INVALID_NUMBER", f"{name} is {value}: the lab has whole numbers below 2**24 = {LIMIT} exactly; give a float")
    return value


class Typed:
    """Tensors of a type that is a label."""

    __slots__ = ()


class Counting:
    """Whole numbers and booleans as operands."""

    __slots__ = ()

    def sum(self, dim: Any = None, keepdim: bool = False, dtype: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
        if dtype is not None and dtype.is_floating_point:
            return self.type(dtype).sum(dim, keepdim, None, axis, keepdims)  # type: ignore[attr-defined]
        made = plain(self, "sum", dim, keepdim, None, axis, keepdims)
        count = self.numel() // max(1, made.numel())  # type: ignore[attr-defined]
        return exact(made, dtype or int64, count * most_of(self), lambda: plain(self, "abs").sum(dim, keepdim, None, axis, keepdims))

    def prod(self, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
        made = plain(self, "prod", dim, keepdim)
        count = self.numel() // max(1, made.numel())  # type: ignore[attr-defined]
        return exact(made, int64, _power(most_of(self), count))

    def cumsum(self, dim: int = 0, axis: int | None = None) -> Any:
        made = plain(self, "cumsum", dim if axis is None else axis)
        most = most_of(self) * max((1, *self.shape))  # type: ignore[attr-defined]
        return exact(made, int64, most, lambda: plain(self, "abs").cumsum(dim if axis is None else axis))


for _name in _FLOATS:
    setattr(Counting, _name, _floating(_name))
Counting.mean = _without("mean", "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: Long")  # type: ignore[attr-defined]
for _name in ("var", "std"):
    setattr(Counting, _name, _without(_name, "std and var only support floating point and complex dtypes"))
_SUM, _PRODUCT, _LARGER = (lambda a, b: a + b), (lambda a, b: a * b), max
_BOUNDS = {"add": _SUM, "sub": _SUM, "subtract": _SUM, "mul": _PRODUCT, "multiply": _PRODUCT, "maximum": _LARGER, "minimum": _LARGER}
_BOUNDS |= {f"__{side}{name}__": _BOUNDS[name] for name in ("add", "sub", "mul") for side in ("", "r")}


class Whole(Counting, Typed):
    """Whole numbers."""

    __slots__ = ()

    def _flat(self, kind: str = "data") -> list[int]:
        return [_read(one) for one in self._lab.data(self._id, kind)]  # type: ignore[attr-defined]

    def item(self, *kind: str) -> int:
        return _read(super().item(*kind))  # type: ignore[misc]

    def masked(self, mask: Any) -> Any:
        return plain(self, "masked", mask)

    def __pow__(self, other: Any) -> Any:
        if isinstance(other, int) and other >= 0:
            # By products, which are exact; a power is not.
            made, base = None, self
            while other:
                if other & 1:
                    made = base if made is None else made * base
                other >>= 1
                base = base * base if other else base
            return made * 1 if made is self else self._filled(1.0) if made is None else made  # type: ignore[attr-defined]
        if mixed(self, other)._rank == 1:
            raise LabValueError("INVALID_NUMBER", f"pow: whole numbers to the power of {other if isinstance(other, int) else 'whole numbers'}; use .float()")
        return plain(self, "__pow__", other)

    pow = __pow__

    def __rpow__(self, other: Any) -> Any:
        kind = mixed(self, other)
        if kind._rank > 1:
            return labelled(plain(self, "__rpow__", other), kind)
        if isinstance(other, Handle):
            raise LabValueError("INVALID_NUMBER", "pow: whole numbers to the power of whole numbers; use .float()")
        made = plain(self, "__rpow__", other)
        # A device's power is near the number.
        return exact((made + 0.5).floor(), self.dtype, _power(abs(other), most_of(self)))  # type: ignore[attr-defined]

    def _kept(self, name: str) -> Any:
        return labelled(plain(self, name), self.dtype, most_of(self))  # type: ignore[attr-defined]

    def __neg__(self) -> Any:
        made = plain(self, "__neg__")
        return exact(made, self.dtype, most_of(self))  # type: ignore[attr-defined]

    def __abs__(self) -> Any:
        return self._kept("abs")

    def __invert__(self) -> Any:
        return -1 - self  # type: ignore[operator]

    neg, abs = __neg__, __abs__

    def square(self) -> Any:
        return self * self  # type: ignore[operator]

    def floor(self) -> Any:
        return self * 1  # type: ignore[operator]

    ceil = round = trunc = floor

    def matmul(self, other: Any, transpose_a: bool = False, transpose_b: bool = False) -> Any:
        if not isinstance(other, Whole):
            return super().matmul(other, transpose_a, transpose_b)  # type: ignore[misc]
        given = (transpose_a, transpose_b)
        made, length = plain(self, "matmul", other, *given), self.shape[-2 if transpose_a and self.dim() > 1 else -1]  # type: ignore[attr-defined]
        most = most_of(self) * most_of(other) * length
        return exact(made, self.dtype, most, lambda: plain(plain(self, "abs"), "matmul", plain(other, "abs"), *given))  # type: ignore[attr-defined]


#: What of two booleans is 1 where both are.
_BOTH = {"mul", "multiply", "__mul__", "__rmul__", "minimum"}


class Truth(Counting, Mask):
    """Booleans."""

    __slots__ = ()

    def _mix(self, name: str, other: Any) -> Any:
        if not isinstance(other, (Mask, bool)):
            return _MIXED[name](self, other)
        return self & other if name in _BOTH else self | other

    def div(self, other: Any, *, rounding_mode: str | None = None) -> Any:
        return self / other if rounding_mode is None else plain(self, "div", other, rounding_mode=rounding_mode)  # type: ignore[operator]

    divide = div


for _name, _bound in _BOUNDS.items():
    setattr(Whole, _name, _computing(_name, _bound))
_MIXED = {name: _computing(name, bound) for name, bound in _BOUNDS.items() if "sub" not in name}
for _name in _MIXED:
    setattr(Truth, _name, (lambda name: lambda self, other: self._mix(name, other))(_name))


def with_labels(kind: Any) -> None:
    """Gives a class of tensors of float32 the classes of the other types."""
    with_masks(kind, boolean, Truth)
    kind._kinds = {float32: kind, boolean: kind._masks}
    for one in dtypes.values():
        if one not in kind._kinds:
            members = {"__slots__": (), "_plain": kind, "__module__": kind.__module__, "dtype": one}
            kind._kinds[one] = type(kind.__name__, (Typed if one.is_floating_point else Whole, kind), members)


def cast(x: Any, kind: dtype) -> Any:
    """The same elements in another type: whole numbers without what is behind the point."""
    if x.dtype is kind:
        return x
    if kind is boolean:
        return plain(x, "__ne__", 0)
    if kind._rank != 1:
        return labelled(_again(x), kind)
    if x.dtype._rank < 2:
        return exact(_again(x), kind, most_of(x))
    made = _again(x)
    size = made.abs().floor()
    # What cannot be exact becomes infinite, without a wait; who reads it is given an error.
    return exact(made.sign() * size / (size < LIMIT), kind, LIMIT - 1)


def _read(value: float) -> int:
    if not math.isfinite(value):
        raise LabValueError("INVALID_NUMBER", f"a float of {LIMIT} = 2**24 or more, or {math.nan}, was made a whole number, which the lab cannot hold exactly; keep floats")
    return int(value)


def _again(x: Any) -> Any:
    """The same elements as float32, in a tensor of their own."""
    made = Array.reshape(x, x.shape)
    made.__class__ = made._plain
    return made
