"""``mxnet.context``."""

from __future__ import annotations

from .._names import missing as _missing
from ._arrays import Context, cpu, current_context, gpu, gpu_memory_info, num_gpus  # noqa: F401

__getattr__ = _missing("mxnet.context", globals())
