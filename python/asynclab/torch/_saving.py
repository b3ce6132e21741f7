"""``torch.save``: files of PyTorch's zip format, which PyTorch reads too."""

from __future__ import annotations

import io
import math
import os
import pickle
from collections import OrderedDict
from typing import Any

from ._bytes import STORAGES, packed
from ._tensor import Tensor
from ._types import Size, device, dtype

#: The protocol of the pickles that PyTorch writes.
_PROTOCOL = 2


def save(obj: Any, f: Any, **_: Any) -> None:
    """Writes an object with its tensors, to a path or a file. Waits for their elements."""
    import zipfile

    if isinstance(f, (str, os.PathLike)) and not os.path.isdir(os.path.dirname(f) or "."):
        raise RuntimeError(f"Parent directory {os.path.dirname(f)} does not exist.")
    described = io.BytesIO()
    writer = _Writer(described)
    writer.dump(obj)
    with zipfile.ZipFile(f, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("archive/data.pkl", described.getvalue())
        archive.writestr("archive/byteorder", "little")
        for key, data in enumerate(writer.storages):
            archive.writestr(f"archive/data/{key}", data)
        archive.writestr("archive/version", "3\n")


class _Global:
    """A name of PyTorch's, which the lab need not have."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    def __call__(self) -> None:
        """The pickler accepts callables only."""


_TENSOR, _PARAMETER = _Global("torch._utils", "_rebuild_tensor_v2"), _Global("torch._utils", "_rebuild_parameter")
_SIZE, _DEVICE = _Global("torch", "Size"), _Global("torch", "device")
_KINDS = {kind: _Global("torch", name) for kind, name in STORAGES.items()}


class _Storage:
    def __init__(self, key: int, x: Any) -> None:
        self.known = ("storage", _KINDS[x.dtype], str(key), str(x.device), x.numel())


class _Writer(pickle._Pickler):  # type: ignore[name-defined]
    """Python's own pickler, which can write a name without looking it up."""

    def __init__(self, file: Any) -> None:
        super().__init__(file, _PROTOCOL)
        self.storages: list[bytes] = []

    def persistent_id(self, obj: Any) -> Any:
        return obj.known if isinstance(obj, _Storage) else None

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, (_Global, dtype)):
            return "a name"
        if isinstance(obj, Size):
            return _SIZE, (tuple(obj),)
        if isinstance(obj, device):
            return _DEVICE, (obj.type,) if obj.index is None else (obj.type, obj.index)
        if not isinstance(obj, Tensor):
            return NotImplemented
        if getattr(obj, "_more", {}).get("parameter"):
            return _PARAMETER, (obj.detach(), obj.requires_grad, OrderedDict())
        shape = tuple(obj.shape)
        steps = tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))
        storage = _Storage(len(self.storages), obj)
        self.storages.append(packed(obj))
        return _TENSOR, (storage, 0, shape, steps, obj.requires_grad, OrderedDict())

    def save_global(self, obj: Any, name: str | None = None) -> None:
        if isinstance(obj, dtype):
            self.write(pickle.GLOBAL + f"torch\n{obj._name}\n".encode())
        elif isinstance(obj, _Global):
            self.write(pickle.GLOBAL + f"{obj.module}\n{obj.name}\n".encode())
        else:
            super().save_global(obj, name)
            return
        self.memoize(obj)
