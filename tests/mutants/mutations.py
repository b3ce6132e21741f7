"""Prints the mutations of a Python module as JSON, in the form of mutations.mjs: ranges are in UTF-16 code units, as JavaScript counts."""

import ast
import json
import sys

EXCHANGED = {
    ast.Lt: ">=", ast.LtE: ">", ast.Gt: "<=", ast.GtE: "<", ast.Eq: "!=", ast.NotEq: "==", ast.Is: "is not", ast.IsNot: "is",
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*",
}  # fmt: skip
FACTOR = 3

path = sys.argv[1]
with open(path, encoding="utf8") as file:
    text = file.read()
lines = [line.encode() for line in text.splitlines(keepends=True)]
found = []


def units(line: int, column: int) -> int:
    """The place of a byte of a line, in UTF-16 code units from the start of the file."""
    before = b"".join(lines[: line - 1]) + lines[line - 1][:column]
    return len(before.decode().encode("utf-16-le")) // 2


def characters(place: int) -> int:
    return len(text.encode("utf-16-le")[: 2 * place].decode("utf-16-le"))


def add(start: int, end: int, line: int, replacement: str) -> None:
    was = text[characters(start) : characters(end)]
    found.append({"line": line, "from": start, "to": end, "was": was, "is": replacement})


def whole(node: ast.expr, replacement: str) -> None:
    add(units(node.lineno, node.col_offset), units(node.end_lineno, node.end_col_offset), node.lineno, replacement)


def between(left: ast.expr, right: ast.expr, replacement: str) -> None:
    """Replaces the operator between two operands, with any brackets and blanks around it."""
    start, end = units(left.end_lineno, left.end_col_offset), units(right.lineno, right.col_offset)
    gap = text[characters(start) : characters(end)]
    operator = gap.strip(" ()\n\\")
    if operator and "#" not in gap:
        at = start + gap.index(operator)
        add(at, at + len(operator), left.end_lineno, replacement)


def nodes(node: ast.AST):
    """The nodes of a program, without annotations, which do nothing, and f-strings, whose parts have no positions before Python 3.12."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                    yield from nodes(child)


for node in nodes(ast.parse(text)):
    if isinstance(node, ast.Compare) and type(node.ops[0]) in EXCHANGED:
        between(node.left, node.comparators[0], EXCHANGED[type(node.ops[0])])
    elif isinstance(node, ast.BinOp) and type(node.op) in EXCHANGED:
        between(node.left, node.right, EXCHANGED[type(node.op)])
    elif isinstance(node, ast.BoolOp):
        between(node.values[0], node.values[1], "or" if isinstance(node.op, ast.And) else "and")
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value > 0:
        whole(node, repr(node.value * FACTOR))
    elif isinstance(node, (ast.If, ast.IfExp)):
        whole(node.test, "True")
        whole(node.test, "False")
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        whole(node.value, "None")
print(json.dumps(found))
