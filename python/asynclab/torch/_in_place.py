"""Changes of a tensor in place: its handle stands for another array from then on."""

from __future__ import annotations

from typing import Any, Self

from ..array import Array
from ._creation import drawn
from ._gradients import is_grad_enabled


class InPlace(Array):
    """The methods whose names end in ``_``, and ``+=`` and its like."""

    __slots__ = ()

    def _become(self, value: Any, source: Any = ()) -> Self:  # type: ignore[override]
        if self.requires_grad and is_grad_enabled():
            raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
        if value.is_cuda != self.is_cuda:
            raise RuntimeError(f"Expected all tensors to be on the same device, but found at least two devices, {self.device} and {value.device}!")
        return Array._become(self, value, source)

    def add_(self, other: Any, alpha: float = 1) -> Self:
        return self._become(self + (other if alpha == 1 else other * alpha))

    def sub_(self, other: Any, alpha: float = 1) -> Self:
        return self._become(self - (other if alpha == 1 else other * alpha))

    def mul_(self, other: Any) -> Self:
        return self._become(self * other)

    def div_(self, other: Any) -> Self:
        return self._become(self / other)

    def pow_(self, exponent: Any) -> Self:
        return self._become(self**exponent)

    __iadd__, __isub__, __imul__, __itruediv__, __ipow__ = add_, sub_, mul_, div_, pow_

    def fill_(self, value: float) -> Self:
        return self._become(self._filled(float(value)))

    def zero_(self) -> Self:
        self[...] = 0.0  # Of a gradient: the next pass begins anew.
        return self

    def copy_(self, other: Any) -> Self:
        return self._become(other.to(self.device).clone())

    def clamp_(self, min: Any = None, max: Any = None) -> Self:  # noqa: A002
        return self._become(self.clamp(min, max))

    def normal_(self, mean: float = 0.0, std: float = 1.0) -> Self:
        return self._become(drawn("normal", mean, std, self.shape, self.device))

    def uniform_(self, low: float = 0.0, high: float = 1.0) -> Self:
        return self._become(drawn("uniform", low, high, self.shape, self.device))
