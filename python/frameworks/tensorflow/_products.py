"""Products."""

from __future__ import annotations

import math
from typing import Any

from asynclab import torch as _torch

from ._elementwise import operands
from ._convert import convert, listed, plain_number, static
from ._tensor import EagerTensor, wrapped
from ._types import relabelled
from .errors import _invalid as invalid


def matmul(a: Any, b: Any, transpose_a: bool = False, transpose_b: bool = False, name: str | None = None, **_: Any) -> EagerTensor:
    """The product of matrices, or of each pair of them."""
    if plain_number(a) or plain_number(b):
        raise invalid("In[0] and In[1] ndims must be == 2: 0; use tf.multiply", "MatMul")
    left, right, kind = operands("MatMul", a, b)
    shapes = [tuple(getattr(one, "shape", ())) for one in (left, right)]
    if min(map(len, shapes)) < 2:
        raise invalid(f"In[0] and In[1] ndims must be == 2: {min(map(len, shapes))}; use tf.tensordot, or tf.linalg.matvec", "MatMul")
    left, right = (one.transpose(-1, -2) if swapped else one for one, swapped in ((left, transpose_a), (right, transpose_b)))
    if left.shape[-1] != right.shape[-2]:
        op = "MatMul" if max(map(len, shapes)) == 2 else "BatchMatMulV2"
        raise invalid(f"Matrix size-incompatible: In[0]: {listed(shapes[0])}, In[1]: {listed(shapes[1])}", op)
    return wrapped(relabelled(left.matmul(right), kind))


def matvec(a: Any, b: Any, transpose_a: bool = False, adjoint_a: bool = False, name: str | None = None, **_: Any) -> EagerTensor:
    """The product of a matrix and a vector."""
    left, right, kind = operands("MatMul", a, b)
    left = left.transpose(-1, -2) if transpose_a or adjoint_a else left
    if left.dim() < 2 or left.shape[-1] != right.shape[-1]:
        raise invalid(f"Matrix size-incompatible: In[0]: {listed(left.shape)}, In[1]: {listed((*right.shape, 1))}", "MatMul")
    return wrapped(relabelled(left.matmul(right.unsqueeze(-1)).squeeze(-1), kind))


def tensordot(a: Any, b: Any, axes: Any, name: str | None = None) -> EagerTensor:
    """The sum of products over axes: the last axes of ``a`` and the first axes of ``b``, or the given ones."""
    a, b = convert(a) if plain_number(a) else a, convert(b) if plain_number(b) else b
    left, right, kind = operands("MatMul", a, b)
    count = static(axes, "axes")
    if isinstance(count, int):
        if count > min(left.dim(), right.dim()):
            raise ValueError(f"`axes` must not be larger than the number of dimensions of tensor {a if left.dim() < right.dim() else b}. Received `axes`={count}, vs tensor dimensions {min(left.dim(), right.dim())}.")
        first, second = list(range(left.dim() - count, left.dim())), list(range(count))
    else:
        first, second = ([one] if isinstance(one, int) else list(one) for one in count)
    first, second = [one % left.dim() for one in first], [one % right.dim() for one in second]
    kept = [at for at in range(left.dim()) if at not in first], [at for at in range(right.dim()) if at not in second]
    lengths = [left.shape[one] for one in first]
    if lengths != [right.shape[one] for one in second]:
        raise invalid(f"Matrix size-incompatible: In[0]: {listed(left.shape)}, In[1]: {listed(right.shape)}", "MatMul")
    shape = (*(left.shape[at] for at in kept[0]), *(right.shape[at] for at in kept[1]))
    left = left.permute((*kept[0], *first)).reshape((-1, math.prod(lengths)))
    right = right.permute((*second, *kept[1])).reshape((math.prod(lengths), -1))
    return wrapped(relabelled(left.matmul(right).reshape(shape), kind))


def einsum(equation: str, *inputs: Any, **_: Any) -> EagerTensor:
    parts = [convert(one) for one in inputs]
    return wrapped(relabelled(_torch.einsum(equation, *(one._t for one in parts)), parts[0].dtype))


EagerTensor.__matmul__ = lambda self, other: matmul(self, other)  # type: ignore[attr-defined]
EagerTensor.__rmatmul__ = lambda self, other: matmul(other, self)  # type: ignore[attr-defined]
