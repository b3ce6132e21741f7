"""``torch.nn.init``: draws parameters anew."""

from __future__ import annotations

import math

from ..._names import missing as _missing
from ...errors import LabTypeError as _LabTypeError
from .._gradients import no_grad as _no_grad
from .._tensor import Tensor as _Tensor


@_no_grad()
def normal_(tensor: _Tensor, mean: float = 0.0, std: float = 1.0) -> _Tensor:
    return tensor.normal_(mean, std)


@_no_grad()
def uniform_(tensor: _Tensor, a: float = 0.0, b: float = 1.0) -> _Tensor:
    return tensor.uniform_(a, b)


@_no_grad()
def constant_(tensor: _Tensor, val: float) -> _Tensor:
    return tensor.fill_(val)


def zeros_(tensor: _Tensor) -> _Tensor:
    return constant_(tensor, 0.0)


def ones_(tensor: _Tensor) -> _Tensor:
    return constant_(tensor, 1.0)


@_no_grad()
def xavier_uniform_(tensor: _Tensor, gain: float = 1.0) -> _Tensor:
    if tensor.dim() != 2:
        raise _LabTypeError("INVALID_SHAPE", "xavier_uniform_: give a matrix")
    bound = gain * math.sqrt(6 / sum(tensor.shape))
    return tensor.uniform_(-bound, bound)


__getattr__ = _missing("torch.nn.init", globals())
