"""Arrays of float32 as text, as NumPy and PyTorch lay them out. Pure Python: a test compares it with both."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence

EDGE = 3
THRESHOLD = 1000


def single(x: float) -> float:
    """The nearest float32."""
    try:
        return struct.unpack("f", struct.pack("f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def shortest(x: float) -> str:
    """The fewest digits that give this float32 again, as ``1.5e-03``."""
    for digits in range(9):
        text = f"{x:.{digits}e}"
        if single(float(text)) == x:
            return text
    return f"{x:.8e}"


def shown(length: int, edge: float) -> list[int]:
    """Positions along an axis; -1 stands for the positions left out."""
    if length <= 2 * edge:
        return list(range(length))
    edge = int(edge)
    return [*range(edge), -1, *range(length - edge, length)]


def indices(shape: Sequence[int], edge: float) -> list[int]:
    """Row-major indices of the elements that are shown."""
    found = [0]
    for length in shape:
        along = [at for at in shown(length, edge) if at >= 0]
        found = [start * length + at for start in found for at in along]
    return found


def nested(
    texts: Sequence[str],
    shape: Sequence[int],
    edge: float,
    row: Callable[[list[str], int], str],
    separator: str,
    indent: int,
) -> str:
    """Brackets around texts: ``row`` joins those of the last axis; along the other axes lines are broken."""
    ahead = iter(texts)

    def render(axis: int) -> str:
        if axis == len(shape):
            return next(ahead)
        parts = [("..." if at < 0 else render(axis + 1)) for at in shown(shape[axis], edge)]
        if axis == len(shape) - 1:
            return "[" + row(parts, axis) + "]"
        lines = "\n" * (len(shape) - axis - 1)
        return "[" + f"{separator}{lines}{' ' * (indent + axis + 1)}".join(parts) + "]"

    return render(0)


def wrapped(parts: list[str], comma: str, indent: str, width: int) -> str:
    """A row on as many lines as it takes, as NumPy breaks them: a word that would pass the width begins a line."""
    lines, line = [], indent
    for at, part in enumerate(parts):
        if len(line) + len(part) > width and len(line) > len(indent):
            lines.append(line.rstrip())
            line = indent
        line += part + (f"{comma} " if at < len(parts) - 1 else "")
    return "\n".join([*lines, line])[len(indent) :]


# --- NumPy ------------------------------------------------------------------------------------------------------------------


def _positional(x: float) -> tuple[str, str]:
    mantissa = float(shortest(abs(x)))
    text = f"{mantissa:.60f}".rstrip("0") if mantissa else "0."
    digits = repr(mantissa)
    if "e" not in digits:
        text = digits if "." in digits else digits + "."
        text = text[:-1] if text.endswith(".0") else text
    whole, _, rest = text.partition(".")
    if len(rest) > 8:
        whole, _, rest = f"{abs(x):.8f}".partition(".")
        rest = rest.rstrip("0")
    return ("-" if math.copysign(1, x) < 0 else "") + whole, rest


def _scientific(numbers: list[float]) -> list[tuple[str, str]]:
    least = [shortest(abs(x)) for x in numbers]
    digits = max((max(0, text.index("e") - 2) for text in least), default=0)
    digits = min(digits, 8)
    found = []
    for x in numbers:
        mantissa, power = f"{abs(x):.{digits}e}".split("e")
        whole, _, rest = mantissa.partition(".")
        found.append((("-" if math.copysign(1, x) < 0 else "") + whole, f"{rest}e{power}"))
    return found


def _truths(values: list[bool], width: int = 0) -> list[str]:
    width = width or max(len(str(value)) for value in values)
    return [str(value).rjust(width) for value in values]


def _numpy_texts(numbers: list[float]) -> list[str]:
    if isinstance(numbers[0], bool):
        return _truths(numbers, len("False"))
    if all(isinstance(x, int) for x in numbers):
        width = max(len(str(x)) for x in numbers)
        return [str(x).rjust(width) for x in numbers]
    finite = [x for x in numbers if math.isfinite(x)]
    sizes = [abs(x) for x in finite if x != 0]
    exponents = bool(sizes) and (
        max(sizes) >= 1e6 or min(sizes) < single(1e-4) or single(max(sizes) / min(sizes)) > 1000
    )
    # numpy/_core/arrayprint.py, FloatingFormat: exponents from 10^6 on, which is float32's precision, below 1e-4, above a ratio of 1000.
    parts = _scientific(finite) if exponents else [_positional(x) for x in finite]
    left = max((len(whole) for whole, _ in parts), default=0)
    right = max((len(rest) for _, rest in parts), default=0)
    pad = "0" if exponents else " "
    texts = iter(f"{whole:>{left}}.{rest.ljust(right, pad) if not exponents else rest}" for whole, rest in parts)
    special = {True: "nan"}
    all_texts = [
        next(texts) if math.isfinite(x) else special.get(x != x) or ("inf" if x > 0 else "-inf") for x in numbers
    ]
    width = max((len(text) for text in all_texts), default=0)
    return [text.rjust(width) for text in all_texts]


def numpy_text(data: Sequence[float], shape: Sequence[int], prefix: str = "", separator: str = ",", suffix: str = "") -> str:
    """As ``numpy.array2string``: ``separator=','`` for ``repr``, ``''`` for ``str``. Lines leave room for ``prefix`` and ``suffix``."""
    if 0 in shape:
        return "[]"
    count = math.prod(shape)
    if not shape:
        x = data[0]
        if isinstance(x, int):
            return str(x)
        if separator or not math.isfinite(x):
            return _numpy_texts([x])[0].strip()
        # `str` of a scalar is that of a number: `3.0`, `1e+07`.
        return repr(float(shortest(x))) if x == 0 or single(1e-4) < abs(x) < 1e6 else shortest(x)
    edge = EDGE if count > THRESHOLD else math.inf
    texts = _numpy_texts([data[at] for at in indices(shape, edge)])

    def row(parts: list[str], axis: int) -> str:
        indent = " " * (len(prefix) + axis + 1)
        width = 75 - len(suffix) - axis - 1
        return wrapped(parts, separator, indent, width)

    return nested(texts, shape, edge, row, separator, len(prefix))


def numpy_repr(data: Sequence[float], shape: Sequence[int], more: Sequence[str] = ()) -> str:
    """As NumPy represents an array, with ``dtype=int32`` and the like behind the elements (numpy/_core/arrayprint.py, ``_array_repr_implementation``)."""
    text = f"array({numpy_text(data, shape, 'array(', ',', ')')}"
    behind = ", ".join(more) + ")"
    # On a line of its own where the last line would be longer than 75.
    wide = len(text) - text.rfind("\n") + len(behind) + 1 > 75
    return text + behind if not more else f"{text},{chr(10) + ' ' * 6 if wide else ' '}{behind}"


# --- PyTorch ----------------------------------------------------------------------------------------------------------------


class Options:
    """How PyTorch's text is laid out (torch/_tensor_str.py, ``PRINT_OPTS``)."""

    precision, threshold, edgeitems, linewidth = 4, float(THRESHOLD), EDGE, 80
    #: Exponents always, never, or as the numbers ask.
    sci_mode: bool | None = None


def _torch_texts(numbers: list[float]) -> tuple[list[str], int]:
    if isinstance(numbers[0], bool):
        texts = _truths(numbers)
        return texts, len(texts[0])
    if isinstance(numbers[0], int):
        width = max(len(str(number)) for number in numbers)
        return [str(number).rjust(width) for number in numbers], width
    # torch/_tensor_str.py, _Formatter: digits as the options say; whole numbers as `3.`; exponents above a ratio of 1000, above 1e8, below 1e-4.
    # The width is that of finite numbers other than 0.
    finite = [abs(x) for x in numbers if math.isfinite(x) and x != 0]
    whole = all(x == math.ceil(x) for x in finite)
    exponents = bool(finite) and (
        max(finite) / min(finite) > 1000.0 or max(finite) > 1e8 or (not whole and min(finite) < 1e-4)
    )

    if finite and Options.sci_mode is not None:
        exponents = Options.sci_mode

    def text(x: float) -> str:
        if exponents:
            return f"{x:.{Options.precision}e}"
        if whole:
            return f"{x:.0f}." if math.isfinite(x) else f"{x:.0f}"
        return f"{x:.{Options.precision}f}"

    width = max((len(text(x)) for x in numbers if math.isfinite(x) and x != 0), default=1)
    return [text(x).rjust(width) for x in numbers], width


def torch_text(data: Sequence[float], shape: Sequence[int], suffixes: Sequence[str] = ()) -> str:
    """As PyTorch prints a tensor of float32, with ``device='cuda:0'`` and the like behind the elements."""
    if 0 in shape:
        text = "[]"
    elif not shape:
        text = _torch_texts([data[0]])[0][0]
    else:
        edge = Options.edgeitems if math.prod(shape) > Options.threshold else math.inf
        # The width is that of zeros among zeros, 1, though each is written `0.`.
        texts, width = _torch_texts([data[at] for at in indices(shape, edge)])
        per_line = max(1, (Options.linewidth - 7 - (len(shape) - 1)) // (width + 2))

        def row(parts: list[str], axis: int) -> str:
            indent = " " * (7 + axis + 1)
            parts = [" ..." if part == "..." else part for part in parts]
            lines = [", ".join(parts[at : at + per_line]) for at in range(0, len(parts), per_line)]
            return (",\n" + indent).join(lines)

        text = nested(texts, shape, edge, row, ",", 7)
    result = f"tensor({text}"
    length = len(result) - result.rfind("\n") + 1
    for suffix in suffixes:
        if length + len(suffix) + 2 > Options.linewidth:
            result, length = f"{result},\n       {suffix}", 7 + len(suffix)
        else:
            result, length = f"{result}, {suffix}", length + len(suffix) + 2
    return result + ")"
