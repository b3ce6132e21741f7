"""``torch.nn.parameter``: the tensors that a module trains."""

from __future__ import annotations

from typing import Any

from ...views import apart as _apart
from .._creation import filled as _filled
from .._tensor import Tensor as _Tensor


class _Kind(type):
    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, _Tensor) and "parameter" in getattr(value, "_more", {})


class Parameter(metaclass=_Kind):
    """A tensor that a module trains. It shares its elements with ``data``."""

    def __new__(cls, data: _Tensor | None = None, requires_grad: bool = True) -> _Tensor:  # type: ignore[misc]
        parameter = (_filled(0.0, (0,)) if data is None else data).detach().requires_grad_(requires_grad)
        parameter._extras()["parameter"] = True
        return parameter


class _Unsized:
    """Tensors without a size, and the members that they have before they get one."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_") or name in _KNOWN:
            return super().__getattribute__(name)
        kind, text = (RuntimeError, f"Can't access the {name} of an uninitialized parameter or buffer") if name == "shape" else (ValueError, f"Attempted to use an uninitialized parameter in {name}")
        raise kind(f"{text}. This error happens when you are using a `LazyModule`: run the module once before")

    @property
    def data(self) -> _Tensor:
        """A tensor without elements, as in PyTorch: a change of it changes nothing."""
        return _filled(0.0, (0,))

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return memo.setdefault(id(self), UninitializedParameter())

    def __repr__(self) -> str:
        return "<UninitializedParameter>"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)


_KNOWN = frozenset("data grad requires_grad requires_grad_ is_leaf device dtype is_cuda attach_grad zero_grad".split())
for _name in "add radd sub rsub mul rmul truediv rtruediv matmul rmatmul pow rpow neg getitem setitem".split():
    setattr(_Unsized, f"__{_name}__", lambda self, *_, name=f"__{_name}__": _Unsized.__getattribute__(self, name.strip("_")))


class _UnsizedKind(type):
    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, _Unsized)


class UninitializedParameter(metaclass=_UnsizedKind):
    """A parameter of a lazy layer, until the first input decides its size. An optimizer accepts it before that."""

    def __new__(cls) -> _Tensor:  # type: ignore[misc]
        parameter = Parameter()
        kind = type(parameter)
        parameter.__class__ = type("UninitializedParameter", (_Unsized, kind), {"__slots__": (), "__module__": kind.__module__})
        return parameter


def sized(parameter: Any, made: Any) -> Any:
    """A parameter that had no size, with the elements taken over from another tensor."""
    wanted, kind = parameter.requires_grad, type(made)
    parameter._exchange(made)
    parameter.__class__, made.__class__ = kind, type(parameter).__mro__[2]
    _apart(parameter)
    if wanted:
        parameter.attach_grad(accumulate=True)
    return parameter
