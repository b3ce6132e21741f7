"""``tf.linalg``."""

from __future__ import annotations

from typing import Any

from ._creation import eye  # noqa: F401
from ._missing import missing as _missing
from ._products import einsum, matmul, matvec, tensordot  # noqa: F401
from ._reductions import norm  # noqa: F401
from ._convert import convert as _convert
from ._tensor import EagerTensor, wrapped as _wrapped
from ._types import relabelled as _relabelled


def matrix_transpose(a: Any, name: str | None = None, conjugate: bool = False) -> EagerTensor:
    x = _convert(a)
    return _wrapped(_relabelled(x._t.transpose(-1, -2), x.dtype))


def trace(x: Any, name: str | None = None) -> EagerTensor:
    x = _convert(x)
    return _wrapped(_relabelled(x._t.trace(), x.dtype))


def diag(diagonal: Any, name: str | None = None) -> EagerTensor:
    """A matrix with a vector on its diagonal."""
    x = _convert(diagonal)
    return _wrapped(_relabelled(x._t.diag(), x.dtype))


def diag_part(input: Any, name: str | None = None) -> EagerTensor:  # noqa: A002
    x = _convert(input)
    return _wrapped(_relabelled(x._t.diagonal(), x.dtype))


def band_part(input: Any, num_lower: int, num_upper: int, name: str | None = None) -> EagerTensor:  # noqa: A002
    """The elements near the diagonal, and 0 elsewhere. A negative number keeps all of that side."""
    x = _convert(input)
    held = x._t if num_lower < 0 else x._t.triu(-int(num_lower))
    return _wrapped(_relabelled(held if num_upper < 0 else held.tril(int(num_upper)), x.dtype))


_FACTORS = "the lab has no factorizations of matrices; use NumPy of x.numpy() where there is one"
__getattr__ = _missing("tensorflow.linalg", globals(), dict.fromkeys("svd eigh eigvalsh eig inv det solve cholesky qr lstsq slogdet pinv".split(), _FACTORS))
