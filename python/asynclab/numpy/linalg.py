"""``numpy.linalg``: norms, and equations, which Python solves in double precision from the elements. Results are kept in float32."""

from __future__ import annotations

import math as _math
from array import array as _host_array
from typing import Any

from .._names import missing as _missing
from ..dtypes import float64 as _float64, floated as _floated
from ..elimination import Singular as _Singular, determinants as _determinants, each_solved as _each_solved, identity as _identity
from ._array import asarray as _asarray, from_flat as _from_flat, ndarray as _ndarray


class LinAlgError(ValueError):
    """The error for a matrix that is not square, or has no inverse."""


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: A002
    """The root of the sum of squares, of all elements or along an axis. Vectors also have the orders 2, 1 and infinity."""
    x = _asarray(x)
    vectors = x.ndim == 1 if axis is None else isinstance(axis, int)
    if x.dtype._rank < 2:
        x = x.astype(_float64)
    if ord is None or ord == 2 and vectors:
        return x.norm(axis, keepdims)
    if not vectors or ord not in (1, _math.inf):
        raise NotImplementedError(f"norm: ord is {ord!r}; give 1, 2 or inf for vectors, and none for matrices")
    return abs(x).sum(axis, keepdims=keepdims) if ord == 1 else abs(x).max(axis, keepdims)


def _square(a: Any) -> _ndarray:
    a = _asarray(a)
    if a.ndim < 2:
        raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be at least two-dimensional")
    if a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return a


def _solution(a: _ndarray, right: Any, shape: tuple[int, ...]) -> _ndarray:
    try:
        return _from_flat(_host_array("f", _each_solved(a._flat("solve"), right, a.shape[-1], _math.prod(a.shape[:-2]))), shape, True, _floated("norm", a))
    except _Singular:
        raise LinAlgError("Singular matrix") from None


def solve(a: Any, b: Any) -> _ndarray:
    """x with a · x = b. A matrix b gives a column for each of its columns."""
    a, b = _square(a), _asarray(b)
    n, columns = a.shape[-1], () if b.ndim == 1 else b.shape[-1:]
    if not b.ndim or b.shape[-1 - len(columns)] != n:
        raise ValueError(f"solve: Input operand 1 has a mismatch in its core dimension 0: {a.shape} and {b.shape}")
    # A vector is one right side for all matrices.
    right = b.broadcast_to((*a.shape[:-2], n, *columns))
    return _solution(a, right._flat("solve"), right.shape)


def inv(a: Any) -> _ndarray:
    """The inverse of a matrix, or of each in the last two axes."""
    a = _square(a)
    return _solution(a, _identity(a.shape[-1], _math.prod(a.shape[:-2])), a.shape)


def det(a: Any) -> Any:
    """The determinant of a matrix, or of each in the last two axes."""
    a = _square(a)
    return _from_flat(_host_array("f", _determinants(a._flat("det"), a.shape[-1], _math.prod(a.shape[:-2]))), a.shape[:-2], True, _floated("norm", a))


__getattr__ = _missing("numpy.linalg", globals())
