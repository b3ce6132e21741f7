"""Methods of tensors that are several operations: quotients with their remainders, rounding, functions, rearrangements."""

from __future__ import annotations

import math
from typing import Any

from .._handle import Handle
from .._operations import number_of
from ..array import Array, dimensions
from ..axes import axes_of, axis_of
from ..indexing import chosen
from ..views import sliced
from ._choosing import _composed
from ._creation import filled
from ._gradients import no_grad
from ._history import named
from ._labels import cast, labelled, mixed, most_of
from ._types import float32


def _floor_divided(left: Any, right: Any) -> Any:
    kind = mixed(left, right)
    if kind.is_floating_point:
        return (left / right).floor()
    if not isinstance(right, Handle) and not right:
        raise ZeroDivisionError("ZeroDivisionError: a whole number is divided by 0")
    a, b = (cast(one, float32) if isinstance(one, Handle) else float(one) for one in (left, right))
    quotient = (a / b).floor()
    # A device's quotient may be beside the number: the remainder shows it.
    rest = a - quotient * b
    if isinstance(b, float):
        rest, size = (rest if b > 0 else -rest), abs(b)
    else:
        rest, size = rest * b.sign(), b.abs()
    return labelled(quotient + (rest >= size).float() - (rest < 0).float(), kind, most_of(left) + 1)


def _remainder(left: Any, right: Any) -> Any:
    kind = mixed(left, right)
    if kind.is_floating_point:
        return left - (left / right).floor() * right
    whole = cast(_floor_divided(left, right), float32)
    a, b = (cast(one, float32) if isinstance(one, Handle) else float(one) for one in (left, right))
    return labelled(a - whole * b, kind, min(most_of(right), 2**24 - 1))


def _operand(call: Any, swapped: bool = False) -> Any:
    def method(self: Any, other: Any) -> Any:
        if not isinstance(other, (Handle, int, float)):
            other = number_of(other)
            if other is None:
                return NotImplemented
        return call(other, self) if swapped else call(self, other)

    return method


class Arithmetic(Array):
    """The methods."""

    __slots__ = ()

    floor_divide = __floordiv__ = _operand(_floor_divided)
    remainder = __mod__ = _operand(_remainder)
    __rfloordiv__, __rmod__ = _operand(_floor_divided, True), _operand(_remainder, True)

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
        """To the nearest whole number; of two to the even one."""
        if decimals:
            return (self * 10.0**decimals).round() / 10.0**decimals  # type: ignore[attr-defined]
        up = (self + 0.5).floor()
        return up - (up - self == 0.5).float() * (up % 2)  # type: ignore[operator]

    def frac(self) -> Any:
        return self - self.trunc()

    def rsqrt(self) -> Any:
        return 1 / self.sqrt()

    def reciprocal(self) -> Any:
        return 1 / self

    def log1p(self) -> Any:
        return (self + 1).log()

    def log2(self) -> Any:
        return self.log() / math.log(2)

    def log10(self) -> Any:
        return self.log() / math.log(10)

    def exp2(self) -> Any:
        return (self * math.log(2)).exp()

    def expm1(self) -> Any:
        return self.exp() - 1

    def tan(self) -> Any:
        return self.sin() / self.cos()

    def cosh(self) -> Any:
        return (self.exp() + (-self).exp()) / 2

    def sinh(self) -> Any:
        return (self.exp() - (-self).exp()) / 2

    def erf(self) -> Any:
        """To within 1.5e-7 (Abramowitz and Stegun, 7.1.26)."""
        # Of 0 the sign is 1: the gradient there is that of either side.
        side = (self >= 0) * 2.0 - 1
        size = self * side
        t = 1 / (size * 0.3275911 + 1)
        terms = ((((t * 1.061405429 - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
        return side * (1 - terms * (-self.square()).exp())

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

    # --- truth

    def logical_and(self, other: Any) -> Any:
        return self.bool() & other.bool()  # type: ignore[attr-defined]

    def logical_or(self, other: Any) -> Any:
        return self.bool() | other.bool()  # type: ignore[attr-defined]

    def logical_xor(self, other: Any) -> Any:
        return self.bool() ^ other.bool()  # type: ignore[attr-defined]

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
        """The whole so many times along each axis."""
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

    def isclose(self, other: Any, rtol: float = 1e-05, atol: float = 1e-08) -> Any:
        return ((self - other).abs() <= abs(other) * rtol + atol) | (self == other)

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
