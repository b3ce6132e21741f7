"""``torch.optim``: SGD, Adam, AdamW, and their schedules."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from ..._names import missing as _missing
from .._gradients import enable_grad as _enable_grad, no_grad as _no_grad
from .._tensor import Tensor as _Tensor


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

    def state_dict(self) -> dict[str, Any]:
        """What is kept of each parameter, by its place among all, and the groups' options."""
        places = {id(param): at for at, param in enumerate(param for group in self.param_groups for param in group["params"])}
        groups = [{**group, "params": [places[id(param)] for param in group["params"]]} for group in self.param_groups]
        return {"state": {places[id(param)]: dict(kept) for param, kept in self.state.items() if id(param) in places}, "param_groups": groups}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Options and what was kept, of an optimizer with parameters of the same shapes in the same order."""
        groups = state_dict["param_groups"]
        if [len(group["params"]) for group in groups] != [len(group["params"]) for group in self.param_groups]:
            raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
        for own, given in zip(self.param_groups, groups, strict=True):
            own.update({key: value for key, value in given.items() if key != "params"})
        params = [param for group in self.param_groups for param in group["params"]]
        self.state.clear()
        for at, kept in state_dict["state"].items():
            param = params[at]
            self.state[param] = {key: value.detach().to(param.device).clone() if hasattr(value, "detach") and value.dim() else copy.copy(value) for key, value in kept.items()}

    def zero_grad(self, set_to_none: bool = True) -> None:
        for group in self.param_groups:
            for param in group["params"]:
                if set_to_none:
                    param.grad = None
                elif param.grad is not None:
                    param.grad.zero_()

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
                    self._move(param, -gradient if group["maximize"] else gradient, group)
        return loss

    def _move(self, param: Any, gradient: Any, group: dict[str, Any]) -> None:
        raise NotImplementedError

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
    """As in its paper, with weight decay as a part of the gradient: the step is the JavaScript library's (www/lib/nn/optimizers.js)."""

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
    """Adam, with a weight decay that is no part of the gradient; 0.01 by default."""

    _decoupled = True

    def __init__(self, params: Iterable[Any], lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8, weight_decay: float = 1e-2, **others: Any) -> None:
        super().__init__(params, lr, betas, eps, weight_decay, **others)


from . import lr_scheduler  # noqa: E402, F401

__getattr__ = _missing("torch.optim", globals())
