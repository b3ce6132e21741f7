"""Tensors in other shapes and orders: views where strides can describe them."""

from __future__ import annotations

import math
from typing import Any

from ..array import Array, dimensions
from ..axes import axes_of, axis_of, order_of
from ..views import place_of, reshaped, viewed
from ._history import Recorded, named


class Shaped(Recorded):
    """Shapes."""

    __slots__ = ()

    def reshape(self, *shape: Any) -> Any:
        """The tensor in another shape: a view where strides can describe it, else a copy, as in PyTorch."""
        return named(reshaped(self, Array.reshape(self, *shape)), "View")

    def view(self, *shape: Any) -> Any:
        made = self.reshape(*shape)
        if "view" not in getattr(made, "_more", {}) and self.numel():
            raise RuntimeError("view size is not compatible with input tensor's size and stride. Use .reshape(...) instead.")
        return made

    def flatten(self, start_dim: int = 0, end_dim: int = -1) -> Any:
        shape = self.shape
        first, last = (axis_of("flatten", dim, len(shape)) for dim in (start_dim, end_dim))
        if first > last:
            raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
        if first == last and shape:
            return self
        return self.reshape((*shape[:first], math.prod(shape[first : last + 1]), *shape[last + 1 :]))

    def unsqueeze(self, dim: int) -> Any:
        shape = list(self.shape)
        shape.insert(axis_of("unsqueeze", dim, len(shape) + 1), 1)
        return named(self.reshape(tuple(shape)), "Unsqueeze")

    def squeeze(self, dim: Any = None) -> Any:
        shape = self.shape
        drop = range(len(shape)) if dim is None else axes_of("squeeze", dim, len(shape))
        return named(self.reshape(tuple(length for at, length in enumerate(shape) if not (at in drop and length == 1))), "Squeeze")

    def expand(self, *shape: Any) -> Any:
        wanted = dimensions(shape)
        if len(wanted) < self.dim():
            raise RuntimeError(f"expand: {len(wanted)} sizes for a tensor of {self.dim()} dimensions; give one for each")
        own = (1,) * (len(wanted) - self.dim()) + tuple(self.shape)
        return self.broadcast_to(tuple(length if want == -1 else want for want, length in zip(wanted, own, strict=True)))

    def transpose(self, *dims: int) -> Any:
        if len(dims) != 2:
            raise TypeError(f"transpose() takes two dimensions, not {len(dims)}; permute takes all of them")
        first, second = (axis_of("transpose", dim, self.dim()) for dim in dims)
        order = list(range(self.dim()))
        if not order:
            return self.permute(())
        order[first], order[second] = order[second], order[first]
        return named(self.permute(order), "Transpose")

    def permute(self, *dims: Any) -> Any:
        if not dims:
            raise TypeError('permute() missing 1 required positional arguments: "dims"')
        order = order_of("permute", dimensions(dims), self.dim())
        return named(viewed(Array.transpose(self, *order), place_of(self).permuted(order)), "Permute")

    def t(self) -> Any:
        if self.dim() > 2:
            raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.dim()}D")
        return named(self.T, "T")

    @property
    def T(self) -> Any:  # noqa: N802
        return self.permute(tuple(reversed(range(self.dim()))))

    @property
    def mT(self) -> Any:  # noqa: N802
        return self.transpose(-2, -1)

    def is_contiguous(self) -> bool:
        return place_of(self).dense

    def stride(self, dim: int | None = None) -> Any:
        """The steps between elements, in elements."""
        steps = tuple(place_of(self).steps)
        return steps if dim is None else steps[dim]

    def contiguous(self) -> Any:
        return self if place_of(self).dense else self.clone()
