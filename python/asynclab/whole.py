"""Whole numbers and booleans as operands, the bits of whole numbers, and the classes of arrays of each type."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from . import bits
from ._handle import Handle
from .errors import LabValueError
from .exact import LIMIT, Typed, again, checked_whole, computing, exact, floating, labelled, most_of, plain, power
from .masks import Mask, with_masks

#: Operations that give floats for whole numbers, too.
_FLOATS = "exp log sqrt sin cos tanh sigmoid __truediv__ __rtruediv__".split()


class Counting:
    """Whole numbers and booleans as operands."""

    __slots__ = ()


for _name in _FLOATS:
    setattr(Counting, _name, floating(_name))
_SUM, _PRODUCT, _LARGER = (lambda a, b: a + b), (lambda a, b: a * b), max
BOUNDS = {"add": _SUM, "sub": _SUM, "subtract": _SUM, "mul": _PRODUCT, "multiply": _PRODUCT, "maximum": _LARGER, "minimum": _LARGER}
BOUNDS |= {f"__{side}{name}__": BOUNDS[name] for name in ("add", "sub", "mul") for side in ("", "r")}


class Whole(Counting, Typed):
    """Whole numbers."""

    __slots__ = ()

    def _flat(self, kind: str = "data") -> list[int]:
        return [read(one) for one in self._lab.data(self._id, kind)]  # type: ignore[attr-defined]

    def item(self, *kind: str) -> int:
        return read(super().item(*kind))  # type: ignore[misc]

    def masked(self, mask: Any) -> Any:
        return plain(self, "masked", mask)

    def __pow__(self, other: Any) -> Any:
        if isinstance(other, int) and other >= 0:
            # Computed by products, which are exact. A device's power is not.
            made, base = None, self
            while other:
                if other & 1:
                    made = base if made is None else made * base
                other >>= 1
                base = base * base if other else base
            return made * 1 if made is self else self._filled(1.0) if made is None else made  # type: ignore[attr-defined]
        if self._promoted(self, other)._rank == 1:
            raise LabValueError("INVALID_NUMBER", f"pow: whole numbers to the power of {other if isinstance(other, int) else 'whole numbers'}; use {self._remedy}")
        return _powered(self, other)

    pow = __pow__

    def __rpow__(self, other: Any) -> Any:
        kind = self._promoted(self, other)
        if kind._rank > 1:
            return labelled(plain(self, "__rpow__", other), kind)
        if isinstance(other, Handle):
            raise LabValueError("INVALID_NUMBER", f"pow: whole numbers to the power of whole numbers; use {self._remedy}")
        made = plain(self, "__rpow__", other)
        # A device's power is only near the whole number.
        return exact((made + 0.5).floor(), self.dtype, power(abs(other), most_of(self)))  # type: ignore[attr-defined]

    def _kept(self, name: str) -> Any:
        return labelled(plain(self, name), self.dtype, most_of(self))  # type: ignore[attr-defined]

    def __neg__(self) -> Any:
        made = plain(self, "__neg__")
        return exact(made, self.dtype, most_of(self))  # type: ignore[attr-defined]

    def __abs__(self) -> Any:
        return self._kept("abs")

    def __invert__(self) -> Any:
        return exact(plain(self, "__rsub__", -1), self.dtype, most_of(self) + 1)  # type: ignore[attr-defined]

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
        made, length = plain(self, "matmul", other, *given), self.shape[-2 if transpose_a and len(self.shape) > 1 else -1]  # type: ignore[attr-defined]
        most = most_of(self) * most_of(other) * length
        return exact(made, self._promoted(self, other), most, lambda: plain(plain(self, "abs"), "matmul", plain(other, "abs"), *given))  # type: ignore[attr-defined]


def _powered(x: Any, other: Any) -> Any:
    made = plain(x, "__pow__", other)
    return made if made is NotImplemented else labelled(made, x._promoted(x, other))


def read(value: float) -> int:
    if not math.isfinite(value):
        raise LabValueError("INVALID_NUMBER", f"a float of {LIMIT} = 2**24 or more, or {math.nan}, was made a whole number, which the lab cannot hold exactly; keep floats")
    return int(value)


def _bitwise(name: str) -> Any:
    compute = bits.OPERATIONS[name]

    def method(self: Any, other: Any) -> Any:
        kind = of_bits(f"bitwise_{name}", self, other)
        most = max(most_of(self), most_of(other))
        x, other = (int(one) if isinstance(one, int) else again(one) for one in (self, other))
        width = int(most).bit_length()
        return exact(compute(x, other, width), kind, min(2**width, LIMIT - 1))

    method.__name__ = name
    return method


def of_bits(name: str, x: Any, other: Any) -> Any:
    """The type of a bitwise operation's result. Raises an error for floats."""
    if not isinstance(other, Handle) and not isinstance(other, int):
        other = 1.0
    kind = x._promoted(x, other)
    if kind._rank > 1:
        text = f"\"{name}_cpu\" not implemented for 'Float': give whole numbers, with .long()"
        raise x._refusal(text if x._torch else f"{name} is not there for floats: give whole numbers, with .astype(int)")
    if not isinstance(other, Handle):
        checked_whole(name, other)
    return kind


def _shifted(name: str, by: Callable[[Any, Any], Any]) -> Any:
    def method(self: Any, other: Any) -> Any:
        kind = of_bits(name, self, other)
        if isinstance(other, int) and not 0 <= other < 64:
            raise LabValueError("INVALID_NUMBER", f"{name}: a shift by {other}; give 0 to 63")
        return labelled(by(self, other), kind)

    method.__name__ = name
    return method


def _up(x: Any, shift: Any) -> Any:
    return x * 2**shift


def _down(x: Any, shift: Any) -> Any:
    return exact(bits._above(again(x), shift), x.dtype, most_of(x)) if isinstance(shift, int) else x // 2**shift


for _name in bits.OPERATIONS:
    _method = _bitwise(_name)
    for _alias in (f"__{_name}__", f"__r{_name}__", f"bitwise_{_name}"):
        setattr(Whole, _alias, _method)
for _name, _by in (("l", _up), ("r", _down)):
    _method = _shifted(f"{_name}shift", _by)
    for _alias in (f"__{_name}shift__", "bitwise_left_shift" if _name == "l" else "bitwise_right_shift"):
        setattr(Whole, _alias, _method)
Whole.__rlshift__ = lambda self, other: self._filled(1.0) * other << self  # type: ignore[attr-defined]
Whole.__rrshift__ = lambda self, other: self._filled(1.0) * other >> self  # type: ignore[attr-defined]
Whole.bitwise_not = Whole.__invert__  # type: ignore[attr-defined]
for _name, _bound in BOUNDS.items():
    setattr(Whole, _name, computing(_name, _bound))


class Truth(Counting, Mask):
    """Booleans."""

    __slots__ = ()

    def _both(self, name: str, other: Any) -> Any:
        if isinstance(other, (Mask, bool)):
            return super()._both(name, other)
        return _numbered(self, "bitwise_and" if name == "minimum" else "bitwise_or", other)

    def __xor__(self, other: Any) -> Any:
        return self != other if isinstance(other, (Mask, bool)) else _numbered(self, "bitwise_xor", other)

    __rxor__ = __xor__

    def bitwise_and(self, other: Any) -> Any:
        return self & other

    def bitwise_or(self, other: Any) -> Any:
        return self | other

    def bitwise_xor(self, other: Any) -> Any:
        return self ^ other

    def bitwise_not(self) -> Any:
        return ~self

    def __lshift__(self, other: Any) -> Any:
        return _numbered(self, "bitwise_left_shift", other)

    def __rshift__(self, other: Any) -> Any:
        return _numbered(self, "bitwise_right_shift", other)

    def _mix(self, name: str, other: Any) -> Any:
        if not isinstance(other, (Mask, bool)):
            return _MIXED[name](self, other)
        return self & other if name in _BOTH else self | other


#: Operations whose result has the type that their operands have in common.
MIXING = {"add", "sub", "mul", "div", "pow", "maximum", "minimum"}
#: Operations of two booleans that are 1 where both are.
_BOTH = {"mul", "multiply", "__mul__", "__rmul__", "minimum"}
_MIXED = {name: computing(name, bound) for name, bound in BOUNDS.items()}
for _name, _method in _MIXED.items():
    setattr(Truth, _name, _method if "sub" in _name else (lambda name: lambda self, other: self._mix(name, other))(_name))


def _numbered(mask: Any, name: str, other: Any) -> Any:
    """A bitwise operation of booleans and another operand, as whole numbers of their common type."""
    kind = of_bits(name, mask, other)
    if kind._rank == 0:
        raise mask._refusal(f"\"{name}_cpu\" not implemented for 'Bool'")
    return getattr(cast(mask, kind), name)(other)


def floor_divided(left: Any, right: Any) -> Any:
    """The largest whole numbers that are not above the quotients."""
    kind = _owner(left, right)._promoted(left, right)
    if kind._rank > 1:
        return (left / right).floor()
    a, b = (_as_float(one) for one in (left, right))
    quotient = (a / b).floor()
    # A device's quotient may be off by one: the remainder shows it.
    rest = a - quotient * b
    if isinstance(b, float):
        rest, size = (rest if b > 0 else -rest), abs(b)
    else:
        rest, size = rest * b.sign(), b.abs()
    above, below = (cast(one, a._plain.dtype if isinstance(a, Handle) else b._plain.dtype) for one in (rest >= size, rest < 0))
    return labelled(quotient + above - below, kind, most_of(left) + 1)


def remainder(left: Any, right: Any) -> Any:
    """The remainder of floor division, which has the divisor's sign."""
    kind = _owner(left, right)._promoted(left, right)
    if kind.is_floating_point:
        left, right = (cast(one, kind) if isinstance(one, Handle) and one.dtype._rank < 2 else one for one in (left, right))  # type: ignore[attr-defined]
        return left - (left / right).floor() * right
    whole = _as_float(left // right)
    a, b = (_as_float(one) for one in (left, right))
    return labelled(a - whole * b, kind, min(most_of(right), LIMIT - 1))


def _owner(left: Any, right: Any) -> Any:
    return left if isinstance(left, Handle) else right


def _as_float(x: Any) -> Any:
    return cast(x, x._plain.dtype) if isinstance(x, Handle) else float(x)


def with_labels(kind: Any, labels: Any, whole: type[Any] = Whole, truth: type[Any] = Truth) -> None:
    """Gives a class of arrays of float32 the classes of the other types."""
    for name in ("and", "or", "xor", "lshift", "rshift"):
        for way in (f"__{name}__", f"__r{name}__"):
            setattr(kind, way, lambda self, other, name=name: of_bits(f"bitwise_{name}", self, other))
    kind._kinds = {}
    for one in labels:
        if one._rank == 0:
            with_masks(kind, one, truth)
            kind._kinds[one] = kind._masks
        elif one is kind.dtype:
            kind._kinds[one] = kind
        else:
            members = {"__slots__": (), "_plain": kind, "__module__": kind.__module__, "dtype": one}
            kind._kinds[one] = type(kind.__name__, (Typed if one.is_floating_point else whole, kind), members)


def cast(x: Any, kind: Any) -> Any:
    """The same elements in another type. Floats are truncated to whole numbers."""
    if x.dtype is kind:
        return x
    if kind._rank == 0:
        return plain(x, "__ne__", 0)
    if kind._rank != 1:
        return labelled(again(x), kind)
    if x.dtype._rank < 2:
        return exact(again(x), kind, most_of(x))
    made = again(x)
    size = made.abs().floor()
    # An element that cannot be exact becomes infinite, without a wait. Reading it raises an error.
    return exact(made.sign() * size / (size < LIMIT), kind, LIMIT - 1)
