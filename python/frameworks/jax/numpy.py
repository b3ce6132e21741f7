"""``jax.numpy``."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from typing import Any

from asynclab import torch as _torch

from ._array import Array, plain as _plain, wrapped as _wrapped
from ._default import where as _where
from ._types import Scalar as _Scalar, checked as _checked, dtypes as _dtypes

ndarray = Array
pi, e, inf, nan, newaxis = math.pi, math.e, math.inf, math.nan, None
for _name in _dtypes:
    globals()[_name] = _Scalar(_name)
bool_ = globals()["bool"]
float64, int64 = "float64", "int64"


# --- creation


def asarray(a: Any, dtype: Any = None, copy: Any = None, device: Any = None) -> Array:
    """An array of nested numbers. The type of a single number of Python is weak."""
    if isinstance(a, Array):
        return a if dtype is None else a.astype(dtype)
    if isinstance(a, _torch.Tensor):
        return _wrapped(a)
    weak = dtype is None and isinstance(a, (builtins.int, builtins.float)) and not isinstance(a, builtins.bool)
    if hasattr(a, "__array__"):
        a = a.__array__().tolist()
    held = _torch.tensor(_values(a), device=_where(device))
    held = held if dtype is None else held.to(_checked(dtype).label)
    return _wrapped(held, weak)


array = asarray


def _values(a: Any) -> Any:
    if isinstance(a, Array):
        return a.tolist()
    return [_values(one) for one in a] if isinstance(a, (list, tuple, range)) else a


def _shape(shape: Any) -> tuple[builtins.int, ...]:
    return (shape,) if isinstance(shape, builtins.int) else tuple(shape)


def full(shape: Any, fill_value: Any, dtype: Any = None, device: Any = None) -> Array:
    if isinstance(fill_value, Array):
        return broadcast_to(fill_value if dtype is None else fill_value.astype(dtype), _shape(shape))
    kind = None if dtype is None else _checked(dtype).label
    return _wrapped(_torch.full(_shape(shape), fill_value, dtype=kind, device=_where(device)), dtype is None and _is_weak(fill_value))


def zeros(shape: Any, dtype: Any = None, device: Any = None) -> Array:
    return full(shape, 0, dtype or "float32", device)


def ones(shape: Any, dtype: Any = None, device: Any = None) -> Array:
    return full(shape, 1, dtype or "float32", device)


empty = zeros


def full_like(a: Any, fill_value: Any, dtype: Any = None, shape: Any = None) -> Array:
    a = asarray(a)
    return full(a.shape if shape is None else shape, fill_value, dtype or a.dtype)


def zeros_like(a: Any, dtype: Any = None, shape: Any = None) -> Array:
    return full_like(a, 0, dtype, shape)


def ones_like(a: Any, dtype: Any = None, shape: Any = None) -> Array:
    return full_like(a, 1, dtype, shape)


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> Array:
    given = (0, start) if stop is None else (start, stop)
    if (given[1] - given[0]) * step <= 0:
        made = _torch.zeros(0, dtype=_torch.int64 if builtins.all(isinstance(one, builtins.int) for one in (*given, step)) else None, device=_where())
    else:
        made = _torch.arange(*given, step, device=_where())
    return _wrapped(made if dtype is None else made.to(_checked(dtype).label))


def linspace(start: Any, stop: Any, num: builtins.int = 50, endpoint: builtins.bool = True, dtype: Any = None) -> Array:
    step = (stop - start) / builtins.max(1, num - endpoint)
    return asarray([stop * 1.0 if endpoint and num > 1 and at == num - 1 else start + at * step for at in range(num)] if num else zeros(0), dtype)


def eye(N: builtins.int, M: builtins.int | None = None, dtype: Any = None) -> Array:  # noqa: N803
    made = _wrapped(_torch.eye(N, N if M is None else M, device=_where()))
    return made if dtype is None else made.astype(dtype)


identity = eye


# --- elementwise


def _promoted(*values: Any) -> tuple[list[Any], builtins.bool]:
    """The operands as tensors or numbers, and whether the result's type is weak. A weak type yields to any other type of its kind."""
    weak = builtins.all(_is_weak(one) for one in values)
    found = []
    for one in values:
        if not isinstance(one, (Array, builtins.int, builtins.float)):
            one = asarray(one)
        found.append(one._t if isinstance(one, Array) else one)
    return found, weak


def _is_weak(value: Any) -> builtins.bool:
    return value.weak_type if isinstance(value, Array) else isinstance(value, (builtins.int, builtins.float)) and not isinstance(value, builtins.bool)


def _unary(name: str, floats: builtins.bool = True) -> Callable[[Any], Array]:
    def call(x: Any, /) -> Array:
        x = asarray(x)
        held = x._t
        if floats and not held.is_floating_point():
            held = held.to(_torch.float32)
        return _wrapped(getattr(held, name)(), x.weak_type)

    call.__name__ = name
    return call


for _name in "exp log sqrt sin cos tan tanh sinh cosh log1p expm1 log2 log10 exp2 isnan isinf isfinite".split():
    globals()[_name] = _unary(_name)
for _name in "sign floor ceil square trunc".split():
    globals()[_name] = _unary(_name, False)
abs = absolute = _unary("abs", False)  # noqa: A001
negative = _unary("neg", False)


def round(a: Any, decimals: builtins.int = 0) -> Array:  # noqa: A001
    a = asarray(a)
    return _wrapped(a._t.round(decimals=decimals) if decimals else a._t.round(), a.weak_type)



logical_not = _unary("logical_not", False)
reciprocal = _unary("reciprocal")


def _binary(name: str, compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Array]:
    compares = name in ("equal", "not_equal", "greater", "greater_equal", "less", "less_equal", "logical_and", "logical_or", "logical_xor")

    def call(x1: Any, x2: Any, /) -> Array:
        (a, b), weak = _promoted(x1, x2)
        if not isinstance(a, _torch.Tensor) and not isinstance(b, _torch.Tensor):
            a = asarray(a)._t
        return _wrapped(compute(a, b), weak and not compares)

    call.__name__ = name
    return call


def _as_tensor(x: Any) -> Any:
    return x if isinstance(x, _torch.Tensor) else _torch.tensor(x, device=_where())


_BINARY: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "add": ("add", lambda a, b: a + b), "subtract": ("sub", lambda a, b: a - b), "multiply": ("mul", lambda a, b: a * b),
    "divide": ("truediv", lambda a, b: a / b), "floor_divide": ("floordiv", lambda a, b: a // b), "remainder": ("mod", lambda a, b: a % b),
    "power": ("pow", lambda a, b: a**b), "equal": ("eq", lambda a, b: a == b), "not_equal": ("ne", lambda a, b: a != b),
    "greater": ("gt", lambda a, b: a > b), "greater_equal": ("ge", lambda a, b: a >= b), "less": ("lt", lambda a, b: a < b),
    "less_equal": ("le", lambda a, b: a <= b), "bitwise_and": ("and", lambda a, b: a & b), "bitwise_or": ("or", lambda a, b: a | b),
    "bitwise_xor": ("xor", lambda a, b: a ^ b),
    "maximum": ("", lambda a, b: _as_tensor(a).maximum(_as_tensor(b)) if isinstance(a, _torch.Tensor) and isinstance(b, _torch.Tensor) else _as_tensor(a).maximum(b) if isinstance(a, _torch.Tensor) else _as_tensor(b).maximum(a)),
    "minimum": ("", lambda a, b: _as_tensor(a).minimum(_as_tensor(b)) if isinstance(a, _torch.Tensor) and isinstance(b, _torch.Tensor) else _as_tensor(a).minimum(b) if isinstance(a, _torch.Tensor) else _as_tensor(b).minimum(a)),
    "logical_and": ("", lambda a, b: _as_tensor(a).logical_and(_as_tensor(b))), "logical_or": ("", lambda a, b: _as_tensor(a).logical_or(_as_tensor(b))),
}  # fmt: skip


def _operator(call: Callable[[Any, Any], Array], swapped: builtins.bool) -> Callable[[Any, Any], Any]:
    def method(self: Array, other: Any) -> Any:
        if not isinstance(other, (Array, builtins.int, builtins.float)) and not hasattr(other, "__array__"):
            return NotImplemented
        return call(other, self) if swapped else call(self, other)

    return method


for _name, (_own, _compute) in _BINARY.items():
    _call = globals()[_name] = _binary(_name, _compute)
    if _own:
        setattr(Array, f"__{_own}__", _operator(_call, False))
        if _own not in ("eq", "ne", "gt", "ge", "lt", "le"):
            setattr(Array, f"__r{_own}__", _operator(_call, True))
true_divide, mod = divide, remainder  # type: ignore[name-defined]  # noqa: F821
Array.__neg__ = negative  # type: ignore[attr-defined]
Array.__pos__ = lambda self: self  # type: ignore[attr-defined]
Array.__abs__ = abs  # type: ignore[attr-defined]
Array.__invert__ = lambda self: _wrapped(~self._t)  # type: ignore[attr-defined]


def where(condition: Any, x: Any = None, y: Any = None) -> Array:
    """The elements of ``x`` where the condition holds, of ``y`` elsewhere."""
    if x is None or y is None:
        raise TypeError("where: give x and y; the indices alone have a shape that follows from values, which jit cannot have")
    (a, b), weak = _promoted(x, y)
    chosen = asarray(condition)._t
    return _wrapped(_torch.where(chosen if chosen.dtype is _torch.bool else chosen != 0, a, b), weak)


def clip(arr: Any, min: Any = None, max: Any = None) -> Array:  # noqa: A002
    made = asarray(arr)
    made = made if min is None else maximum(made, min)  # type: ignore[name-defined]  # noqa: F821
    return made if max is None else minimum(made, max)  # type: ignore[name-defined]  # noqa: F821


# --- reductions


def _reduction(name: str, floats: builtins.bool = False) -> Callable[..., Array]:
    def call(a: Any, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False, **more: Any) -> Array:
        a = asarray(a)
        held = a._t
        if floats and not held.is_floating_point():
            held = held.to(_torch.float32)
        dims = None if axis is None else tuple(axis) if isinstance(axis, (list, tuple)) else axis
        if dims is None and keepdims:
            dims = tuple(range(held.dim()))
        if dims == () and not held.dim():
            dims = None
        if name in ("prod", "all", "any", "amax", "amin") and dims is None:
            made = getattr(held, name)()
        elif name in ("prod", "all", "any") and isinstance(dims, tuple):
            made = held
            for one in sorted((dim % held.dim() for dim in dims), reverse=True):
                made = getattr(made, name)(one, keepdims)
        else:
            made = getattr(held, name)(dims, keepdim=keepdims, **more) if dims is not None else getattr(held, name)(**more)
        return _wrapped(made if dtype is None else made.to(_checked(dtype).label))

    call.__name__ = name
    return call


sum, prod, all, any = _reduction("sum"), _reduction("prod"), _reduction("all"), _reduction("any")  # noqa: A001
max = amax = _reduction("amax")  # noqa: A001
min = amin = _reduction("amin")  # noqa: A001
mean = _reduction("mean", True)


def var(a: Any, axis: Any = None, dtype: Any = None, ddof: builtins.int = 0, keepdims: builtins.bool = False) -> Array:
    return _reduction("var", True)(a, axis, dtype, keepdims, correction=ddof)


def std(a: Any, axis: Any = None, dtype: Any = None, ddof: builtins.int = 0, keepdims: builtins.bool = False) -> Array:
    return _reduction("std", True)(a, axis, dtype, keepdims, correction=ddof)


def argmax(a: Any, axis: builtins.int | None = None, keepdims: builtins.bool = False) -> Array:
    held = asarray(a)._t
    return _wrapped(held.reshape(-1).argmax(0) if axis is None else held.argmax(axis, keepdims))


def argmin(a: Any, axis: builtins.int | None = None, keepdims: builtins.bool = False) -> Array:
    held = asarray(a)._t
    return _wrapped(held.reshape(-1).argmin(0) if axis is None else held.argmin(axis, keepdims))


def cumsum(a: Any, axis: builtins.int | None = None) -> Array:
    held = asarray(a)._t
    return _wrapped(held.reshape(-1).cumsum(0) if axis is None else held.cumsum(axis))


def count_nonzero(a: Any, axis: Any = None) -> Array:
    return sum(asarray(a) != 0, axis)


# --- shapes


def reshape(a: Any, shape: Any, *more: builtins.int) -> Array:
    a = asarray(a)
    return _wrapped(a._t.reshape((shape, *more) if more else _shape(shape)), a.weak_type)


def ravel(a: Any) -> Array:
    return reshape(a, -1)


def transpose(a: Any, axes: Any = None) -> Array:
    a = asarray(a)
    return _wrapped(a._t.permute(tuple(range(a.ndim))[::-1] if axes is None else tuple(axes)), a.weak_type)


def swapaxes(a: Any, axis1: builtins.int, axis2: builtins.int) -> Array:
    return _wrapped(asarray(a)._t.transpose(axis1, axis2))


def expand_dims(a: Any, axis: Any) -> Array:
    held = asarray(a)._t
    for one in sorted(axis) if isinstance(axis, (list, tuple)) else [axis]:
        held = held.unsqueeze(one)
    return _wrapped(held)


def squeeze(a: Any, axis: Any = None) -> Array:
    a = asarray(a)
    for one in [] if axis is None else axis if isinstance(axis, (list, tuple)) else [axis]:
        if a.shape[one] != 1:
            raise ValueError(f"cannot select an axis to squeeze out which has size not equal to one, got shape={a.shape} and dimensions=({one},)")
    return _wrapped(a._t.squeeze() if axis is None else a._t.squeeze(axis))


def broadcast_to(array: Any, shape: Any) -> Array:
    return _wrapped(asarray(array)._t.broadcast_to(_shape(shape)))


def concatenate(arrays: Any, axis: builtins.int = 0) -> Array:
    return _wrapped(_torch.cat([asarray(one)._t for one in arrays], axis))


def stack(arrays: Any, axis: builtins.int = 0) -> Array:
    return _wrapped(_torch.stack([asarray(one)._t for one in arrays], axis))


def vstack(tup: Any) -> Array:
    return _wrapped(_torch.vstack([asarray(one)._t for one in tup]))


def hstack(tup: Any) -> Array:
    return _wrapped(_torch.hstack([asarray(one)._t for one in tup]))


def split(ary: Any, indices_or_sections: Any, axis: builtins.int = 0) -> list[Array]:
    held = asarray(ary)._t
    length = held.shape[axis]
    if isinstance(indices_or_sections, builtins.int):
        if length % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
        bounds = list(range(0, length + 1, length // indices_or_sections))
    else:
        bounds = [0, *indices_or_sections, length]
    return [_wrapped(held.narrow(axis, first, last - first)) for first, last in zip(bounds, bounds[1:], strict=False)]


def tile(A: Any, reps: Any) -> Array:  # noqa: N803
    return _wrapped(asarray(A)._t.tile(_shape(reps)))


def repeat(a: Any, repeats: builtins.int, axis: builtins.int | None = None) -> Array:
    held = asarray(a)._t
    return _wrapped(held.reshape(-1).repeat_interleave(repeats, 0) if axis is None else held.repeat_interleave(repeats, axis))


def flip(m: Any, axis: Any = None) -> Array:
    held = asarray(m)._t
    return _wrapped(held.flip(tuple(range(held.dim())) if axis is None else _shape(axis)))


def take(a: Any, indices: Any, axis: builtins.int | None = None) -> Array:
    held, at = asarray(a)._t, asarray(indices)._t
    held, axis = (held.reshape(-1), 0) if axis is None else (held, axis)
    found = held.index_select(axis, at.reshape(-1))
    return _wrapped(found.reshape((*held.shape[:axis], *at.shape, *held.shape[axis % held.dim() + 1 :])))


def sort(a: Any, axis: builtins.int = -1, descending: builtins.bool = False) -> Array:
    return _wrapped(asarray(a)._t._sorted(axis, descending))


def argsort(a: Any, axis: builtins.int = -1, descending: builtins.bool = False) -> Array:
    return _wrapped(asarray(a)._t.argsort(axis, descending))


def diag(v: Any, k: builtins.int = 0) -> Array:
    return _wrapped(asarray(v)._t.diag(k))


def trace(a: Any) -> Array:
    return _wrapped(asarray(a)._t.trace())


def tril(m: Any, k: builtins.int = 0) -> Array:
    return _wrapped(asarray(m)._t.tril(k))


def triu(m: Any, k: builtins.int = 0) -> Array:
    return _wrapped(asarray(m)._t.triu(k))


def meshgrid(*xi: Any, indexing: str = "xy") -> list[Array]:
    return [_wrapped(one) for one in _torch.meshgrid(*(asarray(x)._t for x in xi), indexing=indexing)]


# --- products


def matmul(a: Any, b: Any, **_: Any) -> Array:
    a, b = asarray(a), asarray(b)
    if not a.ndim or not b.ndim:
        raise ValueError(f"matmul input operand {0 if not a.ndim else 1} must have ndim at least 1, but it has ndim 0")
    if a.shape[-1] != b.shape[-2 if b.ndim > 1 else -1]:
        raise TypeError(f"dot_general requires contracting dimensions to have the same shape, got ({a.shape[-1]},) and ({b.shape[-2 if b.ndim > 1 else -1]},).")
    (left, right) = (a._t, b._t)
    if left.dtype is not right.dtype:
        kind = _torch.result_type(left, right)
        left, right = left.to(kind), right.to(kind)
    return _wrapped(left.matmul(right))


def dot(a: Any, b: Any, **_: Any) -> Array:
    a, b = asarray(a), asarray(b)
    return a * b if not a.ndim or not b.ndim else matmul(a, b)


vdot = inner = dot


def outer(a: Any, b: Any) -> Array:
    return ravel(a)[:, None] * ravel(b)[None, :]


def einsum(subscripts: str, *operands: Any) -> Array:
    return _wrapped(_torch.einsum(subscripts, *(asarray(one)._t for one in operands)))


Array.__matmul__ = lambda self, other: matmul(self, other) if isinstance(other, Array) or hasattr(other, "__array__") else NotImplemented  # type: ignore[attr-defined]
Array.__rmatmul__ = lambda self, other: matmul(other, self)  # type: ignore[attr-defined]


class linalg:  # noqa: N801
    """``jax.numpy.linalg``."""

    @staticmethod
    def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: builtins.bool = False) -> Array:  # noqa: A002
        x = asarray(x)
        held = x._t if x._t.is_floating_point() else x._t.to(_torch.float32)
        return _wrapped(_torch.linalg.norm(held, ord, axis, keepdims))


# --- comparisons of arrays


def allclose(a: Any, b: Any, rtol: builtins.float = 1e-05, atol: builtins.float = 1e-08) -> Array:
    return all(isclose(a, b, rtol, atol))


def isclose(a: Any, b: Any, rtol: builtins.float = 1e-05, atol: builtins.float = 1e-08) -> Array:
    a, b = asarray(a) * 1.0, asarray(b) * 1.0
    return (a == b) | ((abs(a - b) <= atol + rtol * abs(b)) & isfinite(b) & isfinite(a))  # type: ignore[name-defined]  # noqa: F821


def array_equal(a1: Any, a2: Any) -> Array:
    a1, a2 = asarray(a1), asarray(a2)
    return all(a1 == a2) if a1.shape == a2.shape else asarray(False)


def shape(a: Any) -> tuple[builtins.int, ...]:
    return asarray(a).shape


def ndim(a: Any) -> builtins.int:
    return asarray(a).ndim


def astype(x: Any, dtype: Any) -> Array:
    return asarray(x).astype(dtype)


#: Functions that are methods too, with the array first.
for _name in "sum mean max min prod var std all any argmax argmin cumsum ravel squeeze swapaxes dot take repeat sort argsort clip round trace".split():
    setattr(Array, _name, globals()[_name])
Array.flatten = ravel  # type: ignore[attr-defined]
Array.reshape = lambda self, *shape: reshape(self, shape[0] if len(shape) == 1 else shape)  # type: ignore[attr-defined]
Array.transpose = lambda self, *axes: transpose(self, None if not axes or axes[0] is None else axes[0] if isinstance(axes[0], (list, tuple)) else axes)  # type: ignore[attr-defined]
Array.T = property(transpose)  # type: ignore[attr-defined]
Array.mT = property(lambda self: swapaxes(self, -1, -2))  # type: ignore[attr-defined]
Array.copy = lambda self: self  # type: ignore[attr-defined]
bool = bool_  # noqa: A001
_known = {name: value for name, value in globals().items() if not name.startswith("_") and name not in ("annotations", "builtins", "math", "Any", "Callable")}


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    from asynclab._names import nearest

    near = nearest(name, list(_known))
    raise AttributeError(f"module 'jax.numpy' of asynclab has no {name!r}" + (f"; nearest: {', '.join(near)}" if near else ""))
