"""The ground of the package: an array's name with its life, and what arrays ask of their lab. Imports nothing but errors."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol, Self

from .errors import LabError

#: A call that enqueues gives the name of what it makes, 0 where it is rejected. The last name it is given is of an array that nobody
#: holds any more: that one rides along for free.
Call = Callable[..., int]

#: Makes a handle without a name. A scope that wants to know what is made inside it puts another function here.
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
    #: By the operation's code: on one array, on two, with a number on the right, on the left.
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
    """A name of the engine that Python's reference counting gives back."""

    __slots__ = ("__weakref__", "_by", "_id", "_more")
    #: Of the subclass that a lab makes for its own arrays.
    _lab: Lab
    _id: int
    #: The operation that made it, where that is known.
    _by: str
    #: What few arrays have besides: whether a gradient is wanted, whose gradient this is.
    _more: dict[str, Any]

    def __del__(self) -> None:
        try:
            lab = self._lab
            last = lab._dropped
            # The name rides on the next call; two at a time do not fit.
            lab._dropped = self._id
            if last:
                lab._release(last)
        except AttributeError:
            pass  # Never got a name: its operation was rejected.

    @classmethod
    def _adopt(cls, made: int) -> Self:
        """The array behind a new name; 0 raises why there is none."""
        if not made:
            raise cls._lab.failure()
        result = new(cls)
        result._id = made
        return result

    def _exchange(self, other: Handle) -> None:
        """Each of two handles stands for the other's array from then on."""
        self._id, other._id = other._id, self._id

    def dispose(self) -> None:
        """Gives the array up now. Twice does nothing."""
        if self._id:
            self._lab._release(self._id)
            self._id = 0
