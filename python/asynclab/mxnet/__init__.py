"""MXNet's names over the lab: the parts of `np`, `npx`, `nd`, `autograd` and `gluon` that the chapter and its exercises use.

``gpu(0)``, the current device, means the lab's own device; ``cpu()`` its CPU. Types of elements are labels: all are computed in float32.
"""

from __future__ import annotations

from .._names import missing as _missing
from ..errors import LabError as _LabError
from ._arrays import Context, cpu, current_context, gpu, gpu_memory_info, num_gpus
from . import autograd, context, engine, gluon, initializer, lr_scheduler, nd, np, npx
from .gluon import metric

__version__ = "2.0.0+asynclab"
Device = Context
current_device = current_context
init = initializer
ndarray = nd
#: MXNet's programs catch the lab's errors by this name.
MXNetError = _LabError


class base:  # noqa: N801
    """``mxnet.base``."""

    MXNetError = _LabError


class random:  # noqa: N801
    """``mxnet.random``."""

    normal, uniform = nd.random.normal, nd.random.uniform

    @staticmethod
    def seed(seed_state: int, ctx: object = None) -> None:
        """Begins the random numbers anew."""
        nd.random.seed(seed_state)


def waitall() -> None:
    """Waits until everything that was enqueued is computed."""
    nd.waitall()


__getattr__ = _missing("mxnet", globals())
