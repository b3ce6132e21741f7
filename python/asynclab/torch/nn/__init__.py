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
from .parameter import Parameter


class Module:
    """A callable that has parameters: those of its attributes, then those of its modules, each in the order they were set.

    A parameter or a module that is in several places is one: the first place names it.
    """

    training = True

    def forward(self, *given: Any) -> Any:
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.forward(*given, **named)

    def __getattr__(self, name: str) -> Any:
        raise _lacking(type(self).__name__, self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        held = vars(self).get(name)
        for kind, what, wanted in ((Parameter, "parameter", "torch.nn.Parameter"), (Module, "child module", "torch.nn.Module")):
            if value is not None and isinstance(held, kind) and not isinstance(value, (Parameter, kind)):
                raise TypeError(f"cannot assign {_kind(value)!r} as {what} {name!r} ({wanted} or None expected)")
        object.__setattr__(self, name, value)

    def _places(self, kind: Any) -> Iterator[tuple[str, Any]]:
        """Attributes of a kind, each as often as it was set."""
        return ((name, value) for name, value in vars(self).items() if isinstance(value, kind))

    def named_children(self) -> Iterator[tuple[str, Module]]:
        return _once(self._places(Module))

    def children(self) -> Iterator[Module]:
        return (child for _, child in self.named_children())

    def named_modules(self, memo: set[int] | None = None, prefix: str = "", remove_duplicate: bool = True) -> Iterator[tuple[str, Module]]:
        memo = set() if memo is None else memo
        if id(self) in memo:
            return
        if remove_duplicate:
            memo.add(id(self))
        yield prefix, self
        for name, child in self._places(Module):
            yield from child.named_modules(memo, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def modules(self) -> Iterator[Module]:
        return (module for _, module in self.named_modules())

    def named_parameters(self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True) -> Iterator[tuple[str, _Tensor]]:
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        found = ((f"{path}.{name}" if path else name, value) for path, module in modules for name, value in module._places(Parameter))
        return _once(found) if remove_duplicate else found

    def parameters(self, recurse: bool = True) -> Iterator[_Tensor]:
        return (parameter for _, parameter in self.named_parameters(recurse=recurse))

    def apply(self, fn: Any) -> Module:
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def requires_grad_(self, requires_grad: bool = True) -> Module:
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def to(self, device: Any = None, dtype: Any = None) -> Module:
        """Brings every parameter to a device, and its gradient."""
        _checked_dtype(dtype)
        kind, _ = _place(device)
        for parameter in self.parameters():
            if type(parameter) is kind:
                continue
            gradient, wanted = parameter.grad, parameter.requires_grad
            with _no_grad():
                moved = parameter.detach().to(device)
            # The handle goes over to the other device.
            parameter._exchange(moved)
            parameter.__class__, moved.__class__ = kind, type(parameter)
            _apart(parameter)
            if wanted:
                parameter.attach_grad(accumulate=True)
            if gradient is not None:
                parameter._set_gradient(gradient.to(device))
        return self

    def cuda(self) -> Module:
        return self.to("cuda")

    def cpu(self) -> Module:
        return self.to("cpu")

    def zero_grad(self, set_to_none: bool = True) -> None:
        for parameter in self.parameters():
            if set_to_none:
                parameter.grad = None
            elif parameter.grad is not None:
                parameter.grad.zero_()

    def train(self, mode: bool = True) -> Module:
        for module in self.modules():
            module.training = mode
        return self

    def eval(self) -> Module:
        return self.train(False)

    def extra_repr(self) -> str:
        return ""

    def __repr__(self) -> str:
        children = list(self._places(Module))
        if not children:
            return f"{type(self).__name__}({self.extra_repr()})"
        lines = [f"  ({name.removeprefix('_')}): " + repr(value).replace("\n", "\n  ") for name, value in children]
        return f"{type(self).__name__}(\n" + "\n".join(lines) + "\n)"


def _once(named: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Each value with the first of its names."""
    seen = set()
    for name, value in named:
        if id(value) not in seen:
            seen.add(id(value))
            yield name, value


def _kind(value: Any) -> str:
    return str(value.type()) if isinstance(value, _Tensor) else type(value).__name__


class Sequential(Module):
    """Modules one after the other."""

    def __init__(self, *modules: Module) -> None:
        for at, module in enumerate(modules):
            if not isinstance(module, Module):
                raise TypeError(f"{module!r} is not a Module subclass")
            vars(self)[str(at)] = module

    def __len__(self) -> int:
        return len(list(self._places(Module)))

    def __getitem__(self, at: int) -> Module:
        return [module for _, module in self._places(Module)][at]

    def forward(self, x: _Tensor) -> _Tensor:
        for _, module in self._places(Module):
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
        return functional.linear(x, self.weight, self.bias)

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
