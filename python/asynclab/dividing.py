"""Operations on whole numbers and booleans that NumPy and MXNet have in common: sums, means, division with a remainder."""

from __future__ import annotations

from typing import Any

from .array import Array
from .dtypes import checked_dtype, dtypes
from .exact import Labelled, again, exact, labelled, most_of, plain, power
from .masks import Mask
from .whole import MIXING, Truth, cast, floor_divided, remainder


def _operand(call: Any, swapped: bool = False) -> Any:
    """Division with a remainder. Whole numbers divided by 0 give 0."""

    def method(self: Any, other: Any) -> Any:
        if not isinstance(other, (Labelled, int, float)):
            return NotImplemented
        left, right = (other, self) if swapped else (self, other)
        kind = self._promoted(left, right)
        if not kind._rank:
            left, right = (cast(one, dtypes["int8"]) if isinstance(one, Mask) else int(one) for one in (left, right))
        if kind._rank > 1:
            return call(left, right)
        if not isinstance(right, Labelled):
            return call(left, right) if right else call(left, 1) * 0
        zero = right == 0
        made = call(left, right + zero)
        return labelled(made.masked(zero == 0), made.dtype)  # type: ignore[attr-defined]

    return method


def _summing(name: str, bound: Any) -> Any:
    def method(self: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        kind = self._summed(self.dtype) if dtype is None else checked_dtype(dtype, self._default)
        x = self.reshape(-1) if name == "cumsum" and axis is None else self
        given = (0 if x is not self else axis,) if name == "cumsum" else (axis, keepdims)
        compute = getattr(Array, name)
        if kind._rank != 1:
            return compute(cast(x, kind), *given)
        x = x if x.dtype._rank < 2 else cast(x, kind)
        made = compute(again(x), *given)
        count = max((1, *x.shape)) if name == "cumsum" else x.size // max(1, made.size)
        return exact(made, kind, bound(most_of(x), count), lambda: compute(again(x).abs(), *given))

    method.__name__ = name
    return method


summing = [_summing(*one) for one in (("sum", lambda most, count: most * count), ("prod", power), ("cumsum", lambda most, count: most * count))]


class Dividing(Labelled):
    """Arrays whose types are those of `dtypes`."""

    __slots__ = ()
    #: The default type of floats.
    _default: Any
    _refusal, _remedy = TypeError, ".astype(float)"
    __floordiv__, __mod__ = _operand(floor_divided), _operand(remainder)
    __rfloordiv__, __rmod__ = _operand(floor_divided, True), _operand(remainder, True)

    def _summed(self, kind: Any) -> Any:
        """The type of a sum."""
        return kind if kind._rank > 1 else dtypes["uint64" if kind.kind == "u" else "int64"]

    def _mixed(self, method: Any, name: str, code: int, other: Any) -> Any:
        made = Array._mixed(self, method, name, code, other)
        return labelled(made, self._promoted(self, other)) if name in MIXING and hasattr(other, "dtype") and made is not NotImplemented else made

    def _cast(self, value: Any) -> Any:
        return cast(value, self.dtype)  # type: ignore[attr-defined]


def _reflected(name: str) -> Any:
    compute = getattr(Array, name)

    def method(self: Any, other: Any) -> Any:
        made = compute(self, other)
        # A number of NumPy has a type, a number of Python has none.
        return labelled(made, self._promoted(self, other)) if hasattr(other, "dtype") and made is not NotImplemented else made

    return method


for _name in ("add", "sub", "mul", "truediv", "pow"):
    setattr(Dividing, f"__r{_name}__", _reflected(f"__r{_name}__"))


class Means:
    """Reductions that give floats for whole numbers and booleans."""

    __slots__ = ()


def _meant(name: str) -> Any:
    def method(self: Any, *given: Any, **named: Any) -> Any:
        return labelled(plain(self, name, *given, **named), self._floated(name, self))

    return method


for _name in ("mean", "var", "std", "norm"):
    setattr(Means, _name, _meant(_name))


class Counted(Means, Truth):
    """Booleans, which are whole numbers in arithmetic."""

    __slots__ = ()
    sum, prod, cumsum = summing

    def __pow__(self, other: Any) -> Any:
        return cast(self, dtypes["int8"]) ** other

    def __rpow__(self, other: Any) -> Any:
        return other ** cast(self, dtypes["int64"])

    def square(self) -> Any:
        return self**2

    def floor(self) -> Any:
        return self & True  # type: ignore[operator]

    def __matmul__(self, other: Any) -> Any:
        return self._plain.__matmul__(self, other)

    def sign(self) -> Any:
        raise TypeError("ufunc is not there for booleans; use .astype(int)")

    __abs__ = abs = floor
    __pos__ = sign
    pow = __pow__
