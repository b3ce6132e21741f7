"""``torch.nn.parameter``: what a module trains."""

from __future__ import annotations

from typing import Any

from .._creation import filled as _filled
from .._tensor import Tensor as _Tensor


class _Kind(type):
    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, _Tensor) and "parameter" in getattr(value, "_more", {})


class Parameter(metaclass=_Kind):
    """A tensor that a module trains: of the elements of ``data``, which both share."""

    def __new__(cls, data: _Tensor | None = None, requires_grad: bool = True) -> _Tensor:  # type: ignore[misc]
        parameter = (_filled(0.0, (0,)) if data is None else data).detach().requires_grad_(requires_grad)
        parameter._extras()["parameter"] = True
        return parameter


class UninitializedParameter:
    """What a lazy layer has until its first input tells how large its parameter is."""

    requires_grad = True

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ValueError(
            f"Attempted to use an uninitialized parameter in {name}. This error happens when you are using a `LazyModule`: "
            "run the module once before"
        )

    def __repr__(self) -> str:
        return "<UninitializedParameter>"
