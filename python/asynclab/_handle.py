"""The base of the package: handles of arrays, and the services of a lab that arrays use. Imports nothing but errors."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol, Self

from .errors import LabError

#: A call that enqueues returns the id of the array that it makes, or 0 where it is rejected. Most also take the id of an array without
#: references, or 0: they release that array, which saves a call.
Call = Callable[..., int]

#: Makes a handle without an id. A scope that keeps a list of the arrays made inside it replaces this function.
new: Callable[[Any], Any] = object.__new__


class Lab(Protocol):
    """The services of a lab for arrays and for the functions that make them."""

    base: Lab
    #: The bridge to the engine, an object of ``www/python/bridge.js``.
    js: Any
    codes: dict[str, int]
    nd: Any
    #: The id that the next call releases, or 0.
    _dropped: int
    _release: Callable[[int], int]
    #: By the operation's code: of one array, of two, of an array with a number on the right, or on the left.
    _unary: list[Call]
    _binary: list[Call]
    _right: list[Call]
    _left: list[Call]
    _apply: Call
    _broadcast: Call
    _composed: Call
    _create: Call
    _matmul: Call
    _random: Call
    _reduce: Call
    _replay: Call
    _reshape: Call
    _transfer: Call
    _transpose: Call
    _write: Call

    def failure(self) -> LabError: ...
    def ask(self, answer: int) -> int: ...
    def wait(self, array: int, kind: str = ...) -> None: ...
    def data(self, array: int, kind: str = ...) -> Any: ...
    def item(self, array: int, kind: str = ...) -> float: ...
    def shape_of(self, array: int) -> tuple[int, ...]: ...
    def device_of(self, array: int) -> str: ...
    def device_index(self, device: str | None) -> int: ...
    def pause(self) -> AbstractContextManager[None]: ...


class Handle:
    """An id of the engine's, which Python's reference counting releases."""

    __slots__ = ("__weakref__", "_by", "_id", "_more")
    #: Set in the subclass that a lab makes for its own arrays.
    _lab: Lab
    _id: int
    #: The operation that made it, where that is known.
    _by: str
    #: Further data, which few arrays have: whether a gradient is wanted, the gradient, the views.
    _more: dict[str, Any]

    def __del__(self) -> None:
        try:
            lab = self._lab
            last = lab._dropped
            # The next call releases this id. It has room for one, so an earlier one is released now.
            lab._dropped = self._id
            if last:
                lab._release(last)
        except AttributeError:
            pass  # It has no id: its operation was rejected.

    @classmethod
    def _adopt(cls, made: int) -> Self:
        """The handle of a new id. Raises the lab's error for 0."""
        if not made:
            raise cls._lab.failure()
        result = new(cls)
        result._id = made
        return result

    def _exchange(self, other: Handle) -> None:
        """Each of two handles stands for the other's array from then on."""
        self._id, other._id = other._id, self._id

    def dispose(self) -> None:
        """Releases the array now. A second call does nothing."""
        if self._id:
            self._lab._release(self._id)
            self._id = 0
