"""``tf.function``: a function captured once for each kind of arguments, and replayed by one command from then on."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

from asynclab import torch as _torch
from asynclab.torch._capture import Capture
from asynclab.torch._programs import Programs
from asynclab.torch._types import lab

from ._devices import here
from ._gradients import _flat, _structured
from ._state import state
from ._types import of_label
from ._convert import convert, is_tensor, plain_number
from ._tensor import EagerTensor, wrapped


class _FunctionCapture(Capture):
    """The capture of one call. Variables are inputs of the program, and the values assigned to them are outputs.

    A function that reads a value, which AutoGraph allows, runs as it is. So do all later calls with the same key.
    """

    def __init__(self, given: list[Any], names: dict[int, str]) -> None:
        super().__init__(given, SimpleNamespace(tensors=[], why="", kept=[]))  # type: ignore[arg-type]
        self._names = names
        #: Each variable, with the array that it had at its first use.
        self._variables: list[tuple[Any, Any]] = []
        self.changed: list[Any] = []
        #: The array of each changed variable before its first assignment.
        self._before: list[Any] = []
        self.made: list[Any] = []

    def read(self, held: Any) -> None:
        """Notes an array from outside that the function reads. It is a constant of the program."""
        if any(held is one for _, one in self._variables):
            self.why = self.why or "it reads a variable's value of before beside the variable"
        if all(held is not one for one in self._seen) and lab.js.producer(held._id) < self._first:
            self._seen.append(held)

    def read_variable(self, variable: Any) -> None:
        if all(one is not variable for one in (*self.changed, *self.made, *(one for one, _ in self._variables))):
            if any(variable._held is one for one in self._seen):
                self.why = self.why or "it reads a variable's value of before beside the variable"
            self._variables.append((variable, variable._held))
            self._seen.append(variable._held)
            variable._leaf = None  # Tapes inside see an array of the program.

    def assigned(self, variable: Any) -> None:
        if all(one is not variable for one in self.changed):
            self.changed.append(variable)
            self._before.append(variable._held)

    def restore(self) -> None:
        """Undoes the assignments: the capture failed, and TensorFlow assigns nothing while it traces."""
        for variable, held in zip(self.changed, self._before, strict=True):
            variable._held, variable._leaf = held, None

    def created(self, variable: Any) -> None:
        self.made.append(variable)
        self.why = self.why or "it makes a variable"

    def symbolic(self, held: Any) -> bool:
        """Whether an array would be symbolic in TensorFlow: an argument, or computed inside the function."""
        return any(held is one for one in self._given) or lab.js.producer(held._id) >= self._first

    def name_of(self, held: Any) -> str:
        return next((self._names[at] for at, one in enumerate(self._given) if one is held), "tensor")

    def _outside(self, name: str, call: Callable[..., Any], *given: Any, **named: Any) -> Any:
        return call(*given, **named) if name == "print" else super()._outside(name, call, *given, **named)

    def _source(self, index: int) -> Callable[[list[Any]], Any]:
        held = self._seen[index]
        variable = next((one for one, first in self._variables if first is held), None)
        return super()._source(index) if variable is None else lambda given: variable._held


class _Known(NamedTuple):
    """A captured call: its program, the variables that it assigns to, and how its result is made."""

    program: Any
    changed: list[Any]
    built: Callable[[Any], Any]

    def replay(self, tensors: list[EagerTensor]) -> Any:
        return self.result(self.program.replay([one._held for one in tensors]))

    def result(self, made: Any) -> Any:
        for variable, held in zip(self.changed, made, strict=False):
            variable._held, variable._leaf = held, None
        return self.built(made[len(self.changed) :])


class PolymorphicFunction:
    """A function with its programs: one for each structure, shape and type of its arguments, and for each value of Python's numbers among them.

    The function runs as it is while a tape records.
    """

    def __init__(self, python_function: Callable[..., Any], name: str | None = None, input_signature: Any = None) -> None:
        self.python_function, self.input_signature = python_function, input_signature
        self._programs = Programs()
        self._traces, self._made = 0, False
        functools.update_wrapper(self, python_function)

    def __get__(self, owner: Any, kind: Any = None) -> Any:
        if owner is None:
            return self
        known = vars(owner).setdefault("_asynclab_functions", {})
        if any(one.python_function.args[0] is not owner for one in known.values()):
            known = vars(owner)["_asynclab_functions"] = {}  # The owner is a copy of another object.
        name = self.python_function.__name__
        if name not in known:
            known[name] = PolymorphicFunction(functools.partial(self.python_function, owner), name)
        return known[name]

    def __deepcopy__(self, memo: Any) -> Any:
        """Itself, as a copy of a function is. `__get__` makes a new one for a copied owner."""
        return self

    def __copy__(self) -> Any:
        return self

    def experimental_get_tracing_count(self) -> int:
        """How often the function was captured."""
        return self._traces

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(f"a function of tf.function has no {name!r} in asynclab: call it; experimental_get_tracing_count() is how often it was captured")

    def __del__(self) -> None:
        vars(self).get("_programs", {}).clear()

    def __call__(self, *args: Any, **named: Any) -> Any:
        if state.capture is not None or state.tapes or _eager:
            return self.python_function(*args, **named)
        key, tensors = _key((args, named))
        if key in self._programs:
            known = self._programs[key]
            return self.python_function(*args, **named) if known.program is None else known.replay(tensors)
        return self._captured(key, tensors, args, named)

    def _captured(self, key: Any, tensors: list[EagerTensor], args: Any, named: Any) -> Any:
        form: list[Any] = []
        inputs = [_separate(one._held) for one in tensors]
        capture = _FunctionCapture(inputs, _named(self.python_function, args, named))

        def body() -> tuple[Any, ...]:
            given, more = _replaced((args, named), iter(map(wrapped, inputs)))
            form.append(_tensors(self.python_function(*given, **more)))
            results = [convert(one)._t for one in _flat(form[0]) if is_tensor(one)]
            with _torch.no_grad():
                return tuple(one.clone() for one in (*(variable._held for variable in capture.changed), *results))

        def built(helds: Any) -> Any:
            rest = iter(helds)
            return _structured(form[0], iter([wrapped(next(rest)) if is_tensor(one) else one for one in _flat(form[0])]))

        self._traces += 1
        state.capture = capture
        try:
            made = capture.run(body, (), {})
        except BaseException:
            capture.restore()
            raise
        finally:
            state.capture = None
            for variable, _ in capture._variables:
                variable._leaf = None
        known = _Known(capture.program, capture.changed, built)
        if capture.made and (self._programs or self._made):
            raise ValueError("tf.function only supports singleton tf.Variables created on the first call. Make sure the tf.Variable is only created once or created outside tf.function.")
        self._made = self._made or bool(capture.made)
        if not capture.made:
            if self._programs.keep(key, known):
                self._programs.warn(
                    f"tf.function: {getattr(self.python_function, '__name__', repr(self.python_function))}", _shapes,
                    "give it tensors of the same shapes, and numbers that change as tensors", 3,
                )  # fmt: skip
        result = known.result(made)
        form[0] = _structured(form[0], iter([_STAND_IN if is_tensor(one) else one for one in _flat(form[0])]))
        return result


def _separate(held: Any) -> Any:
    """An argument in a tensor of its own, since one tensor may be given twice. It drops the bound of whole numbers, which the next call may exceed."""
    with _torch.no_grad():
        made = held.view(held.shape)
    getattr(made, "_more", {}).pop("most", None)
    return made


def _tensors(result: Any) -> Any:
    """A function's result with its numbers made tensors."""
    return _structured(result, iter([convert(one) if plain_number(one) else one for one in _flat(result)]))


class _StandIn:
    """Stands for a tensor in a result that is kept as a form."""

    def _as_tensor(self) -> Any:
        raise TypeError("it stands for a tensor")


_STAND_IN = _StandIn()


def _key(value: Any) -> tuple[Any, list[EagerTensor]]:
    """The key of arguments, by which programs are found, and the tensors among them."""
    tensors: list[EagerTensor] = []

    def visit(one: Any) -> Any:
        if isinstance(one, (list, tuple)):
            return (type(one), *map(visit, one))
        if isinstance(one, dict):
            return (dict, *((name, visit(one[name])) for name in one))
        if isinstance(one, EagerTensor) or hasattr(one, "__array__") and not hasattr(one, "_as_tensor"):
            tensors.append(convert(one))
            held = tensors[-1]._held
            return ("tensor", tuple(held.shape), held.dtype, held.is_cuda)
        if isinstance(one, (bool, int, float, str, bytes, type(None))):
            return (type(one), repr(one))
        return _Same(one)

    return (visit(value), here()), tensors


def _shapes(key: Any) -> str:
    """The shapes in a key, as text for a warning."""
    found: list[str] = []

    def visit(one: Any) -> None:
        if isinstance(one, tuple) and len(one) == 4 and one[0] == "tensor":
            found.append(f"{of_label(one[2]).name}[{','.join(map(str, one[1]))}]")
        elif isinstance(one, tuple) and len(one) == 2 and one[0] in (bool, int, float, str):
            found.append(one[1])
        elif isinstance(one, tuple):
            for part in one:
                visit(part)

    visit(key)
    return ", ".join(found) or "no arguments"


class _Same:
    """An object in a key, compared by identity."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, _Same) and other._value is self._value

    def __hash__(self) -> int:
        return id(self._value)


def _replaced(value: Any, tensors: Any) -> Any:
    """The arguments with their tensors replaced."""
    if isinstance(value, (list, tuple)):
        parts = [_replaced(one, tensors) for one in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if isinstance(value, dict):
        return {name: _replaced(one, tensors) for name, one in value.items()}
    taken = isinstance(value, EagerTensor) or hasattr(value, "__array__") and not hasattr(value, "_as_tensor")
    return next(tensors) if taken else value


def _named(function: Any, args: Any, named: Any) -> dict[int, str]:
    """For each tensor among the arguments, the name of its parameter."""
    code = getattr(getattr(function, "func", function), "__code__", None)
    names = list(code.co_varnames[len(getattr(function, "args", ())) :]) if code else []
    found: dict[int, str] = {}
    for at, one in enumerate([*args, *named.values()]):
        name = names[at] if at < min(len(args), len(names)) else list(named)[at - len(args)] if at >= len(args) else f"args_{at}"
        for _ in _key(one)[1]:
            found[len(found)] = name
    return found


def function(func: Any = None, input_signature: Any = None, autograph: bool = True, jit_compile: Any = None, reduce_retracing: bool = False, **_: Any) -> Any:
    """The function as a program of the lab. Effects of Python's own, such as printing, happen only when it is captured."""
    if func is None:
        return lambda found: PolymorphicFunction(found, None, input_signature)
    return PolymorphicFunction(func, None, input_signature)


_eager = False


def eagerly(wanted: bool | None = None) -> bool:
    """Sets, where one is given, and returns whether all functions run as they are."""
    global _eager
    _eager = _eager if wanted is None else bool(wanted)
    return _eager
