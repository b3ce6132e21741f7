"""``torch.random``: the default generator's functions, and a block that leaves it as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .._names import missing as _missing
from ._generator import default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state


@contextmanager
def fork_rng(devices: Any = None, enabled: bool = True, **_: Any) -> Iterator[None]:
    """Draws and seeds inside the block do not change what is drawn after it."""
    state = default_generator._state
    try:
        yield
    finally:
        if enabled:
            default_generator._state = state


__getattr__ = _missing("torch.random", globals())
