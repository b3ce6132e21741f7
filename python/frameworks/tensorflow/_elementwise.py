"""Elementwise operations. Both operands must have one type; a number of Python takes the tensor's type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asynclab import torch as _torch
from asynclab.exact import LIMIT, again, most_of
from asynclab.whole import BOUNDS

from ._convert import convert, is_tensor, listed, plain_number
from ._tensor import EagerTensor, wrapped
from ._types import DType, as_dtype, cast_to, dtypes, relabelled
from .errors import _invalid as invalid

_FLOAT, _DOUBLE, _BOOL = dtypes["float32"], dtypes["float64"], dtypes["bool"]
_FLOATS = "bfloat16, half, float, double"
_NO_BOOLEANS = f"Value for attr 'T' of bool is not in the list of allowed values: {_FLOATS}, uint8, int8, int16, int32, int64"


def cast(x: Any, dtype: Any, name: str | None = None) -> EagerTensor:
    """The elements in another type. A float is truncated to a whole number."""
    x, kind = convert(x), as_dtype(dtype)
    return x if x.dtype is kind else wrapped(cast_to(x._t, kind), x._known if kind.is_integer and x.dtype.is_integer and kind.size >= 4 else None)


def identity(input: Any, name: str | None = None) -> EagerTensor:  # noqa: A002
    """The same elements, on the device of the scope."""
    x = convert(input)
    held = x._t
    return wrapped(held if held is not x._held else _torch.clone(held), x._known)


def stop_gradient(input: Any, name: str | None = None) -> EagerTensor:  # noqa: A002
    x = convert(input)
    return wrapped(x._t.detach(), x._known)


# --- of one operand


def _floating(x: Any, op: str) -> Any:
    """The operand of an operation that takes only floats."""
    x = convert(x)
    if not x.dtype.is_floating:
        raise invalid(f"Value for attr 'T' of {x.dtype.name} is not in the list of allowed values: {_FLOATS}; use tf.cast(x, tf.float32)", op)
    return x._t


def _unary(op: str, compute: Callable[[Any], Any], floats: bool = True) -> Callable[..., EagerTensor]:
    def call(x: Any, name: str | None = None) -> EagerTensor:
        if floats:
            held = _floating(x, op)
            kind = held.dtype
            made = compute(held)
            return wrapped(made if made.dtype is kind else relabelled(made, convert(x).dtype))
        x = convert(x)
        if x.dtype.is_bool:
            raise invalid(_NO_BOOLEANS, op)
        made = compute(x._t)
        return wrapped(relabelled(made, x.dtype))

    return call


def _method(name: str) -> Callable[[Any], Any]:
    return lambda held: getattr(held, name)()


for _name in "exp log sqrt rsqrt sin cos tan sinh cosh tanh log1p expm1 erf sigmoid".split():
    globals()[_name] = _unary(_name.capitalize(), _method(_name))
reciprocal = _unary("Reciprocal", lambda held: 1.0 / held)
softplus = _unary("Softplus", _torch.nn.functional.softplus)
log_sigmoid = _unary("Softplus", lambda held: -_torch.nn.functional.softplus(-held))
abs = _unary("Abs", _method("abs"), False)  # noqa: A001
negative, sign, square = _unary("Neg", _method("neg"), False), _unary("Sign", _method("sign"), False), _unary("Square", _method("square"), False)
floor, ceil, round = _unary("Floor", _method("floor")), _unary("Ceil", _method("ceil")), _unary("Round", _method("round"), False)  # noqa: A001


def _test(op: str, method: str) -> Callable[..., EagerTensor]:
    return lambda x, name=None: wrapped(getattr(_floating(x, op), method)())


is_nan, is_inf, is_finite = _test("IsNan", "isnan"), _test("IsInf", "isinf"), _test("IsFinite", "isfinite")


def logical_not(x: Any, name: str | None = None) -> EagerTensor:
    return wrapped(convert(x, _BOOL)._t.logical_not())


# --- of two operands


def _number(value: Any, kind: DType) -> Any:
    """A number of Python in the type of a tensor."""
    if kind.is_floating:
        return float(value)
    if kind.is_bool != isinstance(value, bool) or isinstance(value, float):
        raise TypeError(f"Cannot convert {value} to EagerTensor of dtype {kind.name}")
    return value


def operands(op: str, x: Any, y: Any) -> tuple[Any, Any, DType]:
    """The operands of a binary operation and their type. One operand may be a number."""
    if is_tensor(x):
        x = convert(x)
        kind = x.dtype
        if plain_number(y):
            return x._t, _number(y, kind), kind
        y = convert(y) if is_tensor(y) else convert(y, kind)
    elif is_tensor(y):
        y = convert(y)
        kind = y.dtype
        if plain_number(x):
            return _number(x, kind), y._t, kind
        x = convert(x, kind)
    else:
        x = convert(x)
        kind = x.dtype
        y = convert(y, kind)
    if x.dtype is not y.dtype:
        raise invalid(f"cannot compute {op} as input #1(zero-based) was expected to be a {x.dtype.short} tensor but is a {y.dtype.short} tensor", op)
    return x._t, y._t, kind


def _computed(op: str, compute: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    try:
        return compute(a, b)
    except (ValueError, RuntimeError):
        shapes = [tuple(getattr(one, "shape", ())) for one in (a, b)]
        if any(m != n and 1 not in (m, n) for m, n in zip(shapes[0][::-1], shapes[1][::-1], strict=False)):
            raise invalid(f"Incompatible shapes: {listed(shapes[0])} vs. {listed(shapes[1])}", op) from None
        raise


def _arithmetic(op: str, compute: Callable[[Any, Any], Any], booleans: bool = False) -> Callable[..., EagerTensor]:
    def call(x: Any, y: Any, name: str | None = None) -> EagerTensor:
        a, b, kind = operands(op, x, y)
        if kind.is_bool and not booleans:
            raise invalid(_NO_BOOLEANS, op)
        made = _computed(op, compute, *_exactly(op, a, b)) if kind.is_integer else _computed(op, compute, a, b)
        return wrapped(relabelled(made, kind) if made.dtype is not _torch.float32 or kind is _FLOAT else cast_to(made, kind))

    return call


def _exactly(op: str, a: Any, b: Any) -> tuple[Any, Any]:
    """Operands of whole numbers, as floats where the result may reach 2²⁴. There it is infinite, without a wait; reading it is an error."""
    bound = _BOUNDS.get(op)
    if bound is None or bound(most_of(a), most_of(b)) < LIMIT:
        return a, b
    return tuple(again(one) if isinstance(one, _torch.Tensor) else float(one) for one in (a, b))  # type: ignore[return-value]


_BOUNDS = {"AddV2": BOUNDS["add"], "Sub": BOUNDS["sub"], "Mul": BOUNDS["mul"], "SquaredDifference": lambda a, b: (a + b) ** 2}


def _comparison(op: str, compute: Callable[[Any, Any], Any]) -> Callable[..., EagerTensor]:
    def call(x: Any, y: Any, name: str | None = None) -> EagerTensor:
        a, b, kind = operands(op, x, y)
        if kind.is_bool and op in ("Less", "LessEqual", "Greater", "GreaterEqual"):
            raise invalid(_NO_BOOLEANS, op)
        return wrapped(_computed(op, compute, a, b))

    return call


def _logical(op: str, compute: Callable[[Any, Any], Any]) -> Callable[..., EagerTensor]:
    return lambda x, y, name=None: wrapped(_computed(op, compute, convert(x, _BOOL)._t, convert(y, _BOOL)._t))


def _first(a: Any, b: Any) -> tuple[Any, Any]:
    """The operands of a commutative operation with a tensor first."""
    return (a, b) if isinstance(a, _torch.Tensor) else (b, a)


def _larger(a: Any, b: Any) -> Any:
    a, b = _first(a, b)
    return a.maximum(b)


def _smaller(a: Any, b: Any) -> Any:
    a, b = _first(a, b)
    return a.minimum(b)


add, subtract, multiply = _arithmetic("AddV2", lambda a, b: a + b), _arithmetic("Sub", lambda a, b: a - b), _arithmetic("Mul", lambda a, b: a * b)
floordiv, floormod = _arithmetic("FloorDiv", lambda a, b: a // b), _arithmetic("FloorMod", lambda a, b: a % b)
maximum, minimum, _power = _arithmetic("Maximum", _larger), _arithmetic("Minimum", _smaller), _arithmetic("Pow", lambda a, b: a**b)
squared_difference = _arithmetic("SquaredDifference", lambda a, b: (a - b) * (a - b))
less, less_equal = _comparison("Less", lambda a, b: a < b), _comparison("LessEqual", lambda a, b: a <= b)
greater, greater_equal = _comparison("Greater", lambda a, b: a > b), _comparison("GreaterEqual", lambda a, b: a >= b)
equal, not_equal = _comparison("Equal", lambda a, b: a == b), _comparison("NotEqual", lambda a, b: a != b)
logical_and, logical_or = _logical("LogicalAnd", lambda a, b: a.logical_and(b)), _logical("LogicalOr", lambda a, b: a.logical_or(b))
logical_xor = _logical("LogicalXor", lambda a, b: a.logical_xor(b))
mod = floormod


def pow(x: Any, y: Any, name: str | None = None) -> EagerTensor:  # noqa: A001
    """The power. Whole numbers take only whole exponents whose values the program knows."""
    if is_tensor(y) and not convert(y).ndim and convert(y)._known is not None:
        y = convert(y)._known[0]  # type: ignore[index]
    if isinstance(y, int):
        x = convert(x)
        if y < 0 and x.dtype.is_integer:
            raise invalid("Integers to negative integer powers are not allowed", "Pow")
    return _power(x, y)


def truediv(x: Any, y: Any, name: str | None = None) -> EagerTensor:
    """The quotient. For whole numbers it is a float, float64 for 32 bits or more, as in TensorFlow."""
    a, b, kind = operands("RealDiv", x, y)
    if kind.is_bool:
        raise TypeError("`x` and `y` must have the same dtype, got bool; cast them by tf.cast(x, tf.float32)")
    made = _computed("RealDiv", lambda a, b: a / b, a, b)
    return wrapped(made if kind is _FLOAT else relabelled(made, kind if kind.is_floating else _DOUBLE if kind.size >= 4 else _FLOAT))


divide = truediv


def divide_no_nan(x: Any, y: Any, name: str | None = None) -> EagerTensor:
    """The quotient, and 0 where the divisor is 0."""
    x, y = convert(x), convert(y)
    safe = where(equal(y, 0), cast(1, y.dtype), y)
    return where(equal(y, 0), cast(0, x.dtype), truediv(x, safe))


def add_n(inputs: Any, name: str | None = None) -> EagerTensor:
    made = convert(inputs[0])
    for one in inputs[1:]:
        made = add(made, one)
    return made


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> EagerTensor:
    """The elements of ``x`` where the condition holds, of ``y`` elsewhere. Without both, the indices where it holds, for which it waits."""
    chosen = convert(condition)._t
    if (x is None) != (y is None):
        raise ValueError("x and y must both be non-None or both be None.")
    if x is None:
        return wrapped(_torch.nonzero(chosen))
    a, b, kind = operands("SelectV2", convert(x) if plain_number(x) and plain_number(y) else x, y)
    chosen = chosen if chosen.dtype is _torch.bool else chosen != 0
    return wrapped(relabelled(_computed("SelectV2", lambda a, b: _torch.where(chosen, a, b), a, b), kind))


def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None) -> EagerTensor:
    return maximum(minimum(t, clip_value_max), clip_value_min)


# --- operators

_OPERATORS = {
    "add": add, "sub": subtract, "mul": multiply, "truediv": truediv, "floordiv": floordiv, "mod": floormod, "pow": pow,
    "lt": less, "le": less_equal, "gt": greater, "ge": greater_equal,
}  # fmt: skip


def _operator(call: Callable[..., EagerTensor], swapped: bool) -> Callable[[Any, Any], Any]:
    return (lambda self, other: call(other, self)) if swapped else (lambda self, other: call(self, other))


def _compared(call: Callable[..., EagerTensor], otherwise: bool) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        if other is None:
            return otherwise
        try:
            return call(self, other)
        except Exception as error:
            if "Incompatible shapes" in str(error):
                return convert(otherwise)  # Arrays of other shapes are not equal.
            raise

    return method


def _bits(op: str, logical: Callable[..., EagerTensor], compute: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def call(x: Any, y: Any) -> EagerTensor:
        a, b, kind = operands(op, x, y)
        if kind.is_floating:
            raise invalid(f"Value for attr 'T' of {kind.short} is not in the list of allowed values: int8, int16, int32, int64, uint8", op)
        return logical(x, y) if kind.is_bool else wrapped(relabelled(compute(a, b), kind))

    return call


def with_operators(kind: Any) -> None:
    """Gives a class the operators of tensors."""
    for name, call in _OPERATORS.items():
        setattr(kind, f"__{name}__", _operator(call, False))
        if len(name) > 2:
            setattr(kind, f"__r{name}__", _operator(call, True))
    for name, logical, compute in (
        ("and", logical_and, lambda a, b: a & b), ("or", logical_or, lambda a, b: a | b), ("xor", logical_xor, lambda a, b: a ^ b),
    ):  # fmt: skip
        call = _bits(f"Bitwise{name.capitalize()}", logical, compute)
        setattr(kind, f"__{name}__", _operator(call, False))
        setattr(kind, f"__r{name}__", _operator(call, True))
    kind.__neg__, kind.__abs__, kind.__pos__ = lambda self: negative(self), lambda self: abs(self), lambda self: convert(self)
    kind.__invert__ = lambda self: logical_not(self) if self.dtype.is_bool else wrapped(~convert(self)._t)
    kind.__eq__, kind.__ne__ = _compared(equal, False), _compared(not_equal, True)


with_operators(EagerTensor)
