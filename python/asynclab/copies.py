"""Copies of arrays: by `copy`, by `copy.deepcopy`, by `pickle`. Each copy has an id of its own: two handles never share one."""

from __future__ import annotations

from typing import Any

from .gradients import Differentiable


class Copied(Differentiable):
    """How arrays are copied. The class of a library whose copies share elements overrides it."""

    __slots__ = ()

    def __copy__(self) -> Any:
        return self._duplicate()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self._duplicate()

    def _duplicate(self) -> Any:
        """The same values in an array of its own, without a history. It has a gradient attached if this array has."""
        with self._lab.pause():
            made = self._adopt(self._lab._reshape(self._id, 0, *self.shape))
        more = getattr(self, "_more", {})
        if "attached" in more:
            Differentiable.attach_grad(made, more["attached"])
        if "ctx" in more:
            made._extras()["ctx"] = more["ctx"]
        return made

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, tuple[Any, ...]]:
        """For `pickle`: what makes the array again, and its elements. Waits."""
        return self._recipe()

    def _recipe(self) -> tuple[Any, tuple[Any, ...]]:
        more = getattr(self, "_more", {})
        return _restored, (self._lab.base, self._flat("pickle"), self.shape, self.device, more.get("attached"))


def _restored(lab: Any, values: Any, shape: tuple[int, ...], device: str, attached: bool | None) -> Any:
    """An array that was pickled, on the device that it was on; where this lab lacks that device, on the lab's own."""
    made = lab.nd.array(values, device if device in lab.devices else None).reshape(shape)
    return made if attached is None else made.attach_grad(attached)
