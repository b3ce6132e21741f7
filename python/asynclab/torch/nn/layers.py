"""Layers with parameters."""

from __future__ import annotations

import math
from typing import Any

from .._creation import drawn, filled
from .._gradients import no_grad
from .._types import checked_dtype
from . import functional
from .module import Module
from .parameter import Parameter, UninitializedParameter, sized


class Linear(Module):
    """x @ weight.T + bias; weight [out_features, in_features].

    Both are drawn evenly from ±1/√in_features, as in torch/nn/modules/linear.py (``kaiming_uniform_`` with a = √5 has these bounds).
    """

    def __init__(self, in_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None) -> None:
        self.in_features, self.out_features = in_features, out_features
        self._draw(bias, device, checked_dtype(dtype))

    def _draw(self, bias: bool, device: Any, dtype: Any) -> None:
        bound = 1 / math.sqrt(self.in_features) if self.in_features else 0
        with no_grad():
            self.weight = Parameter(drawn("uniform", -bound, bound, (self.out_features, self.in_features), device, dtype))
            self.bias = Parameter(drawn("uniform", -bound, bound, (self.out_features,), device, dtype)) if bias else None

    def reset_parameters(self) -> None:
        bound = 1 / math.sqrt(self.in_features) if self.in_features else 0
        with no_grad():
            for parameter in self.parameters():
                parameter.uniform_(-bound, bound)

    def forward(self, x: Any) -> Any:
        return functional.linear(x, self.weight, self.bias)

    def extra_repr(self) -> str:
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class LazyLinear(Linear):
    """A `Linear` that takes its number of features from its first input, and is a plain `Linear` from then on."""

    def __init__(self, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None) -> None:
        self.in_features, self.out_features = 0, out_features
        vars(self)["_later"] = (bias, device, dtype)
        self.weight, self.bias = UninitializedParameter(), UninitializedParameter() if bias else None

    def __call__(self, x: Any) -> Any:
        self._become(x.shape[-1], x.device)
        return self(x)

    def _sized(self, state_dict: Any, prefix: str) -> None:
        weight = state_dict.get(f"{prefix}weight")
        if weight is not None:
            self._become(weight.shape[-1], weight.device)

    def _become(self, in_features: int, where: Any) -> None:
        bias, device, dtype = vars(self).pop("_later")
        self.in_features = in_features
        self.__class__ = Linear
        before = {name: vars(self).pop(name) for name in ("weight", "bias")}
        self._draw(bias, where if device is None else device, checked_dtype(dtype))
        for name, parameter in before.items():
            if parameter is not None:
                # An optimizer may have it already.
                vars(self)[name] = sized(parameter, vars(self)[name].detach())

    def to(self, *given: Any, **named: Any) -> Any:
        bias, device, dtype = vars(self)["_later"]
        for one in (*given, *named.values()):
            if hasattr(one, "is_floating_point"):
                dtype = one
            else:
                device = one
        vars(self)["_later"] = (bias, device, dtype)
        return self


class LayerNorm(Module):
    """`layer_norm` over the last axes, times a weight, plus a bias."""

    def __init__(self, normalized_shape: Any, eps: float = 1e-5, elementwise_affine: bool = True, bias: bool = True, device: Any = None, dtype: Any = None) -> None:
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        self.weight = Parameter(filled(1, self.normalized_shape, device, dtype)) if elementwise_affine else None
        self.bias = Parameter(filled(0, self.normalized_shape, device, dtype)) if elementwise_affine and bias else None

    def forward(self, x: Any) -> Any:
        return functional.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, bias={self.bias is not None}"


class Embedding(Module):
    """A table. Whole numbers choose its rows."""

    def __init__(self, num_embeddings: int, embedding_dim: int, device: Any = None, dtype: Any = None) -> None:
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        with no_grad():
            self.weight = Parameter(drawn("normal", 0, 1, (num_embeddings, embedding_dim), device, dtype))

    def forward(self, x: Any) -> Any:
        return functional.embedding(x, self.weight)

    def extra_repr(self) -> str:
        return f"{self.num_embeddings}, {self.embedding_dim}"
