"""Changes of a tensor in place: its handle then stands for another array."""

from __future__ import annotations

from typing import Any, Self

from ..array import Array
from ._creation import checked_number, drawn
from ..whole import cast
from ._types import boolean
from ._gradients import is_grad_enabled


def misfit(given: Any, wanted: Any) -> str:
    """Why a tensor cannot be expanded (aten/src/ATen/ExpandUtils.cpp, ``inferExpandGeometryImpl``)."""
    given, wanted = list(given), list(wanted)
    if len(given) > len(wanted):
        return (
            f"expand(tensor of size {given}, size={wanted}): the number of sizes provided ({len(wanted)}) must be greater or equal to "
            f"the number of dimensions in the tensor ({len(given)})"
        )
    extra = len(wanted) - len(given)
    at = max(at for at, length in enumerate(given) if length not in (1, wanted[extra + at]))
    return (
        f"The expanded size of the tensor ({wanted[extra + at]}) must match the existing size ({given[at]}) at non-singleton dimension "
        f"{extra + at}.  Target sizes: {wanted}.  Tensor sizes: {given}"
    )


class InPlace(Array):
    """The methods whose names end in ``_``, and operators such as ``+=``."""

    __slots__ = ()

    def _become(self, value: Any, source: Any = ()) -> Self:  # type: ignore[override]
        if is_grad_enabled() and self._wanted and self.is_leaf:
            raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
        if value.is_cuda != self.is_cuda:
            raise RuntimeError(f"Expected all tensors to be on the same device, but found at least two devices, {self.device} and {value.device}!")
        if value.dtype is not self.dtype:
            if value.dtype._rank > self.dtype._rank:
                raise RuntimeError(f"result type {value.dtype._letters} can't be cast to the desired output type {self.dtype._letters}")
            value = cast(value, self.dtype)
        return Array._become(self, value, source)

    def _outgrown(self, given: Any) -> RuntimeError:
        return RuntimeError(f"output with shape {list(self.shape)} doesn't match the broadcast shape {list(given)}")

    def _misfit(self, given: Any, wanted: Any) -> RuntimeError:
        return RuntimeError(misfit(given, wanted))

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

    def __iand__(self, other: Any) -> Self:
        return self._become(self & other)

    def __ior__(self, other: Any) -> Self:
        return self._become(self | other)

    def __ixor__(self, other: Any) -> Self:
        return self._become(self ^ other)

    def __ilshift__(self, other: Any) -> Self:
        return self._become(self << other)

    def __irshift__(self, other: Any) -> Self:
        return self._become(self >> other)

    def fill_(self, value: float) -> Self:
        number = checked_number("fill_", value)
        return self._become(self._filled(float(number != 0) if self.dtype is boolean else self._number_of(value if isinstance(value, int) else number)))

    def zero_(self) -> Self:
        return self.fill_(0.0)

    def copy_(self, other: Any) -> Self:
        self[...] = other.to(self.device)
        return self

    def clamp_(self, min: Any = None, max: Any = None) -> Self:  # noqa: A002
        return self._become(self.clamp(min, max))

    def normal_(self, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> Self:
        return self._become(drawn("normal", mean, std, self.shape, self.device, None, generator))

    def exponential_(self, lambd: float = 1.0, *, generator: Any = None) -> Self:
        return self._become((1 - drawn("uniform", 0, 1, self.shape, self.device, None, generator)).log() / -lambd)

    def uniform_(self, low: float = 0.0, high: float = 1.0, *, generator: Any = None) -> Self:
        return self._become(drawn("uniform", low, high, self.shape, self.device, None, generator))
