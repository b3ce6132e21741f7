"""The tapes that are recording, and the function that is being captured."""

from __future__ import annotations

from typing import Any


class State:
    """The tapes are a tuple that is replaced, never changed, so that a tensor can keep the tuple under which it was made."""

    #: Tapes that record, the innermost last.
    tapes: tuple[Any, ...] = ()
    #: The capture of a `tf.function` that is running, if any.
    capture: Any = None


state = State()
