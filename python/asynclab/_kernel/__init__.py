"""Runs the cells of a notebook, for the page that shows it."""

from __future__ import annotations

import ast
import inspect
import io
import linecache
import sys
import time
import traceback
from types import CodeType, ModuleType
from typing import Any

from .. import _sites
from . import absent, display, loop, magics, parts, remedies

#: The path of packages. Their frames are not the reader's.
_HERE = __file__.rpartition("/asynclab/")[0] + "/"

#: Cells are the main module: `pickle` finds their classes there.
sys.modules["__main__"] = ModuleType("__main__")
#: The cells' names.
scope: dict[str, Any] = vars(sys.modules["__main__"])
scope["__builtins__"] = __builtins__


def _refine_time() -> None:
    """Makes `time.time()` follow `performance.now()`: Pyodide's own steps by a whole ms."""
    begin, tick = time.time_ns() - time.perf_counter_ns(), time.perf_counter_ns
    time.time_ns = lambda: begin + tick()
    time.time = lambda: (begin + tick()) / 1e9


_refine_time()


class StdinNotImplementedError(NotImplementedError):
    """A program asked for input. The name is Jupyter's."""


class _NoInput(io.TextIOBase):
    """The standard input, which `input()` reads: it raises, since nobody can answer."""

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        raise StdinNotImplementedError('input: nobody can answer a program here; write the value into the program, as in answer = "yes"')

    def read(self, size: int | None = -1, /) -> str:
        return self.readline()


sys.stdin = _NoInput()
absent.install()
remedies.install()
parts.install()
scope["display"] = display.display


def _compiled(source: str, name: str, shown: bool) -> tuple[list[CodeType], int]:
    """The code of the cell's statements and of its last expression, whose value is shown, and that expression's line."""
    tree = magics.parsed(source, name)
    parts: list[Any] = [tree]
    line = 1
    if shown and tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
        parts.append(ast.Expression(tree.body.pop().value))
        line = parts[1].body.lineno
    # `await` outside a function is allowed, as in Jupyter.
    return [compile(part, name, "exec" if part is tree else "eval", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT) for part in parts], line


def _evaluated(code: CodeType) -> Any:
    value = eval(code, scope)
    return loop.drive(value) if code.co_flags & inspect.CO_COROUTINE else value


def _shown(name: str, line: int) -> CodeType:
    """The code that shows the last value: a call at that value's line, so that its wait is recorded there."""
    call = ast.parse("__shown__()", name, "eval")
    return compile(ast.increment_lineno(call, line - 1), name, "eval")


def _executed(source: str, name: str) -> None:
    """Runs a cell with its magic, and shows its last value."""
    kind, rest, source = magics.cell_magic(source)
    if kind == "timeit":
        magics.timeit_cell(source, rest, scope, name)
        return
    parts, line = _compiled(source, name, kind != "capture")
    last = None

    def body() -> None:
        nonlocal last
        for code in parts:
            last = _evaluated(code)

    if kind == "time":
        magics.timed(body)
    elif kind == "capture":
        with display.captured():
            body()
    else:
        body()
    if last is not None:
        scope["_"] = last
        scope["__shown__"] = lambda: display.show_value(last, "result")
        eval(_shown(name, line), scope)
        del scope["__shown__"]


def run(source: str, number: int, show: Any) -> bool:
    """Runs a cell. ``show(kind, text)`` is called with its result or its error.

    Kinds are ``result`` (the text of the last expression), ``error`` (name, message and traceback, with U+0000 between them), ``figure``
    (its title and its SVG, with U+0000 between them) and ``clear``.
    """
    name = f"<cell {number}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    display.show = show
    scope["__magic__"] = magics.magic
    try:
        try:
            _executed(source, name)
        finally:
            display.draw_open()
        return True
    except BaseException as error:
        # Stop is repeated until the cell has ended: another Stop may arrive during the report.
        for _ in range(20):
            try:
                text = report(error)
                break
            except KeyboardInterrupt:
                text = f"{type(error).__name__}\0{error}\0"
        show("error", text)
        return False
    finally:
        # A failed cell keeps no array alive.
        sys.last_value = sys.last_traceback = sys.last_exc = None
        sys.stdout.flush()


def report(error: BaseException) -> str:
    """Name, message and traceback. Frames of the kernel and of the package are left out: the traceback ends at the reader's line."""
    if isinstance(error, SystemExit):
        return f"SystemExit\0{error}\0"
    # For an endless recursion the last frames are enough.
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
    """Turns the recording of each operation's line on or off."""
    from .._connect import default

    default().trace_sites(on)


def lines(since: int) -> str:
    """The program's lines by number, from ``since`` on: ``file:line`` each, separated by newlines."""
    return "\n".join(f"{file}:{line}" for file, line in _sites.lines[since:])


def names() -> str:
    """The names that cells have defined, for debuggers and lists of variables."""
    return ",".join(sorted(name for name in scope if not name.startswith("_")))
