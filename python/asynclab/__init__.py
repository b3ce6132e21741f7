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

import os as _os

#: A wheel has most modules in one file, compressed together. Python imports from the zip that they are unpacked to.
_modules = f"{__path__[0]}/modules.zip"
if _os.path.exists(f"{__path__[0]}/modules.lzma") and not _os.path.exists(_modules):
    import lzma as _lzma, zipfile as _zipfile

    with _lzma.open(f"{__path__[0]}/modules.lzma") as _packed, _zipfile.ZipFile(_modules, "w") as _unpacked:
        # Names and texts in turn, with a zero between them.
        _parts = iter(_packed.read().decode().split("\0"))
        for _name, _text in zip(_parts, _parts):
            _unpacked.writestr(_name, _text)
__path__.append(_modules)

from ._connect import connect, default, use
from .array import Array
from .errors import LabError, LabRuntimeError, LabTypeError, LabValueError
from .lab import Lab

__version__ = "0.1.0"
__all__ = ["Array", "Lab", "LabError", "LabRuntimeError", "LabTypeError", "LabValueError", "connect", "default", "use"]
