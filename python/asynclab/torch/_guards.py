"""The state that a function reads besides its arguments: what a captured program depends on."""

from __future__ import annotations

import dis
import functools
import weakref
from collections import deque
from types import BuiltinFunctionType, CodeType, FunctionType, GetSetDescriptorType, MemberDescriptorType, MethodType, ModuleType
from typing import Any

from ._tensor import Tensor
from ._types import device, dtype

#: Modules whose functions give the same result for the same arguments, and change nothing.
_PURE = frozenset("abc asynclab builtins collections contextlib copy dataclasses d2l enum functools itertools jax math operator tensorflow torch types typing".split())
_PLAIN = (bool, bytes, complex, device, dtype, float, int, range, slice, str, type(None), type(...), type(NotImplemented))
#: Functions of Python by which a function reads what its code does not name.
_ANYTHING = frozenset("__import__ eval exec globals input open".split())
#: Entries of a key. A longer key would take too long to make before every call.
_MOST = 4096


def _top(value: Any) -> str:
    return str(getattr(value, "__module__", None)).partition(".")[0]


@functools.cache
def _names(code: CodeType, of: tuple[str, ...]) -> tuple[str, ...]:
    """The names in the instructions of the kinds `of`, in a function and in the functions inside it."""
    names = {one.argval for one in dis.get_instructions(code) if one.opname in of}
    return tuple(sorted(names.union(*(_names(inner, of) for inner in code.co_consts if isinstance(inner, CodeType)))))


_GLOBALS = tuple(f"{verb}_{of}" for verb in ("LOAD", "STORE", "DELETE") for of in ("GLOBAL", "NAME"))
_IMPORTS = ("IMPORT_NAME",)


def _slots(kind: type) -> list[str]:
    """The names of the slots of a class and its bases."""
    found = []
    for one in kind.__mro__:
        names = vars(one).get("__slots__", ())
        found += [names] if isinstance(names, str) else list(names)
    return [name for name in found if name not in ("__dict__", "__weakref__")]


class State:
    """Tensors by identity, numbers and texts by value, containers and objects by what is in them, functions by what they read."""

    def __init__(self, outside: State | None = None, recorded: dict[int, Any] | None = None) -> None:
        #: None for the state outside, whose tensors are known by identity. For arguments it is that state: their tensors are known by kind,
        #: and by identity where that state has them, too.
        self._outside = outside
        #: By tensor: its id when it was last looked at, and whether it was a part of a graph.
        self._recorded = {} if recorded is None else recorded
        self.key: list[Any] = []
        self.tensors: list[Tensor] = []
        #: The objects that the key names by identity.
        self.kept: list[Any] = []
        #: Why the function cannot be replayed; empty where it can.
        self.why = ""
        self._met: set[int] = set()
        self._indices: dict[int, int] = {}

    def add(self, value: Any) -> State:
        kind = type(value)
        if isinstance(value, Tensor):
            self._tensor(value)
        elif kind in _PLAIN:
            # Numbers by their texts: 0.0 equals -0.0, and no NaN equals itself.
            self.key.append((kind, repr(value) if kind in (float, complex) else value if kind is not slice else str(value)))
        elif len(self.key) > _MOST or id(value) in self._met:
            self.why = self.why or ("it depends on too many values" if len(self.key) > _MOST else "")
            self.key.append(id(value))
        else:
            self._met.add(id(value))
            self.kept.append(value)
            self._parts(kind, value)
        return self

    def _tensor(self, x: Tensor) -> None:
        same = self._indices.setdefault(id(x), len(self.tensors))
        if same == len(self.tensors):
            self.tensors.append(x)
        more = getattr(x, "_more", {})
        if self._outside is None:
            # A tensor keeps its shape. It may become a part of a graph: then its id changes, too.
            known = self._recorded.get(id(x))
            if known is None or known[0]() is not x or known[1] != x._id:
                known = self._recorded[id(x)] = (weakref.ref(x), x._id, not x.is_leaf)
            self.kept.append(x)
            self.key.append((id(x), "attached" in more or known[2], more.get("most")))
        else:
            outside = id(x) if id(x) in self._outside._indices else same
            self.key.append((type(x), tuple(x.shape), x.requires_grad, more.get("most"), outside))

    def _parts(self, kind: type, value: Any) -> None:
        if isinstance(value, (deque, list, tuple, set, frozenset)):
            self.key.append((kind, len(value)))
            for one in sorted(value, key=repr) if isinstance(value, (set, frozenset)) else value:
                self.add(one)
        elif isinstance(value, dict):
            self.key.append((kind, len(value)))
            for name, one in value.items():
                self.add(name).add(one)
        elif kind is MethodType:
            self.add(value.__self__).add(value.__func__)
        elif isinstance(value, functools.partial):
            self.add(value.func).add(value.args).add(value.keywords)
        else:
            self.key.append(id(value))
            if kind is FunctionType:
                self._function(value)
            elif isinstance(value, (ModuleType, BuiltinFunctionType)):
                self._pure(value.__name__ if kind is ModuleType else value)
            elif isinstance(value, type):
                self._class(value)
            else:
                self._object(kind, value)

    def _object(self, kind: type, value: Any) -> None:
        self._class(kind)
        slots = _slots(kind)
        if hasattr(value, "__dict__"):
            self.add(vars(value))
        elif not slots and kind is not object and not callable(value):
            self.why = self.why or f"it depends on a {kind.__name__}, whose state is not known"
        for name in slots:
            self.add(name).add(getattr(value, name, None))

    def _pure(self, value: Any) -> None:
        name = value if isinstance(value, str) else f"{value.__module__}.{value.__qualname__}" if value.__module__ else value.__qualname__
        if name.partition(".")[0] not in _PURE and (isinstance(value, str) or _top(value) not in _PURE):
            self.why = f"it uses {name}"

    def _class(self, kind: type) -> None:
        for one in kind.__mro__:
            if one.__module__ == "__main__":
                for name, member in vars(one).items():
                    if isinstance(member, (FunctionType, property, staticmethod, classmethod)):
                        self.add(member.fget if isinstance(member, property) else getattr(member, "__func__", member))
                    elif not name.startswith("__") and not isinstance(member, (GetSetDescriptorType, MemberDescriptorType)):
                        self.add(name).add(member)
            elif _top(one) not in _PURE:
                self._pure(one)

    def _function(self, function: Any) -> None:
        for inner in (getattr(function, "_torchdynamo_orig_callable", None), getattr(function, "__wrapped__", None)):
            if inner is not None:
                self.add(inner)
        if _top(function) in _PURE:
            return
        for name in _names(function.__code__, _IMPORTS):
            self._pure(name)
        for name in _names(function.__code__, _GLOBALS):
            if name in function.__globals__:
                self.add(name).add(function.__globals__[name])
            elif name in _ANYTHING:
                self.why = self.why or f"it calls {name}"
        for cell in function.__closure__ or ():
            try:
                self.add(cell.cell_contents)
            except ValueError:
                self.key.append(None)  # It has no value yet.
        self.add(function.__defaults__).add(function.__kwdefaults__).add(vars(function))


__all__ = ["State"]
