"""``torch.nn.functional``."""

from __future__ import annotations

from typing import Any

from ..._names import missing as _missing
from .._tensor import Tensor as _Tensor


def relu(input: _Tensor) -> _Tensor:  # noqa: A002
    return input.relu()


def sigmoid(input: _Tensor) -> _Tensor:  # noqa: A002
    return input.sigmoid()


def tanh(input: _Tensor) -> _Tensor:  # noqa: A002
    return input.tanh()


def linear(input: _Tensor, weight: _Tensor, bias: _Tensor | None = None) -> _Tensor:  # noqa: A002
    """input @ weight.T + bias."""
    made = input.matmul(weight, transpose_b=True)
    return made if bias is None else made + bias


def mse_loss(input: _Tensor, target: _Tensor, *, reduction: str = "mean") -> Any:  # noqa: A002
    """The squared difference: its ``mean``, its ``sum``, or ``none`` of them."""
    squares = (input - target).square()
    return squares if reduction == "none" else getattr(squares, reduction)()


__getattr__ = _missing("torch.nn.functional", globals())
