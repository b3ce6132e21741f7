"""Masks: the booleans that comparisons give. Their elements are 1 and 0 in the engine. As an index, a mask selects elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .errors import LabCastError

#: Methods in which booleans count as 1 and 0, beside those that are one operation of the engine.
_OTHERS = {"sum", "mean", "prod", "norm", "var", "std", "cumsum", "matmul", "mm", "dot", "__matmul__", "clamp", "multiply", "divide"}


class Mask:
    """Booleans. `&`, `|`, `^` and `~` combine them; in arithmetic they count as 1 and 0."""

    __slots__ = ()
    #: In the class for one library: the class of that library's other arrays.
    _plain: type[Any]

    def _truth(self, made: Any) -> Any:
        made.__class__ = self.__class__
        return made

    def _both(self, name: str, other: Any) -> Any:
        if not isinstance(other, (Mask, bool)):
            return NotImplemented
        return self._truth(_counted(self, name, float(other) if isinstance(other, bool) else other))

    def __and__(self, other: Any) -> Any:
        return self._both("minimum", other)

    def __or__(self, other: Any) -> Any:
        return self._both("maximum", other)

    def __xor__(self, other: Any) -> Any:
        return self != other if isinstance(other, (Mask, bool)) else NotImplemented

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Any:
        return self == 0

    def __mul__(self, other: Any) -> Any:
        return self & other if isinstance(other, Mask) else _counted(self, "__mul__", other)

    def __add__(self, other: Any) -> Any:
        return self | other if isinstance(other, Mask) else _counted(self, "__add__", other)

    def maximum(self, other: Any) -> Any:
        return self | other if isinstance(other, Mask) else _counted(self, "maximum", other)

    def minimum(self, other: Any) -> Any:
        return self & other if isinstance(other, Mask) else _counted(self, "minimum", other)

    mul, add = __mul__, __add__

    def __sub__(self, other: Any) -> Any:
        return _counted(self, "__sub__", difference(self, other))

    def __rsub__(self, other: Any) -> Any:
        return _counted(self, "__rsub__", difference(self, other))

    sub = subtract = __sub__

    def __neg__(self) -> Any:
        raise LabCastError("INVALID_OPTION", "-: a boolean has no negative; use ~")

    neg = __neg__

    def max(self, *given: Any, **named: Any) -> Any:
        return self._truth(_counted(self, "max", *given, **named))

    def min(self, *given: Any, **named: Any) -> Any:
        return self._truth(_counted(self, "min", *given, **named))

    def _become(self, value: Any, source: Any = ()) -> Any:
        if not isinstance(value, Mask):
            raise LabCastError("INVALID_OPTION", "a change in place cannot make numbers of booleans; compute a new array: y = mask + x")
        return super()._become(value, source)  # type: ignore[misc]

    def _flat(self, kind: str = "data") -> list[bool]:
        return [one != 0 for one in self._lab.data(self._id, kind)]  # type: ignore[attr-defined]

    def item(self, *kind: str) -> bool:
        return super().item(*kind) != 0  # type: ignore[misc]


def difference(x: Any, other: Any) -> Any:
    """Returns the other operand of a subtraction. Raises an error for a boolean in PyTorch, and for two booleans in NumPy."""
    if x._torch or isinstance(x, Mask) and isinstance(other, (Mask, bool)):
        raise LabCastError("INVALID_OPTION", f"-: booleans cannot be subtracted; use ~, ^ or !=, or mask{x._remedy if hasattr(x, '_remedy') else ' * 1.0'}")
    return other


def _counted(mask: Any, name: str, *given: Any, **named: Any) -> Any:
    """Calls a method of arrays of numbers on a mask, which has their class meanwhile. A new array would need one operation more."""
    kind = mask.__class__
    mask.__class__ = kind._plain
    try:
        return getattr(mask, name)(*given, **named)
    finally:
        mask.__class__ = kind


def _counting(name: str) -> Callable[..., Any]:
    def call(self: Any, *given: Any, **named: Any) -> Any:
        return _counted(self, name, *given, **named)

    call.__name__ = name
    return call


def count(methods: Any) -> None:
    """Makes masks count as 1 and 0 in the methods that are one operation of the engine, and in those of `_OTHERS`."""
    found = {name for name, method in methods.items() if getattr(method, "computes", False)}
    for name in (found | _OTHERS) - vars(Mask).keys():
        setattr(Mask, name, _counting(name))


def with_masks(kind: type[Any], dtype: Any = None, mask: type[Mask] = Mask) -> type[Any]:
    """Gives a class of arrays the class of its masks. Without it, comparisons give arrays of numbers."""
    members: dict[str, Any] = {"__slots__": (), "_plain": kind, "__module__": kind.__module__}
    if dtype is not None:
        members["dtype"] = dtype
    kind._plain, kind._masks = kind, type(kind.__name__, (mask, kind), members)
    return kind


def masked(x: Any, made: Any) -> Any:
    """The result of a comparison of `x`, as a mask."""
    if made is not NotImplemented and x._masks is not None:
        made.__class__ = x._masks
    return made


def comparison(plain: Callable[..., Any]) -> Callable[..., Any]:
    """An operation whose result is a mask."""

    def method(self: Any, other: Any) -> Any:
        made = plain(self, other)
        if made is not NotImplemented:
            kind = self._masks
            if kind is not None:
                made.__class__ = kind
        return made

    method.__doc__ = plain.__doc__
    return method
