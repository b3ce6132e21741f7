"""``torch.optim``: SGD, Adam, AdamW, and their schedules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..._names import missing as _missing
from .._tensor import Tensor as _Tensor
from . import lr_scheduler
from ._optimizer import Optimizer
from ._scaled import Adagrad, RMSprop


class SGD(Optimizer):
    """Stochastic gradient descent: p ← p − lr · v, v ← momentum · v + (1 − dampening) · (gradient + weight_decay · p).

    ``lr`` is 1e-3 by default, as in torch/optim/sgd.py.
    """

    def __init__(
        self, params: Iterable[Any], lr: float = 1e-3, momentum: float = 0, dampening: float = 0, weight_decay: float = 0,
        nesterov: bool = False, *, maximize: bool = False, foreach: Any = None, differentiable: bool = False, fused: Any = None,
    ) -> None:  # fmt: skip
        for name, value in (("learning rate", lr), ("momentum value", momentum), ("weight_decay value", weight_decay)):
            if value < 0:
                raise ValueError(f"Invalid {name}: {value}")
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        if differentiable:
            raise ValueError("SGD of asynclab is not differentiable")
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay, "nesterov": nesterov,
            "maximize": maximize, "foreach": foreach, "differentiable": differentiable, "fused": fused,
        })  # fmt: skip

    def _move(self, param: Any, gradient: Any, group: dict[str, Any]) -> None:
        param.assign(param - self._direction(param, gradient, group) * group["lr"])

    def _direction(self, param: _Tensor, gradient: Any, group: dict[str, Any]) -> Any:
        momentum, decay = group["momentum"], group["weight_decay"]
        if decay:
            gradient = gradient + param * decay
        if not momentum:
            return gradient
        state = self.state[param]
        before = state.get("momentum_buffer")
        if before is None:
            state["momentum_buffer"] = gradient.clone()  # An array of its own: a gradient may be changed in place.
        else:
            state["momentum_buffer"] = before * momentum + (gradient * (1 - group["dampening"]) if group["dampening"] else gradient)
        return gradient + state["momentum_buffer"] * momentum if group["nesterov"] else state["momentum_buffer"]


class Adam(Optimizer):
    """Adam, with weight decay as a part of the gradient. The step is the JavaScript library's (www/lib/nn/optimizers.js)."""

    _decoupled = False

    def __init__(
        self, params: Iterable[Any], lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8, weight_decay: float = 0,
        amsgrad: bool = False, *, foreach: Any = None, maximize: bool = False, capturable: bool = False, differentiable: bool = False,
        fused: Any = None, decoupled_weight_decay: bool | None = None,
    ) -> None:  # fmt: skip
        for name, value in (("learning rate", lr), ("epsilon value", eps), ("weight_decay value", weight_decay)):
            if value < 0:
                raise ValueError(f"Invalid {name}: {value}")
        for at, beta in enumerate(betas):
            if not 0 <= beta < 1:
                raise ValueError(f"Invalid beta parameter at index {at}: {beta}")
        if amsgrad or differentiable:
            raise ValueError(f"{type(self).__name__} of asynclab has neither amsgrad nor differentiable; leave them out")
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad, "maximize": maximize, "foreach": foreach,
            "capturable": capturable, "differentiable": differentiable, "fused": fused,
            "decoupled_weight_decay": self._decoupled if decoupled_weight_decay is None else decoupled_weight_decay,
        })  # fmt: skip

    def _move(self, param: Any, gradient: Any, group: dict[str, Any]) -> None:
        state, decay = self.state[param], group["weight_decay"]
        if not state:
            state["step"] = 0
            state["exp_avg"], state["exp_avg_sq"] = param._filled(0.0), param._filled(0.0)
        state["step"] += 1
        lab, (beta1, beta2), start = param._lab, group["betas"], param
        if decay and group["decoupled_weight_decay"]:
            start, decay = param * (1 - group["lr"] * decay), 0
        kept = [state["exp_avg"], state["exp_avg_sq"]]
        numbers = (group["lr"], beta1, beta2, group["eps"], decay, state["step"])
        made = param._adopt(lab._composed("adam", 0, 4, start._id, gradient._id, *(one._id for one in kept), *numbers))
        state["exp_avg"], state["exp_avg_sq"] = (param._adopt(lab.js.more()) for _ in kept)
        param.assign(made)


class AdamW(Adam):
    """Adam, with a weight decay that is not a part of the gradient; 0.01 by default."""

    _decoupled = True

    def __init__(self, params: Iterable[Any], lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8, weight_decay: float = 1e-2, **others: Any) -> None:
        super().__init__(params, lr, betas, eps, weight_decay, **others)


__getattr__ = _missing("torch.optim", globals())
