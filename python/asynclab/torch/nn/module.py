"""``torch.nn.modules.module``: the base class, with parameters, buffers and inner modules."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..._names import lacking
from ...views import apart
from .._gradients import is_grad_enabled, no_grad
from .._parts import Hooks
from .._tensor import Tensor
from .._types import bfloat16, checked_dtype, float16, float32, float64, kind_on
from .hooks import Watched
from .parameter import Parameter, UninitializedParameter


class IncompatibleKeys(NamedTuple):
    """The names that `load_state_dict` found only in the module, or only in the state."""

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self.missing_keys}, unexpected_keys={self.unexpected_keys})"


class Module:
    """A callable that has parameters: those of its attributes, then those of its modules, each in the order they were set.

    A parameter or a module with several names counts once, under the first name.
    """

    training = True

    def forward(self, *given: Any) -> Any:
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *given: Any, **named: Any) -> Any:
        for hook in [*vars(self).get("_before", {}).values()]:
            changed = hook(self, given)
            given = given if changed is None else changed if isinstance(changed, tuple) else (changed,)
        hooks = vars(self).get("_backward")
        watched = Watched(self, hooks) if hooks and is_grad_enabled() else None
        if watched is not None:
            given = watched.entered(given)
        made = self.forward(*given, **named)
        if watched is not None:
            made = watched.left(made)
        for hook in [*vars(self).get("_behind", {}).values()]:
            changed = hook(self, given, made)
            made = made if changed is None else changed
        return made

    def register_forward_hook(self, hook: Callable[..., Any]) -> Hooks:
        """Calls ``hook(module, inputs, output)`` after each call; a result replaces the output."""
        return Hooks(vars(self).setdefault("_behind", {}), hook)

    def register_forward_pre_hook(self, hook: Callable[..., Any]) -> Hooks:
        """Calls ``hook(module, inputs)`` before each call; a result replaces the inputs."""
        return Hooks(vars(self).setdefault("_before", {}), hook)

    def register_full_backward_hook(self, hook: Callable[..., Any]) -> Hooks:
        """Calls ``hook(module, grad_input, grad_output)`` in each backward pass; a result replaces the inputs' gradients."""
        return Hooks(vars(self).setdefault("_backward", {}), hook)

    def __getattr__(self, name: str) -> Any:
        raise lacking(type(self).__name__, self, name, f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        held = vars(self).get(name)
        for kind, what, wanted in ((Parameter, "parameter", "torch.nn.Parameter"), (Module, "child module", "torch.nn.Module")):
            if value is not None and isinstance(held, kind) and not isinstance(value, (Parameter, kind)):
                raise TypeError(f"cannot assign {_kind(value)!r} as {what} {name!r} ({wanted} or None expected)")
        buffers = vars(self).get("_kept", {})
        if name in buffers and value is not None and not isinstance(value, Tensor):
            raise TypeError(f"cannot assign {_kind(value)!r} as buffer {name!r} (torch.Tensor or None expected)")
        object.__setattr__(self, name, value)

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """A tensor that moves with the module and, if ``persistent``, is in its state, but is not trained."""
        self._new(name, "buffer")
        vars(self).setdefault("_kept", {})[name] = persistent
        vars(self)[name] = tensor

    def register_parameter(self, name: str, param: Any) -> None:
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(f"cannot assign {_kind(param)!r} object to parameter {name!r} (torch.nn.Parameter or None required)")
        self._new(name, "parameter")
        vars(self)[name] = param

    def add_module(self, name: str, module: Module | None) -> None:
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{type(module).__name__} is not a Module subclass")
        if not (name in vars(self) and isinstance(vars(self)[name], Module)):
            self._new(name, "module")
        vars(self)[name] = module

    register_module = add_module

    def _new(self, name: str, what: str) -> None:
        if not isinstance(name, str) or "." in name or not name:
            raise KeyError(f"{what} name can't contain \".\" or be empty, got: {name!r}")
        if hasattr(type(self), name) or name in vars(self) and name not in vars(self).get("_kept", {}):
            raise KeyError(f"attribute '{name}' already exists")

    def _members(self, kind: Any) -> Iterator[tuple[str, Any]]:
        """The attributes of a kind. A value with two names is there twice."""
        return ((name, value) for name, value in vars(self).items() if isinstance(value, kind))

    def named_children(self) -> Iterator[tuple[str, Module]]:
        return _once(self._members(Module))

    def children(self) -> Iterator[Module]:
        return (child for _, child in self.named_children())

    def named_modules(self, memo: set[int] | None = None, prefix: str = "", remove_duplicate: bool = True) -> Iterator[tuple[str, Module]]:
        memo = set() if memo is None else memo
        if id(self) in memo:
            return
        if remove_duplicate:
            memo.add(id(self))
        yield prefix, self
        for name, child in self._members(Module):
            yield from child.named_modules(memo, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def modules(self) -> Iterator[Module]:
        return (module for _, module in self.named_modules())

    def named_parameters(self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True) -> Iterator[tuple[str, Tensor]]:
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        found = ((f"{path}.{name}" if path else name, value) for path, module in modules for name, value in module._members(Parameter))
        return _once(found) if remove_duplicate else found

    def parameters(self, recurse: bool = True) -> Iterator[Tensor]:
        return (parameter for _, parameter in self.named_parameters(recurse=recurse))

    def named_buffers(self, prefix: str = "", recurse: bool = True) -> Iterator[tuple[str, Tensor]]:
        modules = self.named_modules(None, prefix) if recurse else [(prefix, self)]
        return _once((f"{path}.{name}" if path else name, vars(module)[name]) for path, module in modules for name in module._buffers if vars(module)[name] is not None)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        return (buffer for _, buffer in self.named_buffers(recurse=recurse))

    @property
    def _buffers(self) -> list[str]:
        return list(vars(self).get("_kept", {}))

    @property
    def _modules(self) -> OrderedDict[str, Module]:
        return OrderedDict(self._members(Module))

    @property
    def _parameters(self) -> OrderedDict[str, Any]:
        return OrderedDict(self._members(Parameter))

    def get_submodule(self, target: str) -> Module:
        found: Any = self
        for name in filter(None, target.split(".")):
            found = found._modules.get(name)
            if found is None:
                raise AttributeError(f"{type(self).__name__} has no attribute `{name}`")
        return found

    def get_parameter(self, target: str) -> Any:
        return getattr(self.get_submodule(target.rpartition(".")[0]), target.rpartition(".")[2])

    # --- state

    def _state(self, prefix: str = "") -> Iterator[tuple[str, Tensor]]:
        """Every parameter and every persistent buffer, under each of its names."""
        for name, value in self._members(Parameter):
            if not isinstance(value, UninitializedParameter):
                yield prefix + name, value
        for name, kept in vars(self).get("_kept", {}).items():
            if kept and vars(self)[name] is not None:
                yield prefix + name, vars(self)[name]
        for name, child in self._members(Module):
            yield from child._state(f"{prefix}{name}.")

    def state_dict(self, *, prefix: str = "", keep_vars: bool = False) -> OrderedDict[str, Tensor]:
        """Parameters and buffers by name. They share their elements with the module's, as in PyTorch: copy those that must not change."""
        return OrderedDict((name, value if keep_vars else value.detach()) for name, value in self._state(prefix))

    def load_state_dict(self, state_dict: Any, strict: bool = True, assign: bool = False) -> IncompatibleKeys:
        """Sets parameters and buffers to the state's elements, by name. Where anything does not fit, nothing is changed."""
        if not hasattr(state_dict, "items"):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        for path, module in self.named_modules():
            module._sized(state_dict, f"{path}." if path else "")
        own = dict(self._state())
        missing, unexpected = [name for name in own if name not in state_dict], [name for name in state_dict if name not in own]
        problems = []
        if strict and unexpected:
            problems.append("Unexpected key(s) in state_dict: " + ", ".join(f'"{name}"' for name in unexpected) + ". ")
        if strict and missing:
            problems.insert(0, "Missing key(s) in state_dict: " + ", ".join(f'"{name}"' for name in missing) + ". ")
        for name, value in own.items():
            given = state_dict.get(name, value)
            if given.shape != value.shape:
                problems.append(
                    f"size mismatch for {name}: copying a param with shape {given.shape} from checkpoint, the shape in current model is {value.shape}."
                )
        if problems:
            raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}:\n\t" + "\n\t".join(problems))
        with no_grad():
            for name, value in own.items():
                if name in state_dict:
                    value.detach().copy_(state_dict[name])
        return IncompatibleKeys(missing, unexpected)

    def _sized(self, state_dict: Any, prefix: str) -> None:
        """Takes the sizes of lazy parameters from a state."""

    def apply(self, fn: Any) -> Module:
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def requires_grad_(self, requires_grad: bool = True) -> Module:
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def to(self, *given: Any, device: Any = None, dtype: Any = None, non_blocking: bool = False) -> Module:
        """Moves every parameter, its gradient, and the buffers to a device or to another type."""
        for one in given:
            if isinstance(one, Tensor):
                device, dtype = one.device, one.dtype
            elif hasattr(one, "is_floating_point"):
                dtype = one
            elif one is not None:
                device = one
        if dtype is not None and not checked_dtype(dtype).is_floating_point:
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}")
        for parameter in self.parameters():
            if isinstance(parameter, UninitializedParameter):
                continue
            kind = _class_of(parameter, device, dtype)
            if type(parameter) is kind:
                continue
            gradient, wanted = parameter.grad, parameter.requires_grad
            with no_grad():
                moved = parameter.detach().to(device=device, dtype=dtype)
            # The handle stands for the array on the other device.
            parameter._exchange(moved)
            parameter.__class__, moved.__class__ = kind, type(parameter)
            apart(parameter)
            if wanted:
                parameter.attach_grad(accumulate=True)
            if gradient is not None:
                parameter._set_gradient(gradient.to(device=device, dtype=dtype))
        for module in self.modules():
            for name in module._buffers:
                value = vars(module)[name]
                if value is not None:
                    vars(module)[name] = value.to(device=device, dtype=dtype if value.is_floating_point() else None)
        return self

    def float(self) -> Module:
        return self.to(dtype=float32)

    def double(self) -> Module:
        return self.to(dtype=float64)

    def half(self) -> Module:
        return self.to(dtype=float16)

    def bfloat16(self) -> Module:
        return self.to(dtype=bfloat16)

    def cuda(self, device: Any = None) -> Module:
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
        children = list(self._members(Module))
        extra = self.extra_repr()
        if not children and "\n" not in extra:
            return f"{type(self).__name__}({extra})"
        lines = [f"  {line}" for line in extra.split("\n")] if extra else []
        lines += [f"  ({name}): " + repr(value).replace("\n", "\n  ") for name, value in children]
        return f"{type(self).__name__}(\n" + "\n".join(lines) + "\n)"


def _once(named: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Each value once, under the first of its names."""
    seen = set()
    for name, value in named:
        if id(value) not in seen:
            seen.add(id(value))
            yield name, value


def _kind(value: Any) -> str:
    return str(value.type()) if isinstance(value, Tensor) else type(value).__name__


def _class_of(x: Any, device: Any, dtype: Any) -> Any:
    """The class of a tensor on a device, in a type; by default its own device and type."""
    kind = x._plain if device is None else kind_on(device)[0]
    return kind._kinds[x.dtype if dtype is None else dtype]
