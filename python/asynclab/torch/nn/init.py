"""``torch.nn.init``: draws parameters anew."""

from __future__ import annotations

import math

from ..._names import missing as _missing
from ...errors import LabTypeError
from .._gradients import no_grad
from .._tensor import Tensor


@no_grad()
def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0) -> Tensor:
    return tensor.normal_(mean, std)


@no_grad()
def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0) -> Tensor:
    return tensor.uniform_(a, b)


@no_grad()
def constant_(tensor: Tensor, val: float) -> Tensor:
    return tensor.fill_(val)


def zeros_(tensor: Tensor) -> Tensor:
    return constant_(tensor, 0.0)


def ones_(tensor: Tensor) -> Tensor:
    return constant_(tensor, 1.0)


@no_grad()
def xavier_uniform_(tensor: Tensor, gain: float = 1.0) -> Tensor:
    if tensor.dim() != 2:
        raise LabTypeError("INVALID_SHAPE", "xavier_uniform_: give a matrix")
    bound = gain * math.sqrt(6 / sum(tensor.shape))
    return tensor.uniform_(-bound, bound)


__getattr__ = _missing("torch.nn.init", globals())
