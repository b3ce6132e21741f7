"""Products of tensors, and operations of two that are on one device."""

from __future__ import annotations

from typing import Any

from ..array import Array
from ..masks import Mask, difference
from ..exact import labelled
from ._exact import mixed
from ._history import Recorded, named
from ..whole import MIXING


class Multiplied(Recorded):
    """Products."""

    __slots__ = ()

    def matmul(self, other: Any, transpose_a: bool = False, transpose_b: bool = False) -> Any:
        _same_device("matmul", self, other)
        if self.dtype is not other.dtype:
            raise RuntimeError(_unlike(self, other))
        made = Array.matmul(self, other, transpose_a, transpose_b)
        return named(made, _PRODUCTS.get((self.dim(), other.dim()), "UnsafeView"))

    def mm(self, other: Any) -> Any:
        if self.dim() != 2 or other.dim() != 2:
            raise RuntimeError(f"mm: both must be matrices, got shapes {tuple(self.shape)} and {tuple(other.shape)}; use matmul")
        return self.matmul(other)

    def bmm(self, mat2: Any) -> Any:
        for name, one in (("batch1", self), ("batch2", mat2)):
            if one.dim() != 3:
                raise RuntimeError(f"{name} must be a 3D tensor")
        (batches, _, inner), given = self.shape, list(mat2.shape[:2])
        if given != [batches, inner]:
            raise RuntimeError(f"Expected size for first two dimensions of batch2 tensor to be: {[batches, inner]} but got: {given}.")
        return self.matmul(mat2)

    def dot(self, other: Any) -> Any:
        if self.dim() != 1 or other.dim() != 1:
            raise RuntimeError(f"1D tensors expected, but got {self.dim()}D and {other.dim()}D tensors")
        return self.matmul(other)

    def __rmatmul__(self, other: Any) -> Any:
        return NotImplemented

    def _mixed(self, method: Any, name: str, code: int, other: Any) -> Any:
        if isinstance(other, Recorded) and other.is_cuda != self.is_cuda:
            # Only a scalar of the CPU mixes with a tensor of the GPU.
            if other.dim() == 0 and self.is_cuda:
                return method(self, other.to(self.device))
            if self.dim() == 0 and other.is_cuda:
                return method(self.to(other.device), other)
            _same_device(name, self, other)
        if isinstance(other, (Mask, bool)) and name == "sub":
            difference(self, other)
        made = Array._mixed(self, method, name, code, other)
        return labelled(made, mixed(self, other)) if name in MIXING and isinstance(other, Recorded) else made

    def __rsub__(self, other: Any) -> Any:
        return Array.__rsub__(self, difference(self, other) if isinstance(other, bool) else other)

    def clone(self) -> Any:
        # The engine's arrays never change, so a new handle is enough.
        return named(Array.reshape(self, self.shape), "Clone")


def _same_device(name: str, left: Any, right: Any) -> None:
    if not isinstance(right, Recorded):
        raise TypeError(f"{name}(): argument 'other' must be Tensor, not {type(right).__name__}")
    if left.is_cuda != right.is_cuda:
        raise RuntimeError(
            f"Expected all tensors to be on the same device, but found at least two devices, {left.device} and {right.device}! "
            f"(when checking argument for {name}; bring one there with .to(device))"
        )


#: The names of products, by the dimensions of both.
_PRODUCTS = {(1, 1): "Dot", (2, 2): "Mm", (2, 1): "Mv", (3, 3): "Bmm", (1, 2): "Squeeze"}


def _unlike(left: Any, right: Any) -> str:
    """Why tensors of two types have no product."""
    first, second = (one.dtype._letters for one in (left, right))
    if left.dim() == right.dim() == 1:
        return f"dot : expected both vectors to have same dtype, but found {first} and {second}"
    names = {"Long": "long int", "Half": "c10::Half", "BFloat16": "c10::BFloat16", "Byte": "unsigned char"}
    first, second = (names.get(one, one.lower()) for one in (first, second))
    return f"expected m1 and m2 to have the same dtype, but got: {first} != {second}; bring one to the other's type with .to()"
