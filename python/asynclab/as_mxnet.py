"""From here on ``import mxnet`` means ``asynclab.mxnet``."""

from ._alias import alias

alias("mxnet")
