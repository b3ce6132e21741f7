"""The backward pass of a captured function, as a program of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..array import Array
from . import _parts
from ._creation import filled
from ._gradients import no_grad
from ._history import Recorded, named
from ._types import lab

#: PyTorch's name of a compiled function in a graph.
CALL = "CompiledFunctionBackward"
Source = Callable[[list[Any]], Any]


class _Saved:
    """Arrays that a forward program has made for the backward pass. They are released with the graph."""

    def __init__(self, names: list[int]) -> None:
        self._names = names

    def __del__(self) -> None:
        for name in self._names:
            lab._release(name)


class Joint:
    """The program of a backward pass. Its inputs are arrays that the forward program has read or made, and the gradient of its result. `joined` makes both one node of the graph (`_parts`)."""

    def __init__(self, number: int, operations: int) -> None:
        self.number, self._operations = number, operations
        #: Indices of the outputs of the forward program that only the backward pass needs.
        self.saved: list[int] = []
        #: For each input: how to find an array that the forward program has read, the index of one that it has made, or None for the gradient of the result.
        self._reads: list[Source | int | None] = []
        #: For each tensor that gets a gradient: how to find the tensor, and the index of its gradient among the outputs, or None for the gradient of the result.
        self._wanted: list[Source] = []
        self._found: list[int | Source | None] = []

    @classmethod
    def of(cls, seen: list[Any], source: Callable[[int], Source], inputs: list[int], outputs: list[int], result: Any, at: int) -> Joint | None:
        """Captures the backward pass of a result, with a gradient of zeros, right after the forward pass. None where it cannot be one program."""
        indices = [index for index in dict.fromkeys(inputs) if seen[index].requires_grad]
        with no_grad():
            head = filled(0, result.shape, result.device)
            names = [*(one._id for one in seen), *outputs, head._id]
            lab.flush()
            if not lab.js.begin(lab.js.deviceIndexOf(result._id)):
                lab.failure()
                return None
            gradients = []
            if lab.js.gradients(result._id, head._id, True, False, *(seen[index]._id for index in indices)):
                while name := lab.js.more():
                    gradients.append(name)
            else:
                lab.failure()
            program, operations, reads, made, why = str(lab.js.end(False, *names)).split("|", 4)
        joint, made_names = cls(int(program), int(operations)), numbers(made)
        known = names[: len(seen) + len(outputs)]

        def of_index(index: int) -> Source | int | None:
            return source(index) if index < len(seen) else index - len(seen) if index < len(known) else None

        joint._reads = [of_index(index) for index in numbers(reads)]
        joint._wanted = [source(index) for index in indices]
        whole = bool(gradients) and not why
        for name in gradients:
            found = made_names.index(name) if name in made_names else None
            # The backward pass may return the gradient of the result unchanged; two tensors cannot share an output.
            whole = whole and (found is not None or name == head._id) and found not in (one for one in joint._found if one is not None)
            joint._found.append(found)
            lab._release(name)
        if not whole and joint.number >= 0:
            lab.js.forget(joint.number)
        return joint if whole else None

    def joined(self, result: Any, given: list[Any], names: list[int]) -> Any:
        """The result of a replay, with its node of the graph."""
        _parts.forget()
        read = [one(given) for one in self._reads if callable(one)]
        before = [one._id for one in read]
        kept = _Saved([names[at] for at in self.saved])
        wanted = [source(given) for source in self._wanted]
        kind = type(result)

        def compute(found: list[Any]) -> list[Any]:
            (head,) = found
            if [one._id for one in read] != before:
                raise RuntimeError(
                    "one of the variables needed for gradient computation has been modified by an inplace operation, before "
                    "backward(). Call backward() before the change"
                )
            own = iter(read)
            made = replayed(self.number, self._operations, [next(own)._id if callable(one) else head._id if one is None else names[one] for one in self._reads])
            indices = set(self._found)
            for at, name in enumerate(made):
                if at not in indices:
                    lab._release(name)
            gradients = [Array.reshape(head, head.shape) if at is None else kind._adopt(made[at]) for at in self._found]
            finish(gradients)
            return gradients

        # `compute` uses ids of the result and of saved arrays. These references keep them alive.
        compute.__dict__.update(kept=kept, result=result)
        return named(_parts.joined(wanted, [result], compute, fresh=True)[0], CALL)


def numbers(text: str) -> list[int]:
    return [int(one) for one in text.split(",") if one]


def replayed(program: int, operations: int, inputs: list[int]) -> list[int]:
    """Enqueues a program. Returns the ids of its outputs."""
    if not operations:
        return []
    outputs = [lab.ask(lab._replay(program, operations, *inputs))]
    while more := lab.js.more():
        outputs.append(more)
    return outputs


def finish(result: Any) -> None:
    """Waits for the CPU's tensors in a result: in PyTorch they are computed when a call returns."""
    if isinstance(result, Recorded):
        if not result.is_cuda:
            lab.wait(result._id, "inside the call")
    elif isinstance(result, (dict, list, tuple)):
        for one in result.values() if isinstance(result, dict) else result:
            finish(one)
