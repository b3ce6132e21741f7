"""``torch.backends``: switches that programs set, and that change nothing here."""

from __future__ import annotations

from types import SimpleNamespace as _Switches

from .._names import missing as _missing

cudnn = _Switches(deterministic=True, benchmark=False, enabled=False, allow_tf32=False, is_available=lambda: False, version=lambda: None)
cuda = _Switches(matmul=_Switches(allow_tf32=False), is_built=lambda: True)
mps = _Switches(is_available=lambda: False, is_built=lambda: False)

__getattr__ = _missing("torch.backends", {**globals(), "cudnn": 0, "cuda": 0, "mps": 0})
