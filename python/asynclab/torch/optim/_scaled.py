"""Steps that are scaled by the squares of earlier gradients: RMSprop and Adagrad."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._optimizer import Optimizer


def _checked(**values: float) -> None:
    for name, value in values.items():
        if value < 0:
            raise ValueError(f"Invalid {'learning rate' if name == 'learning_rate' else f'{name} value'}: {value}")


class RMSprop(Optimizer):
    """p ← p − lr · gradient / (√v + eps), v ← alpha · v + (1 − alpha) · gradient²: torch/optim/rmsprop.py."""

    def __init__(
        self, params: Iterable[Any], lr: float = 1e-2, alpha: float = 0.99, eps: float = 1e-8, weight_decay: float = 0, momentum: float = 0,
        centered: bool = False, capturable: bool = False, foreach: Any = None, maximize: bool = False, differentiable: bool = False,
    ) -> None:  # fmt: skip
        _checked(learning_rate=lr, epsilon=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered, "weight_decay": weight_decay,
            "capturable": capturable, "foreach": foreach, "maximize": maximize, "differentiable": differentiable,
        })  # fmt: skip

    def _move(self, param: Any, gradient: Any, group: dict[str, Any]) -> None:
        state, alpha = self.state[param], group["alpha"]
        if group["weight_decay"]:
            gradient = gradient + param * group["weight_decay"]
        if not state:
            names = ("square_avg", *(["momentum_buffer"] if group["momentum"] else []), *(["grad_avg"] if group["centered"] else []))
            state["step"] = 0
            state.update({name: param._filled(0.0) for name in names})
        state["step"] += 1
        spread = state["square_avg"] = state["square_avg"] * alpha + gradient * gradient * (1 - alpha)
        if group["centered"]:
            mean = state["grad_avg"] = state["grad_avg"] + (gradient - state["grad_avg"]) * (1 - alpha)
            spread = spread - mean * mean
        move = gradient / (spread.sqrt() + group["eps"])
        if group["momentum"]:
            move = state["momentum_buffer"] = state["momentum_buffer"] * group["momentum"] + move
        param.assign(param - move * group["lr"])


class Adagrad(Optimizer):
    """p ← p − lr · gradient / (√v + eps), v ← v + gradient²: torch/optim/adagrad.py."""

    def __init__(
        self, params: Iterable[Any], lr: float = 1e-2, lr_decay: float = 0, weight_decay: float = 0, initial_accumulator_value: float = 0,
        eps: float = 1e-10, foreach: Any = None, *, maximize: bool = False, differentiable: bool = False, fused: Any = None,
    ) -> None:  # fmt: skip
        _checked(learning_rate=lr, lr_decay=lr_decay, weight_decay=weight_decay, initial_accumulator_value=initial_accumulator_value, epsilon=eps)
        super().__init__(params, {
            "lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay, "initial_accumulator_value": initial_accumulator_value,
            "foreach": foreach, "maximize": maximize, "differentiable": differentiable, "fused": fused,
        })  # fmt: skip
        for group in self.param_groups:
            for param in group["params"]:
                param.numel()  # Raises for a lazy parameter, as there: the state needs the parameter's shape.

    def _move(self, param: Any, gradient: Any, group: dict[str, Any]) -> None:
        state = self.state[param]
        if group["weight_decay"]:
            gradient = gradient + param * group["weight_decay"]
        if not state:
            state["step"], state["sum"] = 0, param._filled(float(group["initial_accumulator_value"]))
        state["sum"] = state["sum"] + gradient * gradient
        rate = group["lr"] / (1 + state["step"] * group["lr_decay"])
        state["step"] += 1
        param.assign(param - gradient / (state["sum"].sqrt() + group["eps"]) * rate)
