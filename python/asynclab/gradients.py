"""Gradients of arrays. A gradient is one array with one handle: passes change its values, and a program may change them too."""

from __future__ import annotations

import weakref
from typing import Any

from ._handle import Handle, Lab
from .errors import LabError

#: Arrays whose gradient may have a reference, by their `id`.
_held: dict[int, weakref.ref[Any]] = {}


class Differentiable(Handle):
    """The members of arrays for gradients."""

    __slots__ = ()

    def attach_grad(self, accumulate: bool = False) -> Any:
        """Gives the array a gradient. ``backward`` finds it for results computed from the array inside ``lab.record()``."""
        self._lab.ask(self._lab.js.attach(self._id, accumulate))
        self._extras()["attached"] = accumulate
        return self

    @property
    def grad(self) -> Any:
        """The gradient that the last backward pass found; None before the first."""
        return self._gradient()

    def _gradient(self) -> Any:
        """The gradient's handle, up to date with the last pass."""
        more = getattr(self, "_more", {})
        if "attached" not in more:
            return more.get("grad")
        lab = self._lab
        found = lab.js.takeGrad(self._id)
        if found < 0:
            raise lab.failure()
        if found:
            # The gradient lives with its array: `tidy` does not see it.
            fresh = object.__new__(type(self))
            fresh._id = found
            self._receive(self._changed(fresh))
        return more.get("grad")

    def _receive(self, fresh: Any) -> None:
        """A gradient that a pass has found: the first one, or one more."""
        gradient = self._more.get("grad")
        if gradient is None or not gradient._id:
            self._set_gradient(fresh)
        else:
            gradient._carried(gradient + fresh if self._more["attached"] else fresh, (), False)

    def _set_gradient(self, gradient: Any) -> None:
        self._extras()["grad"] = gradient
        _held[id(self)] = weakref.ref(self)

    def zero_grad(self) -> None:
        """Forgets the gradient."""
        self._lab.ask(self._lab.js.zeroGrad(self._id))
        if self._extras().pop("grad", None) is not None:
            _held.pop(id(self), None)

    def _changed(self, fresh: Any) -> Any:
        """A gradient that a pass has found, as it is kept."""
        return fresh

    def backward(self, head: Any = None, retain_graph: bool = False) -> None:
        """Finds the gradients of all arrays with ``attach_grad`` that this one was computed from."""
        self._pass(head, retain_graph)
        if _held:
            _update(self._lab.base)

    def _pass(self, head: Any, retain: bool) -> None:
        if not self._lab.js.backward(self._id, head._id if head is not None else 0, retain):
            error = self._lab.failure()
            raise self._without_gradient(error) if error.code == "NO_GRADIENT" else error

    def _without_gradient(self, error: LabError) -> LabError:
        """Why there is no gradient, in the words of the library."""
        return type(error)(
            error.code, "backward: nothing was recorded for this array; compute it inside record() from arrays with attach_grad()"
        )

    def _extras(self) -> dict[str, Any]:
        try:
            return self._more
        except AttributeError:
            self._more = {}
            return self._more


def _update(lab: Lab) -> None:
    """Brings the gradients of a lab's arrays in `_held` up to date with the last pass."""
    for key, reference in list(_held.items()):
        array = reference()
        if array is None or not array._id:
            del _held[key]
        elif array._lab.base is lab:
            array._gradient()
