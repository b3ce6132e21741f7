"""Captures a call of a function: the engine makes a program of the operations that the call enqueues."""

from __future__ import annotations

import builtins
import contextlib
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .._sites import _INNER
from ..views import linked
from ._guards import State
from ._joint import CALL, Joint, finish, numbers, replayed
from ._tensor import Tensor
from ._types import device, dtype, lab

#: Calls that do not break a graph in PyTorch.
_IN_GRAPHS = ("to", "cpu", "wait")
#: Types that a result may have besides tensors.
_CONSTANT = (bool, complex, device, dtype, float, int, str, type(None))
#: The texts of PyTorch for reasons of breaks (torch/_dynamo/graph_break_registry.json), by the name of the wait here.
_REASONS = {
    "item": "Unsupported Tensor.item() call with capture_scalar_outputs=False",
    "bool": "generic_jump TensorVariable()",
    "print": "Failed to trace builtin operator `print`",
    "backward": "Unsupported Tensor.backward() call",
}


class Break(NamedTuple):
    """Why a graph ended before the function did, and the program's lines that were running."""

    reason: str
    user_stack: list[traceback.FrameSummary]
    graph_break: bool = True


class Program(NamedTuple):
    """A captured function: its number, its count of operations, its inputs, and how its outputs become the result."""

    number: int
    operations: int
    inputs: list[Callable[[list[Tensor]], Tensor]]
    result: Callable[[list[Tensor], list[int]], Any]
    #: The objects that the key names by identity. They are kept so that no other object gets their identity.
    kept: list[Any]
    #: Its backward pass, where the result wants a gradient.
    joint: Joint | None = None

    def replay(self, given: list[Tensor]) -> Any:
        result = self.result(given, replayed(self.number, self.operations, [take(given)._id for take in self.inputs]))
        finish(result)
        return result

    def forget(self) -> None:
        lab.js.forget(self.number)
        if self.joint:
            lab.js.forget(self.joint.number)


class Capture:
    """One call of a function. A wait inside ends a graph, and the next one begins behind it."""

    current: Capture | None = None

    def __init__(self, given: list[Tensor], state: State, forward: bool = False) -> None:
        """``forward``: the result may want a gradient. Then the backward pass becomes a program, too."""
        self._given, self._state, self._forward = given, state, forward
        #: The result that wants a gradient, with its index among the outputs.
        self._wanting: tuple[Tensor, int] | None = None
        self._joint: Joint | None = None
        self._seen = [*given, *state.tensors]
        self._device = lab.js.deviceIndexOf(self._seen[0]._id) if self._seen else 0
        self._joined = False
        #: The number of operations in each graph.
        self.graphs: list[int] = []
        self.breaks: list[Break] = []
        #: Why there is no program; empty where there is one.
        self.why = state.why
        self.program: Program | None = None

    def run(self, function: Callable[..., Any], args: Any, named: Any) -> Any:
        """The function's result."""
        self._first = lab.js.enqueued(self._device)
        self._begin()
        try:
            with self._watching():
                result = function(*args, **named)
        except BaseException:
            self._forget(self._end())
            raise
        known = self._end()
        if known and not self.why:
            self._keep(result, *known)
        self._forget(known, self.program is None)
        finish(result)
        return result

    # --- graphs

    def _begin(self) -> None:
        lab.flush()
        self._open = bool(lab.js.begin(self._device))
        if self._open:
            Capture.current = self
        else:
            lab.failure()  # Clears the error: the function runs as without a capture.
            self.why = self.why or "nothing can be captured now"

    def _end(self) -> tuple[int, int, list[int], list[int]] | None:
        """Ends a graph: the program's number, its count of operations, the indices of its inputs in `_seen`, and its outputs."""
        Capture.current = None
        lab.flush()
        if not self._open:
            return None
        self._open = False
        found = lab.js.end(self._forward, *(x._id for x in self._seen))
        if found is None:
            raise lab.failure()
        program, operations, inputs, outputs, why = str(found).split("|", 4)
        self.why = self.why or why
        if int(operations):
            if self._joined and self.graphs:
                self.graphs[-1] += int(operations)
            else:
                self.graphs.append(int(operations))
            self._joined = False
        return int(program), int(operations), numbers(inputs), numbers(outputs)

    def _forget(self, known: Any, program: bool = True) -> None:
        """Releases the outputs of a forward graph that ended and, with ``program``, its program."""
        if known and self._forward:
            for name in known[3]:
                lab._release(name)
        if known and known[0] >= 0 and program:
            lab.js.forget(known[0])

    def _outside(self, name: str, call: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """A call that cannot be captured: a graph ends before it, and another begins behind it. For `_IN_GRAPHS` they count as one."""
        if not self._open:
            return call(*given, **named)
        graphs = len(self.graphs)
        self._forget(self._end())
        reason = Break(_REASONS.get(name, f"Unsupported Tensor.{name}() call"), _user_stack())
        self.why = self.why or reason.reason
        self._joined = name in _IN_GRAPHS
        if len(self.graphs) > graphs and not self._joined:
            self.breaks.append(reason)
        try:
            return call(*given, **named)
        finally:
            self._begin()

    # --- watching

    @contextlib.contextmanager
    def _watching(self) -> Iterator[None]:
        plain = lab._waited

        def waited(name: str, kind: str = "", *given: Any) -> Any:
            if kind == "inside the call" and self._open:
                return True  # The result is waited for.
            return plain(name, kind, *given) if name == "room" else self._outside(kind, plain, name, kind, *given)

        def outside(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
            return lambda *given, **named: self._outside(name, call, *given, **named)

        def changing(call: Callable[..., Any]) -> Callable[..., Any]:
            def changed(x: Tensor, *given: Any) -> Any:
                if lab.js.deviceIndexOf(x._id) != self._device or lab.js.producer(x._id) < self._first:
                    self.why = self.why or "it changes a tensor from outside in place"
                return call(x, *given)

            return changed

        with (
            _put(lab, "_waited", waited),
            _put(lab, "_transfer", outside("to", lab._transfer)),
            _put(builtins, "print", outside("print", builtins.print)),
            _put(Tensor, "backward", outside("backward", Tensor.backward)),
            _put(Tensor, "_exchange", changing(Tensor._exchange)),
            _put(Tensor, "_stand_for", changing(Tensor._stand_for)),
        ):
            yield

    # --- the program

    def _keep(self, result: Any, number: int, operations: int, inputs: list[int], outputs: list[int]) -> None:
        if number < 0:
            return
        used: set[int] = set()
        made = self._template(result, outputs, used)
        if self.why:
            return
        unused = [at for at in range(len(outputs)) if at not in used]
        if self._wanting:
            joint = Joint.of(self._seen, self._source, inputs, outputs, *self._wanting)
            if joint is None:
                self.why = "its backward pass cannot be captured"
                return
            joint.saved, unused, self._joint = unused, [], joint

        def again(given: list[Tensor], names: list[int]) -> Any:
            for at in unused:
                lab._release(names[at])
            return made(given, names)

        self.program = Program(number, operations, [self._source(index) for index in inputs], again, self._state.kept, self._joint)

    def _source(self, index: int) -> Callable[[list[Tensor]], Tensor]:
        if index < len(self._given):
            return lambda given: given[index]
        held = self._seen[index]
        return lambda given: held

    def _template(self, value: Any, outputs: list[int], used: set[int]) -> Callable[[list[Tensor], list[int]], Any]:
        """How to make the same result from other arguments and outputs."""
        kind = type(value)
        if isinstance(value, Tensor):
            for index, x in enumerate(self._seen):
                if x is value:
                    source = self._source(index)
                    return lambda given, names: source(given)
            if value._id not in outputs or outputs.index(value._id) in used or linked(value) is not None:
                self.why = "it returns a view of a tensor, or a tensor twice"
                return lambda given, names: value
            at, most = outputs.index(value._id), getattr(value, "_more", {}).get("most")
            used.add(at)
            if value.requires_grad:
                if self._wanting or not self._forward or value._wanted:
                    self.why = "it returns several tensors with gradients"
                self._wanting = value, at
                value._by = CALL
                return lambda given, names: self._joint.joined(kind._adopt(names[at]), given, names)  # type: ignore[union-attr]

            def adopted(given: list[Tensor], names: list[int]) -> Any:
                made = kind._adopt(names[at])
                if most is not None:
                    made._extras()["most"] = most
                return made

            return adopted
        if isinstance(value, dict):
            named = {key: self._template(one, outputs, used) for key, one in value.items()}
            return lambda given, names: {key: one(given, names) for key, one in named.items()}
        if isinstance(value, (list, tuple)):
            parts = [self._template(one, outputs, used) for one in value]
            build: Callable[[Any], Any] = (lambda made: kind(*made)) if hasattr(value, "_fields") else kind
            return lambda given, names: build([one(given, names) for one in parts])
        if not isinstance(value, _CONSTANT):
            self.why = f"it returns a {kind.__name__}"
        return lambda given, names: value


@contextlib.contextmanager
def _put(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Replaces an attribute inside the block."""
    own, before = name in vars(owner), vars(owner).get(name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        if own:
            setattr(owner, name, before)
        else:
            delattr(owner, name)


def _user_stack() -> list[traceback.FrameSummary]:
    """The program's lines that are running, from the compiled function on, the innermost last."""
    found: list[traceback.FrameSummary] = []
    frame = sys._getframe(2)
    while frame is not None and not (found and frame.f_code is Capture.run.__code__):
        if not frame.f_code.co_filename.startswith(_INNER):
            found.insert(0, traceback.FrameSummary(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
        frame = frame.f_back
    return found
