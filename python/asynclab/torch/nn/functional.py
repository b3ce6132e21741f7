"""``torch.nn.functional``."""

from __future__ import annotations

from typing import Any

from ..._names import missing as _missing
from .._tensor import Tensor


def relu(input: Tensor) -> Tensor:  # noqa: A002
    return input.relu()


def sigmoid(input: Tensor) -> Tensor:  # noqa: A002
    return input.sigmoid()


def tanh(input: Tensor) -> Tensor:  # noqa: A002
    return input.tanh()


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:  # noqa: A002
    """input @ weight.T + bias."""
    made = input.matmul(weight, transpose_b=True)
    return made if bias is None else made + bias


def mse_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Any:  # noqa: A002
    """The squared difference: its ``mean``, its ``sum``, or ``none`` of them."""
    squares = (input - target).square()
    return squares if reduction == "none" else getattr(squares, reduction)()


__getattr__ = _missing("torch.nn.functional", globals())
