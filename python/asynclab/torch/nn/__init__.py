"""``torch.nn``: modules of the chapter."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ..._names import lacking as _lacking, missing as _missing
from ...views import apart as _apart
from .._creation import drawn as _drawn
from .._gradients import no_grad as _no_grad
from .._tensor import Tensor as _Tensor
from .._types import checked_dtype as _checked_dtype, place as _place
from . import functional, init  # noqa: F401


def Parameter(data: _Tensor, requires_grad: bool = True) -> _Tensor:  # noqa: N802
    """A tensor that a module trains."""
    parameter = data.detach().requires_grad_(requires_grad)
    parameter._extras()["parameter"] = True
    return parameter


class Module:
    """A callable that has parameters: those of its attributes, in the order they were set."""

    training = True

    def forward(self, *given: Any) -> Any:
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.forward(*given, **named)

    def __getattr__(self, name: str) -> Any:
        raise _lacking(type(self).__name__, self, name)

    def children(self) -> Iterator[Module]:
        return (value for value in vars(self).values() if isinstance(value, Module))

    def named_parameters(self, prefix: str = "") -> Iterator[tuple[str, _Tensor]]:
        for name, value in vars(self).items():
            if isinstance(value, _Tensor) and value.requires_grad:
                yield prefix + name, value
            elif isinstance(value, Module):
                yield from value.named_parameters(f"{prefix}{name}.")

    def parameters(self) -> Iterator[_Tensor]:
        return (parameter for _, parameter in self.named_parameters())

    def modules(self) -> Iterator[Module]:
        yield self
        for child in self.children():
            yield from child.modules()

    def apply(self, fn: Any) -> Module:
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def to(self, device: Any = None, dtype: Any = None) -> Module:
        """Brings every parameter to a device."""
        _checked_dtype(dtype)
        kind, _ = _place(device)
        for parameter in self.parameters():
            if type(parameter) is kind:
                continue
            with _no_grad():
                moved = parameter.detach().to(device)
            # The handle goes over to the other device, with a gradient of its own there.
            parameter._id, moved._id = moved._id, parameter._id
            parameter.__class__, moved.__class__ = kind, type(parameter)
            _apart(parameter)
            parameter.attach_grad(accumulate=True)
        return self

    def cuda(self) -> Module:
        return self.to("cuda")

    def cpu(self) -> Module:
        return self.to("cpu")

    def zero_grad(self) -> None:
        for parameter in self.parameters():
            parameter.grad = None

    def train(self, mode: bool = True) -> Module:
        for module in self.modules():
            module.training = mode
        return self

    def eval(self) -> Module:
        return self.train(False)

    def extra_repr(self) -> str:
        return ""

    def __repr__(self) -> str:
        children = [(name, value) for name, value in vars(self).items() if isinstance(value, Module)]
        if not children:
            return f"{type(self).__name__}({self.extra_repr()})"
        lines = [f"  ({name.removeprefix('_')}): " + repr(value).replace("\n", "\n  ") for name, value in children]
        return f"{type(self).__name__}(\n" + "\n".join(lines) + "\n)"


class Sequential(Module):
    """Modules one after the other."""

    def __init__(self, *modules: Module) -> None:
        for at, module in enumerate(modules):
            if not isinstance(module, Module):
                raise TypeError(f"{module!r} is not a Module subclass")
            vars(self)[str(at)] = module

    def __len__(self) -> int:
        return len(list(self.children()))

    def __getitem__(self, at: int) -> Module:
        return list(self.children())[at]

    def forward(self, x: _Tensor) -> _Tensor:
        for module in self.children():
            x = module(x)
        return x


class Linear(Module):
    """x @ weight.T + bias; weight [out_features, in_features].

    Both are drawn evenly from ±1/√in_features: torch/nn/modules/linear.py (``kaiming_uniform_`` with a = √5 comes to that).
    """

    def __init__(self, in_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None) -> None:
        _checked_dtype(dtype)
        self.in_features, self.out_features = in_features, out_features
        bound = 1 / math.sqrt(in_features) if in_features else 0
        with _no_grad():
            self.weight = Parameter(_drawn("uniform", -bound, bound, (out_features, in_features), device))
            self.bias = Parameter(_drawn("uniform", -bound, bound, (out_features,), device)) if bias else None

    def forward(self, x: _Tensor) -> _Tensor:
        made = x.matmul(self.weight, transpose_b=True)
        return made if self.bias is None else made + self.bias

    def extra_repr(self) -> str:
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class ReLU(Module):
    """max(x, 0)."""

    def forward(self, x: _Tensor) -> _Tensor:
        return x.relu()


class Sigmoid(Module):
    """1 / (1 + exp(-x))."""

    def forward(self, x: _Tensor) -> _Tensor:
        return x.sigmoid()


class Tanh(Module):
    """The hyperbolic tangent."""

    def forward(self, x: _Tensor) -> _Tensor:
        return x.tanh()


class Flatten(Module):
    """All axes but the first as one."""

    def forward(self, x: _Tensor) -> _Tensor:
        return x.flatten(1)

    def extra_repr(self) -> str:
        return "start_dim=1, end_dim=-1"


class MSELoss(Module):
    """The squared difference, averaged by default, as torch/nn/modules/loss.py has it; not halved."""

    def __init__(self, reduction: str = "mean") -> None:
        if reduction not in ("mean", "sum", "none"):
            raise ValueError(f"{reduction} is not a valid value for reduction")
        self.reduction = reduction

    def forward(self, input: _Tensor, target: _Tensor) -> _Tensor:  # noqa: A002
        return functional.mse_loss(input, target, reduction=self.reduction)


__getattr__ = _missing("torch.nn", globals())
