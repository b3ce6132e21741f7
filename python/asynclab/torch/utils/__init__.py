"""``torch.utils``."""

from __future__ import annotations

from ..._names import missing as _missing
from . import benchmark, data  # noqa: F401

__getattr__ = _missing("torch.utils", globals())
