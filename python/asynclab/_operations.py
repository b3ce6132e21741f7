"""The methods of arrays that are one operation of the engine each. They get the operations' codes when the engine is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _handle
from ._handle import Handle

#: Called with the engine's operation codes by name, once they are known.
_binders: list[Any] = []


def bind(codes: dict[str, int]) -> None:
    """Gives every operation of arrays its code."""
    for binder in _binders:
        binder(codes)


def _made(method: Any, doc: str | None, found: Any) -> Any:
    method.__doc__ = doc
    #: The method computes with values: a mask takes part as numbers.
    method.computes = True
    _binders.append(found)
    return method


def unary(name: str, doc: str) -> Any:
    code = -1

    def found(codes: dict[str, int]) -> None:
        nonlocal code
        code = codes[name]

    def method(self: Handle) -> Handle:
        lab = self._lab
        dropped = lab._dropped
        lab._dropped = 0
        made = lab._unary[code](self._id, dropped)
        if not made:
            raise lab.failure()
        result = _handle.new(self.__class__)
        result._id = made
        result._by = name
        return result

    return _made(method, doc, found)


def binary(name: str, doc: str | None = None) -> Any:
    code = -1

    def found(codes: dict[str, int]) -> None:
        nonlocal code
        code = codes[name]

    def method(self: Any, other: Any) -> Any:
        kind = other.__class__
        lab = self._lab
        # Taken before the call: a finalizer that runs during it must find the place free.
        dropped = lab._dropped
        lab._dropped = 0
        if kind is float or kind is int:
            made = lab._right[code](self._id, other, dropped)
        elif kind is self.__class__:
            made = lab._binary[code](self._id, other._id, dropped)
        else:
            lab._dropped = dropped
            return self._mixed(method, name, code, other)
        if not made:
            raise lab.failure()
        result = _handle.new(self.__class__)
        result._id = made
        result._by = name
        return result

    return _made(method, doc, found)


def reflected(name: str, doc: str | None = None) -> Any:
    """A binary operation with its operands swapped."""
    code, by = -1, f"r{name}"

    def found(codes: dict[str, int]) -> None:
        nonlocal code
        code = codes[name]

    def method(self: Any, other: Any) -> Any:
        number = number_of(other)
        if number is None:
            partner = self._partner(other)
            if partner is None:
                return NotImplemented
            dropped, self._lab._dropped = self._lab._dropped, 0
            return self._adopt(self._lab._binary[code](partner._id, self._id, dropped))
        dropped, self._lab._dropped = self._lab._dropped, 0
        result = self._adopt(self._lab._left[code](self._id, number, dropped))
        result._by = by
        return result

    return _made(method, doc, found)


def reduction(name: str, doc: str) -> Any:
    code = -1

    def found(codes: dict[str, int]) -> None:
        nonlocal code
        code = codes[name]

    def method(self: Any, axis: int | Sequence[int] | None = None, keepdims: bool = False) -> Any:
        result = self._reduce(code, axis, keepdims)
        result._by = name
        return result

    more = "Of all elements, or along ``axis`` (negative ones count from the last); ``keepdims`` keeps length 1."
    return _made(method, f"{doc}\n\n{more}", found)


def number_of(value: Any) -> float | None:
    """A Python number (of whatever library) as float; None of anything else."""
    if isinstance(value, (int, float)):
        return float(value)
    if hasattr(value, "_lab") or not hasattr(value, "__float__"):
        return None
    return float(value) if getattr(value, "shape", ()) == () else None
