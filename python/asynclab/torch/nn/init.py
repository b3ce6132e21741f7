"""``torch.nn.init``: draws parameters anew."""

from __future__ import annotations

import math

from ..._names import missing as _missing
from .._creation import created as _created
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


def _fans(tensor: _Tensor) -> tuple[int, int]:
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    rest = math.prod(tensor.shape[2:])
    return tensor.shape[1] * rest, tensor.shape[0] * rest


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    gains = {"tanh": 5 / 3, "relu": math.sqrt(2), "leaky_relu": math.sqrt(2 / (1 + (0.01 if param is None else param) ** 2)), "selu": 0.75}
    return gains.get(nonlinearity, 1.0)


@_no_grad()
def xavier_normal_(tensor: _Tensor, gain: float = 1.0) -> _Tensor:
    return tensor.normal_(0.0, gain * math.sqrt(2 / sum(_fans(tensor))))


@_no_grad()
def kaiming_uniform_(tensor: _Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu") -> _Tensor:
    bound = math.sqrt(3) * calculate_gain(nonlinearity, a) / math.sqrt(_fans(tensor)[mode == "fan_out"])
    return tensor.uniform_(-bound, bound)


@_no_grad()
def kaiming_normal_(tensor: _Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu") -> _Tensor:
    return tensor.normal_(0.0, calculate_gain(nonlinearity, a) / math.sqrt(_fans(tensor)[mode == "fan_out"]))


@_no_grad()
def eye_(tensor: _Tensor) -> _Tensor:
    row, column = (_created("arange", (0.0, 1.0), (length,), tensor.device) for length in tensor.shape)
    return tensor.copy_((row.reshape(-1, 1) == column).float())


@_no_grad()
def xavier_uniform_(tensor: _Tensor, gain: float = 1.0) -> _Tensor:
    bound = gain * math.sqrt(6 / sum(_fans(tensor)))
    return tensor.uniform_(-bound, bound)


__getattr__ = _missing("torch.nn.init", globals())
