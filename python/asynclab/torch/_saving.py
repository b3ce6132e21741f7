"""``torch.save`` and ``torch.load``: files that this library reads again; not those of PyTorch."""

from __future__ import annotations

import io
from typing import Any

#: As PyTorch's files are: a zip file, though with other contents.
_INSIDE = "asynclab/data.pkl"


def save(obj: Any, f: Any, **_: Any) -> None:
    """Writes an object with its tensors. Waits for their elements."""
    import pickle
    import zipfile

    with zipfile.ZipFile(f, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_INSIDE, pickle.dumps(obj))


def load(f: Any, map_location: Any = None, *, weights_only: bool = True, **_: Any) -> Any:
    """Reads what `save` wrote, to the devices that the tensors were on, or to ``map_location``."""
    import zipfile

    try:
        with zipfile.ZipFile(f) as archive:
            if _INSIDE not in archive.namelist():
                raise RuntimeError("load: this file is not of torch.save of asynclab; PyTorch's own files are not read here: save it there with safetensors")
            data = archive.read(_INSIDE)
    except zipfile.BadZipFile:
        raise RuntimeError("load: this is no file of torch.save of asynclab") from None
    from ._reading import Reader

    return Reader(io.BytesIO(data), map_location, weights_only).load()
