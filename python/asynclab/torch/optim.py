"""``torch.optim``: SGD."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .._names import missing as _missing
from ._gradients import no_grad as _no_grad
from ._tensor import Tensor as _Tensor


class SGD:
    """Stochastic gradient descent: p ← p − lr · v, v ← momentum · v + gradient + weight_decay · p.

    ``lr`` is 1e-3 by default, as in torch/optim/sgd.py.
    """

    def __init__(self, params: Iterable[_Tensor], lr: float = 1e-3, momentum: float = 0, weight_decay: float = 0) -> None:
        self._params = list(params)
        if not self._params:
            raise ValueError("optimizer got an empty parameter list")
        if lr < 0:
            raise ValueError(f"Invalid learning rate: {lr}")
        self.param_groups = [{"params": self._params, "lr": lr, "momentum": momentum, "weight_decay": weight_decay}]
        self._velocity: dict[int, _Tensor] = {}

    def zero_grad(self, set_to_none: bool = True) -> None:
        for param in self._params:
            if set_to_none:
                param.grad = None
            elif param.grad is not None:
                param.grad.zero_()

    @_no_grad()
    def step(self) -> None:
        group = self.param_groups[0]
        rate, momentum, decay = group["lr"], group["momentum"], group["weight_decay"]
        for param in self._params:
            gradient: Any = param.grad
            if gradient is None:
                continue
            if decay:
                gradient = gradient + param * decay
            if momentum:
                before = self._velocity.get(id(param))
                gradient = gradient if before is None else before * momentum + gradient
                self._velocity[id(param)] = gradient
            param.assign(param - gradient * rate)


__getattr__ = _missing("torch.optim", globals())
