"""What reads the files of `torch.save`."""

from __future__ import annotations

import pickle
from typing import Any

from ._copies import _restored


class Reader(pickle.Unpickler):
    """Reads tensors to a device, and, unless all is wanted, nothing that is code."""

    def __init__(self, file: Any, where: Any, weights_only: bool) -> None:
        super().__init__(file)
        self._where, self._weights_only = where, weights_only

    def find_class(self, module: str, name: str) -> Any:
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
