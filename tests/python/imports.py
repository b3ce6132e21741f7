"""The imports between the modules of a package, including imports inside functions and imports for types only."""

import ast
from pathlib import Path


def imports(root: Path) -> dict[str, set[str]]:
    """By module, the modules of the same package that it imports. ``root``: the package's folder."""
    files = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    found = {}
    for name, path in files.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        asked = set()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                asked |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
                base = ".".join([*above, *([node.module] if node.module else [])])
                # An imported name is either a module or a member of the module `base`.
                asked |= {f"{base}.{alias.name}" if f"{base}.{alias.name}" in files else base for alias in node.names}
        found[name] = asked & files.keys()
    return found


def circles(found: dict[str, set[str]]) -> list[str]:
    """The modules whose imports lead back to themselves."""

    def reached(start: str) -> set[str]:
        seen, rest = set(), [start]
        while rest:
            fresh = found[rest.pop()] - seen
            seen |= fresh
            rest.extend(fresh)
        return seen

    return [name for name in found if name in reached(name)]
