"""``mxnet.nd``: the older arrays. Everything but ``waitall`` returns at once."""

from __future__ import annotations

from .._names import missing as _missing
from . import np, npx  # noqa: F401
from ._arrays import NDArray, lab as _lab
from ._functions import Random as _Random, functions as _functions

globals().update(_functions(NDArray, "mxnet.nd"))
random = _Random(NDArray)
random_normal, random_uniform = random.normal, random.uniform


def waitall() -> None:
    """Waits until everything that was enqueued is computed."""
    _lab.wait_all("waitall")


__getattr__ = _missing("mxnet.nd", globals())
