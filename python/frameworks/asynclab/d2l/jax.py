"""``from d2l import jax as d2l``: the names that the sections on performance use."""

from __future__ import annotations

from typing import Any

import jax as _jax

from .._names import missing as _missing
from . import _common
from ._common import Accumulator, Timer  # noqa: F401


class Benchmark(_common.Benchmark):
    __doc__ = _common.Benchmark.__doc__

    @staticmethod
    def _wait(made: Any) -> None:
        _jax.block_until_ready(made)


def cpu() -> Any:
    return _jax.devices("cpu")[0]


def gpu(i: int = 0) -> Any:
    return _jax.devices("gpu")[i]


def num_gpus() -> int:
    return _jax.device_count("gpu")


def try_gpu(i: int = 0) -> Any:
    """The GPU if there is one of this number, else the CPU."""
    return gpu(i) if num_gpus() > i else cpu()


def try_all_gpus() -> list[Any]:
    return [gpu(i) for i in range(num_gpus())]


__getattr__ = _missing("d2l.jax", globals())
