"""Copies on the host: arrays of the real NumPy where it is installed, else of the lab's own `numpy`."""

from __future__ import annotations

import importlib.util
import sys
from array import array as host_array
from typing import Any


def real_numpy() -> Any:
    """NumPy itself; None where there is none, or `numpy` means the lab."""
    module = sys.modules.get("numpy")
    if module is not None:
        return None if getattr(module, "__asynclab__", False) else module
    if importlib.util.find_spec("numpy") is None:
        return None
    import numpy

    return None if getattr(numpy, "__asynclab__", False) else numpy


def to_numpy(flat: host_array[float] | list[Any], shape: tuple[int, ...], writable: bool = True, dtype: str | None = None) -> Any:
    """A copy of elements in row-major order: of ``dtype``, else, in the real NumPy, of booleans for a list and of float32 otherwise.
    It is not writable where a program would expect a write to change the original, too."""
    numpy = real_numpy()
    if numpy is not None:
        made = numpy.array(flat, dtype=dtype or (numpy.bool_ if isinstance(flat, list) else numpy.float32)).reshape(shape)
        made.flags.writeable = writable
        return made
    from .numpy._array import from_flat

    return from_flat(flat, shape, writable, dtype or "float32")
