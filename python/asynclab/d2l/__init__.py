"""The parts of the book's own package that the chapter and its neighbours use.

``from d2l import torch as d2l``, or ``mxnet``, or ``jax``, which is fetched when a program names it. The first edition's ``import d2l``
has the names of `mxnet`.
"""

from __future__ import annotations

import importlib
from typing import Any

from ._common import Accumulator, Benchmark, Timer, benchmark

__all__ = ["Accumulator", "Benchmark", "Timer", "benchmark"]


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    if name in ("torch", "mxnet", "jax", "tensorflow"):
        return importlib.import_module(f"{__name__}.{name}")
    return getattr(importlib.import_module(f"{__name__}.mxnet"), name)
