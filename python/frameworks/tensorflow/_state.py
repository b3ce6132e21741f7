"""The tapes that record and the function that is captured."""

from __future__ import annotations

from typing import Any


class State:
    """Tuples that are replaced, so that a tensor can keep the one that it was made under."""

    #: Tapes that record, the innermost last.
    tapes: tuple[Any, ...] = ()
    #: Captures of `tf.function` under way; one at most.
    capture: Any = None


state = State()
