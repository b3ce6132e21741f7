"""``tf.print``."""

from __future__ import annotations

import sys
from typing import Any

from asynclab.format import single

from ._convert import convert, is_tensor


def _text(value: Any) -> str:
    if is_tensor(value):
        x = convert(value)
        values = x._flat("tf.print")
        return _nested([int(one) if x.dtype.is_integer or x.dtype.is_bool else _float(one) for one in values], tuple(x.shape))
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name!r}: {_text(one)}" for name, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        text = ", ".join(map(_text, value))
        return f"[{text}]" if isinstance(value, list) else f"({text}{',' * (len(value) == 1)})"
    return str(value)


def _float(value: float) -> str:
    """A float as C++ writes it: in 6 digits where these give the same float32 again, else in 9."""
    text = f"{value:.6g}"
    return text if single(float(text)) == value or value != value else f"{value:.9g}"


def _nested(values: list[Any], shape: tuple[int, ...]) -> str:
    if not shape:
        return str(values[0])
    step = len(values) // max(1, shape[0])
    parts = [_nested(values[at * step : (at + 1) * step], shape[1:]) for at in range(shape[0])]
    if len(parts) > 6:
        parts = [*parts[:3], "...", *parts[-3:]]
    return "[" + (" " if len(shape) == 1 else "\n" * (len(shape) - 1) + " ").join(one.replace("\n", "\n ") if len(shape) > 1 else one for one in parts) + "]"


def print(*inputs: Any, output_stream: Any = None, end: str = "\n", sep: str = " ", name: str | None = None) -> None:  # noqa: A001
    """Prints tensors as TensorFlow does, at each call of the function. Waits for them."""
    (sys.stderr if output_stream is None else output_stream if hasattr(output_stream, "write") else sys.stdout).write(sep.join(map(_text, inputs)) + end)
