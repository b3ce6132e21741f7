"""Backward hooks of modules: the inputs and the outputs of a call become parts of the graph that pass gradients on unchanged."""

from __future__ import annotations

from typing import Any

from .._history import Recorded
from .._parts import joined


class Watched:
    """One call of a module with hooks."""

    def __init__(self, module: Any, hooks: dict[int, Any]) -> None:
        self._module, self._hooks = module, hooks
        self._outputs: tuple[Any, ...] = ()
        self._inputs = 0
        self._reaches = False

    def entered(self, given: tuple[Any, ...]) -> tuple[Any, ...]:
        """The inputs. The hooks run when a pass reaches them."""
        self._inputs = len(given)
        self._reaches = any(_wants(one) for one in given)
        return _passing(given, self._run) if self._reaches else given

    def left(self, made: Any) -> Any:
        """The output. A pass reaches it before the inputs."""
        outputs = _passing(made if isinstance(made, tuple) else (made,), self._keep)
        return outputs if isinstance(made, tuple) else outputs[0]

    def _keep(self, found: list[Any]) -> list[Any]:
        self._outputs = tuple(found)
        if not self._reaches:
            self._run([None] * self._inputs)
        return found

    def _run(self, found: list[Any]) -> list[Any]:
        gradients = tuple(found)
        for hook in [*self._hooks.values()]:
            changed = hook(self._module, gradients, self._outputs)
            if changed is not None:
                gradients = changed if isinstance(changed, tuple) else (changed,)
        return list(gradients)


def _wants(one: Any) -> bool:
    return isinstance(one, Recorded) and one.requires_grad


def _passing(values: tuple[Any, ...], compute: Any) -> tuple[Any, ...]:
    wanted = [one if _wants(one) else None for one in values]
    if not any(one is not None for one in wanted):
        return values
    made = joined(wanted, wanted, compute)
    return tuple(one if new is None else new for one, new in zip(values, made, strict=True))
