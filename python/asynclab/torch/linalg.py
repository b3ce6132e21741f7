"""``torch.linalg``."""

from __future__ import annotations

from typing import Any

from .._names import missing as _missing
from ._tensor import Tensor as _Tensor


def norm(A: _Tensor, ord: Any = None, dim: Any = None, keepdim: bool = False) -> _Tensor:  # noqa: A002, N803
    return A.norm("fro" if ord is None else ord, dim, keepdim)


def vector_norm(x: _Tensor, ord: Any = 2, dim: Any = None, keepdim: bool = False) -> _Tensor:  # noqa: A002
    return x.norm(ord, dim, keepdim)


def matmul(input: _Tensor, other: _Tensor) -> _Tensor:  # noqa: A002
    return input.matmul(other)


__getattr__ = _missing("torch.linalg", globals())
