"""Tensors along their axes: sums, extremes, spreads."""

from __future__ import annotations

import math
from typing import Any

from .._operations import number_of
from ..array import Array
from ..errors import LabTypeError
from ..indexing import chosen
from ._gradients import is_grad_enabled
from ._history import Recorded, named
from ..whole import cast
from ._types import checked_dtype, uint8


class Reduced(Recorded):
    """Reductions."""

    __slots__ = ()

    def _reduce(self, code: int, axis: Any, keepdims: bool) -> Any:
        # An empty list of dimensions means all of them.
        return Array._reduce(self, code, None if axis in ((), []) else axis, keepdims)

    def sum(self, dim: Any = None, keepdim: bool = False, dtype: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
        made = Array.sum(_typed(self, dtype), dim if axis is None else axis, keepdim or keepdims)
        return named(made, "SumBackward0" if dim is None and axis is None else "SumBackward1")

    def mean(self, dim: Any = None, keepdim: bool = False, dtype: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
        made = Array.mean(_typed(self, dtype), dim if axis is None else axis, keepdim or keepdims)
        return named(made, "MeanBackward0" if dim is None and axis is None else "MeanBackward1")

    def prod(self, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
        return Array.prod(_typed(self, dtype), dim, keepdim)

    def all(self, dim: Any = None, keepdim: bool = False) -> Any:
        made = Array.all(self, dim, keepdim)
        return made.byte() if self.dtype is uint8 else made

    def any(self, dim: Any = None, keepdim: bool = False) -> Any:
        made = Array.any(self, dim, keepdim)
        return made.byte() if self.dtype is uint8 else made

    def norm(self, p: Any = "fro", dim: Any = None, keepdim: bool = False) -> Any:
        if not self.is_floating_point():
            raise RuntimeError(f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {self.dtype._letters}")
        if p in (1, math.inf):
            return self.abs().sum(dim, keepdim) if p == 1 else Array.max(self.abs(), dim, keepdim)
        if p not in ("fro", 2, 2.0, None):
            raise LabTypeError("INVALID_OPTION", f"norm: p is {p!r}; the lab has 1, 2 and inf")
        return Array.norm(self, dim, keepdim)

    def cumsum(self, dim: int = 0, axis: int | None = None) -> Any:
        return named(Array.cumsum(self, dim if axis is None else axis), "Cumsum")

    def var(self, dim: Any = None, unbiased: bool = True, keepdim: bool = False, correction: int | None = None) -> Any:
        return named(Array.var(self, dim, int(unbiased) if correction is None else correction, keepdim), "Var")

    def std(self, dim: Any = None, unbiased: bool = True, keepdim: bool = False, correction: int | None = None) -> Any:
        return named(Array.std(self, dim, int(unbiased) if correction is None else correction, keepdim), "Std")

    def clamp(self, min: Any = None, max: Any = None) -> Any:  # noqa: A002
        if min is None and max is None:
            raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
        made = self if min is None else self.maximum(min)
        made = made if max is None else made.minimum(max)
        bounds = [number_of(bound) for bound in (min, max) if bound is not None]
        if None in bounds or not (is_grad_enabled() and self.requires_grad):
            return made
        # An element equal to a bound has the gradient 0 if the bound is a number, and a half, as with `maximum`, if it is a tensor.
        inside = made == self
        for bound in bounds:
            inside = inside & (self != bound)
        return chosen(inside, self, made.detach())

    multiply, subtract = Array.mul, Array.sub

    def where(self, condition: Any, other: Any) -> Any:
        """These elements where the condition is not 0, those of ``other`` elsewhere."""
        return named(chosen(condition, self, other), "Where")

    def isnan(self) -> Any:
        return self != self  # noqa: PLR0124


def _typed(x: Any, kind: Any) -> Any:
    return x if kind is None else cast(x, checked_dtype(kind))
