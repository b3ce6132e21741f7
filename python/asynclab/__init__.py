"""asynclab in Python: arrays that an asynchronous backend computes, on WebGPU or on the CPU, in Pyodide.

>>> import asynclab
>>> lab = asynclab.connect()
>>> x = lab.nd.ones((2, 2))
>>> y = x @ x + 1      # enqueued; returns at once
>>> print(y)           # waits
[[3. 3.]
 [3. 3.]]

``import asynclab.as_torch`` (``as_mxnet``, ``as_numpy``, ``as_d2l``, or ``as_books`` for all) lets ``import torch`` mean this lab.
"""

from __future__ import annotations

from ._connect import connect, default, use
from .array import Array
from .errors import LabError, LabRuntimeError, LabTypeError, LabValueError
from .lab import Lab

__version__ = "0.1.0"
__all__ = ["Array", "Lab", "LabError", "LabRuntimeError", "LabTypeError", "LabValueError", "connect", "default", "use"]
