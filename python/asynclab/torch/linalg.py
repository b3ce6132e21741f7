"""``torch.linalg``."""

from __future__ import annotations

from typing import Any

import math as _math

from .._names import missing as _missing
from ..elimination import Singular as _Singular, determinants as _determinants, each_solved as _each_solved, identity as _identity
from ._creation import from_values as _from_values
from ._tensor import Tensor as _Tensor
from .autograd import Function as _Function


class LinAlgError(RuntimeError):
    """The error for a matrix that has no inverse."""


def norm(A: _Tensor, ord: Any = None, dim: Any = None, keepdim: bool = False) -> _Tensor:  # noqa: A002, N803
    """The norm of all elements, or along an axis; for two axes and an order, the norm of matrices."""
    if ord is not None and dim is None and A.dim() > 2:
        raise RuntimeError(f"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {A.dim()}D.")
    axes = (0, 1) if dim is None and A.dim() == 2 else dim
    if ord is not None and isinstance(axes, (list, tuple)) and len(axes) == 2:
        return matrix_norm(A, ord, axes, keepdim)
    return A.norm("fro" if ord is None else ord, dim, keepdim)


def matrix_norm(A: _Tensor, ord: Any = "fro", dim: Any = (-2, -1), keepdim: bool = False) -> _Tensor:  # noqa: A002, N803
    """The norm of matrices: the root of the sum of squares ("fro"), or the largest sum of sizes in a column (1) or a row (infinity)."""
    row, column = (axis % A.dim() for axis in dim)
    if ord == "fro":
        return A.norm("fro", (row, column), keepdim)
    if ord not in (1, _math.inf):
        raise NotImplementedError(f"linalg.matrix_norm: ord is {ord!r}; give 'fro', 1 or inf, or call vector_norm")
    summed, least = (row, column) if ord == 1 else (column, row)
    made = A.abs().sum(summed, keepdim=True).amax(least, keepdim=True)
    return made if keepdim else made.squeeze((row, column))


def vector_norm(x: _Tensor, ord: Any = 2, dim: Any = None, keepdim: bool = False) -> _Tensor:  # noqa: A002
    return x.norm(ord, dim, keepdim)


def matmul(input: _Tensor, other: _Tensor) -> _Tensor:  # noqa: A002
    return input.matmul(other)


def _checked(name: str, A: _Tensor) -> _Tensor:  # noqa: N803
    if A.dim() < 2 or A.shape[-1] != A.shape[-2]:
        raise RuntimeError(f"linalg.{name}: A must be batches of square matrices, but it has shape {list(A.shape)}")
    if not A.is_floating_point():
        raise RuntimeError(f"linalg.{name}: Expected a floating point tensor as input, but got {A.dtype}; make it one with .float()")
    return A


def _computed(name: str, A: _Tensor, right: Any, shape: Any) -> _Tensor:  # noqa: N803
    try:
        found = _each_solved(A._flat(name), right, A.shape[-1], _math.prod(A.shape[:-2]))
    except _Singular:
        raise LinAlgError(f"linalg.{name}: The solver failed because the input matrix is singular.") from None
    return _from_values(found, A.device, A.dtype).reshape(shape)


class _Solve(_Function):
    @staticmethod
    def forward(ctx: Any, A: _Tensor, B: _Tensor) -> _Tensor:  # noqa: N803
        found = _computed("solve", A, B._flat("solve"), B.shape)
        ctx.save_for_backward(A, found)
        return found

    @staticmethod
    def backward(ctx: Any, gradient: _Tensor) -> Any:
        A, found = ctx.saved_tensors  # noqa: N806
        right = _computed("solve", A.transpose(-1, -2), gradient._flat("solve"), gradient.shape)
        return -(right @ found.transpose(-1, -2)), right


class _Determinant(_Function):
    @staticmethod
    def forward(ctx: Any, A: _Tensor) -> _Tensor:  # noqa: N803
        found = _from_values(_determinants(A._flat("det"), A.shape[-1], _math.prod(A.shape[:-2])), A.device, A.dtype).reshape(A.shape[:-2])
        ctx.save_for_backward(A, found)
        return found

    @staticmethod
    def backward(ctx: Any, gradient: _Tensor) -> Any:
        A, found = ctx.saved_tensors  # noqa: N806
        return (gradient * found)[..., None, None] * inv(A).transpose(-1, -2)


def solve(A: _Tensor, B: _Tensor) -> _Tensor:  # noqa: N803
    """X with A · X = B, where B is a vector or a matrix. Python solves it in double precision, and waits for the elements."""
    _checked("solve", A)
    vector = B.dim() == 1 or B.dim() == A.dim() - 1 and B.shape == A.shape[:-1]
    right = B.unsqueeze(-1) if vector else B
    if right.dim() < 2 or right.shape[-2] != A.shape[-1]:
        raise RuntimeError(f"linalg.solve: Incompatible shapes of A and B for the equation AX = B ({list(A.shape)} and {list(B.shape)})")
    wide = (*A.shape[:-2], *right.shape[-2:])
    found = _Solve.apply(A, right if tuple(right.shape) == wide else right.expand(wide))
    return found.squeeze(-1) if vector else found


def inv(A: _Tensor) -> _Tensor:  # noqa: N803
    """The inverse of each matrix in the last two axes. Waits for the elements."""
    _checked("inv", A)
    ones = _from_values(_identity(A.shape[-1], _math.prod(A.shape[:-2])), A.device, A.dtype)
    return _Solve.apply(A, ones.reshape(A.shape))


def det(A: _Tensor) -> _Tensor:  # noqa: N803
    """The determinant of each matrix in the last two axes. Waits for the elements."""
    return _Determinant.apply(_checked("det", A))


__getattr__ = _missing("torch.linalg", globals())
