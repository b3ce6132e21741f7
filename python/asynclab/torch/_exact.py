"""Which type a result has in PyTorch."""

from __future__ import annotations

from typing import Any

from .._handle import Handle
from ._types import bfloat16, boolean, dtype, float16, float32, int16, int8, int64, uint8


def mixed(*operands: Any) -> dtype:
    """The type of a result of operands, tensors or numbers (docs of PyTorch: `torch.result_type`)."""
    types = [(one.dtype, one.dim()) if isinstance(one, Handle) else (_of_number(one), -1) for one in operands]  # type: ignore[attr-defined]
    rank = max(kind._rank for kind, _ in types)
    # Among operands of the highest kind, tensors with dimensions decide, then scalars, then numbers of Python.
    found = [(kind, min(dim, 1)) for kind, dim in types if kind._rank == rank]
    deciding = max(dim for _, dim in found)
    kinds = {kind for kind, dim in found if dim == deciding}
    if kinds == {float16, bfloat16}:
        return float32
    if kinds == {int8, uint8}:
        return int16
    return max(kinds, key=lambda kind: (kind.itemsize, kind.is_signed))


def floated(_: str, *operands: Any) -> dtype:
    """The type of a function whose results are floats."""
    kind = mixed(*operands)
    return kind if kind.is_floating_point else float32


def _of_number(value: Any) -> dtype:
    return boolean if isinstance(value, bool) else int64 if isinstance(value, int) else float32
