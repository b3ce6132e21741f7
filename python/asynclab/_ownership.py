"""A check for tests: each id that the engine returns is owned by one handle at a time. Two owners would release it twice, and the second
release would free the array that has the id by then."""

from __future__ import annotations

from collections import Counter
from typing import Any

from . import lab as labs
from ._calls import BY_CODE, OTHERS
from ._handle import Handle


class OwnedTwice(AssertionError):
    """An id has more owners than the number of times that the engine returned it."""


class _Counted:
    """A bridge that counts how often it returned each id. An array may have several references, each by a call of its own."""

    def __init__(self, bridge: Any) -> None:
        self._bridge = bridge
        self.given: Counter[int] = Counter()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._bridge, name)
        if name in BY_CODE:
            return lambda code: self._counting(found(code))
        return self._counting(found) if name in OTHERS or name in ("takeGrad", "assign", "more") else found

    def _counting(self, call: Any) -> Any:
        def counted(*given: Any) -> int:
            handle_id = call(*given)
            if handle_id > 0:
                # Where the queue is crowded the bridge adds a mark to the id, which the lab takes off.
                self.given[handle_id % labs.CROWDED] += 1
            return handle_id

        return counted


def check() -> None:
    """Checks all labs that are made from here on. Slow."""
    slot, end, begin = Handle._id, Handle.__del__, labs.Lab.__init__
    owners: dict[tuple[int, int], int] = {}

    def made(self: Any, bridge: Any) -> None:
        begin(self, bridge if isinstance(bridge, _Counted) else _Counted(bridge))

    def lost(handle: Any) -> None:
        """The handle no longer owns its id."""
        handle_id, bridge = slot.__get__(handle), handle._lab.base.js
        if handle_id and isinstance(bridge, _Counted):
            key = (id(bridge), handle_id)
            owners[key] -= 1
            bridge.given[handle_id] -= 1
            if not owners[key]:
                del owners[key]
            # The count is above 0 where a call has just returned the id that its array has already.
            if not bridge.given[handle_id]:
                del bridge.given[handle_id]

    def owned(handle: Any, handle_id: int) -> None:
        bridge = handle._lab.base.js
        if not isinstance(bridge, _Counted):
            return
        key = (id(bridge), handle_id)
        owners[key] = owners.get(key, 0) + 1
        if owners[key] > bridge.given[handle_id]:
            owners[key] -= 1
            raise OwnedTwice(f"the id {handle_id} was returned {bridge.given[handle_id]} times, and {owners[key]} handles own it already")

    def set_id(handle: Any, handle_id: int) -> None:
        try:
            lost(handle)
        except AttributeError:
            pass  # The handle had no id.
        slot.__set__(handle, 0)
        if handle_id:
            owned(handle, handle_id)
        slot.__set__(handle, handle_id)

    def exchange(self: Any, other: Any) -> None:
        """Ids change owners, and none is released."""
        first, second = slot.__get__(self), slot.__get__(other)
        slot.__set__(self, second)
        slot.__set__(other, first)

    def finished(self: Any) -> None:
        end(self)
        try:
            lost(self)
        except AttributeError:
            pass

    Handle._id = property(lambda handle: slot.__get__(handle), set_id)  # type: ignore[assignment, method-assign]
    Handle._exchange, Handle.__del__ = exchange, finished  # type: ignore[method-assign]
    labs.Lab.__init__ = made  # type: ignore[method-assign]
