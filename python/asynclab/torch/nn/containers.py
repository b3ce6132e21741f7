"""Modules that hold others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from .module import Module
from .parameter import Parameter


class _Held(Module):
    """The members, by their names."""

    def _all(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if isinstance(value, Module) or isinstance(value, Parameter)}

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all().values())


def _described(named: Iterable[tuple[Any, Any]], kind: Any) -> str:
    """Parameters with their kind, their size and, for a GPU, their device."""
    lines = []
    for name, one in named:
        device = f" ({one.device})" if one.is_cuda else ""
        lines.append(f"  ({name}): Parameter containing: [{kind(one)} of size {'x'.join(map(str, one.shape))}{device}]")
    return "\n".join(lines)


class _Listed(_Held):
    """Members by their indices."""

    def _at(self, at: int) -> str:
        length = len(self)
        if not -length <= at < length:
            raise IndexError(f"index {at} is out of range")
        return list(self._all())[at]

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return type(self)(*list(self)[at]) if isinstance(self, Sequential) else type(self)(list(self)[at])
        return vars(self)[self._at(at)]

    def __setitem__(self, at: int, value: Any) -> None:
        setattr(self, self._at(at), value)

    def __delitem__(self, at: int) -> None:
        rest = list(self)
        del rest[at]
        for name in self._all():
            del vars(self)[name]
        self.extend(rest)

    def append(self, value: Any) -> Any:
        vars(self)[str(len(self))] = value
        return self

    def extend(self, values: Iterable[Any]) -> Any:
        for value in values:
            self.append(value)
        return self

    def insert(self, at: int, value: Any) -> Any:
        rest = list(self)
        rest.insert(at, value)
        for name in self._all():
            del vars(self)[name]
        return self.extend(rest)


class Sequential(_Listed):
    """Modules one after the other, by indices or by the names of a dict."""

    def __init__(self, *modules: Any) -> None:
        named = modules[0].items() if len(modules) == 1 and isinstance(modules[0], dict) else ((str(at), one) for at, one in enumerate(modules))
        for name, module in named:
            if not isinstance(module, Module):
                raise TypeError(f"{module!r} is not a Module subclass")
            vars(self)[name] = module

    def forward(self, x: Any) -> Any:
        for module in self:
            x = module(x)
        return x


class ModuleList(_Listed):
    """Modules in a list."""

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        self.extend(modules or [])

    def append(self, value: Any) -> Any:
        if not isinstance(value, Module):
            raise TypeError(f"{type(value).__name__} is not a Module subclass")
        return super().append(value)

    def __repr__(self) -> str:
        lines, at = [], 0
        for text, group in groupby(map(repr, self)):
            count = len(list(group))
            name, times = (f"({at})", "") if count == 1 else (f"({at}-{at + count - 1})", f"{count} x ")
            lines.append(f"  {name}: {times}" + text.replace("\n", "\n  "))
            at += count
        return "ModuleList(\n" + "\n".join(lines) + "\n)" if lines else "ModuleList()"


class _Named(_Held):
    """Members by names."""

    def __init__(self, values: Any = None) -> None:
        self.update(values or {})

    def update(self, values: Any) -> None:
        for name, value in dict(values).items():
            self[name] = value

    def __getitem__(self, name: str) -> Any:
        return self._all()[name]

    def __setitem__(self, name: str, value: Any) -> None:
        vars(self)[name] = value

    def __delitem__(self, name: str) -> None:
        del vars(self)[name]

    def __contains__(self, name: object) -> bool:
        return name in self._all()

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def keys(self) -> Any:
        return self._all().keys()

    def values(self) -> Any:
        return self._all().values()

    def items(self) -> Any:
        return self._all().items()


class ModuleDict(_Named):
    """Modules in a dict."""


class ParameterDict(_Named):
    """Parameters in a dict."""

    def extra_repr(self) -> str:
        return _described(self.items(), lambda one: one.type())


class ParameterList(_Listed):
    """Parameters in a list."""

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        self.extend(values or [])

    def append(self, value: Any) -> Any:
        return super().append(value if isinstance(value, Parameter) else Parameter(value))

    def extra_repr(self) -> str:
        return _described(enumerate(self), lambda one: one.dtype)
