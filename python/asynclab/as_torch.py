"""From here on ``import torch`` means ``asynclab.torch``."""

from ._alias import alias

alias("torch")
