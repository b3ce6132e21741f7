"""Where tensors are made and operations run: the lab's own device, which TensorFlow calls GPU:0, and its CPU."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from asynclab import torch as _torch

from .errors import _invalid as invalid

_PREFIX = "/job:localhost/replica:0/task:0/device:"
_NAME = re.compile(r"(?:/job:[^/]+)?(?:/replica:\d+)?(?:/task:\d+)?/?(?:device:)?([A-Za-z_]+)(?::(\d+|\*))?$", re.IGNORECASE)
#: The devices that ``with tf.device(…)`` named, the innermost last.
_chosen: list[str | None] = []
#: Kinds of devices that the program has hidden.
_hidden: set[str] = set()


def here() -> str:
    """Where an operation runs: on the lab's own device, unless the program chose the CPU or hid the GPU. Any number of a GPU means GPU:0."""
    name = next((one for one in reversed(_chosen) if one), None)
    own = "cpu" if "GPU" in _hidden else "cuda"
    if name is None:
        return own
    kind = _kind(name)
    if kind not in ("CPU", "GPU"):
        raise invalid(f"Could not satisfy device specification '{name}'. All available devices [{_PREFIX}CPU:0, {_PREFIX}GPU:0].", "DeviceSpec")
    return "cpu" if kind == "CPU" else own


def _kind(name: str) -> str:
    found = _NAME.match(name)
    if not found:
        raise ValueError(f"Malformed device specification '{name}'")
    return found[1].upper()


class _EagerDeviceContext:
    """``tf.device('/GPU:0')``: operations of the block run there."""

    def __init__(self, name: str | None) -> None:
        self._device_name = name

    def __enter__(self) -> None:
        _chosen.append(self._device_name)

    def __exit__(self, *_: object) -> None:
        _chosen.pop()


_EagerDeviceContext.__module__ = "tensorflow.python.eager.context"


def device(device_name: Any) -> _EagerDeviceContext:
    """A scope whose operations run on that device. The first operation inside checks the name."""
    if callable(device_name):
        raise RuntimeError("tf.device does not support functions when eager execution is enabled.")
    name = getattr(device_name, "name", device_name)
    return _EagerDeviceContext(None if name is None else str(name).replace("/physical_device", "/device"))


def name_of(held: Any) -> str:
    return f"{_PREFIX}{'GPU' if held.is_cuda else 'CPU'}:0"


def moved(held: Any, to: str) -> Any:
    """The same elements on another device. A copy to the GPU is enqueued; a copy to the CPU waits."""
    return held if held.is_cuda == (to == "cuda") else held.to(to, non_blocking=to == "cuda")


class PhysicalDevice(NamedTuple):
    """A device of the machine."""

    name: str
    device_type: str


class LogicalDevice(NamedTuple):
    """A device that operations name."""

    name: str
    device_type: str


def _listed(make: Any, prefix: str, kind: Any) -> list[Any]:
    return [make(f"{prefix}{one}:0", one) for one in ("CPU", "GPU") if kind is None or one == str(kind).upper()]


def list_physical_devices(device_type: Any = None) -> list[PhysicalDevice]:
    """The CPU and the lab's own device, as GPU."""
    return _listed(PhysicalDevice, "/physical_device:", device_type)


def list_logical_devices(device_type: Any = None) -> list[LogicalDevice]:
    """The devices that the program has not hidden."""
    return [one for one in _listed(LogicalDevice, "/device:", device_type) if one.device_type not in _hidden]


def get_visible_devices(device_type: Any = None) -> list[PhysicalDevice]:
    return [one for one in list_physical_devices(device_type) if one.device_type not in _hidden]


def set_visible_devices(devices: Any, device_type: Any = None) -> None:
    """Hides the GPU if it is not listed: then operations run on the CPU. The CPU cannot be hidden."""
    seen = {one.device_type for one in devices}
    if "CPU" not in seen and str(device_type).upper() != "GPU":
        raise ValueError("set_visible_devices: the CPU is always visible here; list it, or give device_type='GPU'")
    (_hidden.discard if "GPU" in seen or str(device_type).upper() == "CPU" else _hidden.add)("GPU")


def sync_devices() -> None:
    """Waits until everything that was enqueued is computed."""
    _torch.cuda.synchronize()


def get_memory_info(device: str) -> dict[str, int]:
    """The bytes of the tensors that the program holds, now (`current`) and at most (`peak`). Does not wait."""
    _checked_gpu(device)
    return {"current": int(_torch.cuda.memory_allocated()), "peak": int(_torch.cuda.max_memory_allocated())}


def reset_memory_stats(device: str) -> None:
    """Sets the peak to the bytes held now."""
    _checked_gpu(device)
    _torch.cuda.reset_peak_memory_stats()


def _checked_gpu(device: str) -> None:
    if _kind(device) == "CPU":
        raise ValueError(f"Allocator stats not available for device '{device}'")
    if _kind(device) != "GPU" or not str(device).upper().endswith(("GPU:0", "GPU")):
        raise ValueError(f"No matching devices found for '{device}'")


def device_name() -> str:
    return str(_torch.cuda.get_device_name())
