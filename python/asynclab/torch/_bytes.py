"""The elements of tensors as bytes in files: little-endian, each type in its own width."""

from __future__ import annotations

import math
import struct
from array import array
from typing import Any

from ._creation import from_values
from ._gradients import no_grad
from ._types import bfloat16, boolean, dtype, dtypes, float16, float32, int16, int32, int64, int8, uint8

_CODES = {"float32": "f", "float64": "d", "int64": "q", "int32": "i", "int16": "h", "int8": "b", "uint8": "B", "bool": "B"}
#: A float16 of this size or more is infinite.
_LARGEST_HALF = 65520.0


def packed(x: Any) -> bytes:
    """The elements in row-major order. Waits."""
    values = x._flat("save")
    if x.dtype is float32:
        return bytes(values)
    if x.dtype is float16:
        return struct.pack(f"<{len(values)}e", *(one if not abs(one) >= _LARGEST_HALF else math.copysign(math.inf, one) for one in values))
    if x.dtype is bfloat16:
        # The upper half of a float32, rounded to even; NaN stays NaN.
        words = array("I", bytes(array("f", values)))
        return bytes(array("H", (word + 0x7FFF + (word >> 16 & 1) >> 16 if one == one else 0x7FC0 for word, one in zip(words, values, strict=True))))
    return bytes(array(_CODES[x.dtype._name], values))


def unpacked(data: bytes, kind: dtype) -> Any:
    """The elements as numbers of Python. Raises `ValueError` where bytes are left over."""
    if len(data) % kind.itemsize:
        raise ValueError(f"{len(data)} bytes are no whole number of elements of {kind}")
    if kind is float16:
        return struct.unpack(f"<{len(data) // 2}e", data)
    if kind is bfloat16:
        return array("f", bytes(array("I", (half << 16 for half in array("H", data)))))
    return array(_CODES[kind._name], data)


def restored(values: Any, kind: dtype, shape: tuple[int, ...], device: Any) -> Any:
    """The tensor of these elements, a leaf. A whole number that the lab cannot hold raises an error that names it."""
    with no_grad():
        numbers = [value != 0 for value in values] if kind is boolean else list(values)
        return from_values(numbers, device, kind).reshape(shape)


#: PyTorch's names of storages, and safetensors' names of types.
STORAGES = {
    float32: "FloatStorage", dtypes["float64"]: "DoubleStorage", float16: "HalfStorage", bfloat16: "BFloat16Storage", int64: "LongStorage",
    int32: "IntStorage", int16: "ShortStorage", int8: "CharStorage", uint8: "ByteStorage", boolean: "BoolStorage",
}  # fmt: skip
LETTERS = {
    float32: "F32", dtypes["float64"]: "F64", float16: "F16", bfloat16: "BF16", int64: "I64", int32: "I32", int16: "I16", int8: "I8", uint8: "U8", boolean: "BOOL",
}  # fmt: skip
