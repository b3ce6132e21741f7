"""``jax.tree_util``: nested tuples, lists and dicts of values. None is a tree without leaves; anything else is a leaf."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class PyTreeDef(NamedTuple):
    """The structure of a tree."""

    kind: Any
    names: Any
    children: tuple[PyTreeDef, ...]

    @property
    def num_leaves(self) -> int:
        return 1 if self.kind is LEAF else sum(child.num_leaves for child in self.children)

    def unflatten(self, leaves: Any) -> Any:
        return tree_unflatten(self, leaves)

    def __repr__(self) -> str:
        return f"PyTreeDef({self._text()})"

    def _text(self) -> str:
        if self.kind is LEAF:
            return "*"
        parts = [child._text() for child in self.children]
        if self.kind is None:
            return "None"
        if self.kind is dict:
            return "{" + ", ".join(f"{name!r}: {part}" for name, part in zip(self.names, parts, strict=True)) + "}"
        if self.kind is list:
            return f"[{', '.join(parts)}]"
        if self.kind is tuple:
            return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
        return f"CustomNode(namedtuple[{self.kind.__name__}], [{', '.join(parts)}])"


class _Leaf:
    def __repr__(self) -> str:
        return "*"


LEAF = _Leaf()
_ONE = PyTreeDef(LEAF, None, ())


def tree_flatten(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> tuple[list[Any], PyTreeDef]:
    """The leaves in order, dicts by their sorted keys, and the structure."""
    leaves: list[Any] = []

    def visit(one: Any) -> PyTreeDef:
        if is_leaf is not None and is_leaf(one):
            leaves.append(one)
            return _ONE
        if one is None:
            return PyTreeDef(None, None, ())
        if isinstance(one, dict):
            names = sorted(one)
            return PyTreeDef(dict, tuple(names), tuple(visit(one[name]) for name in names))
        if isinstance(one, (list, tuple)):
            return PyTreeDef(type(one), None, tuple(visit(part) for part in one))
        leaves.append(one)
        return _ONE

    structure = visit(tree)
    return leaves, structure


def tree_unflatten(treedef: PyTreeDef, leaves: Any) -> Any:
    rest = iter(leaves)

    def build(one: PyTreeDef) -> Any:
        if one.kind is LEAF:
            return next(rest)
        parts = [build(child) for child in one.children]
        if one.kind is None:
            return None
        if one.kind is dict:
            return dict(zip(one.names, parts, strict=True))
        return one.kind(*parts) if hasattr(one.kind, "_fields") else one.kind(parts)

    return build(treedef)


def tree_leaves(tree: Any, is_leaf: Any = None) -> list[Any]:
    return tree_flatten(tree, is_leaf)[0]


def tree_structure(tree: Any, is_leaf: Any = None) -> PyTreeDef:
    return tree_flatten(tree, is_leaf)[1]


def tree_map(f: Callable[..., Any], tree: Any, *rest: Any, is_leaf: Any = None) -> Any:
    """A tree of a function's results for the leaves of one or several trees of the same structure."""
    leaves, structure = tree_flatten(tree, is_leaf)
    others = [tree_flatten(one, is_leaf) for one in rest]
    for _, other in others:
        if other != structure:
            raise ValueError(f"tree_map: the trees differ: {structure} and {other}")
    return tree_unflatten(structure, [f(*given) for given in zip(leaves, *(found for found, _ in others), strict=True)])


def tree_reduce(function: Callable[[Any, Any], Any], tree: Any, *initializer: Any, is_leaf: Any = None) -> Any:
    from functools import reduce

    return reduce(function, tree_leaves(tree, is_leaf), *initializer)


def tree_all(tree: Any) -> bool:
    return all(tree_leaves(tree))
