"""From here on the books' libraries mean the lab: ``torch``, ``mxnet``, ``d2l``, ``numpy`` where there is no other, and ``ps``."""

from . import _processes
from ._alias import alias
from ._host import real_numpy

alias("torch", "mxnet", "d2l", *([] if real_numpy() is not None else ["numpy"]))
_processes.install()
