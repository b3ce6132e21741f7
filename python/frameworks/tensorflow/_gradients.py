"""``tf.GradientTape``, over the lab's gradients."""

from __future__ import annotations

import contextlib
import enum
from collections.abc import Iterator
from typing import Any

from asynclab import torch as _torch

from ._state import state
from ._convert import convert, is_tensor
from ._tensor import EagerTensor, wrapped
from ._variable import Variable


class UnconnectedGradients(enum.Enum):
    """The gradient of a source on which the target does not depend."""

    NONE = "none"
    ZERO = "zero"


class GradientTape:
    """``with tf.GradientTape() as tape:`` records the operations on variables, and on the tensors that it watches."""

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        self._persistent, self._accessed = persistent, watch_accessed_variables
        #: By identity of each tensor or variable that is watched: itself, and its arrays as the operations read them.
        self._watched: dict[int, tuple[Any, list[Any]]] = {}
        self._used = self._shared = False

    def __enter__(self) -> GradientTape:
        if self in state.tapes:
            raise ValueError("Tape is still recording, This can happen if you try to re-enter an already-active tape.")
        state.tapes = (*state.tapes, self)
        if len(state.tapes) > 1:
            # Several tapes may need one graph, so none of them frees it.
            for one in state.tapes:
                one._shared = True
        return self

    def __exit__(self, *_: object) -> None:
        state.tapes = tuple(one for one in state.tapes if one is not self)

    # --- watching

    def watch(self, tensor: Any) -> None:
        """Records the operations on a tensor from here on."""
        for one in _flat(tensor):
            one = getattr(one, "_variable", one)
            if not is_tensor(one):
                raise ValueError(f"Passed in object {one} of type '{type(one).__name__}', not tf.Tensor or tf.Variable or ExtensionType.")
            if not one.dtype.is_floating:
                import logging

                logging.getLogger("tensorflow").warning("The dtype of the watched tensor must be floating (e.g. tf.float32), got %r", one.dtype)
            elif isinstance(one, Variable):
                self._watched.setdefault(id(one), (one, []))
            else:
                if not (one._tapes and one._held.requires_grad):
                    with _torch.no_grad():
                        one._held = one._held.clone()
                    one._held.requires_grad_()
                one._tapes = (*one._tapes, self)
                self._watched[id(one)] = (one, [one._held])

    def watches(self, variable: Any) -> bool:
        """Whether the tape records the operations on a variable."""
        return id(variable) in self._watched or self._accessed and variable.trainable and variable.dtype.is_floating

    def saw(self, variable: Any, leaf: Any) -> None:
        """A variable was read, as this array."""
        leaves = self._watched.setdefault(id(variable), (variable, []))[1]
        if all(one is not leaf for one in leaves):
            leaves.append(leaf)

    def watched_variables(self) -> tuple[Any, ...]:
        return tuple(one for one, _ in self._watched.values() if isinstance(one, Variable))

    @contextlib.contextmanager
    def stop_recording(self) -> Iterator[None]:
        before, state.tapes = state.tapes, tuple(one for one in state.tapes if one is not self)
        try:
            yield
        finally:
            state.tapes = before

    def reset(self) -> None:
        self._watched.clear()
        self._used = False

    # --- gradients

    def gradient(self, target: Any, sources: Any, output_gradients: Any = None, unconnected_gradients: Any = UnconnectedGradients.NONE) -> Any:
        """The gradients of the sum of a target's elements with respect to sources, in the sources' structure. Returns at once."""
        if self._used and not self._persistent:
            raise RuntimeError("A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)")
        self._used = True
        if self in state.tapes and not self._persistent:
            self.__exit__()
        flat = _flat(sources)
        leaves = [self._leaves(one) for one in flat]
        heads = [None] * len(_flat(target)) if output_gradients is None else _flat(output_gradients)
        found: list[Any] = [None] * len(flat)
        record = bool(state.tapes)
        for one, head in zip(_flat(target), heads, strict=True):
            held = convert(one)._held
            if held.dtype.is_floating_point and held.requires_grad:
                for index, made in enumerate(self._of_one(held, head, leaves, record)):
                    found[index] = made if found[index] is None else found[index] + made if made is not None else found[index]
        zero = UnconnectedGradients(unconnected_gradients) is UnconnectedGradients.ZERO
        results = [wrapped(one) if one is not None else wrapped(_zeros(source)) if zero else None for one, source in zip(found, flat, strict=True)]
        return _structured(sources, iter(results))

    def _leaves(self, source: Any) -> list[Any]:
        source = getattr(source, "_variable", source)
        if id(source) in self._watched:
            return self._watched[id(source)][1]
        # A result that was computed under this tape can be a source too; any other tensor that is not watched has no gradient.
        return [source._held] if isinstance(source, EagerTensor) and self in source._tapes and source._held.requires_grad and not source._held.is_leaf else []

    def _of_one(self, held: Any, head: Any, leaves: list[list[Any]], record: bool) -> list[Any]:
        flat = [leaf for one in leaves for leaf in one]
        if not flat:
            return [None] * len(leaves)
        head = held._filled(1.0) if head is None else convert(head)._t
        with (_torch.enable_grad if record else _torch.no_grad)():
            made = iter(_torch.autograd.grad(held, flat, head, retain_graph=True if self._persistent or self._shared else None, create_graph=record, allow_unused=True))
            return [_total([next(made) for _ in one]) for one in leaves]

    def jacobian(self, target: Any, sources: Any, unconnected_gradients: Any = UnconnectedGradients.NONE, parallel_iterations: Any = None, experimental_use_pfor: bool = True) -> Any:
        """The gradient of each element of a target, with a backward pass for each element."""
        y, persistent = convert(target), self._persistent
        count = y.shape.num_elements()
        rows = []
        if self._used and not persistent:
            raise RuntimeError("A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)")
        try:
            self._persistent = True
            for at in range(count):
                one = [0.0] * count
                one[at] = 1.0
                rows.append(_flat(self.gradient(y, sources, wrapped(_torch.tensor(one, device=y._held.device).reshape(tuple(y.shape))), unconnected_gradients)))
        finally:
            self._persistent = persistent
        made = []
        for parts in zip(*rows, strict=True):
            made.append(None if parts[0] is None else wrapped(_torch.stack([one._held for one in parts]).reshape((*y.shape, *parts[0].shape))))
        return _structured(sources, iter(made))


def _total(parts: list[Any]) -> Any:
    there = [one for one in parts if one is not None]
    made = there[0] if there else None
    for one in there[1:]:
        made = made + one
    return made


def _zeros(source: Any) -> Any:
    with _torch.no_grad():
        return convert(getattr(source, "_variable", source))._held._filled(0.0)


def _flat(nested: Any) -> list[Any]:
    if isinstance(nested, dict):
        return [leaf for one in sorted(nested) for leaf in _flat(nested[one])]
    return [leaf for one in nested for leaf in _flat(one)] if isinstance(nested, (list, tuple)) else [nested]


def _structured(nested: Any, leaves: Iterator[Any]) -> Any:
    """The same structure with other leaves."""
    if isinstance(nested, dict):
        made = {one: _structured(nested[one], leaves) for one in sorted(nested)}
        return {one: made[one] for one in nested}
    if isinstance(nested, (list, tuple)):
        parts = [_structured(one, leaves) for one in nested]
        return type(nested)(*parts) if hasattr(nested, "_fields") else type(nested)(parts)
    return next(leaves)


def recompute_grad(f: Any) -> Any:
    """Returns the function unchanged: the lab keeps what its gradient needs, so nothing is computed twice."""
    return f


def custom_gradient(f: Any) -> Any:
    """Takes a function that returns its value and a function of its gradient."""

    def call(*given: Any, **named: Any) -> Any:
        inputs = [convert(one) for one in given]

        class _Custom(_torch.autograd.Function):
            @staticmethod
            def forward(ctx: Any, *helds: Any) -> Any:
                value, ctx.rule = f(*(wrapped(one) for one in helds), **named)
                return convert(value)._held

            @staticmethod
            def backward(ctx: Any, upstream: Any) -> Any:
                made = ctx.rule(wrapped(upstream))
                return tuple(None if one is None else convert(one)._held for one in (made if isinstance(made, (list, tuple)) else [made]))

        return wrapped(_Custom.apply(*(one._t for one in inputs)))

    return call
