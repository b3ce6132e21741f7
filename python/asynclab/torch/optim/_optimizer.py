"""The base of all optimizers: groups of parameters, and the state kept for each parameter."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from .._gradients import enable_grad as _enable_grad, no_grad as _no_grad
from .._tensor import Tensor as _Tensor


class Optimizer:
    """Parameters in groups, each group with options of its own, and the state of each parameter (torch/optim/optimizer.py)."""

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
        """Adds parameters, with options that differ from the optimizer's own."""
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
        # A parameter that is listed twice counts once.
        unique = list({id(param): param for param in listed}.values())
        self.param_groups.append({**self.defaults, **param_group, "params": unique})

    def state_dict(self) -> dict[str, Any]:
        """The state of each parameter, by its index among all parameters, and the groups' options."""
        indices = {id(param): at for at, param in enumerate(param for group in self.param_groups for param in group["params"])}
        groups = [{**group, "params": [indices[id(param)] for param in group["params"]]} for group in self.param_groups]
        return {"state": {indices[id(param)]: dict(kept) for param, kept in self.state.items() if id(param) in indices}, "param_groups": groups}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Takes options and states from an optimizer with parameters of the same shapes in the same order."""
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
        """One step. ``closure`` computes the loss again and returns it."""
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
