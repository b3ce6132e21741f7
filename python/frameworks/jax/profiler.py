"""``jax.profiler``: the recording behind the lab's timeline, as a file."""

from __future__ import annotations

import contextlib
import gzip
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: The profile that ``start_trace`` has begun, and its folder.
_open: list[tuple[Any, Any]] = []


def _torch_profiler() -> Any:
    from asynclab.torch import profiler

    return profiler


def start_trace(log_dir: Any, *_: Any, **__: Any) -> None:
    """Records the operations from here on."""
    if _open:
        raise RuntimeError("Profile has already been started. Only one profile may be run at a time.")
    profile = _torch_profiler().profile()
    profile.start()
    _open.append((profile, log_dir))


def stop_trace() -> None:
    """Waits until all is complete, and writes a trace for Chrome and Perfetto below ``plugins/profile/``, as JAX does."""
    if not _open:
        raise RuntimeError("No profile started")
    profile, log_dir = _open.pop()
    profile.stop()
    folder = Path(log_dir) / "plugins" / "profile" / time.strftime("%Y_%m_%d_%H_%M_%S")
    folder.mkdir(parents=True, exist_ok=True)
    with gzip.open(folder / "asynclab.trace.json.gz", "wt") as file:
        json.dump(profile._trace(), file)


@contextlib.contextmanager
def trace(log_dir: Any, *_: Any, **__: Any) -> Iterator[None]:
    """Records the operations of its block, and writes them below a folder of this Python; the page's own timeline saves the same."""
    start_trace(log_dir)
    try:
        yield
    finally:
        stop_trace()


class TraceAnnotation(contextlib.ContextDecorator):
    """Names a block."""

    def __init__(self, name: str, **_: Any) -> None:
        self._inner = _torch_profiler().record_function(name)

    def __enter__(self) -> TraceAnnotation:
        self._inner.__enter__()
        return self

    def __exit__(self, *given: object) -> None:
        self._inner.__exit__(*given)


StepTraceAnnotation = TraceAnnotation


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"module 'jax.profiler' of asynclab has no {name!r}; it has trace, start_trace, stop_trace and TraceAnnotation; device.memory_stats() has the memory")
