"""``torch.nn.utils``."""

from __future__ import annotations

from typing import Any

from ..._names import missing as _missing
from ...indexing import joined as _joined, stacked as _stacked
from .._gradients import no_grad as _no_grad
from .._tensor import Tensor as _Tensor


@_no_grad()
def clip_grad_norm_(parameters: Any, max_norm: float, norm_type: float = 2.0) -> Any:
    """Scales the gradients so that their common norm is at most ``max_norm``. Returns the norm before. Does not wait."""
    listed = [parameters] if isinstance(parameters, _Tensor) else list(parameters)
    gradients = [parameter.grad for parameter in listed if parameter.grad is not None]
    total = _stacked("clip_grad_norm_", [gradient.norm(norm_type) for gradient in gradients]).norm(norm_type)
    factor = (max_norm / (total + 1e-6)).minimum(1.0)
    for gradient in gradients:
        gradient.mul_(factor)
    return total


@_no_grad()
def clip_grad_value_(parameters: Any, clip_value: float) -> None:
    for parameter in [parameters] if isinstance(parameters, _Tensor) else parameters:
        if parameter.grad is not None:
            parameter.grad.clamp_(-clip_value, clip_value)


def parameters_to_vector(parameters: Any) -> Any:
    return _joined("parameters_to_vector", [parameter.reshape(-1) for parameter in parameters])


__getattr__ = _missing("torch.nn.utils", globals())
