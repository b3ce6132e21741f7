"""``torch.nn.functional``."""

from __future__ import annotations

import math
from typing import Any

from ..._names import missing as _missing
from ...errors import LabValueError as _LabValueError
from .._tensor import Tensor as _Tensor


def relu(input: _Tensor) -> _Tensor:  # noqa: A002
    return input.relu()


def sigmoid(input: _Tensor) -> _Tensor:  # noqa: A002
    return input.sigmoid()


def tanh(input: _Tensor) -> _Tensor:  # noqa: A002
    return input.tanh()


def linear(input: _Tensor, weight: _Tensor, bias: _Tensor | None = None) -> _Tensor:  # noqa: A002
    """input @ weight.T + bias."""
    try:
        made = input.matmul(weight, transpose_b=True)
    except _LabValueError as error:
        shape = input.shape
        if error.code != "SHAPE_MISMATCH" or not shape or weight.dim() != 2:
            raise
        rows, (units, inputs) = math.prod(shape[:-1]), weight.shape
        product = "mm" if bias is None else "addmm"
        raise RuntimeError(f"{product}: mat1 and mat2 shapes cannot be multiplied ({rows}x{shape[-1]} and {inputs}x{units})") from None
    return made if bias is None else made + bias


def mse_loss(input: _Tensor, target: _Tensor, *, reduction: str = "mean") -> Any:  # noqa: A002
    """The squared difference: its ``mean``, its ``sum``, or ``none`` of them."""
    squares = (input - target).square()
    return squares if reduction == "none" else getattr(squares, reduction)()


__getattr__ = _missing("torch.nn.functional", globals())
