"""``torch.save`` and ``torch.load``: files that this library reads again; not those of PyTorch."""

from __future__ import annotations

import io
import pickle
import zipfile
from typing import Any

#: As PyTorch's files are: a zip file, though with other contents.
_INSIDE = "asynclab/data.pkl"


def save(obj: Any, f: Any, **_: Any) -> None:
    """Writes an object with its tensors. Waits for their elements."""
    with zipfile.ZipFile(f, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_INSIDE, pickle.dumps(obj))


def load(f: Any, map_location: Any = None, *, weights_only: bool = True, **_: Any) -> Any:
    """Reads what `save` wrote, to the devices that the tensors were on, or to ``map_location``."""
    try:
        with zipfile.ZipFile(f) as archive:
            if _INSIDE not in archive.namelist():
                raise RuntimeError("load: this file is not of torch.save of asynclab; PyTorch's own files are not read here: save it there with safetensors")
            data = archive.read(_INSIDE)
    except zipfile.BadZipFile:
        raise RuntimeError("load: this is no file of torch.save of asynclab") from None
    return _Reader(io.BytesIO(data), map_location, weights_only).load()


class _Reader(pickle.Unpickler):
    """Reads tensors to a device, and, unless all is wanted, nothing that is code."""

    def __init__(self, file: Any, where: Any, weights_only: bool) -> None:
        super().__init__(file)
        self._where, self._weights_only = where, weights_only

    def find_class(self, module: str, name: str) -> Any:
        from ._copies import _restored

        if (module, name) == ("asynclab.torch._copies", "_restored"):
            return self._restored(_restored)
        known = {"collections": {"OrderedDict", "defaultdict"}, "asynclab.torch._types": {"Size", "_dtype", "device"}, "array": {"_array_reconstructor", "array"}}
        if self._weights_only and name not in known.get(module, ()):
            raise pickle.UnpicklingError(
                f"Weights only load failed: the file has {module}.{name}, which is no tensor, number, list or dict; "
                "use torch.load(…, weights_only=False) if you trust it, or save net.state_dict()"
            )
        return super().find_class(module, name)

    def _restored(self, make: Any) -> Any:
        where = self._where
        place = (lambda device: device) if where is None else (lambda device: where.get(device, device)) if isinstance(where, dict) else (lambda _: where)
        return lambda values, shape, device, *rest: make(values, shape, place(device), *rest)
