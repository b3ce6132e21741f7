"""Modules that are functions: each calls one of `functional` with the options that it was made with."""

from __future__ import annotations

from typing import Any

from . import functional
from .module import Module


def _function(name: str, function: str, **options: Any) -> type[Module]:
    """A class of modules with these options and their default values."""

    def begin(self: Any, *given: Any, **named: Any) -> None:
        for key, value in {**options, **dict(zip(options, given, strict=False)), **named}.items():
            if key not in options:
                raise TypeError(f"{name}.__init__() got an unexpected keyword argument {key!r}")
            vars(self)[key] = value

    def forward(self: Any, x: Any) -> Any:
        return getattr(functional, function)(x, **{key: vars(self)[key] for key in options})

    def extra(self: Any) -> str:
        return ", ".join(f"{key}={vars(self)[key]!r}" for key in options if key != "inplace" or vars(self)[key])

    made = type(name, (Module,), {"__init__": begin, "forward": forward, "extra_repr": extra, "__module__": "asynclab.torch.nn", "__qualname__": name})
    made.__doc__ = f"`functional.{function}` as a module."
    return made


ReLU = _function("ReLU", "relu", inplace=False)
Sigmoid = _function("Sigmoid", "sigmoid")
Tanh = _function("Tanh", "tanh")
GELU = _function("GELU", "gelu", approximate="none")
SiLU = _function("SiLU", "silu", inplace=False)
ELU = _function("ELU", "elu", alpha=1.0, inplace=False)
LeakyReLU = _function("LeakyReLU", "leaky_relu", negative_slope=0.01, inplace=False)
Softplus = _function("Softplus", "softplus", beta=1.0, threshold=20.0)
LogSigmoid = _function("LogSigmoid", "logsigmoid")
Softmax = _function("Softmax", "softmax", dim=None)
LogSoftmax = _function("LogSoftmax", "log_softmax", dim=None)


class Identity(Module):
    """Returns its input."""

    def __init__(self, *given: Any, **named: Any) -> None: ...

    def forward(self, x: Any) -> Any:
        return x


class Dropout(Module):
    """In training, sets elements to 0 with the probability ``p`` and divides the others by ``1 - p``."""

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        if not 0 <= p <= 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def forward(self, x: Any) -> Any:
        return functional.dropout(x, self.p, self.training, self.inplace)

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"


class Flatten(Module):
    """Several axes as one: by default all but the first."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, x: Any) -> Any:
        return x.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """One axis as several."""

    def __init__(self, dim: int, unflattened_size: Any) -> None:
        self.dim, self.unflattened_size = dim, tuple(unflattened_size)

    def forward(self, x: Any) -> Any:
        return x.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
