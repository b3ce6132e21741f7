"""Methods of tensors that are several operations: quotients with their remainders, rounding, functions, rearrangements."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .._handle import Handle
from .._operations import number_of
from ..array import Array, dimensions
from ..axes import axes_of, axis_of
from ..indexing import chosen, rounded
from ..views import sliced
from ._choosing import _composed
from ._creation import filled
from ._gradients import no_grad
from ._history import named
from ..exact import labelled, most_of
from ..whole import cast, floor_divided, remainder
from ._exact import mixed
from ._types import float32


def _floor_divided(left: Any, right: Any) -> Any:
    if not isinstance(right, Handle) and not right and not mixed(left, right).is_floating_point:
        raise ZeroDivisionError("ZeroDivisionError: a whole number is divided by 0")
    return floor_divided(left, right)


def _operand(call: Any, swapped: bool = False) -> Any:
    def method(self: Any, other: Any) -> Any:
        if not isinstance(other, (Handle, int, float)):
            other = number_of(other)
            if other is None:
                return NotImplemented
        return call(other, self) if swapped else call(self, other)

    return method


def _operands(name: str, other: Any) -> Any:
    if not isinstance(other, Handle):
        raise TypeError(f"{name}(): argument 'other' (position 1) must be Tensor, not {type(other).__name__}")
    return other


def _near_zero(x: Any, made: Any, exact: Callable[[], Any]) -> Any:
    """``made`` and its gradient, with the value of ``exact`` where |x| < 1: there ``made`` cancels out."""
    with no_grad():
        lost = exact() - made
    return made + lost.masked(x.abs() < 1)


def log_of_sum(total: Any, small: Any) -> Any:
    """The logarithm of 1 + ``small``. ``total`` is that sum, rounded; its error is corrected to first order, as in fdlibm (s_log1p.c)."""
    made = total.log()
    return _near_zero(small, made, lambda: made + (small - (total - 1)) / total)


class Arithmetic(Array):
    """The methods."""

    __slots__ = ()

    floor_divide = __floordiv__ = _operand(_floor_divided)
    remainder = __mod__ = _operand(remainder)
    __rfloordiv__, __rmod__ = _operand(_floor_divided, True), _operand(remainder, True)

    def div(self, other: Any, *, rounding_mode: str | None = None) -> Any:
        if rounding_mode is None:
            return self / other
        if rounding_mode == "floor":
            return self // other  # type: ignore[operator]
        if rounding_mode != "trunc":
            raise RuntimeError(f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'")
        kind = mixed(self, other)
        return (self / other).trunc() if kind.is_floating_point else labelled((cast(self, float32) / other).trunc(), kind, most_of(self))

    divide = div

    def fmod(self, other: Any) -> Any:
        return self - self.div(other, rounding_mode="trunc") * other

    def __ifloordiv__(self, other: Any) -> Any:
        return self._become(self // other)  # type: ignore[operator]

    def __imod__(self, other: Any) -> Any:
        return self._become(self % other)  # type: ignore[operator]

    # --- functions

    def ceil(self) -> Any:
        return -(-self).floor()

    def trunc(self) -> Any:
        return self.sign() * self.abs().floor()

    def round(self, decimals: int = 0) -> Any:
        """Rounds to the nearest whole number, and halves to the even one."""
        if decimals:
            return (self * 10.0**decimals).round() / 10.0**decimals  # type: ignore[attr-defined]
        return rounded(self)

    def frac(self) -> Any:
        return self - self.trunc()

    def rsqrt(self) -> Any:
        return 1 / self.sqrt()

    def reciprocal(self) -> Any:
        return 1 / self

    def log1p(self) -> Any:
        return log_of_sum(self + 1, self)

    def log2(self) -> Any:
        return self.log() / math.log(2)

    def log10(self) -> Any:
        return self.log() / math.log(10)

    def exp2(self) -> Any:
        return 2.0**self

    def expm1(self) -> Any:
        made = self.exp()
        # By the definition of tanh, which the engine computes by its series near 0.
        return _near_zero(self, made - 1, lambda: (self * 0.5).tanh() * (made + 1))

    def tan(self) -> Any:
        return self.sin() / self.cos()

    def cosh(self) -> Any:
        return (self.exp() + (-self).exp()) / 2

    def sinh(self) -> Any:
        up, down = self.exp(), (-self).exp()
        return _near_zero(self, (up - down) / 2, lambda: self.tanh() * (up + down) / 2)

    def erf(self) -> Any:
        """tanh(x · P(x²)), within 5e-7 of erf(x). The polynomial fits artanh(erf(x)) / x, and erf's derivative, best below 4."""
        made, square = 1.610225e-10, self.square().minimum(16.0)
        for factor in (
            -7.725906e-09, 1.436897e-07, -1.1807343e-06, 8.0101e-07, 7.0761582e-05, -5.97450658e-04, -2.050937e-04, 0.102771728, 1.128379195,
        ):  # fmt: skip
            made = square * made + factor
        return (self * made).tanh()

    def softmax(self, dim: Any = None, dtype: Any = None) -> Any:
        return self._normalized("softmax", dim, dtype)

    def log_softmax(self, dim: Any = None, dtype: Any = None) -> Any:
        return self._normalized("logSoftmax", dim, dtype)

    def _normalized(self, name: str, dim: Any, dtype: Any) -> Any:
        x: Any = self if dtype is None else self.type(dtype)  # type: ignore[attr-defined]
        if not x.is_floating_point():
            raise NotImplementedError(f'"softmax_lastdim_kernel_impl" not implemented for \'{x.dtype._letters}\'')
        return named(_composed(x, name, axis_of("softmax", -1 if dim is None else dim, x.ndim)), name[:1].upper() + name[1:]) if x.ndim else x.reshape(1).softmax(0).reshape(())

    def logsumexp(self, dim: Any, keepdim: bool = False) -> Any:
        with no_grad():
            most: Any = Array.max(self, dim, True)
        found = (self - most).exp().sum(dim, True).log() + most
        return found if keepdim else found.reshape(Array.sum(self, dim).shape)

    def lerp(self, end: Any, weight: Any) -> Any:
        return named(self + (end - self) * weight, "Lerp")

    # --- truth

    def logical_and(self, other: Any) -> Any:
        return self.bool() & _operands("logical_and", other).bool()  # type: ignore[attr-defined]

    def logical_or(self, other: Any) -> Any:
        return self.bool() | _operands("logical_or", other).bool()  # type: ignore[attr-defined]

    def logical_xor(self, other: Any) -> Any:
        return self.bool() ^ _operands("logical_xor", other).bool()  # type: ignore[attr-defined]

    def logical_not(self) -> Any:
        return ~self.bool()  # type: ignore[attr-defined]

    def isinf(self) -> Any:
        return self.abs() == math.inf

    def isfinite(self) -> Any:
        return self.abs() < math.inf

    def eq(self, other: Any) -> Any:
        return self == other

    def ne(self, other: Any) -> Any:
        return self != other

    def gt(self, other: Any) -> Any:
        return self > other

    def ge(self, other: Any) -> Any:
        return self >= other

    def lt(self, other: Any) -> Any:
        return self < other

    def le(self, other: Any) -> Any:
        return self <= other

    def nan_to_num(self, nan: float = 0.0) -> Any:
        return chosen(self == self, self, nan)  # noqa: PLR0124

    # --- other shapes

    def flip(self, *dims: Any) -> Any:
        made: Any = self
        for axis in axes_of("flip", dimensions(dims), self.ndim):
            made = sliced(made, axis, self.shape[axis] - 1, -1, self.shape[axis]) if self.shape[axis] else made
        return made if made is not self else self.clone()  # type: ignore[attr-defined]

    def roll(self, shifts: Any, dims: Any = None) -> Any:
        from ..indexing import joined

        if dims is None:
            return self.reshape(-1).roll(shifts, 0).reshape(self.shape)
        made: Any = self
        for shift, dim in zip(*((one if isinstance(one, (tuple, list)) else (one,)) for one in (shifts, dims)), strict=True):
            axis = axis_of("roll", dim, self.ndim)
            cut = -shift % max(1, self.shape[axis])
            first, last = made.split([cut, self.shape[axis] - cut], axis)
            made = joined("roll", [last, first], axis)
        return made

    def repeat(self, *sizes: Any) -> Any:
        """The tensor repeated along its axes. ``sizes`` has the count for each."""
        times = dimensions(sizes)
        if len(times) < self.ndim:
            raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
        own = (1,) * (len(times) - self.ndim) + tuple(self.shape)
        spread = Array.reshape(self, [length for size in own for length in (1, size)])
        wide = spread.broadcast_to([length for time, size in zip(times, own, strict=True) for length in (time, size)])
        return Array.reshape(wide, [time * size for time, size in zip(times, own, strict=True)])

    def tile(self, *sizes: Any) -> Any:
        times = dimensions(sizes)
        return self.repeat((1,) * (self.ndim - len(times)) + tuple(times))

    def repeat_interleave(self, repeats: int, dim: int | None = None) -> Any:
        if dim is None:
            return self.reshape(-1).repeat_interleave(repeats, 0)
        axis, shape = axis_of("repeat_interleave", dim, self.ndim), list(self.shape)
        wide = Array.reshape(self, [*shape[: axis + 1], 1, *shape[axis + 1 :]]).broadcast_to([*shape[: axis + 1], repeats, *shape[axis + 1 :]])
        return Array.reshape(wide, [*shape[:axis], shape[axis] * repeats, *shape[axis + 1 :]])

    def movedim(self, source: int, destination: int) -> Any:
        order = list(range(self.ndim))
        order.insert(axis_of("movedim", destination, self.ndim), order.pop(axis_of("movedim", source, self.ndim)))
        return self.permute(order)  # type: ignore[attr-defined]

    moveaxis = movedim

    def swapaxes(self, axis0: int, axis1: int) -> Any:
        return self.transpose(axis0, axis1)

    def view_as(self, other: Any) -> Any:
        return self.view(other.shape)  # type: ignore[attr-defined]

    def reshape_as(self, other: Any) -> Any:
        return self.reshape(other.shape)

    def expand_as(self, other: Any) -> Any:
        return self.expand(other.shape)  # type: ignore[attr-defined]

    def unflatten(self, dim: int, sizes: Any) -> Any:
        axis, shape = axis_of("unflatten", dim, self.ndim), tuple(self.shape)
        return self.reshape((*shape[:axis], *sizes, *shape[axis + 1 :]))

    def ravel(self) -> Any:
        return self.reshape(-1)

    # --- others of its type and device

    def new_full(self, size: Any, fill_value: Any, dtype: Any = None, device: Any = None) -> Any:
        return filled(fill_value, size, self.device if device is None else device, dtype or self.dtype)  # type: ignore[attr-defined]

    def new_zeros(self, *size: Any, dtype: Any = None, device: Any = None) -> Any:
        return self.new_full(dimensions(size), 0, dtype, device)

    def new_ones(self, *size: Any, dtype: Any = None, device: Any = None) -> Any:
        return self.new_full(dimensions(size), 1, dtype, device)

    def isclose(self, other: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Any:
        """Where elements are equal, or their distance is finite and at most ``atol + rtol * abs(other)``."""
        apart = (self - other).abs()
        close = ((apart <= abs(other) * rtol + atol) & (apart < math.inf)) | (self == other)
        return close | (self != self) & (other != other) if equal_nan else close

    # --- products

    def outer(self, other: Any) -> Any:
        if self.ndim != 1 or other.ndim != 1:
            raise RuntimeError("outer: Expected 1-D tensors")
        return Array.reshape(self, (-1, 1)) * other

    def mv(self, vec: Any) -> Any:
        if self.ndim != 2 or vec.ndim != 1:
            raise RuntimeError("vector + matrix @ vector expected, got a product of other shapes; use matmul")
        return self.matmul(vec)

    def addmm(self, mat1: Any, mat2: Any, *, beta: float = 1, alpha: float = 1) -> Any:
        made = mat1.mm(mat2)
        return (self if beta == 1 else self * beta) + (made if alpha == 1 else made * alpha)

    def count_nonzero(self, dim: Any = None) -> Any:
        return (self != 0).sum(dim)

    def is_same_size(self, other: Any) -> bool:
        return self.shape == other.shape
