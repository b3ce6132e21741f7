"""``torch.autograd.functional``: matrices of derivatives. Each backward pass gives a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._names import missing as _missing
from ..indexing import stacked as _stacked
from .autograd import grad as _grad
from ._gradients import enable_grad as _enable_grad
from ._tensor import Tensor as _Tensor


def _computed(name: str, func: Callable[..., Any], inputs: Any) -> tuple[list[_Tensor], _Tensor]:
    """Inputs that want gradients, and the function's result for them."""
    listed = [inputs] if isinstance(inputs, _Tensor) else list(inputs)
    with _enable_grad():
        given = [one * 1 if one.requires_grad else one.detach().clone().requires_grad_() for one in listed]
        made = func(*given)
    if not isinstance(made, _Tensor):
        raise TypeError(f"{name}: the function gives {type(made).__name__}; it must give one tensor")
    return given, made


def _rows(made: _Tensor, given: list[_Tensor], record: bool) -> list[_Tensor]:
    """The derivatives of each element of a result, stacked in its shape."""
    flat = made.reshape(-1)
    found = []
    for at in range(flat.numel()):
        one = _grad(flat[at], given, retain_graph=True, create_graph=record, allow_unused=True) if made.requires_grad else [None] * len(given)
        found.append([x._filled(0.0) if part is None else part for part, x in zip(one, given, strict=True)])
    return [_stacked("stack", [row[index] for row in found]).reshape((*made.shape, *x.shape)) for index, x in enumerate(given)]


def jacobian(func: Callable[..., Any], inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False, strategy: str = "reverse-mode") -> Any:
    """The derivatives of each element of a function's result by each element of its inputs. The shape is the result's, then the input's."""
    given, made = _computed("jacobian", func, inputs)
    found = _rows(made, given, create_graph)
    found = found if create_graph else [one.detach() for one in found]
    return found[0] if isinstance(inputs, _Tensor) else tuple(found)


def hessian(func: Callable[..., Any], inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False, outer_jacobian_strategy: str = "reverse-mode") -> Any:
    """The second derivatives of a function that gives one number."""
    given, made = _computed("hessian", func, inputs)
    if made.numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to hessian should contain a single element, not {list(made.shape)}")
    with _enable_grad():
        first = _grad(made.reshape(()), given, create_graph=True, allow_unused=True)
        rows = [_rows(x._filled(0.0) if one is None else one, given, create_graph) for one, x in zip(first, given, strict=True)]
    found = [tuple(one if create_graph else one.detach() for one in row) for row in rows]
    return found[0][0] if isinstance(inputs, _Tensor) else tuple(found)


def vjp(func: Callable[..., Any], inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> Any:
    """A function's result, and the product of a vector with its derivatives."""
    given, made = _computed("vjp", func, inputs)
    found = _grad(made, given, v, create_graph=create_graph)
    found = found if create_graph else tuple(one.detach() for one in found)
    return made.detach() if not create_graph else made, found[0] if isinstance(inputs, _Tensor) else found


__getattr__ = _missing("torch.autograd.functional", globals())
