"""``jax.grad``, ``jax.jit``, ``jax.vmap``."""

from __future__ import annotations

import functools
import inspect
import math
import warnings
from collections.abc import Callable
from typing import Any

from asynclab import torch
from asynclab.torch._programs import Programs

from . import numpy as jnp
from ._array import Array, watch, wrapped
from ._stages import Lowered, ShapeDtypeStruct, Stage, captured
from .random import Keys
from .tree_util import tree_flatten, tree_map, tree_unflatten

#: How many nested functions are being differentiated.
_depth = 0


def value_and_grad(fun: Callable[..., Any], argnums: Any = 0, has_aux: bool = False, holomorphic: bool = False, allow_int: bool = False) -> Callable[..., Any]:
    """The function's value, which must be one number, and its gradients with respect to some arguments."""
    several = isinstance(argnums, (tuple, list))

    @functools.wraps(fun)
    def call(*args: Any, **named: Any) -> Any:
        global _depth
        numbers = [one % len(args) for one in (argnums if several else (argnums,))]
        flat, trees = [], []
        for at in numbers:
            leaves, tree = tree_flatten(args[at])
            flat.append([_wanted(leaf) for leaf in leaves])
            trees.append(tree)
        given = list(args)
        for at, leaves, tree in zip(numbers, flat, trees, strict=True):
            given[at] = tree_unflatten(tree, leaves)
        outer, _depth = _depth > 0, _depth + 1
        try:
            with torch.enable_grad():
                made = fun(*given, **named)
                value, aux = made if has_aux else (made, None)
                found = _gradients(value, [leaf for leaves in flat for leaf in leaves], outer)
        finally:
            _depth -= 1
        rest = iter(found)
        gradients = [tree_unflatten(tree, [next(rest) for _ in leaves]) for leaves, tree in zip(flat, trees, strict=True)]
        value = jnp.asarray(value)
        if not outer:
            value, aux = _constant(value), tree_map(_constant, aux)
        return (value, aux) if has_aux else value, tuple(gradients) if several else gradients[0]

    return call


def _wanted(leaf: Any) -> Array:
    x = jnp.asarray(leaf)
    if not x._held.is_floating_point():
        raise TypeError(
            f"grad requires real- or complex-valued inputs (input dtype that is a sub-dtype of np.inexact), but got {x.dtype}. If you want to use Boolean- or "
            "integer-valued inputs, use vjp or set allow_int to True."
        )
    held = x._t
    with torch.enable_grad():
        return wrapped(held * 1 if held.requires_grad else _copied(held).requires_grad_(), x.weak_type)


def _gradients(value: Any, wanted: list[Array], record: bool) -> list[Array]:
    if not isinstance(value, (Array, int, float)):
        raise TypeError(f"Gradient only defined for scalar-output functions. Output was: {value}.")
    value = jnp.asarray(value)
    if value.shape:
        raise TypeError(f"Gradient only defined for scalar-output functions. Output had shape: {value.shape}.")
    held = value._held
    if not held.requires_grad:
        made: Any = [None] * len(wanted)
    else:
        # A gradient that is not recorded is a constant.
        with (torch.enable_grad if record else torch.no_grad)():
            made = torch.autograd.grad(held, [x._held for x in wanted], create_graph=record, allow_unused=True)
    return [wrapped(x._held._filled(0.0) if one is None else one, x.weak_type) for one, x in zip(made, wanted, strict=True)]


def _constant(x: Any) -> Any:
    return wrapped(_copied(x._held), x.weak_type) if isinstance(x, Array) and x._held.requires_grad else x


def _copied(held: Any) -> Any:
    with torch.no_grad():
        return held.clone()


def grad(fun: Callable[..., Any], argnums: Any = 0, has_aux: bool = False, holomorphic: bool = False, allow_int: bool = False) -> Callable[..., Any]:
    """The gradients of a function that gives one number. They can be differentiated again."""
    both = value_and_grad(fun, argnums, has_aux)

    @functools.wraps(fun)
    def call(*args: Any, **named: Any) -> Any:
        value, gradients = both(*args, **named)
        return (gradients, value[1]) if has_aux else gradients

    return call


def vjp(fun: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """The function's value, and a function from a gradient of the value to the gradients of the arguments."""
    global _depth
    leaves, tree = tree_flatten(primals)
    wanted = [_wanted(leaf) for leaf in leaves]
    outer, _depth = _depth > 0, _depth + 1
    try:
        with torch.enable_grad():
            made = fun(*tree_unflatten(tree, wanted))
    finally:
        _depth -= 1
    made, aux = made if has_aux else (made, None)
    results, form = tree_flatten(made)
    results = [jnp.asarray(one) for one in results]

    def pull(given: Any) -> Any:
        heads, structure = tree_flatten(given)
        if structure != form:
            raise TypeError(f"Tree structure of cotangent input {structure}, does not match structure of primal output {form}.")
        pairs = [(one._held, jnp.asarray(head)._t) for one, head in zip(results, heads, strict=True) if one._held.requires_grad]
        found: list[Any] = [None] * len(wanted)
        if pairs:
            with (torch.enable_grad if outer else torch.no_grad)():
                outputs, gradients = zip(*pairs, strict=True)
                found = list(torch.autograd.grad(list(outputs), [x._held for x in wanted], list(gradients), retain_graph=True, create_graph=outer, allow_unused=True))
        return tree_unflatten(tree, [wrapped(x._held._filled(0.0) if one is None else one) for one, x in zip(found, wanted, strict=True)])

    value = tree_unflatten(form, results if outer else [_constant(one) for one in results])
    return (value, pull, aux) if has_aux else (value, pull)


def jacrev(fun: Callable[..., Any], argnums: int = 0) -> Callable[..., Any]:
    """The derivatives of each element of a result by each element of an argument: a backward pass for each element of the result."""

    @functools.wraps(fun)
    def call(*args: Any, **named: Any) -> Any:
        at = argnums % len(args)
        value, pull = vjp(lambda x: fun(*args[:at], x, *args[at + 1 :], **named), jnp.asarray(args[at]))
        if not isinstance(value, Array):
            raise TypeError(f"jacobian: asynclab takes functions of one array that give one array; got {type(value).__name__}")
        basis = jnp.eye(max(1, value.size)).reshape((value.size, *value.shape))
        rows = [pull(basis[one])[0] for one in range(value.size)]
        return jnp.stack(rows).reshape((*value.shape, *rows[0].shape))

    return call


jacfwd = jacobian = jacrev


def hessian(fun: Callable[..., Any], argnums: int = 0) -> Callable[..., Any]:
    """The second derivatives of a function that gives one number."""
    return jacrev(grad(fun, argnums), argnums)


class Jitted:
    """A function, captured at its first call for each kind of arguments, and replayed by one command from then on.

    While it is differentiated, and where it takes keys of random numbers, it runs as it is.
    """

    def __init__(self, fun: Callable[..., Any], static_argnums: Any = (), static_argnames: Any = ()) -> None:
        self._fun, self._programs = fun, Programs()
        self._nums, self._names = _static(fun, static_argnums, static_argnames)
        self._rejected = False
        functools.update_wrapper(self, fun)

    def __get__(self, owner: Any, kind: Any = None) -> Any:
        return self if owner is None else functools.partial(self, owner)

    def _cache_size(self) -> int:
        return len(self._programs)

    def clear_cache(self) -> None:
        self._programs.clear()

    def __deepcopy__(self, memo: Any) -> Any:
        """Itself, as a copy of a function is: its programs stay with it."""
        return self

    def __copy__(self) -> Any:
        return self

    def __del__(self) -> None:
        self.clear_cache()

    def __call__(self, *args: Any, **named: Any) -> Any:
        leaves = tree_flatten((args, named))[0]
        if watch or any(isinstance(leaf, Array) and leaf._held.requires_grad for leaf in leaves):
            return self._fun(*args, **named)
        if any(isinstance(leaf, Keys) for leaf in leaves):
            self._reject("it takes a key, of which Python computes the numbers; draw them outside", 3)
            return self._fun(*args, **named)
        key, arrays = self._kind(args, named)
        if key not in self._programs:
            return self._captured(key, arrays, args, named)
        return self._run(self._programs[key], arrays, args, named)

    def lower(self, *args: Any, **named: Any) -> Lowered:
        """Captures the function for these arguments, arrays or `jax.ShapeDtypeStruct`. That computes it once."""
        args, named = tree_map(lambda one: jnp.zeros(one.shape, one.dtype) if isinstance(one, ShapeDtypeStruct) else one, (args, named))
        key, arrays = self._kind(args, named)
        if key not in self._programs:
            self._captured(key, arrays, args, named)
        return Lowered(self, key, self._programs[key])

    def _moving(self, args: Any, named: Any) -> tuple[set[int], Any]:
        """The positions of static arguments, and the other arguments."""
        static = {at % len(args) for at in self._nums if -len(args) <= at < len(args)}
        return static, ([one for at, one in enumerate(args) if at not in static], {name: one for name, one in named.items() if name not in self._names})

    def _kind(self, args: Any, named: Any) -> tuple[Any, list[Array]]:
        """The key of the program for these arguments, and their arrays."""
        static, moving = self._moving(args, named)
        leaves, tree = tree_flatten(moving)
        for leaf in leaves:
            if not isinstance(leaf, (Array, bool, int, float)) and not hasattr(leaf, "__array__"):
                raise TypeError(f"Error interpreting argument to {self._fun!r} as an abstract array: {leaf!r} of type {type(leaf)} is not a valid JAX type; name it in static_argnums")
        arrays = [jnp.asarray(leaf) for leaf in leaves]
        # By type, too: 1, 1.0 and True are equal.
        for one in (*(args[at] for at in static), *(named[name] for name in self._names if name in named)):
            _check_hash(one)
        kept = (*((type(args[at]), args[at]) for at in sorted(static)), *((name, type(named[name]), named[name]) for name in sorted(named) if name in self._names))
        return (tree, tuple((x.shape, x.dtype.name, x.weak_type, x._held.is_cuda) for x in arrays), kept), arrays

    def _run(self, stage: Stage, arrays: list[Array], args: Any, named: Any) -> Any:
        if stage.program is None:
            return self._fun(*args, **named)
        return stage.built(stage.program.replay([x._held for x in arrays]))

    def _captured(self, key: Any, arrays: list[Array], args: Any, named: Any) -> Any:
        static, moving = self._moving(args, named)
        tree = tree_flatten(moving)[1]

        def function(given: list[Array]) -> Any:
            rest, names = tree_unflatten(tree, given)
            following = iter(rest)
            return self._fun(*(one if at in static else next(following) for at, one in enumerate(args)), **{**named, **names})

        stage, result = captured(function, arrays)
        many = self._programs.keep(key, stage)
        if stage.program is None:
            self._reject(stage.why, 4)
        if many:
            self._programs.warn(
                f"jit: {self._name()}", lambda key: ", ".join(f"{dtype}[{','.join(map(str, shape))}]" for shape, dtype, *_ in key[1]),
                "give it arrays of the same shapes, and what changes as arrays in place of static arguments", 3,
            )  # fmt: skip
        return stage.built(result)

    def _name(self) -> str:
        return getattr(self._fun, "__name__", repr(self._fun))

    def _reject(self, why: str, level: int) -> None:
        if not self._rejected:
            self._rejected = True
            warnings.warn(f"jit: {self._name()} runs as it is, and is not replayed: {why}", stacklevel=level)


def _static(fun: Any, nums: Any, names: Any) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The positions and the names of static arguments. Where only positions or only names are given, the others follow, as in JAX."""
    nums = (nums,) if isinstance(nums, int) else tuple(nums or ())
    names = (names,) if isinstance(names, str) else tuple(names or ())
    try:
        parameters = list(inspect.signature(fun).parameters.values())
    except (TypeError, ValueError):
        return nums, names
    kinds = {one.kind for one in parameters}
    unknown = set(names) - {one.name for one in parameters if one.kind is not one.POSITIONAL_ONLY}
    if unknown and inspect.Parameter.VAR_KEYWORD not in kinds:
        raise ValueError(f"Jitted function has invalid argnames {unknown} in static_argnames. Function does not take these args.")
    positional = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    if inspect.Parameter.VAR_POSITIONAL not in kinds and any(not -len(positional) <= at < len(positional) for at in nums):
        raise ValueError(f"Jitted function has static_argnums={nums}, but only accepts {len(positional)} positional arguments.")
    both = [(at, one.name) for at, one in enumerate(positional) if one.kind is one.POSITIONAL_OR_KEYWORD]
    if nums and not names:
        names = tuple(name for at, name in both if at in nums)
    elif not nums:
        nums = tuple(at for at, name in both if name in names)
    return nums, names


def _check_hash(value: Any) -> None:
    try:
        hash(value)
    except TypeError as error:
        raise ValueError(f"Non-hashable static arguments are not supported. An error occurred while trying to hash an object of type {type(value)}, {value}. The error was:\nTypeError: {error}") from None


def jit(fun: Any = None, *, static_argnums: Any = (), static_argnames: Any = (), donate_argnums: Any = (), **_: Any) -> Any:
    """The function as a program of the lab. Effects in Python, such as printing, happen only when it is captured."""
    if fun is None:
        return lambda found: Jitted(found, static_argnums, static_argnames)
    return Jitted(fun, static_argnums, static_argnames)


def vmap(fun: Callable[..., Any], in_axes: Any = 0, out_axes: int = 0) -> Callable[..., Any]:
    """The function for each element along an axis. Here it is called once for each element, and the results are stacked."""

    @functools.wraps(fun)
    def call(*args: Any) -> Any:
        axes = in_axes if isinstance(in_axes, (tuple, list)) else (in_axes,) * len(args)
        lengths = {leaf.shape[axis] for one, axis in zip(args, axes, strict=True) if axis is not None for leaf in tree_flatten(one)[0]}
        if len(lengths) != 1:
            raise ValueError(f"vmap got inconsistent sizes for array axes to be mapped: {sorted(lengths)}")
        found = [fun(*(one if axis is None else tree_map(lambda x, at=at, axis=axis: _at(x, axis, at), one) for one, axis in zip(args, axes, strict=True))) for at in range(lengths.pop())]
        return tree_map(lambda *parts: jnp.stack([jnp.asarray(part) for part in parts], out_axes), *found)

    return call


def _at(x: Any, axis: int, at: int) -> Any:
    return x[at] if axis == 0 or isinstance(x, Keys) else x[(slice(None),) * (axis % x.ndim) + (at,)]
