"""Equations of square matrices, by Gaussian elimination with partial pivoting in Python's double precision. Their elements are brought to the program."""

from __future__ import annotations

from collections.abc import Sequence


class Singular(ArithmeticError):
    """A matrix that has no inverse."""


def solved(matrix: Sequence[float], right: Sequence[float], n: int) -> tuple[list[float], float]:
    """The solution of n equations for each column of the right side, and the determinant.

    Both are in row-major order, as is the solution. Raises `Singular` where a pivot is 0.
    """
    columns = len(right) // n if n else 0
    rows = [[*matrix[at * n : at * n + n], *right[at * columns : at * columns + columns]] for at in range(n)]
    determinant = 1.0
    for at in range(n):
        pivot = max(range(at, n), key=lambda row: abs(rows[row][at]))
        if rows[pivot][at] == 0:
            raise Singular
        if pivot != at:
            rows[at], rows[pivot], determinant = rows[pivot], rows[at], -determinant
        head = rows[at]
        determinant *= head[at]
        for row in rows[at + 1 :]:
            if factor := row[at] / head[at]:
                for column in range(at, n + columns):
                    row[column] -= factor * head[column]
    for at in reversed(range(n)):
        for column in range(n, n + columns):
            rows[at][column] = (rows[at][column] - sum(rows[at][k] * rows[k][column] for k in range(at + 1, n))) / rows[at][at]
    return [value for row in rows for value in row[n:]], determinant


def each_solved(matrices: Sequence[float], rights: Sequence[float], n: int, count: int) -> list[float]:
    """The solutions of ``count`` systems, one after the other. Each system has its own right sides."""
    size, width = n * n, len(rights) // count if count else 0
    return [value for at in range(count) for value in solved(matrices[at * size : at * size + size], rights[at * width : at * width + width], n)[0]]


def determinants(matrices: Sequence[float], n: int, count: int) -> list[float]:
    """The determinants of several matrices, 0 for a matrix without an inverse."""
    found = []
    for at in range(count):
        try:
            found.append(solved(matrices[at * n * n : (at + 1) * n * n], (), n)[1])
        except Singular:
            found.append(0.0)
    return found


def identity(n: int, count: int = 1) -> list[float]:
    return [float(row == column) for row in range(n) for column in range(n)] * count
