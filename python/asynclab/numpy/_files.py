"""Files of one array each, ``.npy``: numpy.lib.format, version 1.0."""

from __future__ import annotations

import ast
import math
import os
import struct
from typing import Any

from ..dtypes import dtype_of
from ._array import asarray, from_flat, ndarray

_MAGIC = b"\x93NUMPY"
#: By the type in a file: its letter in the module `struct`.
_LETTERS = {"f2": "e", "f4": "f", "f8": "d", "i8": "q", "i4": "i", "i2": "h", "i1": "b", "u8": "Q", "u4": "I", "u2": "H", "u1": "B", "b1": "B"}


def save(file: Any, arr: Any) -> None:
    """Writes an array to a path or a binary file. A path without the ending ``.npy`` gets it."""
    made = asarray(arr)
    kind = made.dtype
    form = f"{kind.kind}{kind.itemsize}"
    head = repr({"descr": f"{'|' if kind.itemsize == 1 else '<'}{form}", "fortran_order": False, "shape": tuple(made.shape)}).encode()
    head += b" " * (63 - (len(_MAGIC) + 4 + len(head)) % 64) + b"\n"
    flat = made._flat("save")
    content = _MAGIC + b"\1\0" + struct.pack("<H", len(head)) + head + struct.pack(f"<{len(flat)}{_LETTERS[form]}", *flat)
    if hasattr(file, "write"):
        file.write(content)
        return
    path = os.fspath(file)
    with open(path if path.endswith(".npy") else f"{path}.npy", "wb") as out:
        out.write(content)


def load(file: Any, allow_pickle: bool = False) -> ndarray:
    """Reads a file that `save` wrote, here or in NumPy."""
    if hasattr(file, "read"):
        content = file.read()
    else:
        with open(file, "rb") as given:
            content = given.read()
    if not content.startswith(_MAGIC):
        raise ValueError("load: this is no .npy file; the lab reads one array to a file, which np.save wrote")
    wide = content[6] > 1
    (length,) = struct.unpack_from("<I" if wide else "<H", content, 8)
    first = (12 if wide else 10) + length
    head = ast.literal_eval(content[first - length : first].decode())
    letter, shape = _LETTERS.get(head["descr"][1:]), tuple(head["shape"])
    if letter is None:
        raise ValueError(f"load: elements of {head['descr']!r}; the lab reads floats, whole numbers and booleans")
    flat = struct.unpack_from(f"{'>' if head['descr'][0] == '>' else '<'}{math.prod(shape)}{letter}", content, first)
    kind = dtype_of(head["descr"][1:])
    return from_flat(flat, shape[::-1], True, kind).transpose() if head["fortran_order"] else from_flat(flat, shape, True, kind)
