"""Functions that `mx.np` and `mx.nd` share, made for one kind of array."""

from __future__ import annotations

import math
from typing import Any

from ..array import dimensions
from ..indexing import chosen, joined, stacked
from ._arrays import Makers, checked_dtype

#: Methods that are functions too, with the array first.
METHODS = (
    "exp log sqrt square abs sign floor cumsum relu sin cos tanh sigmoid sum mean max min prod norm std var reshape transpose broadcast_to "
    "argmax argmin add multiply subtract divide maximum minimum equal greater less"
).split()
RENAMED = {"multiply": "mul", "subtract": "sub", "divide": "div"}


def _method(name: str, kind: Any, label: str) -> Any:
    own = RENAMED.get(name, name)

    def call(x: Any, *given: Any, **named: Any) -> Any:
        if not isinstance(x, kind):
            if isinstance(x, (int, float)) and given and isinstance(given[0], kind):
                swapped = {"add": lambda y: y + x, "mul": lambda y: y * x, "sub": lambda y: x - y, "div": lambda y: x / y}
                if own in swapped:
                    return swapped[own](given[0])
            raise TypeError(f"{label}.{name}: give an array of {label}, not {type(x).__name__}")
        return getattr(x, own)(*given, **named)

    call.__name__ = name
    call.__doc__ = f"``x.{own}(…)`` as a function."
    return call


def functions(kind: Any, label: str) -> dict[str, Any]:
    """By name, for arrays of one kind."""
    make = Makers(kind)
    found: dict[str, Any] = {name: _method(name, kind, label) for name in METHODS}

    def array(object: Any, dtype: Any = None, ctx: Any = None, device: Any = None) -> Any:  # noqa: A002
        """An array of nested numbers, or of one of NumPy."""
        checked_dtype(dtype)
        return make.values(object, ctx or device)

    def full(shape: Any, fill_value: Any = 0.0, dtype: Any = None, ctx: Any = None, device: Any = None, val: Any = None) -> Any:
        checked_dtype(dtype)
        return make.created("full", (float(fill_value if val is None else val),), dimensions(shape), ctx or device)

    def zeros(shape: Any, dtype: Any = None, ctx: Any = None, device: Any = None) -> Any:
        return full(shape, 0.0, dtype, ctx, device)

    def ones(shape: Any, dtype: Any = None, ctx: Any = None, device: Any = None) -> Any:
        return full(shape, 1.0, dtype, ctx, device)

    def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, ctx: Any = None, device: Any = None) -> Any:
        """``start, start + step, …`` below ``stop``."""
        checked_dtype(dtype)
        start, stop = (0, start) if stop is None else (start, stop)
        if step == 0:
            raise ValueError("arange: step is 0; give another number")
        count = max(0, math.ceil((stop - start) / step))
        return make.created("arange", (float(start), float(step)), (count,), ctx or device)

    def eye(N: int, M: int | None = None, dtype: Any = None, ctx: Any = None, device: Any = None) -> Any:  # noqa: N803
        checked_dtype(dtype)
        return make.created("eye", (), (N, N if M is None else M), ctx or device)

    def zeros_like(x: Any) -> Any:
        return x._filled(0.0)

    def ones_like(x: Any) -> Any:
        return x._filled(1.0)

    def dot(a: Any, b: Any, transpose_a: bool = False, transpose_b: bool = False, out: Any = None) -> Any:
        """Matrix product. Returns at once."""
        if not isinstance(a, kind) or not isinstance(b, kind):
            raise TypeError(f"{label}.dot: give two arrays of {label}, not {type(a).__name__} and {type(b).__name__}")
        made = a.dot(b, transpose_a, transpose_b)
        return made if out is None else out._become(made)

    def concatenate(seq: Any, axis: int = 0) -> Any:
        """Arrays one after the other along an axis."""
        return joined("concatenate", seq, axis)

    def concat(*data: Any, dim: int = 1) -> Any:
        """The same of `nd`, along the second axis by default (docs of MXNet: ndarray.concat)."""
        return joined("concat", data, dim)

    def where(condition: Any, x: Any, y: Any) -> Any:
        """The elements of ``x`` where the condition is not 0, of ``y`` elsewhere."""
        return chosen(condition, x, y)

    def stack(*data: Any, axis: int = 0) -> Any:
        """Arrays of one shape side by side along a new axis: a list of them, or each as an argument."""
        return stacked("stack", data[0] if len(data) == 1 and isinstance(data[0], (list, tuple)) else data, axis)

    found |= {"concat": concat} if label == "mxnet.nd" else {"concatenate": concatenate}
    found |= {
        "array": array, "full": full, "zeros": zeros, "ones": ones, "empty": zeros, "arange": arange, "eye": eye,
        "zeros_like": zeros_like, "ones_like": ones_like, "dot": dot, "matmul": dot, "stack": stack,
        "where": where,
    }
    return found


class Random:
    """``random``: of `np` with ``size=``, of `nd` with ``shape=``; both are taken."""

    def __init__(self, kind: Any) -> None:
        self._make = Makers(kind)
        self._none: tuple[int, ...] = () if kind.__name__ == "ndarray" else (1,)

    def _shape(self, size: Any, shape: Any) -> tuple[int, ...]:
        given = size if size is not None else shape
        return self._none if given is None else dimensions(given)

    def normal(
        self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, device: Any = None, shape: Any = None
    ) -> Any:
        """Normally distributed numbers of mean ``loc`` and standard deviation ``scale``."""
        checked_dtype(dtype)
        if isinstance(size, str):
            size = None
        return self._make.drawn("normal", loc, scale, self._shape(size, shape), ctx or device)

    def uniform(
        self, low: Any = 0.0, high: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, device: Any = None, shape: Any = None
    ) -> Any:
        """Numbers distributed evenly over ``low <= x < high``."""
        checked_dtype(dtype)
        return self._make.drawn("uniform", low, high, self._shape(size, shape), ctx or device)

    def randn(self, *shape: int, ctx: Any = None, device: Any = None) -> Any:
        return self.normal(size=shape or None, ctx=ctx, device=device)

    def rand(self, *shape: int, ctx: Any = None, device: Any = None) -> Any:
        return self.uniform(size=shape or None, ctx=ctx, device=device)

    def seed(self, seed: int) -> None:
        """Begins the random numbers anew."""
        from ._arrays import lab

        lab.seed(seed)
