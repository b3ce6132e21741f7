"""Runs the cells of a notebook, for the page that shows it."""

from __future__ import annotations

import ast
import io
import linecache
import re
import sys
import time
import traceback
from types import CodeType, ModuleType
from typing import Any

from . import _sites

#: A line that IPython reads and Python does not: `%matplotlib inline`, `!ls`.
_MAGIC = re.compile(r"^(\s*)([%!].*)$")
_QUIET = ("matplotlib", "config", "load_ext", "autoreload")
_HERE = __file__.rpartition("/")[0] + "/"

#: Cells are the main module: `pickle` finds their classes there.
sys.modules["__main__"] = ModuleType("__main__")
#: What cells see.
scope: dict[str, Any] = vars(sys.modules["__main__"])
scope["__builtins__"] = __builtins__


def _refine_time() -> None:
    """Has `time.time()` follow `performance.now()`: of itself it steps by a whole ms here."""
    begin, tick = time.time_ns() - time.perf_counter_ns(), time.perf_counter_ns
    time.time_ns = lambda: begin + tick()
    time.time = lambda: (begin + tick()) / 1e9


_refine_time()


class StdinNotImplementedError(NotImplementedError):
    """A program asked for input, as Jupyter calls it."""


class _NoInput(io.TextIOBase):
    """What `input()` and its like read: nobody can answer them."""

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        raise StdinNotImplementedError('input: nobody can answer a program here; write the value into the program, as in answer = "yes"')

    def read(self, size: int | None = -1, /) -> str:
        return self.readline()


sys.stdin = _NoInput()


def magic(line: str) -> None:
    """A line for IPython. Those that only set up plots do nothing."""
    word = line.lstrip("%!").split()[:1]
    if line.startswith("%") and word and word[0] in _QUIET:
        return
    if word and word[0] in ("pip", "pip3"):
        print(f"{line}: nothing is installed here; the page has Python's own library, and torch, mxnet, numpy and d2l of asynclab")
        return
    raise NotImplementedError(f"{line.split()[0]}: there is no IPython and no shell here; write it in Python")


def _parsed(source: str, name: str) -> ast.Module:
    lines = source.splitlines()
    while True:
        try:
            return ast.parse("\n".join(lines), name)
        except SyntaxError as error:
            # Only where Python itself stumbles: a `%` may stand at the beginning of a line for other reasons.
            at = (error.lineno or 0) - 1
            found = _MAGIC.match(lines[at]) if 0 <= at < len(lines) else None
            if not found:
                raise
            lines[at] = f"{found[1]}__magic__({found[2]!r})"
            scope["__magic__"] = magic


def _compiled(source: str, name: str) -> tuple[CodeType, CodeType | None]:
    """The cell's statements, and its last expression, whose value is shown: by a call at its line, so that a wait is of that line."""
    tree = _parsed(source, name)
    shown = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
        last = tree.body.pop().value
        call = ast.Call(ast.Name("__shown__", ast.Load()), [last], [])
        shown = compile(ast.fix_missing_locations(ast.copy_location(ast.Expression(ast.copy_location(call, last)), last)), name, "eval")
    return compile(tree, name, "exec"), shown


def run(source: str, number: int, show: Any) -> bool:
    """Runs a cell. ``show(kind, text)`` is told its result or its error.

    Kinds are ``result`` (the text of the last expression) and ``error`` (name, message and traceback, with U+0000 between them).
    """
    name = f"<cell {number}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)

    def seen(value: Any) -> None:
        if value is not None:
            scope["_"] = value
            show("result", repr(value))

    scope["__shown__"] = seen
    try:
        body, shown = _compiled(source, name)
        exec(body, scope)
        if shown is not None:
            eval(shown, scope)
        return True
    except BaseException as error:
        # Stop is repeated until the cell has ended: the next one may come while the first is written down.
        for _ in range(20):
            try:
                text = told(error)
                break
            except KeyboardInterrupt:
                text = f"{type(error).__name__}\0{error}\0"
        show("error", text)
        return False
    finally:
        # A failed cell keeps no array alive.
        sys.last_value = sys.last_traceback = sys.last_exc = None
        sys.stdout.flush()


def told(error: BaseException) -> str:
    """Name, message and traceback. Frames of the kernel and of the package are left out: the traceback ends at the reader's line."""
    if isinstance(error, SystemExit):
        return f"SystemExit\0{error}\0"
    # Of a recursion without a bottom the last frames tell enough.
    described = traceback.TracebackException.from_exception(error, limit=-1500)
    part: Any = described
    while part is not None:
        if part.exc_type_str.endswith("SyntaxError"):
            part.stack = traceback.StackSummary()  # Nothing was called: the error itself names the line.
            break
        part.stack = traceback.StackSummary.from_list(
            [frame for frame in part.stack if not frame.filename.startswith(_HERE) and "_pyodide" not in frame.filename]
        )
        part = part.__cause__ or part.__context__
    return f"{type(error).__name__}\0{error}\0{''.join(described.format())}"


def trace(on: bool) -> None:
    """Has the lab told the line of each operation, or not."""
    from ._connect import default

    default().trace_sites(on)


def lines(since: int) -> str:
    """The program's lines by number, from ``since`` on: ``file:line`` each, separated by newlines."""
    return "\n".join(f"{file}:{line}" for file, line in _sites.lines[since:])


def names() -> str:
    """The names that cells have defined, for debuggers and lists of variables."""
    return ",".join(sorted(name for name in scope if not name.startswith("_")))
