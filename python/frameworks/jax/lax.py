"""``jax.lax``: a few of its functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import numpy as _jnp
from ._array import Array, wrapped as _wrapped


def stop_gradient(x: Any) -> Any:
    """The same values, as constants for gradients."""
    from .tree_util import tree_map

    return tree_map(lambda one: _wrapped(one._t.detach()) if isinstance(one, Array) else one, x)


def fori_loop(lower: int, upper: int, body_fun: Callable[[Any, Any], Any], init_val: Any) -> Any:
    """Applies the body for each number. Here it is called once for each."""
    value = init_val
    for at in range(int(lower), int(upper)):
        value = body_fun(at, value)
    return value


def scan(f: Callable[[Any, Any], Any], init: Any, xs: Any = None, length: int | None = None) -> Any:
    """Applies the function to each element with a carried value. Here it is called once for each."""
    from .tree_util import tree_leaves, tree_map

    count = length if xs is None else len(tree_leaves(xs)[0])
    carry, found = init, []
    for at in range(count or 0):
        carry, made = f(carry, None if xs is None else tree_map(lambda one, at=at: one[at], xs))
        found.append(made)
    return carry, tree_map(lambda *parts: _jnp.stack(parts), *found) if found else None


def cond(pred: Any, true_fun: Callable[..., Any], false_fun: Callable[..., Any], *operands: Any) -> Any:
    """The result of one of two functions. Both are computed, and the device takes the one that ``pred`` chooses: nothing waits."""
    from .tree_util import tree_map

    if isinstance(pred, bool):
        return (true_fun if pred else false_fun)(*operands)
    return tree_map(lambda a, b: _jnp.where(pred, a, b), true_fun(*operands), false_fun(*operands))


def select(pred: Any, on_true: Any, on_false: Any) -> Any:
    return _jnp.where(pred, on_true, on_false)


def while_loop(cond_fun: Callable[[Any], Any], body_fun: Callable[[Any], Any], init_val: Any) -> Any:
    """Applies the body while the condition holds. Python waits for the condition each time, so jit cannot capture it: use ``fori_loop``."""
    value = init_val
    while cond_fun(value):
        value = body_fun(value)
    return value


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"module 'jax.lax' of asynclab has no {name!r}; it has stop_gradient, cond, select, fori_loop, while_loop and scan; write the rest with jax.numpy")
