"""The event loop of a cell's `await` and of `asyncio.run`.

A cell blocks Python's thread, so the browser's event loop does not run meanwhile. This loop runs as long as it is waited for.
Tasks that are not complete after an `await` go on with the next one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

from pyodide.ffi import can_run_sync, run_sync


#: The browser's loop, which runs while Python waits by switching stacks.
_web = asyncio._get_running_loop()


class _Loop(asyncio.base_events.BaseEventLoop):
    """A loop of tasks and timers, without files and network."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self

    def select(self, timeout: float | None) -> list[Any]:
        """Waits until the next task is due."""
        if timeout is None:
            raise RuntimeError("await: nothing is left to run that could end this wait; no file, no network and no page answers a program here")
        if timeout > 0:
            time.sleep(timeout)
        return []

    def _process_events(self, events: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


_loop = _Loop()


def drive(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Runs a coroutine to its end and gives its result."""
    if _loop.is_running() or asyncio.current_task(_web) is not None:
        coroutine.close()
        raise RuntimeError("asyncio.run() cannot be called from a running event loop: write await in place of it")
    if can_run_sync():
        return run_sync(coroutine)
    asyncio._set_running_loop(None)
    try:
        return _loop.run_until_complete(coroutine)
    finally:
        asyncio._set_running_loop(_web)


def run(main: Coroutine[Any, Any, Any], *, debug: bool | None = None, loop_factory: Any = None) -> Any:
    """`asyncio.run`. Outside `async` functions it works here, as in a program that is not a notebook."""
    return drive(main)


asyncio.run = run  # type: ignore[assignment]
