"""Imports the lab's modules by the books' names."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from ._names import instead


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds ``torch.nn`` as ``asynclab.torch.nn``: the same module under both names. Nothing is loaded before it is imported."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> Any:
        if name.partition(".")[0] not in self.names:
            return None
        if importlib.util.find_spec(f"asynclab.{name}") is None:
            parent, _, last = name.rpartition(".")
            remedy = instead(parent, last) or f"it has {', '.join(self._parts(name))}"
            raise ModuleNotFoundError(f"asynclab has no {name!r}; {remedy}", name=name)
        return importlib.machinery.ModuleSpec(name, self)

    def _parts(self, name: str) -> list[str]:
        import pkgutil

        top = name.partition(".")[0]
        package = importlib.import_module(f"asynclab.{top}")
        return [top, *(f"{top}.{part.name}" for part in pkgutil.iter_modules(package.__path__) if not part.name.startswith("_"))]

    def create_module(self, spec: Any) -> ModuleType:
        module = importlib.import_module(f"asynclab.{spec.name}")
        # Python replaces a module's spec after this; exec_module restores it.
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec
        # With a path every module has its submodules looked up here, so the error for a missing one is this finder's.
        vars(module).setdefault("__path__", [])


_finder = _Finder()


def alias(*names: str) -> None:
    """From now on ``import name`` means ``asynclab.name``."""
    for name in names:
        loaded = sys.modules.get(name)
        if loaded is not None and not loaded.__name__.startswith("asynclab."):
            raise ImportError(f"{name} is imported already; import asynclab.as_{name} before it")
    _finder.names.update(names)
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
