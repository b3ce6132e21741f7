"""Files of arrays in the layout of MXNet's ``.params`` (src/ndarray/ndarray.cc): the arrays, then their names, in little-endian order."""

from __future__ import annotations

import math
import struct
from typing import Any

from ._arrays import Makers

_LIST, _LEGACY, _SHAPED = 0x112, 0xF993FAC9, 0xF993FACA
#: By MXNet's number of a type (mshadow/base.h): the type, and its letter in the module `struct`.
_TYPES = {0: ("float32", "f"), 1: ("float64", "d"), 2: ("float16", "e"), 3: ("uint8", "B"), 4: ("int32", "i"), 5: ("int8", "b"), 6: ("int64", "q"), 7: ("bool", "?")}


def save(file: Any, data: Any) -> None:
    """Writes an array, a list of arrays or a dict of them. Waits for their elements."""
    named = data if isinstance(data, dict) else None
    arrays = list(named.values()) if named is not None else list(data) if isinstance(data, (list, tuple)) else [data]
    parts = [struct.pack("<QQQ", _LIST, 0, len(arrays))]
    for one in arrays:
        shape = tuple(one.shape)
        number, letter = next((number, letter) for number, (name, letter) in _TYPES.items() if one.dtype == name)
        parts.append(struct.pack(f"<IiI{len(shape)}qiii", _SHAPED, 0, len(shape), *shape, 1, 0, number))
        flat = one._flat("save")
        parts.append(struct.pack(f"<{len(flat)}{letter}", *flat))
    names = [name.encode() for name in named or ()]
    parts.append(struct.pack("<Q", len(names)))
    for name in names:
        parts += [struct.pack("<Q", len(name)), name]
    with open(file, "wb") as out:
        out.write(b"".join(parts))


def load(file: Any, kind: Any, ctx: Any = None) -> Any:
    """Reads a file of `save`: a list of arrays, or a dict where they have names."""
    with open(file, "rb") as given:
        data = given.read()
    at = 0

    def taken(form: str) -> tuple[Any, ...]:
        nonlocal at
        found = struct.unpack_from(form, data, at)
        at += struct.calcsize(form)
        return found

    try:
        magic, _, count = taken("<QQQ")
        if magic != _LIST:
            raise ValueError("it begins with another number")
        arrays = []
        for _ in range(count):
            version, storage, rank = taken("<IiI")
            if version not in (_LEGACY, _SHAPED) or storage or rank > 32:
                raise ValueError("an array is sparse, or of an older version")
            *shape, _, _, element = taken(f"<{rank}qiii")
            type_name, letter = _TYPES.get(element, ("", "b"))
            size = math.prod(shape)
            if not type_name or min(shape, default=0) < 0 or struct.calcsize(letter) * size > len(data) - at:
                raise ValueError("an array is of a type that is unknown here, or longer than the file")
            arrays.append((taken(f"<{size}{letter}"), tuple(shape), type_name))
        names = []
        for _ in range(taken("<Q")[0]):
            (length,) = taken("<Q")
            names.append(data[at : at + length].decode())
            at += length
    except (struct.error, ValueError) as error:
        raise ValueError(f"load: {file} is no file of arrays that MXNet or the lab saved: {error}") from None
    made = [Makers(kind).values(values, ctx, dtype).reshape(shape) for values, shape, dtype in arrays]
    return dict(zip(names, made, strict=True)) if names else made
