"""``torch.autograd``."""

from __future__ import annotations

from typing import Any

from .._names import missing as _missing
from ._gradients import enable_grad, no_grad, set_grad_enabled  # noqa: F401
from ._tensor import Tensor as _Tensor


def _listed(given: Any) -> list[Any]:
    return [given] if given is None or isinstance(given, _Tensor) else list(given)


def backward(tensors: Any, grad_tensors: Any = None, retain_graph: bool | None = None, create_graph: bool = False) -> None:
    """Finds the gradients of what some tensors were computed from."""
    outputs = _listed(tensors)
    heads = _listed(grad_tensors) if grad_tensors is not None else [None] * len(outputs)
    for at, (output, head) in enumerate(zip(outputs, heads, strict=True)):
        output.backward(head, bool(retain_graph) or at < len(outputs) - 1)


def grad(
    outputs: Any, inputs: Any, grad_outputs: Any = None, retain_graph: bool | None = None, create_graph: bool = False, allow_unused: bool | None = None,
) -> tuple[Any, ...]:  # fmt: skip
    """The gradients of outputs with respect to inputs, which their ``grad`` does not get."""
    if create_graph:
        raise NotImplementedError("autograd.grad: create_graph is not here: the engine does not record its backward pass; leave it out")
    wanted, heads = _listed(inputs), _listed(grad_outputs)
    found: list[Any] = [None] * len(wanted)
    for one in wanted:
        if not one.requires_grad:
            raise RuntimeError("One of the differentiated Tensors does not require grad")
    listed = _listed(outputs)
    for at, output in enumerate(listed):
        head = heads[at] if grad_outputs is not None else None
        if head is None and output.numel() != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        lab = output._lab
        if not lab.js.gradients(output._id, head._id if head is not None else 0, bool(retain_graph) or at < len(listed) - 1, *(one._id for one in wanted)):
            error = lab.failure()
            if error.code != "NO_GRADIENT" or "freed" in str(error) or not output.requires_grad:
                raise output._without_gradient(error)
            _one_by_one(found, output, wanted, head, bool(retain_graph) or at < len(listed) - 1)
            continue
        for place, one in enumerate(wanted):
            name = lab.js.more()
            if name:
                _put(found, place, type(one)._adopt(name))
    for place, one in enumerate(found):
        if one is None and not allow_unused:
            raise RuntimeError(
                f"The differentiated Tensor at index {place} appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior."
            )
    return tuple(found)


def _put(found: list[Any], place: int, made: Any) -> None:
    found[place] = made if found[place] is None else found[place] + made


def _one_by_one(found: list[Any], output: Any, wanted: list[Any], head: Any, retain: bool) -> None:
    """The same where one of them does not lead to the output: a pass for each."""
    lab = output._lab
    for place, one in enumerate(wanted):
        if lab.js.gradients(output._id, head._id if head is not None else 0, True, one._id):
            _put(found, place, type(one)._adopt(lab.js.more()))
    if not retain:
        lab.js.gradients(output._id, head._id if head is not None else 0, False, *(one._id for one, made in zip(wanted, found, strict=True) if made is not None))
        while name := lab.js.more():
            lab._release(name)


class Function:
    """Not here: the engine knows the gradients of its operations alone."""

    def __init_subclass__(cls, **_: Any) -> None:
        raise NotImplementedError(
            f"torch.autograd.Function: {cls.__name__} cannot have a backward of its own, as the engine runs the backward pass; write it of operations that have gradients"
        )


Variable = _Tensor
__getattr__ = _missing("torch.autograd", globals())
