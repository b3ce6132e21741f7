"""``torch.autograd``."""

from __future__ import annotations

from typing import Any

from .._names import missing as _missing
from . import _parts
from ._creation import filled as _filled
from ._gradients import enable_grad, is_grad_enabled as _is_grad_enabled, no_grad, set_grad_enabled  # noqa: F401
from ._history import named as _named
from ._tensor import Tensor as _Tensor


def _listed(given: Any) -> list[Any]:
    return [given] if given is None or isinstance(given, _Tensor) else list(given)


def backward(tensors: Any, grad_tensors: Any = None, retain_graph: bool | None = None, create_graph: bool = False) -> None:
    """Finds the gradients of the leaves that some tensors were computed from."""
    _no_graph(create_graph)
    outputs = _listed(tensors)
    heads = _listed(grad_tensors) if grad_tensors is not None else [None] * len(outputs)
    for at, (output, head) in enumerate(zip(outputs, heads, strict=True)):
        output.backward(head, bool(retain_graph) or at < len(outputs) - 1)


def grad(
    outputs: Any, inputs: Any, grad_outputs: Any = None, retain_graph: bool | None = None, create_graph: bool = False, allow_unused: bool | None = None,
) -> tuple[Any, ...]:  # fmt: skip
    """The gradients of outputs with respect to inputs, whose ``grad`` is unchanged. With ``create_graph`` they have a history."""
    if create_graph and any(_parts.led_to(one) for one in _listed(outputs)):
        raise NotImplementedError("autograd.grad: create_graph does not go through an autograd.Function or a hook; write the operation with tensors, without them")
    if not create_graph and _is_grad_enabled():
        with no_grad():  # The gradients are constants.
            return grad(outputs, inputs, grad_outputs, retain_graph, False, allow_unused)
    wanted, heads = _listed(inputs), _listed(grad_outputs)
    found: list[Any] = [None] * len(wanted)
    for one in wanted:
        if not one.requires_grad:
            raise RuntimeError("One of the differentiated Tensors does not require grad")
    listed = _listed(outputs)
    retain_graph = create_graph if retain_graph is None else retain_graph
    for at, output in enumerate(listed):
        head = heads[at] if grad_outputs is not None else None
        if head is None and output.numel() != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        lab = output._lab
        if not create_graph and _parts.led_to(output):
            for index, made in enumerate(_parts.gradients(output, head, wanted, bool(retain_graph) or at < len(listed) - 1)):
                if made is not None:
                    _put(found, index, made)
            continue
        if not lab.js.gradients(output._id, head._id if head is not None else 0, bool(retain_graph) or at < len(listed) - 1, create_graph, *(one._id for one in wanted)):
            error = lab.failure()
            if error.code != "NO_GRADIENT" or "freed" in str(error) or not output.requires_grad:
                raise output._without_gradient(error)
            _one_by_one(found, output, wanted, head, bool(retain_graph) or at < len(listed) - 1, create_graph)
            continue
        for index, one in enumerate(wanted):
            name = lab.js.more()
            if name:
                _put(found, index, _named(type(one)._adopt(name), "Mul"))
    for index, one in enumerate(found):
        if one is None and not allow_unused:
            raise RuntimeError(
                f"The differentiated Tensor at index {index} appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior."
            )
    return tuple(found)


def _no_graph(wanted: bool) -> None:
    if wanted:
        raise NotImplementedError(
            "backward: for create_graph use torch.autograd.grad(loss, inputs, create_graph=True)"
        )


def _put(found: list[Any], index: int, made: Any) -> None:
    found[index] = made if found[index] is None else found[index] + made


def _one_by_one(found: list[Any], output: Any, wanted: list[Any], head: Any, retain: bool, record: bool) -> None:
    """The same with one pass for each input: used where the output was not computed from all of them."""
    lab = output._lab
    for index, one in enumerate(wanted):
        if lab.js.gradients(output._id, head._id if head is not None else 0, True, record, one._id):
            _put(found, index, _named(type(one)._adopt(lab.js.more()), "Mul"))
    if not retain:
        lab.js.gradients(output._id, head._id if head is not None else 0, False, False, *(one._id for one, made in zip(wanted, found, strict=True) if made is not None))
        while name := lab.js.more():
            lab._release(name)


class FunctionCtx:
    """Carries values from ``forward`` to ``backward``."""

    saved_tensors: tuple[Any, ...] = ()
    needs_input_grad: tuple[bool, ...] = ()
    _materialize = True
    _constant: tuple[Any, ...] = ()

    def save_for_backward(self, *tensors: Any) -> None:
        self.saved_tensors = tensors

    def mark_non_differentiable(self, *args: Any) -> None:
        self._constant = args

    def set_materialize_grads(self, value: bool) -> None:
        self._materialize = value

    def mark_dirty(self, *args: Any) -> None:
        raise NotImplementedError("mark_dirty: a Function cannot change its inputs here; give a new tensor")


class Function:
    """An operation with gradients of its own: ``forward`` and ``backward`` are static, and ``apply`` calls it."""

    @staticmethod
    def forward(*given: Any, **named: Any) -> Any:
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        """Where a class defines this, ``forward`` takes the inputs without ``ctx``."""

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        raise NotImplementedError("You must implement either the backward or vjp method for your custom autograd.Function to use it with backward mode AD.")

    def __call__(self, *_: Any) -> None:
        raise RuntimeError("Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)")

    @classmethod
    def apply(cls, *given: Any, **named: Any) -> Any:
        ctx = FunctionCtx()
        ctx.needs_input_grad = tuple(isinstance(one, _Tensor) and one.requires_grad for one in given)
        recorded = _is_grad_enabled() and any(ctx.needs_input_grad)
        with no_grad():
            if cls.setup_context is Function.setup_context:
                output = cls.forward(ctx, *given, **named)
            else:
                output = cls.forward(*given, **named)
                cls.setup_context(ctx, given, output)
        outputs = list(output) if isinstance(output, tuple) else [output]
        leads = [isinstance(one, _Tensor) and one.is_floating_point() and not any(one is constant for constant in ctx._constant) for one in outputs]
        if not recorded or not any(leads):
            return output
        name = f"{cls.__name__}Backward"
        shapes = [(one.shape, one.device) if leading else None for one, leading in zip(outputs, leads, strict=True)]

        def compute(found: list[Any]) -> list[Any]:
            if ctx._materialize:
                found = [_zeros(*shape) if one is None and shape else one for one, shape in zip(found, shapes, strict=True)]
            made = cls.backward(ctx, *found)
            gradients = list(made) if isinstance(made, tuple) else [made]
            if len(gradients) > len(given) and all(one is None for one in gradients[len(given) :]):
                gradients = gradients[: len(given)]
            if len(gradients) != len(given):
                raise RuntimeError(f"function {name} returned an incorrect number of gradients (expected {len(given)}, got {len(gradients)})")
            for at, (one, gradient, needed) in enumerate(zip(given, gradients, ctx.needs_input_grad, strict=True)):
                if needed and gradient is not None and gradient.shape != one.shape:
                    raise RuntimeError(
                        f"Function {name} returned an invalid gradient at index {at} - got {list(gradient.shape)} but expected shape compatible with {list(one.shape)}"
                    )
            return gradients

        wanted = [one if needed else None for one, needed in zip(given, ctx.needs_input_grad, strict=True)]
        made = _parts.joined(wanted, [one if leading else None for one, leading in zip(outputs, leads, strict=True)], compute)
        made = [_named(new, name) if leading else one for one, new, leading in zip(outputs, made, leads, strict=True)]
        return tuple(made) if isinstance(output, tuple) else made[0]


def _zeros(shape: Any, device: Any) -> Any:
    return _filled(0, shape, device)


Variable = _Tensor
__getattr__ = _missing("torch.autograd", globals())
