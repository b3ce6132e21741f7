"""From here on ``import d2l`` means ``asynclab.d2l``."""

from ._alias import alias

alias("d2l")
