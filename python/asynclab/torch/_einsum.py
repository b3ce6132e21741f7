"""``torch.einsum``: sums of products, by matrix products."""

from __future__ import annotations

import math
from typing import Any

from ..array import Array

#: Names for the axes that `...` stands for.
_MORE = "⓪①②③④⑤⑥⑦⑧⑨"


def einsum(equation: str, *operands: Any) -> Any:
    """``einsum("ij,jk->ik", a, b)``: each letter is an axis; those that the result lacks are summed over."""
    given = list(operands[0]) if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else list(operands)
    text, arrow, result = equation.replace(" ", "").partition("->")
    parts = text.split(",")
    if len(parts) != len(given):
        raise RuntimeError(f"einsum(): more operands were provided than specified in the equation: {equation!r}, {len(given)} operands")
    terms = [_named(part, x, at) for at, (part, x) in enumerate(zip(parts, given, strict=True))]
    lengths: dict[str, int] = {}
    for at, (letters, x) in enumerate(zip(terms, given, strict=True)):
        for letter, length in zip(letters, x.shape, strict=True):
            if lengths.setdefault(letter, length) != length and 1 not in (length, lengths[letter]):
                raise RuntimeError(
                    f"einsum(): subscript {letter} has size {length} for operand {at} which does not broadcast with previously seen size {lengths[letter]}"
                )
            lengths[letter] = max(lengths[letter], length)
    more = "".join(letter for letter in _MORE[::-1] if letter in lengths)
    if not arrow:
        together = "".join(terms)
        result = more + "".join(letter for letter in sorted(set(together)) if together.count(letter) == 1 and letter not in _MORE)
    result = result.replace("...", more)
    for letter in result:
        if letter not in lengths or result.count(letter) > 1:
            raise RuntimeError(f"einsum(): output subscript {letter} does not appear in the equation for any input operand, or twice")
    made, left = _once(given[0], terms[0])
    for at, x in enumerate(given[1:], 1):
        later = set(result).union(*terms[at + 1 :])
        made, left = _product(made, left, *_once(x, terms[at]), later, lengths)
    made, left = _summed(made, left, set(result))
    return made.permute([left.index(letter) for letter in result]) if left != result else made


def _named(part: str, x: Any, at: int) -> str:
    """The letters of an operand's axes, those of `...` included."""
    before, dots, after = part.partition("...")
    missing = x.dim() - len(before) - len(after)
    if missing < 0 or missing and not dots or not (before + after).isalpha() and before + after:
        raise RuntimeError(f"einsum(): the number of subscripts in the equation ({part!r}) does not match the number of dimensions ({x.dim()}) for operand {at}")
    return before + _MORE[:missing][::-1] + after


def _once(x: Any, letters: str) -> tuple[Any, str]:
    """Takes the diagonal for a letter that is there twice."""
    for letter in dict.fromkeys(letters):
        while letters.count(letter) > 1:
            first = letters.index(letter)
            second = letters.index(letter, first + 1)
            rest = [axis for axis in range(len(letters)) if axis not in (first, second)]
            length, shape = x.shape[first], [x.shape[axis] for axis in rest]
            square = Array.reshape(x.permute([first, second, *rest]), (length * length, -1))
            x = Array.reshape(square[:: length + 1], (length, *shape))
            letters = letter + "".join(letters[axis] for axis in rest)
    return x, letters


def _summed(x: Any, letters: str, kept: set[str]) -> tuple[Any, str]:
    axes = tuple(axis for axis, letter in enumerate(letters) if letter not in kept)
    return (x.sum(axes) if axes else x), "".join(letter for letter in letters if letter in kept)


def _product(a: Any, left: str, b: Any, right: str, later: set[str], lengths: dict[str, int]) -> tuple[Any, str]:
    """A product of two, summed over the letters that are not needed later."""
    a, left = _summed(a, left, later | set(right))
    b, right = _summed(b, right, later | set(left))
    both = [letter for letter in left if letter in right]
    batch, inner = [one for one in both if one in later], [one for one in both if one not in later]
    rows, columns = [one for one in left if one not in both], [one for one in right if one not in both]
    if not inner:
        a, b = (_spread(x, own, batch + rows + columns) for x, own in ((a, left), (b, right)))
        return a * b, "".join(batch + rows + columns)
    size = lambda group: math.prod(lengths[one] for one in group)  # noqa: E731
    a = _wide(a.permute([left.index(one) for one in batch + rows + inner]), batch + rows + inner, lengths)
    b = _wide(b.permute([right.index(one) for one in batch + inner + columns]), batch + inner + columns, lengths)
    shape = [lengths[one] for one in batch]
    made = a.reshape((*shape, size(rows), size(inner))).matmul(b.reshape((*shape, size(inner), size(columns))))
    return made.reshape([lengths[one] for one in batch + rows + columns]), "".join(batch + rows + columns)


def _wide(x: Any, letters: list[str], lengths: dict[str, int]) -> Any:
    shape = [lengths[one] for one in letters]
    return x if list(x.shape) == shape else x.broadcast_to(shape)


def _spread(x: Any, own: str, letters: list[str]) -> Any:
    """The tensor with an axis for each letter, of length 1 for a letter that it does not have."""
    x = x.permute([own.index(one) for one in letters if one in own])
    lengths = iter(x.shape)
    return Array.reshape(x, [next(lengths) if one in own else 1 for one in letters])
