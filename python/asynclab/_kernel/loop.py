"""What `await` of a cell and `asyncio.run` wait with.

Python's thread sleeps for whole cells here, so the loop of the browser's events does not turn meanwhile. This one turns as long as it is waited for.
Tasks that an `await` leaves behind go on with the next one.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pyodide.ffi


#: The browser's loop, which waits by promise turn: a task of another loop would never end there.
_web = asyncio._get_running_loop()


def _of_the_browser(wait: Callable[..., Any]) -> Callable[..., Any]:
    """A wait by promise, whose task is the browser's loop's, wherever it is called."""

    @functools.wraps(wait)
    def waited(*given: Any) -> Any:
        own = asyncio._get_running_loop()
        if own is not _loop:
            return wait(*given)
        # Of a thread one task at a time is under way.
        task = asyncio.tasks._swap_current_task(own, None)
        asyncio._set_running_loop(_web)
        try:
            return wait(*given)
        finally:
            asyncio._set_running_loop(own)
            asyncio.tasks._swap_current_task(own, task)

    return waited


pyodide.ffi.run_sync = _of_the_browser(pyodide.ffi.run_sync)
time.sleep = _of_the_browser(time.sleep)


class _Loop(asyncio.base_events.BaseEventLoop):
    """A loop of tasks and times. No files and no network belong to it."""

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
    if _loop.is_running():
        coroutine.close()
        raise RuntimeError("asyncio.run() cannot be called from a running event loop: write await in place of it")
    asyncio._set_running_loop(None)
    try:
        return _loop.run_until_complete(coroutine)
    finally:
        asyncio._set_running_loop(_web)


def run(main: Coroutine[Any, Any, Any], *, debug: bool | None = None, loop_factory: Any = None) -> Any:
    """`asyncio.run`: outside `async` functions it works here, as in a program that is no notebook."""
    return drive(main)


asyncio.run = run  # type: ignore[assignment]
