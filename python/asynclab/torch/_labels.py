"""Whole numbers and booleans as PyTorch computes them."""

from __future__ import annotations

from typing import Any

from ..exact import exact, most_of, plain, power, without
from ..whole import Truth as SharedTruth, Whole as SharedWhole, cast, of_bits, with_labels as labels
from ._types import dtypes, int64


class Counting:
    """Reductions of whole numbers and booleans."""

    __slots__ = ()

    def sum(self, dim: Any = None, keepdim: bool = False, dtype: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
        if dtype is not None and dtype.is_floating_point:
            return self.type(dtype).sum(dim, keepdim, None, axis, keepdims)  # type: ignore[attr-defined]
        made = plain(self, "sum", dim, keepdim, None, axis, keepdims)
        count = self.numel() // max(1, made.numel())  # type: ignore[attr-defined]
        return exact(made, dtype or int64, count * most_of(self), lambda: plain(self, "abs").sum(dim, keepdim, None, axis, keepdims))

    def prod(self, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
        made = plain(self, "prod", dim, keepdim)
        count = self.numel() // max(1, made.numel())  # type: ignore[attr-defined]
        return exact(made, int64, power(most_of(self), count))

    def cumsum(self, dim: int = 0, axis: int | None = None) -> Any:
        made = plain(self, "cumsum", dim if axis is None else axis)
        most = most_of(self) * max((1, *self.shape))  # type: ignore[attr-defined]
        return exact(made, int64, most, lambda: plain(self, "abs").cumsum(dim if axis is None else axis))

    mean = without("mean", "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: Long")
    var = without("var", "std and var only support floating point and complex dtypes")
    std = without("std", "std and var only support floating point and complex dtypes")


class Whole(Counting, SharedWhole):
    """Whole numbers."""

    __slots__ = ()


class Truth(Counting, SharedTruth):
    """Booleans."""

    __slots__ = ()

    def div(self, other: Any, *, rounding_mode: str | None = None) -> Any:
        return self / other if rounding_mode is None else plain(self, "div", other, rounding_mode=rounding_mode)  # type: ignore[operator]

    def __pow__(self, other: Any) -> Any:
        kind = self._promoted(self, other)  # type: ignore[attr-defined]
        return cast(self, kind if kind._rank else self._plain.dtype) ** other  # type: ignore[attr-defined]

    divide, pow = div, __pow__


def with_labels(kind: Any) -> None:
    """Gives a class of tensors of float32 the classes of the other types."""
    for name in ("and", "or", "xor", "lshift", "rshift"):
        setattr(kind, f"bitwise_{name}", lambda self, other, name=name: of_bits(f"bitwise_{name}", self, other))
    labels(kind, dtypes.values(), Whole, Truth)
