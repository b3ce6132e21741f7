"""Parts of the graph whose gradients Python computes: ``autograd.Function`` and hooks.

The engine records up to the inputs of such a part, and again from copies of its outputs on. A pass of the engine ends at the copies.
Then the parts compute the gradients of their inputs, the last part first, and further passes start at these inputs.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable
from typing import Any

from ..array import Array
from ..errors import LabRuntimeError
from ..gradients import _update
from ._gradients import enable_grad, no_grad

#: In the order in which they were made: a part comes before those that use its outputs.
_parts: list[Part] = []
#: When there are more parts than this, those that no tensor needs any more are dropped.
_room = 64
#: Leaves with hooks, which run when a pass is complete.
_hooked: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()


class Part:
    __slots__ = ("compute", "fresh", "inputs", "leaves")

    def __init__(self, inputs: list[Any], leaves: list[Any], compute: Callable[[list[Any]], Any], fresh: bool) -> None:
        #: Whether the gradients that it computes have no other reference, so that leaves may keep them as they are.
        self.fresh = fresh
        #: The inputs that want a gradient; None in place of each other input.
        self.inputs = inputs
        #: A copy of each output, where the engine's pass ends; None for an output that passes no gradient on.
        self.leaves = leaves
        #: Computes the gradients of the inputs from those of the outputs, each of which may be None. None once a pass has used it up.
        self.compute: Any = compute

    def taken(self) -> list[Any]:
        """The gradients that the last pass has found of the outputs."""
        names = [0 if leaf is None else leaf._lab.js.takeGrad(leaf._id) for leaf in self.leaves]
        return [leaf._adopt(name) if name else None for leaf, name in zip(self.leaves, names, strict=True)]

    def computed(self, found: list[Any], retain: bool) -> list[tuple[Any, Any]]:
        """The inputs that want a gradient, and the gradients."""
        if self.compute is None:
            raise _used_up()
        with no_grad():
            given = self.compute(found)
        pairs = [(one, gradient) for one, gradient in zip(self.inputs, given, strict=True) if one is not None and gradient is not None]
        if not retain:
            # The leaves stay: a second pass that leads to them has to raise an error.
            self.inputs, self.compute = [], None
        return pairs

    @property
    def needed(self) -> bool:
        return any(leaf is not None and leaf._lab.js.linked(leaf._id) for leaf in self.leaves)


def joined(inputs: list[Any], outputs: list[Any], compute: Callable[[list[Any]], Any], fresh: bool = False) -> list[Any]:
    """The outputs as results of a part, each a tensor with a history."""
    global _room
    leaves, made = [], []
    for output in outputs:
        leaf = None
        if output is not None:
            with no_grad():
                leaf = Array.reshape(output, output.shape)
            leaf.attach_grad(accumulate=True)
            with enable_grad():
                output = Array.reshape(leaf, leaf.shape)
        leaves.append(leaf)
        made.append(output)
    _parts.append(Part(inputs, leaves, compute, fresh))
    if len(_parts) > _room:
        forget()
        _room = max(64, 2 * len(_parts))
    return made


def _used_up() -> LabRuntimeError:
    return LabRuntimeError(
        "NO_GRADIENT",
        "Trying to backward through the graph a second time: its intermediate values were freed by the first backward(). "
        "Specify retain_graph=True in that one if you need to backward through the graph a second time",
    )


def forget() -> None:
    """Drops the parts that no tensor needs any more, from the last one on: it may have been the only one that needed an earlier part."""
    for at in reversed(range(len(_parts))):
        if not _parts[at].needed:
            del _parts[at]


def led_to(x: Any) -> bool:
    """Whether a tensor was computed through a part."""
    forget()
    for leaf in [leaf for part in _parts for leaf in part.leaves if leaf is not None]:
        if leaf._lab.js.gradients(x._id, 0, True, False, leaf._id):
            x._lab._release(x._lab.js.more())
            return True
        x._lab.failure()
    return False


def backward(x: Any, head: Any, retain: bool) -> None:
    """A whole backward pass: the engine's pass, and further passes from the inputs of each part that it reaches."""
    more = x._extras()
    if more.get("used up") == x._id and _parts:
        raise _used_up()
    forget()
    # Several passes may lead through the same operations, so the engine keeps them. They are freed with the tensors.
    x._pass(head, retain or bool(_parts))
    try:
        for part in _parts[::-1]:
            found = part.taken()
            if any(one is not None for one in found):
                for one, gradient in part.computed(found, retain):
                    if part.fresh and one.is_leaf and not one._more.get("hooks"):
                        one._receive(gradient)
                    else:
                        _entry(one)._pass(gradient, True)
    except BaseException:
        for part in _parts:
            part.taken()  # Dropped: the next pass finds only its own gradients.
        raise
    if not retain:
        more["used up"] = x._id
    for leaf in [*_hooked.values()]:
        leaf._gradient()
    _update(x._lab.base)


def _entry(x: Any) -> Any:
    """A result computed from a tensor, so that a pass can start there and reach the tensor."""
    with enable_grad():
        return Array.reshape(x, x.shape)


def gradients(output: Any, head: Any, wanted: list[Any], retain: bool) -> list[Any]:
    """The gradients of an output with respect to some tensors, None for a tensor that it was not computed from."""
    targets = [*wanted, *(leaf for part in _parts for leaf in part.leaves if leaf is not None)]
    found: dict[int, Any] = {}

    def passed(x: Any, head: Any) -> None:
        for target in targets:
            if x._lab.js.gradients(x._id, head._id if head is not None else 0, True, False, target._id):
                made = target._adopt(x._lab.js.more())
                found[id(target)] = found[id(target)] + made if id(target) in found else made
            else:
                x._lab.failure()

    with no_grad():
        passed(output, head)
        for part in _parts[::-1]:
            given = [found.get(id(leaf)) for leaf in part.leaves]
            if any(one is not None for one in given):
                for one, gradient in part.computed(given, retain):
                    passed(_entry(one), gradient)
    return [found.get(id(one)) for one in wanted]


_keys = itertools.count()


class Hooks:
    """The handle of a hook: `remove()` takes it away."""

    def __init__(self, hooks: dict[int, Any], hook: Any) -> None:
        self._hooks, self._key = hooks, next(_keys)
        hooks[self._key] = hook

    def remove(self) -> None:
        self._hooks.pop(self._key, None)


def hook(x: Any, call: Any) -> Hooks:
    """``x.register_hook(call)``: a result of the call replaces the gradient."""
    more = x._extras()
    hooks = more.get("hooks")
    if hooks is None or not x.is_leaf and more.get("hooked") != x._id:
        more["hooks"] = hooks = {}
        if x.is_leaf:
            _hooked[id(x)] = x
        else:
            # The handle stands for a part's output from here on; the part's input is the array computed before.
            (made,) = joined([None], [x], lambda found: [changed(found[0], hooks)])
            x._exchange(made)
            _parts[-1].inputs[0] = made
            more["hooked"] = x._id
            if x._wanted:
                x.attach_grad(accumulate=True)
    return Hooks(hooks, call)


def changed(gradient: Any, hooks: dict[int, Any]) -> Any:
    """A gradient as its hooks leave it."""
    for call in [*hooks.values()]:
        other = call(gradient)
        gradient = gradient if other is None else other
    return gradient
