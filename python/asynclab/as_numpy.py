"""From here on ``import numpy`` means ``asynclab.numpy``."""

from ._alias import alias

alias("numpy")
