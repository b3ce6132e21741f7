"""Functions that `mx.np` and `mx.nd` share, made for one kind of array."""

from __future__ import annotations

import math
import random
from typing import Any

from ..array import dimensions
from ..indexing import chosen, joined, stacked
from ..dtypes import checked_dtype, dtypes, float32
from ..exact import bounded, labelled
from ..whole import cast
from ._arrays import Makers

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
    """The functions by name, for arrays of one kind."""
    make = Makers(kind)
    found: dict[str, Any] = {name: _method(name, kind, label) for name in METHODS}

    def array(object: Any, dtype: Any = None, ctx: Any = None, device: Any = None) -> Any:  # noqa: A002
        """An array of nested numbers, or of one of NumPy."""
        return make.values(object, ctx or device, dtype)

    def full(shape: Any, fill_value: Any = 0.0, dtype: Any = None, ctx: Any = None, device: Any = None, val: Any = None) -> Any:
        value = fill_value if val is None else val
        own = dtypes["bool" if isinstance(value, bool) else "int64"] if isinstance(value, int) and label == "mxnet.np" else None
        return make.created("full", (float(value),), dimensions(shape), ctx or device, own if dtype is None else dtype)

    def zeros(shape: Any, dtype: Any = None, ctx: Any = None, device: Any = None) -> Any:
        return full(shape, 0.0, dtype, ctx, device)

    def ones(shape: Any, dtype: Any = None, ctx: Any = None, device: Any = None) -> Any:
        return full(shape, 1.0, dtype, ctx, device)

    def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, ctx: Any = None, device: Any = None) -> Any:
        """``start, start + step, …`` below ``stop``."""
        start, stop = (0, start) if stop is None else (start, stop)
        if step == 0:
            raise ValueError("arange: step is 0; give another number")
        count = max(0, math.ceil((stop - start) / step))
        return make.created("arange", (float(start), float(step)), (count,), ctx or device, dtype)

    def eye(N: int, M: int | None = None, dtype: Any = None, ctx: Any = None, device: Any = None) -> Any:  # noqa: N803
        return make.created("eye", (), (N, N if M is None else M), ctx or device, dtype)

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
        """`concatenate` as `nd` has it: along the second axis by default (docs of MXNet: ndarray.concat)."""
        return joined("concat", data, dim)

    def where(condition: Any, x: Any, y: Any) -> Any:
        """The elements of ``x`` where the condition is not 0, of ``y`` elsewhere."""
        made = chosen(condition, x, y)
        kinds = [one for one in (x, y) if isinstance(one, kind)]
        return labelled(made, kind._promoted(*kinds)) if kinds else made

    def stack(*data: Any, axis: int = 0) -> Any:
        """Arrays of one shape side by side along a new axis: a list of them, or each as an argument."""
        return stacked("stack", data[0] if len(data) == 1 and isinstance(data[0], (list, tuple)) else data, axis)

    def clip(a: Any, a_min: Any, a_max: Any) -> Any:
        """The elements, limited to the range from ``a_min`` to ``a_max``."""
        made = a if a_min is None else a.maximum(a_min)
        return made if a_max is None else made.minimum(a_max)

    def expand_dims(a: Any, axis: int) -> Any:
        """The array with one more axis, of length 1."""
        shape = list(a.shape)
        shape.insert(axis if axis >= 0 else len(shape) + 1 + axis, 1)
        return a.reshape(tuple(shape))

    def outer(a: Any, b: Any) -> Any:
        """The product of each element of a vector with each of another."""
        return a.reshape((-1, 1)) * b.reshape((1, -1))

    def linspace(start: float, stop: float, num: int = 50, endpoint: bool = True, dtype: Any = None, ctx: Any = None, device: Any = None) -> Any:
        """``num`` numbers evenly from ``start`` to ``stop``."""
        step = (stop - start) / max(1, num - endpoint)
        return make.values([stop if endpoint and at and at == num - 1 else start + at * step for at in range(num)], ctx or device, dtype)

    def squeeze(x: Any, axis: Any = None) -> Any:
        """The array without its axes of length 1."""
        drop = range(x.ndim) if axis is None else [one % x.ndim for one in (axis if isinstance(axis, (list, tuple)) else [axis])]
        for at in drop if axis is not None else ():
            if x.shape[at] != 1:
                raise ValueError(f"squeeze: axis {at} of shape {x.shape} has not length 1")
        return x.reshape(tuple(length for at, length in enumerate(x.shape) if at not in drop or length != 1))

    def repeat(a: Any, repeats: int, axis: int | None = None) -> Any:
        """Each element several times, one after the other."""
        if axis is None:
            return repeat(a.reshape(-1), repeats, 0)
        at = axis % a.ndim
        shape = (*a.shape[: at + 1], repeats, *a.shape[at + 1 :])
        return a.reshape((*a.shape[: at + 1], 1, *a.shape[at + 1 :])).broadcast_to(shape).reshape((*a.shape[:at], -1, *a.shape[at + 1 :]))

    def tile(A: Any, reps: Any) -> Any:  # noqa: N803
        """The array several times along its axes."""
        times = (reps,) if isinstance(reps, int) else tuple(reps)
        rank = max(A.ndim, len(times))
        times, made = (1,) * (rank - len(times)) + times, A.reshape((1,) * (rank - A.ndim) + tuple(A.shape))
        for axis, count in enumerate(times):
            made = joined("tile", [made] * count, axis) if count > 1 else made
        return made

    def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
        """Parts along an axis: a number of equal parts, or the parts between bounds."""
        at, length = axis % ary.ndim, ary.shape[axis]
        if isinstance(indices_or_sections, int):
            if length % indices_or_sections:
                raise ValueError("array split does not result in an equal division")
            bounds = range(0, length + 1, length // indices_or_sections)
        else:
            bounds = [0, *indices_or_sections, length]
        return [ary[(slice(None),) * at + (slice(first, last),)] for first, last in zip(bounds, bounds[1:], strict=False)]

    def meshgrid(*xi: Any, indexing: str = "xy") -> list[Any]:
        """The vectors, each along an axis of its own, broadcast to one shape."""
        order = [1, 0, *range(2, len(xi))] if indexing == "xy" and len(xi) > 1 else list(range(len(xi)))
        shape = tuple(xi[at].size for at in order)
        return [one.reshape(tuple(-1 if order[at] == axis else 1 for at in range(len(xi)))).broadcast_to(shape) for axis, one in enumerate(xi)]

    found |= {
        "linspace": linspace, "squeeze": squeeze, "repeat": repeat, "tile": tile, "split": split, "meshgrid": meshgrid,
        "any": lambda a, axis=None: a.any(axis), "all": lambda a, axis=None: a.all(axis),
    }
    found |= {"clip": clip, "expand_dims": expand_dims, "outer": outer, "power": lambda x, y: x**y, "isnan": lambda x: x != x}
    found |= {"concat": concat} if label == "mxnet.nd" else {"concatenate": concatenate}
    found |= {
        "array": array, "full": full, "zeros": zeros, "ones": ones, "empty": zeros, "arange": arange, "eye": eye,
        "zeros_like": zeros_like, "ones_like": ones_like, "dot": dot, "matmul": dot, "stack": stack,
        "where": where,
    }
    return found


class Random:
    """``random``. `np` has the argument ``size=``, `nd` has ``shape=``; both are accepted."""

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
        if isinstance(size, str):
            size = None
        return self._make.drawn("normal", loc, scale, self._shape(size, shape), ctx or device, dtype)

    def uniform(
        self, low: Any = 0.0, high: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, device: Any = None, shape: Any = None
    ) -> Any:
        """Numbers distributed evenly over ``low <= x < high``."""
        return self._make.drawn("uniform", low, high, self._shape(size, shape), ctx or device, dtype)

    def randn(self, *shape: int, ctx: Any = None, device: Any = None) -> Any:
        return self.normal(size=shape or None, ctx=ctx, device=device)

    def rand(self, *shape: int, ctx: Any = None, device: Any = None) -> Any:
        return self.uniform(size=shape or None, ctx=ctx, device=device)

    def randint(self, low: int, high: int | None = None, size: Any = None, dtype: Any = None, ctx: Any = None, device: Any = None) -> Any:
        """Whole numbers distributed evenly over ``low <= x < high``."""
        low, high = (0, low) if high is None else (low, high)
        if not low < high:
            raise ValueError("low >= high")
        made = (self.uniform(size=size, ctx=ctx, device=device) * (high - low)).floor().minimum(high - low - 1.0) + low
        return bounded(cast(made, dtypes["int64"] if dtype is None else checked_dtype(dtype, float32)), max(abs(low), abs(high)))

    def _host(self) -> Any:
        from ._arrays import lab

        return random.Random(str(lab.js.randomKey()))

    def shuffle(self, x: Any) -> None:
        """Puts the elements of the first axis into a random order."""
        order = list(range(len(x)))
        self._host().shuffle(order)
        x[:] = x[order]

    def choice(self, a: Any, size: Any = None, replace: bool = True, p: Any = None) -> Any:
        """Random elements, all equally likely, or with the probabilities ``p``."""
        values = list(range(a)) if isinstance(a, int) else a.tolist()
        count = 1 if size is None else math.prod(dimensions(size))
        host, weights = self._host(), None if p is None else p.tolist() if hasattr(p, "tolist") else list(p)
        if not replace and weights is not None:
            raise ValueError("choice: replace=False with p; there is one or the other")
        found = host.choices(values, weights, k=count) if replace else host.sample(values, count)
        made = self._make.values(found, None, dtypes["int64"] if isinstance(a, int) else getattr(a, "dtype", None))
        return made.reshape(()) if size is None else made.reshape(dimensions(size))

    def multinomial(self, n: int, pvals: Any, size: Any = None) -> Any:
        """How often each of several outcomes occurs in ``n`` draws."""
        weights = pvals.tolist() if hasattr(pvals, "tolist") else list(pvals)
        rows = 1 if size is None else math.prod(dimensions(size))
        found, host = [], self._host()
        for _ in range(rows):
            drawn = host.choices(range(len(weights)), weights, k=n) if n else []
            found.append([float(drawn.count(at)) for at in range(len(weights))])
        made = self._make.values(found, None, dtypes["int64"])
        return made.reshape((len(weights),) if size is None else (*dimensions(size), len(weights)))

    def seed(self, seed: int) -> None:
        """Begins the random numbers anew."""
        from ._arrays import lab

        lab.seed(seed)
