"""Tensors as parts of a graph: tensors that want a gradient, results computed from them, and the copies of both."""

from __future__ import annotations

from typing import Any, Self

from ..array import Array
from ..errors import LabError
from ..views import Place, place_of, viewed
from ._copies import copied, deep_copied, recipe
from ._gradients import enable_grad, is_grad_enabled, no_grad
from ._in_place import InPlace
from . import _parts as parts


#: PyTorch's names of operations, where they differ from the lab's.
_NAMES = {
    "radd": "Add", "rmul": "Mul", "rsub": "RsubBackward1", "rdiv": "Mul", "rpow": "PowBackward1", "square": "Pow", "norm": "LinalgVectorNorm",
    "max": "MaxBackward1", "min": "MinBackward1", "all_sum": "SumBackward0", "masked": "MaskedFill",
}  # fmt: skip


def named(made: Any, name: str) -> Any:
    """Notes which operation made a tensor, for its `grad_fn`."""
    made._by = name
    return made


class Node:
    """The operation that computed a tensor: ``y.grad_fn``. It has only a name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def name(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"<{self._name} object at {id(self):#x}>"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"grad_fn of asynclab has no {name!r}: the graph is the engine's; it has name()")


class Recorded(InPlace):
    """The members of tensors for gradients and copies."""

    __slots__ = ()

    # --- gradients

    _recorded = enable_grad

    @property
    def _scope(self) -> Any:
        return None if is_grad_enabled() else no_grad

    @property
    def requires_grad(self) -> bool:
        return self._wanted or not self.is_leaf

    @requires_grad.setter
    def requires_grad(self, wanted: bool) -> None:
        self.requires_grad_(wanted)

    @property
    def is_leaf(self) -> bool:
        return not self._lab.js.recorded(self._id)

    @property
    def _wanted(self) -> bool:
        """Whether passes leave a gradient here."""
        return "attached" in getattr(self, "_more", {})

    @property
    def grad_fn(self) -> Node | None:
        """The operation that computed this tensor; None for a leaf."""
        if self.is_leaf:
            return None
        by = getattr(self, "_by", "")
        name = _NAMES.get(by, by[:1].upper() + by[1:])
        return Node(name if "Backward" in name else f"{name}Backward0")

    def retain_grad(self) -> None:
        """Keeps the gradient that backward passes find for this tensor, though it is no leaf."""
        if not self.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if not self._wanted:
            self.attach_grad(accumulate=True)

    def requires_grad_(self, wanted: bool = True) -> Any:
        if not wanted and not self.is_leaf:
            raise RuntimeError("you can only change requires_grad flags of leaf variables. Use detach() for a constant of these elements.")
        if wanted and not self.dtype.is_floating_point:
            raise RuntimeError(f"only Tensors of floating point dtype can require gradients; this one is of {self.dtype}")
        if wanted and not self.requires_grad:
            # PyTorch adds the gradient of each backward pass to the earlier one.
            self.attach_grad(accumulate=True)
        elif self._wanted and not wanted:
            self._gradient()
            # The recorded graph keeps the old array, where backward passes end. The handle gets another array of the same elements.
            with no_grad():
                self._exchange(Array.reshape(self, self.shape))
            del self._more["attached"]
        return self

    @property
    def grad(self) -> Self | None:
        return self._gradient()

    @grad.setter
    def grad(self, value: Any) -> None:
        if value is not None:
            _check_gradient(self, value)
        if self._wanted:
            self.zero_grad()
        else:
            self._extras().pop("grad", None)
        if value is not None:
            self._set_gradient(value)

    def backward(self, gradient: Any = None, retain_graph: bool | None = None, create_graph: bool = False) -> None:
        if create_graph:
            raise NotImplementedError(
                "backward: for create_graph use torch.autograd.grad(loss, inputs, create_graph=True)"
            )
        if gradient is None and self.numel() != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        if parts._parts or parts._hooked:
            parts.backward(self, gradient, bool(retain_graph))
        else:
            Array.backward(self, gradient, bool(retain_graph))

    def register_hook(self, hook: Any) -> Any:
        """Calls ``hook(gradient)`` when a pass has found the gradient. Its result, if not None, replaces the gradient. For a tensor that is
        no leaf, the hook sees only the gradient through results computed from it after this call."""
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        return parts.hook(self, hook)

    def _changed(self, fresh: Any) -> Any:
        hooks = self.is_leaf and self._more.get("hooks")
        if not hooks:
            return fresh
        with no_grad():
            return parts.changed(fresh, hooks)

    def _without_gradient(self, error: LabError) -> LabError:
        if "freed" in error.args[0]:
            return type(error)(
                error.code,
                "Trying to backward through the graph a second time: its intermediate values were freed by the first backward(). "
                "Specify retain_graph=True in that one if you need to backward through the graph a second time",
            )
        if "assigned" in error.args[0]:
            return type(error)(
                error.code,
                "one of the variables needed for gradient computation has been modified by an inplace operation, between the forward pass and "
                "backward(). Call backward() before the change, or compute the loss again",
            )
        if self.requires_grad:
            return error
        return type(error)(
            error.code,
            "element 0 of tensors does not require grad and does not have a grad_fn: compute it from tensors with requires_grad=True, "
            "outside no_grad()",
        )

    def detach(self) -> Any:
        """A view of the same elements that is constant for gradients."""
        with no_grad():
            made = Array.reshape(self, self.shape)
        place = place_of(self)
        return viewed(made, Place(place._base, place.first, place.shape, place.steps, no_grad))

    # --- copies

    def __copy__(self) -> Any:
        return copied(self)

    def __deepcopy__(self, memo: dict[Any, Any]) -> Any:
        return deep_copied(self, memo)

    def _recipe(self) -> Any:
        return recipe(self)


def _check_gradient(x: Any, value: Any) -> None:
    """Raises why a value cannot be the gradient of a tensor (torch/csrc/autograd/python_variable.cpp, ``THPVariable_set_grad``)."""
    if not isinstance(value, Recorded):
        raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}")
    if value is x:
        raise RuntimeError("can't assign Variable as its own grad")
    if value.is_cuda != x.is_cuda:
        raise RuntimeError(f"attempting to assign a gradient located on device '{value.device}' to a tensor located on device '{x.device}'")
    if value.shape != x.shape:
        raise RuntimeError(
            f"attempting to assign a gradient of size '{list(value.shape)}' to a tensor of size '{list(x.shape)}'. "
            "Please ensure that the gradient and the tensor are the same size"
        )
