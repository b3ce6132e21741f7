"""``safetensors.torch``: the header's length, a header of JSON, then the elements of each tensor."""

from __future__ import annotations

import json
import math
import os
from typing import Any

from asynclab.torch._bytes import LETTERS, packed, restored, unpacked

from . import SafetensorError

_KINDS = {letters: kind for kind, letters in LETTERS.items()}
#: A longer header is invalid (the format's own limit).
_LONGEST = 100_000_000


def save(tensors: dict[str, Any], metadata: dict[str, str] | None = None) -> bytes:
    """The tensors as the bytes of a file. Waits for their elements."""
    described: dict[str, Any] = {"__metadata__": metadata} if metadata else {}
    parts, at = [], 0
    # Wider types come first, so that each is aligned.
    for name, x in sorted(tensors.items(), key=lambda one: (-one[1].element_size(), one[0])):
        data = packed(x)
        described[name] = {"dtype": LETTERS[x.dtype], "shape": list(x.shape), "data_offsets": [at, at + len(data)]}
        parts.append(data)
        at += len(data)
    header = json.dumps(described, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)
    return b"".join([len(header).to_bytes(8, "little"), header, *parts])


def save_file(tensors: dict[str, Any], filename: Any, metadata: dict[str, str] | None = None) -> None:
    """Writes the tensors to a file. Waits for their elements."""
    with open(filename, "wb") as file:
        file.write(save(tensors, metadata))


def load(data: bytes, device: Any = "cpu") -> dict[str, Any]:
    """The tensors of a file's bytes, by name."""
    try:
        length = int.from_bytes(data[:8], "little")
        if len(data) < 8 or length > min(_LONGEST, len(data) - 8):
            raise ValueError("the header is longer than the file")
        described, rest = json.loads(data[8 : 8 + length]), memoryview(data)[8 + length :]
        described.pop("__metadata__", None)
        return {name: _tensor(one, rest, device) for name, one in sorted(described.items())}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        if hasattr(error, "code"):
            raise  # The lab's own error: it names the number that the lab cannot hold.
        raise SafetensorError(f"Error while deserializing header: {error}") from None


def load_file(filename: Any, device: Any = "cpu") -> dict[str, Any]:
    """The tensors of a file, by name."""
    with open(os.fspath(filename), "rb") as file:
        return load(file.read(), device)


def _tensor(one: Any, data: Any, device: Any) -> Any:
    kind, shape, (first, end) = _KINDS[one["dtype"]], tuple(one["shape"]), one["data_offsets"]
    if not all(isinstance(length, int) and length >= 0 for length in (*shape, first)) or end - first != math.prod(shape) * kind.itemsize or end > len(data):
        raise ValueError(f"elements {first} to {end} of shape {shape}")
    return restored(unpacked(bytes(data[first:end]), kind), kind, shape, device)
