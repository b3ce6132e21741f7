"""Runs programs of `generate.py` in the lab, and returns how they differ from the real libraries' results."""

import importlib
import json
import math

import warnings

import asynclab.as_books  # noqa: F401

warnings.simplefilter("ignore")


def _flat(value):
    if isinstance(value, (list, tuple)):
        return [part for one in value for part in _flat(one)]
    if isinstance(value, (str, bool, int, float)):
        return [value]
    return _flat(value.tolist())


def _shape(value):
    if isinstance(value, (list, tuple)):
        return [len(value)]
    return list(getattr(value, "shape", ()))


def _is(found, kind):
    """Whether a value has the kind that it has in the real library: number, text, booleans."""
    if kind == "bool":
        return isinstance(found, bool) or "bool" in str(getattr(found, "dtype", ""))
    if "." in kind:
        return f"{kind.partition('.')[0]}.{getattr(found, 'dtype', '')}".removeprefix("torch.torch.").removeprefix("torch.") == kind.removeprefix("torch.")
    return kind != "text" or isinstance(found, str)


def _near(one, other, off):
    if isinstance(other, str) and other not in ("nan", "inf", "-inf"):
        return one == other
    one, other = float(one), float(other)
    if not math.isfinite(one) or not math.isfinite(other):
        return one == other or math.isnan(one) and math.isnan(other)
    return abs(one - other) <= off + 1e-5 * abs(other) + 1e-6


def _raised(error, wanted):
    import builtins

    return all(isinstance(error, getattr(builtins, name)) for name in wanted.split("+"))


def difference(program):
    """How a program differs, or None."""
    library = program["library"]
    scope = {"torch" if library == "torch" else "np": importlib.import_module(library)}
    for at, line in enumerate(program["lines"]):
        wanted = program["errors"].get(str(at))
        try:
            exec(line, scope)
        except Exception as error:
            if not wanted:
                return f"line {at}, {line}: {type(error).__name__}: {error}"
            if not _raised(error, wanted):
                return f"line {at}, {line}: {type(error).__name__}: {error}, but {wanted} there"
        else:
            if wanted:
                return f"line {at}, {line}: no error, but {wanted} there"
    for name, (shape, kind, flat, off) in program["values"].items():
        if name not in scope:
            return f"{name} is not there"
        found = scope[name]
        if _shape(found) != shape:
            return f"{name} has shape {_shape(found)}, but {shape} there"
        if not _is(found, kind):
            return f"{name} is {type(found).__name__} {getattr(found, 'dtype', '')}, but of kind {kind} there"
        values = _flat(found)
        if len(values) != len(flat) or not all(map(_near, values, flat, [off] * len(flat))):
            return f"{name} is {values}, but {flat} there (± {off})"
    return None


def differences(text):
    """The programs of a text, one a line, that differ, each with its difference."""
    found = []
    for line in text.splitlines():
        program = json.loads(line)
        reason = difference(program)
        if reason:
            found.append("\n".join([f"{program['library']} {program['seed']}: {reason}", *(f"    {one}" for one in program["lines"])]))
    return json.dumps(found)
