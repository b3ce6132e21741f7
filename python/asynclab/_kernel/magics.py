"""Lines that IPython accepts and Python does not: `%timeit f(x)`, `%%time`, `%matplotlib inline`, `!ls`."""

from __future__ import annotations

import ast
import builtins
import contextlib
import inspect
import math
import re
import sys
import timeit
from collections.abc import Callable
from time import perf_counter
from types import CodeType
from typing import Any

#: The cells' names.
Scope = dict[str, Any]

_LINE = re.compile(r"^(\s*)([%!].*)$")
#: `torch.ones?`, `?torch.ones`: a question of IPython's.
_ASKED = re.compile(r"^(\s*)(?:([\w.]+)\s*\?{1,2}|\?{1,2}\s*([\w.]+))\s*$")
_CELL = re.compile(r"\s*%%(\S+)[ \t]*(.*)")
#: Magics without an effect: they set up plots, which are drawn into the page anyway, or reload modules.
_QUIET = ("matplotlib", "config", "load_ext", "reload_ext", "autoreload", "pylab")
_REMEDY = "there is no IPython and no shell here; write it in Python"
#: The most groups of such lines in a cell. Python parses the cell again after each.
_MOST = 100
_TIMEIT = re.compile(r"-([nr])\s*(\d+)\s*|-([qoc])\s+")


def parsed(source: str, name: str) -> ast.Module:
    """A cell's program: its lines for IPython are calls of `__magic__`."""
    lines = source.splitlines()
    for _ in range(_MOST):
        try:
            return ast.parse("\n".join(lines), name)
        except SyntaxError as error:
            # Only at Python's own syntax error: a line of Python may begin with `%`, too.
            at = (error.lineno or 0) - 1
            if not _replaced(lines, at):
                raise
            # After a complete call a new statement begins. It cannot begin with such a sign, so further lines are replaced, too.
            while _replaced(lines, at := at + 1):
                pass
    raise NotImplementedError(f"more than {_MOST} groups of lines for IPython; {_REMEDY}, or divide the cell")


def _replaced(lines: list[str], at: int) -> bool:
    """Makes a line for IPython a call of `__magic__`, if it is one."""
    line = lines[at] if 0 <= at < len(lines) else ""
    if asked := _ASKED.match(line):
        lines[at] = f"{asked[1]}__magic__({f'%pinfo {asked[2] or asked[3]}'!r})"
    elif found := _LINE.match(line):
        lines[at] = f"{found[1]}__magic__({found[2]!r})"
    else:
        return False
    return True


def cell_magic(source: str) -> tuple[str, str, str]:
    """The name of a cell's magic, empty without one, what follows it on its line, and the cell without it: its lines stay where they are."""
    found = _CELL.match(source)
    if not found:
        return "", "", source
    if found[1] not in ("time", "timeit", "capture"):
        raise NotImplementedError(f"%%{found[1]}: {_REMEDY}")
    return found[1], found[2].strip(), "\n" * source.count("\n", 0, found.end()) + source[found.end() :]


def magic(line: str) -> None:
    """Runs a line for IPython: in the scope that it is called from."""
    scope = sys._getframe(1).f_globals
    name, _, rest = line.lstrip("%!").strip().partition(" ")
    if line.startswith("%") and name in _QUIET:
        return
    if name in ("pip", "pip3", "conda"):
        print(f"{line}: nothing is installed here; there are torch, jax, tensorflow, mxnet, numpy, d2l, tqdm and a part of matplotlib")
    elif name in ("pinfo", "pinfo2"):
        print(described(rest.strip(), scope))
    elif line.startswith("%time ") or line.startswith("%timeit "):
        statement = rest.strip()
        number, repeats, statement = _options(statement) if name == "timeit" else (None, None, statement)
        # A wait inside the statement is recorded at the cell's line.
        cell = sys._getframe(1)
        file = cell.f_code.co_filename
        tree = ast.increment_lineno(ast.parse(statement, file), cell.f_lineno - 1)
        if name == "timeit":
            repeat(tree.body, [], number, repeats, scope, file)
        else:
            timed(lambda: exec(compile(tree, file, "exec"), scope))
    else:
        raise NotImplementedError(f"{line.split()[0]}: {_REMEDY}")


def described(name: str, scope: Scope) -> str:
    """The text of `name?`: the object's signature, its docstring and its type."""
    first, *rest = name.split(".")
    try:
        found = scope[first] if first in scope else getattr(builtins, first)
        for part in rest:
            found = getattr(found, part)
    except Exception:  # A property may raise anything.
        return f"Object `{name}` not found."
    lines = []
    if callable(found):
        with contextlib.suppress(TypeError, ValueError):
            # Without the types of arguments, which are for readers of the sources.
            signature = inspect.signature(found)
            bare = [one.replace(annotation=one.empty) for one in signature.parameters.values()]
            lines.append(f"Signature: {name}{signature.replace(parameters=bare, return_annotation=signature.empty)}")
    lines.append(f"Docstring: {inspect.getdoc(found) or '<no docstring>'}")
    return "\n".join([*lines, f"Type:      {type(found).__name__}"])


def timed(run: Callable[[], Any]) -> Any:
    """Runs a program and prints how long that took. No browser reports the processor's time, so there is no line `CPU times`."""
    began = perf_counter()
    try:
        return run()
    finally:
        print(f"Wall time: {time_text(perf_counter() - began)}")


def timeit_cell(source: str, options: str, scope: Scope, name: str) -> None:
    """`%%timeit`: repeats the cell. The code on the magic's line runs before each repetition."""
    number, repeats, setup = _options(options)
    repeat(parsed(source, name).body, ast.parse(setup, name).body, number, repeats, scope, name)


def _options(text: str) -> tuple[int | None, int | None, str]:
    """The numbers of `-n` and `-r`, and the rest of the text."""
    given: dict[str, int] = {}
    while found := _TIMEIT.match(text):
        if found[1]:
            given[found[1]] = int(found[2])
        text = text[found.end() :]
    return given.get("n"), given.get("r"), text


def repeat(body: list[ast.stmt], setup: list[ast.stmt], number: int | None, repeats: int | None, scope: Scope, name: str) -> None:
    """Times a program as often as IPython does, and prints mean and standard deviation."""
    code = _loop(body, setup, name)
    made: dict[str, Any] = {}
    exec(code, scope, made)
    timer = timeit.Timer()
    timer.inner = made["inner"]  # type: ignore[attr-defined]
    if number is None:
        number = 1
        while timer.timeit(number) < 0.2 and number < 10**9:
            number *= 10
    repeats = repeats or 7
    times = [one / number for one in timer.repeat(repeats, number)]
    mean = math.fsum(times) / repeats
    spread = math.sqrt(math.fsum((one - mean) ** 2 for one in times) / repeats)
    print(
        f"{time_text(mean)} ± {time_text(spread)} per loop (mean ± std. dev. of {repeats} run{'s' * (repeats != 1)}, "
        f"{number:,} loop{'s' * (number != 1)} each)"
    )


def _loop(body: list[ast.stmt], setup: list[ast.stmt], name: str) -> CodeType:
    """The function that `timeit` calls. The program's lines keep their numbers, so that a wait is recorded at its line."""
    tree = ast.parse("def inner(_it, _timer):\n    _t0 = _timer()\n    for _i in _it: pass\n    return _timer() - _t0", name)
    function: Any = tree.body[0]
    function.body[1].body = body or [ast.Pass(lineno=1, col_offset=0)]
    function.body[:0] = setup
    return compile(ast.fix_missing_locations(tree), name, "exec")


def time_text(seconds: float, precision: int = 3) -> str:
    """A time as IPython writes it: `1.5 ms`, `2min 3s`."""
    if seconds >= 60:
        parts, left = [], int(seconds)
        for unit, length in (("d", 86400), ("h", 3600), ("min", 60), ("s", 1)):
            count, left = divmod(left, length)
            if count:
                parts.append(f"{count}{unit}")
        return " ".join(parts)
    order = min(-int(math.floor(math.log10(seconds)) // 3), 3) if seconds > 0 else 3
    return f"{seconds * 1000**order:.{precision}g} {('s', 'ms', 'μs', 'ns')[order]}"
