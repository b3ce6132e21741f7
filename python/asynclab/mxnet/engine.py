"""``mxnet.engine``, and which engine runs.

MXNet reads ``MXNET_ENGINE_TYPE`` when it is imported: ``NaiveEngine`` runs every operation inside its call,
``ThreadedEngine`` and ``ThreadedEnginePerDevice`` (the default) enqueue it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from .._names import missing as _missing
from ._arrays import naive as _naive

engine_type = "NaiveEngine" if _naive else "ThreadedEnginePerDevice"


def set_bulk_size(size: int) -> int:
    """Returns MXNet's default size and changes nothing: the lab's backend bundles operations by itself."""
    return 15  # MXNET_ENGINE_BULK_SIZE by default, src/engine/threaded_engine.h


@contextlib.contextmanager
def bulk(size: int) -> Iterator[None]:
    """Does nothing: the backend bundles operations by itself."""
    yield


__getattr__ = _missing("mxnet.engine", globals())
