"""``torch.load``: reads PyTorch's zip format, without running code from the file unless ``weights_only`` is False."""

from __future__ import annotations

import collections
import io
import math
import pickle
from typing import Any

from ._bytes import STORAGES, restored, unpacked
from ._types import Size, device, dtype, dtypes
from ..errors import LabError
from ..views import Place

_BY_NAME = {name: kind for kind, name in STORAGES.items()}
#: The most elements that a file may ask for.
_MOST = 2**31


def load(f: Any, map_location: Any = None, *, weights_only: bool = True, **_: Any) -> Any:
    """Reads what `save` wrote, here or in PyTorch, to the devices that the tensors were on, or to ``map_location``."""
    import zipfile

    try:
        with zipfile.ZipFile(f) as archive:
            found = [name for name in archive.namelist() if name.endswith("/data.pkl")]
            if not found:
                raise RuntimeError("load: this zip file is not of torch.save: it has no data.pkl")
            root = found[0].removesuffix("data.pkl")
            if f"{root}byteorder" in archive.namelist() and archive.read(f"{root}byteorder") != b"little":
                raise RuntimeError("load: the file has numbers in big-endian order; save it on another machine")
            return _Reader(archive, root, map_location, weights_only).load()
    except zipfile.BadZipFile:
        raise RuntimeError("load: this is no file of torch.save, or one of before PyTorch 1.6: load and save it there with a newer one") from None
    except LabError:
        raise
    except (EOFError, KeyError, IndexError, UnicodeDecodeError, ValueError) as error:
        raise RuntimeError(f"load: the file is damaged: {error}") from None


class _Elements:
    """A storage of a file."""

    def __init__(self, values: Any, kind: dtype, where: Any) -> None:
        self.values, self.kind, self.where = values, kind, where


class _Reader(pickle.Unpickler):
    def __init__(self, archive: Any, root: str, where: Any, weights_only: bool) -> None:
        super().__init__(io.BytesIO(archive.read(f"{root}data.pkl")))
        self._archive, self._root, self._where, self._weights_only = archive, root, where, weights_only
        self._storages: dict[str, _Elements] = {}

    def persistent_load(self, known: Any) -> _Elements:
        name, kind, key, location, _ = known
        if name != "storage" or not isinstance(kind, dtype):
            raise pickle.UnpicklingError(f"load: the file has a {name} of {kind}, which is no storage")
        if key not in self._storages:
            data = self._archive.read(f"{self._root}data/{key}")
            self._storages[key] = _Elements(unpacked(data, kind), kind, self._device(location))
        return self._storages[key]

    def _device(self, location: str) -> Any:
        where = self._where
        if callable(where):
            # PyTorch passes it a storage of the CPU and the location. Its result is on the device to use.
            found = where(location, location)
            return "cpu" if found is None or found == location else found
        return where.get(location, location) if isinstance(where, dict) else location if where is None else where

    def find_class(self, module: str, name: str) -> Any:
        found = _KNOWN.get((module, name))
        if found is None and module == "torch":
            found = _BY_NAME.get(name) or dtypes.get(name)
        if found is not None:
            return found
        if self._weights_only:
            raise pickle.UnpicklingError(
                f"Weights only load failed: the file has {module}.{name}, which is no tensor, number, list or dict; "
                "use torch.load(…, weights_only=False) if you trust it, or save net.state_dict()"
            )
        return super().find_class(module, name)


def _tensor(storage: _Elements, first: int, shape: Any, steps: Any, wanted: bool = False, *_: Any) -> Any:
    """``torch._utils._rebuild_tensor_v2``."""
    numbers = (first, *shape, *steps)
    if len(shape) != len(steps) or not all(isinstance(one, int) and one >= 0 for one in numbers):
        raise ValueError(f"a tensor of shape {shape} with strides {steps} at {first}")
    count = math.prod(shape)
    last = first + sum((length - 1) * step for length, step in zip(shape, steps, strict=True)) if count else -1
    if count > _MOST or last >= len(storage.values):
        raise ValueError(f"a tensor of shape {tuple(shape)} reads element {last} of {len(storage.values)}")
    place = Place(None, first, tuple(shape), tuple(steps), None)
    values = storage.values[first : first + count] if place.dense else [storage.values[at] for at in _offsets(first, shape, steps)]
    made = restored(values, storage.kind, tuple(shape), storage.where)
    return made.requires_grad_() if wanted else made


def _offsets(first: int, shape: Any, steps: Any) -> list[int]:
    offsets = [first]
    for length, step in zip(shape, steps, strict=True):
        offsets = [offset + at * step for offset in offsets for at in range(length)]
    return offsets


def _parameter(made: Any, wanted: bool, *_: Any) -> Any:
    """``torch._utils._rebuild_parameter``."""
    made._extras()["parameter"] = True
    return made.requires_grad_() if wanted else made


_KNOWN = {
    ("torch._utils", "_rebuild_tensor_v2"): _tensor,
    ("torch._utils", "_rebuild_parameter"): _parameter,
    ("torch", "Size"): Size,
    ("torch", "device"): device,
    ("collections", "OrderedDict"): collections.OrderedDict,
    ("collections", "defaultdict"): collections.defaultdict,
    ("collections", "Counter"): collections.Counter,
}
for _home in ("builtins", "__builtin__"):
    _KNOWN |= {(_home, kind.__name__): kind for kind in (list, dict, set)}
