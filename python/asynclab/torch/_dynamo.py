"""``torch.compile`` and ``torch._dynamo``: a function of tensors, captured once for each kind of arguments and replayed by one command."""

from __future__ import annotations

import copy
import functools
import weakref
from collections import Counter, defaultdict
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from .._connect import numbers as _numbers
from .._names import missing as _missing
from ._capture import Break, Capture, Program
from ._gradients import is_grad_enabled as _is_grad_enabled
from ._guards import State
from .nn.module import Module

#: At most this many captures of a function; calls of further kinds run as if they were not compiled.
config = SimpleNamespace(recompile_limit=8, cache_size_limit=8, suppress_errors=False)
_MODES = ("default", "lite", "reduce-overhead", "max-autotune-no-cudagraphs", "max-autotune")
_all: weakref.WeakSet[Compiled] = weakref.WeakSet()


class Unsupported(RuntimeError):
    """A function that must be one graph has a break."""


exc = SimpleNamespace(Unsupported=Unsupported)
#: As in PyTorch: ``counters["stats"]["unique_graphs"]``, ``counters["frames"]["total"]``, ``counters["graph_break"]``.
utils = SimpleNamespace(counters=defaultdict(Counter))


class Compiled:
    """A function with its programs, by the kinds of its arguments and the state that it reads."""

    def __init__(self, function: Callable[..., Any], fullgraph: bool) -> None:
        self._function, self._fullgraph = function, fullgraph
        #: None where calls of a kind run as they are.
        self._programs: dict[Any, Program | None] = {}
        self._warned = False
        self._recorded: dict[int, Any] = {}
        _all.add(self)

    def call(self, args: Any, named: Any) -> Any:
        if Capture.current is not None:
            return self._function(*args, **named)
        state, given = self._state(args, named)
        key = (*given.key, *state.key, _is_grad_enabled())
        if key in self._programs:
            program = self._programs[key]
            return self._function(*args, **named) if program is None else program.replay(given.tensors)
        if len(self._programs) >= min(config.recompile_limit, config.cache_size_limit):
            self._warn()
            return self._function(*args, **named)
        capture, drawn = Capture(given.tensors, state, _is_grad_enabled()), _numbers().js.randomState()
        try:
            result = capture.run(self._function, args, named)
        finally:
            self._count(capture)
        program = capture.program
        if program is not None and (self._state(args, named)[0].key != state.key or _numbers().js.randomState() != drawn):
            program.forget()
            program = None  # Each call changes the state outside, or draws NumPy's random numbers.
        self._programs[key] = program
        if self._fullgraph and capture.breaks:
            self._programs.pop(key)
            reason = capture.breaks[0]
            raise Unsupported(f"{reason.reason}\n\nfrom user code:\n{_lines(reason)}")
        return result

    def _state(self, args: Any, named: Any) -> tuple[State, State]:
        if len(self._recorded) > 4096:
            self._recorded.clear()
        state = State(recorded=self._recorded).add(self._function)
        return state, State(state).add(args).add(named)

    def _count(self, capture: Capture) -> None:
        counters = utils.counters
        counters["frames"]["total"] += 1
        counters["frames"]["ok"] += 1
        counters["stats"]["unique_graphs"] += len(capture.graphs)
        counters["stats"]["calls_captured"] += sum(capture.graphs)
        counters["graph_break"].update(one.reason for one in capture.breaks)

    def _warn(self) -> None:
        if not self._warned:
            import logging

            self._warned = True
            code = getattr(self._function, "__code__", None)
            where = f" ({code.co_filename}:{code.co_firstlineno})" if code else ""
            name = getattr(self._function, "__name__", repr(self._function))
            kinds = [", ".join(str(list(one[1])) for one in key if isinstance(one, tuple) and len(one) == 5) for key in self._programs]
            logging.getLogger("torch._dynamo").warning(
                "torch._dynamo hit config.recompile_limit (%d)\n   function: %r%s\n   captured for the shapes: %s\n"
                "Further kinds run without compile: give it tensors of the same shapes, and numbers as tensors.",
                len(self._programs), name, where, "; ".join(kinds),
            )  # fmt: skip

    def __del__(self) -> None:
        self.reset()

    def reset(self) -> None:
        for program in self._programs.values():
            if program is not None:
                program.forget()
        self._programs.clear()
        self._warned = False


class OptimizedModule(Module):
    """A module whose calls are compiled; its parameters and other attributes are the module's own."""

    def __init__(self, module: Module, call: Callable[..., Any]) -> None:
        super().__init__()
        vars(self).update(_orig_mod=module, _compiled=call, training=module.training)

    def __deepcopy__(self, memo: Any) -> OptimizedModule:
        """A copy has programs of its own, which read its own parameters."""
        made = memo[id(self)] = compile(copy.deepcopy(self._orig_mod, memo), fullgraph=self._compiled.fullgraph)
        return made

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self._compiled(*given, **named)

    def __getattr__(self, name: str) -> Any:
        if "_orig_mod" not in vars(self):
            raise AttributeError(name)
        return getattr(vars(self)["_orig_mod"], name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "training":
            super().__setattr__(name, value)
        else:
            setattr(self._orig_mod, name, value)


def compile(model: Any = None, *, fullgraph: bool = False, dynamic: Any = None, backend: Any = "inductor", mode: str | None = None, options: Any = None, disable: bool = False) -> Any:  # noqa: A001
    """The function or the module, captured at its first call for each kind of arguments, and replayed by one command from then on.

    Where something inside waits for a value, or prints, a graph breaks: the function runs as it is, with PyTorch's result.
    """
    if model is None:
        return lambda found: compile(found, fullgraph=fullgraph, dynamic=dynamic, backend=backend, mode=mode, options=options, disable=disable)
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if mode is not None and mode not in _MODES:
        raise RuntimeError(f"Unrecognized mode={mode}, should be one of: {', '.join(_MODES)}")
    if not callable(model):
        raise AssertionError(f"A callable function is expected, but {type(model)} is provided.")
    if disable:
        return model
    compiled = Compiled(model, fullgraph)

    def call(*args: Any, **named: Any) -> Any:
        return compiled.call(args, named)

    if isinstance(model, Module):
        call.fullgraph = fullgraph  # type: ignore[attr-defined]
        return OptimizedModule(model, call)
    functools.update_wrapper(call, model)
    call._torchdynamo_orig_callable = model  # type: ignore[attr-defined]
    return call


def reset() -> None:
    """Forgets all programs and counts."""
    for compiled in _all:
        compiled.reset()
    utils.counters.clear()


def disable(fn: Any = None, recursive: bool = True, **_: Any) -> Any:
    """The function as it is."""
    return fn if fn is not None else lambda found: found


class ExplainOutput:
    """The result of `explain`."""

    def __init__(self, capture: Capture) -> None:
        self.graph_count = len(capture.graphs)
        self.graph_break_count = self.graph_count - 1
        self.op_count = sum(capture.graphs)
        self.ops_per_graph = capture.graphs
        self.break_reasons: list[Break] = capture.breaks

    def __str__(self) -> str:
        lines = [f"Graph Count: {self.graph_count}", f"Graph Break Count: {self.graph_break_count}", f"Op Count: {self.op_count}", "Break Reasons:"]
        for at, one in enumerate(self.break_reasons, 1):
            lines += [f"  Break Reason {at}:", f"    Reason: {one.reason}", "    User Stack:"]
            lines += [f"      {frame}" for frame in one.user_stack]
        return "\n".join(lines)


def explain(f: Any, *extra: Any, **named: Any) -> Any:
    """``explain(f)(x)`` runs ``f(x)`` and gives its graphs and the reasons of their breaks."""

    def inner(*args: Any, **given: Any) -> ExplainOutput:
        reset()
        function = vars(f)["_orig_mod"] if isinstance(f, OptimizedModule) else getattr(f, "_torchdynamo_orig_callable", f)
        state = State().add(function)
        capture = Capture(State(state).add(args).add(given).tensors, state)
        capture.run(function, args, given)
        if capture.program is not None:
            capture.program.forget()
        return ExplainOutput(capture)

    return inner(*extra, **named) if extra or named else inner


def _lines(reason: Break) -> str:
    return "\n".join(f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}\n    {frame.line}' for frame in reason.user_stack)


__getattr__ = _missing("torch._dynamo", globals())
