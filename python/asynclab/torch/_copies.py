"""Copies of tensors, as in PyTorch: `copy.copy` shares elements. `copy.deepcopy` does not; its copies share as the originals do."""

from __future__ import annotations

from typing import Any

from ..views import Place, linked, viewed
from ._creation import from_values
from ._gradients import no_grad


def copied(x: Any) -> Any:
    """`copy.copy`: another tensor of the same elements, a leaf. It wants a gradient of its own where this tensor does."""
    return _like(x, x.detach())


def deep_copied(x: Any, memo: dict[Any, Any]) -> Any:
    """`copy.deepcopy`: of a leaf only (torch/_tensor.py, `__deepcopy__`). Its gradient is copied too, unless it is a parameter's."""
    if not x.is_leaf:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment: "
            "copy x.detach(), which has no history"
        )
    place = linked(x)
    with no_grad():
        storage = _storage(x if place is None else place.base, memo)
        made = storage.detach() if place is None else viewed(x.clone(), Place(storage, place.first, place.shape, place.steps, no_grad))
    gradient = None if _is_parameter(x) else x.grad
    _like(x, made)
    if gradient is not None:
        made.grad = deep_copied(gradient, memo)
    return made


def recipe(x: Any) -> tuple[Any, tuple[Any, ...]]:
    """For `pickle`: what makes the tensor again. Its gradient and its history are left out, as in PyTorch. Waits."""
    return _restored, (x._flat("pickle"), tuple(x.shape), x.device.type, x.requires_grad, _is_parameter(x), x.dtype)


def _storage(base: Any, memo: dict[Any, Any]) -> Any:
    """A copy of a base's elements, made when the first of the tensors that share them is copied."""
    key = ("elements", id(base))
    if key not in memo:
        memo[key] = base.clone()
    return memo[key]


def _like(x: Any, made: Any) -> Any:
    if x.requires_grad:
        made.requires_grad_()
    if _is_parameter(x):
        made._extras()["parameter"] = True
    return made


def _is_parameter(x: Any) -> bool:
    return bool(getattr(x, "_more", {}).get("parameter"))


def _restored(values: Any, shape: tuple[int, ...], device: str, wanted: bool, parameter: bool, kind: Any = None) -> Any:
    made = from_values(values, device, kind).reshape(shape)
    if wanted:
        made.requires_grad_()
    if parameter:
        made._extras()["parameter"] = True
    return made
