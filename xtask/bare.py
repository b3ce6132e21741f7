"""Strips the wheel's modules of parts that only readers of the sources need, which saves 27 kB. `wheel.mjs` runs this in Pyodide."""

import ast
import builtins
import dis
import io
import itertools
import re
import tokenize


def bare(text, private, every):
    """Returns a module without comments, docstrings of names that begin with a single underscore, types of arguments, results and
    variables with the imports that nothing else uses, spaces that separate no words, and the import for behaviour that Python has by
    itself from 3.14 on. A class keeps the types of its names, which may be fields. Variables of functions get short names, unless they
    are parameters. ``private``: also without the module's own docstring; ``every``: without any docstring."""
    lines = text.replace("from __future__ import annotations\n", "\n").splitlines(True)
    for kind, _, (row, column), _, _ in tokenize.generate_tokens(io.StringIO(text).readline):
        if kind == tokenize.COMMENT:
            lines[row - 1] = lines[row - 1][:column].rstrip() + "\n"
    tree = ast.parse(text)
    _without_types(tree, lines)
    _without_docstrings(tree, lines, private or every, every)
    return _tight(_shortened(_used("".join(lines))))


def _without_docstrings(node, lines, private, every):
    if private and len(node.body) > 1 and ast.get_docstring(node):
        docstring = node.body[0]
        lines[docstring.lineno - 1 : docstring.end_lineno] = ["\n"] * (docstring.end_lineno - docstring.lineno + 1)
    for inner in node.body:
        if isinstance(inner, (ast.FunctionDef, ast.ClassDef)):
            _without_docstrings(inner, lines, every or re.match("_(?!_)", inner.name), every)


def _without_types(tree, lines):
    fields = {id(one) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for one in node.body}
    gone = []
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation:
            gone.append((node.lineno, node.col_offset + len(node.arg.encode()), node.annotation))
        elif isinstance(node, ast.AnnAssign) and node.value and id(node) not in fields:
            gone.append((node.target.end_lineno, node.target.end_col_offset, node.annotation))
        elif isinstance(node, ast.FunctionDef) and node.returns:
            row = node.returns.lineno
            gone.append((row, lines[row - 1].encode().rfind(b" ->", 0, node.returns.col_offset), node.returns))
    for row, column, mark in sorted(gone, key=lambda one: one[:2], reverse=True):
        if row == mark.end_lineno and column >= 0:
            line = lines[row - 1].encode()
            lines[row - 1] = (line[:column] + line[mark.end_col_offset :]).decode()


def _used(text):
    """The text without imports of names for types that nothing uses any more."""

    def kept(found):
        rest = text.replace(found[0], "")
        names = [name for name in found[2].split(", ") if re.search(rf"\b{name.split()[-1]}\b", rest)]
        return f"from {found[1]} import {', '.join(names)}\n" if names else ""

    return re.sub(r"(?m)^from (typing|collections\.abc) import ([\w, ]+)\n", kept, text)


def _shortened(text):
    """The text with short names for the variables of functions. A name that is also a parameter's, or the module's, stays."""
    tree, lines = ast.parse(text), [line.encode() for line in text.splitlines(True)]
    apart = {name for outer in _outside(tree) for name in _bound(outer)} | set(dir(builtins))
    found = []
    for function in filter(lambda one: isinstance(one, ast.FunctionDef), _outside(tree)):
        names = [one for one in ast.walk(function) if isinstance(one, ast.Name)]
        classes = [one for one in ast.walk(function) if isinstance(one, ast.ClassDef)]
        fixed = apart.union(*(_named(one) for one in ast.walk(function)), *(_bound(one) for kind in classes for one in ast.walk(kind)))
        stored = dict.fromkeys(one.id for one in names if isinstance(one.ctx, ast.Store) and one.id not in fixed)
        taken = fixed.union(one.id for one in names)
        fresh = (name for name in _letters() if name not in taken)
        short = {name: next(fresh) for name in stored if len(name) > 1}
        found += [(one.lineno, one.col_offset, one.id, short[one.id]) for one in names if one.id in short]
    for row, column, name, new in sorted(found, reverse=True):
        line = lines[row - 1]
        lines[row - 1] = line[:column] + new.encode() + line[column + len(name.encode()) :]
    made = b"".join(lines).decode()
    if _steps(compile(made, "", "exec")) != _steps(compile(text, "", "exec")):
        raise ValueError(f"shorter names change what a module does: {text[:200]}")
    return made


def _outside(node):
    """A module's nodes, without those inside its functions."""
    yield node
    if not isinstance(node, ast.FunctionDef):
        for inner in ast.iter_child_nodes(node):
            yield from _outside(inner)


def _named(node):
    """The names that a node binds without a node for a name."""
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return set(node.names)
    if isinstance(node, ast.alias):
        return {(node.asname or node.name).partition(".")[0]}
    return {name for field in ("arg", "name", "rest") if (name := getattr(node, field, None)) and not isinstance(node, ast.keyword)}


def _bound(node):
    return {node.id} if isinstance(node, ast.Name) else _named(node)


def _letters():
    letters = "abcdefghijklmnopqrstuvwxyz"
    return ("".join(several) for size in (1, 2) for several in itertools.product(letters, repeat=size) if "".join(several) not in ("as", "if", "in", "is", "or"))


def _steps(code):
    """The instructions of bytecode, without the names of its variables."""
    local = ("FAST", "DEREF", "CELL", "CLOSURE")
    return [
        _steps(one.argval) if hasattr(one.argval, "co_code") else (one.opname, None if any(kind in one.opname for kind in local) else one.argrepr)
        for one in dis.get_instructions(code)
    ]


def _tight(text):
    """The text without empty lines and spaces that separate no words, with one space for each level of indentation."""
    made, begins, last = [], True, ""
    for name, word, line in _words(text):
        if name in ("NEWLINE", "NL"):
            if last != "\n":
                made.append("\n")
            last, begins = "\n", begins or name == "NEWLINE"
        elif word and name not in ("INDENT", "DEDENT"):
            if begins:
                made.append(" " * ((len(line) - len(line.lstrip())) // 4))
            elif re.match(r"\w\w", last[-1:] + word[:1]):
                made.append(" ")
            made.append(word)
            last, begins = word, False
    return "".join(made)


def _words(text):
    """The kind, the text and the line of each token; a formatted string is one token."""
    lines, depth, first = text.splitlines(True), 0, (0, 0)
    for kind, word, start, (row, column), line in tokenize.generate_tokens(io.StringIO(text).readline):
        name = tokenize.tok_name[kind]
        if name == "FSTRING_START":
            first, depth = start if not depth else first, depth + 1
        elif name == "FSTRING_END":
            depth -= 1
            if not depth:
                part = "".join([*lines[first[0] - 1 : row - 1], lines[row - 1][:column]])
                yield name, part[first[1] :], lines[first[0] - 1]
        elif not depth:
            yield name, word, line
