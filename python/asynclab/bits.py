"""Bitwise operations, in two's complement, on whole numbers below 2²⁴ in arrays of float32. Every step is exact, and nothing waits."""

from __future__ import annotations

from typing import Any

#: Bits, besides the sign, of the whole numbers that float32 has exactly.
WIDTH = 24


def _above(x: Any, bit: int) -> Any:
    """The number shifted down, without the bits below ``bit``."""
    return (x * 2.0**-bit).floor() if bit else x


def _with_number(x: Any, number: int) -> Any:
    """``x & number``: each run of ones in ``number`` takes the bits of ``x`` between its two ends."""
    made, bit = None, 0
    while number >> bit:
        if not number >> bit & 1:
            bit += 1
            continue
        end = bit
        while end < WIDTH and number >> end & 1:
            end += 1
        part = _above(x, bit) * 2.0**bit
        if end < WIDTH:
            part = part - _above(x, end) * 2.0**end
        made = part if made is None else made + part
        if end >= WIDTH:
            break
        bit = end
    return x * 0.0 if made is None else made


def conjunction(x: Any, other: Any, width: int = WIDTH) -> Any:
    """``x & other``: ``x`` is an array, ``other`` an array or a whole number, and their sizes are below 2 ** width."""
    if isinstance(other, int):
        return _with_number(x, other)
    made, left, right = None, x, other
    for bit in range(width):
        next_left, next_right = _above(x, bit + 1), _above(other, bit + 1)
        both = (left - next_left * 2.0) * (right - next_right * 2.0) * 2.0**bit
        made = both if made is None else made + both
        left, right = next_left, next_right
    # The rest is the sign: -1 or 0.
    sign = left * right * -(2.0**width)
    return sign if made is None else made + sign


def disjunction(x: Any, other: Any, width: int = WIDTH) -> Any:
    """``x | other``. No step is larger than the result."""
    return x + (other - conjunction(x, other, width))


def difference(x: Any, other: Any, width: int = WIDTH) -> Any:
    """``x ^ other``."""
    both = conjunction(x, other, width)
    return (x - both) + (other - both)


OPERATIONS = {"and": conjunction, "or": disjunction, "xor": difference}
