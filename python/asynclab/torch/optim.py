"""``torch.optim``: SGD."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from .._names import missing as _missing
from ._gradients import enable_grad as _enable_grad, no_grad as _no_grad
from ._tensor import Tensor as _Tensor


class Optimizer:
    """Parameters in groups, each with options of its own, and what is kept for each parameter (torch/optim/optimizer.py)."""

    def __init__(self, params: Iterable[Any], defaults: dict[str, Any]) -> None:
        if isinstance(params, _Tensor):
            raise TypeError(f"params argument given to the optimizer should be an iterable of Tensors or dicts, but got {params.type()}")
        self.defaults = defaults
        self.state: defaultdict[_Tensor, dict[str, Any]] = defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        given = list(params)
        if not given:
            raise ValueError("optimizer got an empty parameter list")
        for group in given if isinstance(given[0], dict) else [{"params": given}]:
            self.add_param_group(group)

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Parameters more, with options that differ from the optimizer's own."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        if isinstance(params, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets will change "
                "between runs. Please use a list instead."
            )
        listed = [params] if isinstance(params, _Tensor) else list(params)
        if listed and all(isinstance(one, tuple) for one in listed):  # named_parameters()
            listed = [param for _, param in listed]
        held = {id(param) for group in self.param_groups for param in group["params"]}
        for param in listed:
            if not isinstance(param, _Tensor):
                raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {type(param).__name__}")
            if not param.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
            if id(param) in held:
                raise ValueError("some parameters appear in more than one parameter group")
        unknown = param_group.keys() - self.defaults.keys() - {"params"}
        if unknown:
            known = ", ".join(self.defaults)
            raise TypeError(f"{type(self).__name__} of asynclab has no option {', '.join(sorted(unknown))}; it has {known}")
        # A parameter that is listed twice is one.
        unique = list({id(param): param for param in listed}.values())
        self.param_groups.append({**self.defaults, **param_group, "params": unique})

    def zero_grad(self, set_to_none: bool = True) -> None:
        for group in self.param_groups:
            for param in group["params"]:
                if set_to_none:
                    param.grad = None
                elif param.grad is not None:
                    param.grad.zero_()

    def __repr__(self) -> str:
        lines = [f"{type(self).__name__} ("]
        for at, group in enumerate(self.param_groups):
            lines += [*([""] if at else []), f"Parameter Group {at}"]
            lines += [f"    {key}: {group[key]}" for key in sorted(group) if key != "params"]
        return "\n".join([*lines, ")"])


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

    @_no_grad()
    def step(self, closure: Any = None) -> Any:
        """One step. ``closure`` computes the loss anew and gives it."""
        loss = None
        if closure is not None:
            with _enable_grad():
                loss = closure()
        for group in self.param_groups:
            for param in group["params"]:
                gradient = param.grad
                if gradient is not None:
                    param.assign(param - self._direction(param, gradient, group) * group["lr"])
        return loss

    def _direction(self, param: _Tensor, gradient: Any, group: dict[str, Any]) -> Any:
        momentum, decay = group["momentum"], group["weight_decay"]
        if group["maximize"]:
            gradient = -gradient
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


__getattr__ = _missing("torch.optim", globals())
