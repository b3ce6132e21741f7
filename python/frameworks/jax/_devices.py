"""Devices: the lab's own, and its CPU."""

from __future__ import annotations

from typing import Any

from asynclab import torch as _torch
from asynclab.torch._types import lab

from ._array import Array, wrapped
from ._default import where
from . import tree_util


class Device:
    """``jax.devices()[0]``: ``gpu`` is the lab's own device."""

    def __init__(self, platform: str, kind: str) -> None:
        self.platform, self.device_kind, self.id, self.process_index = platform, kind, 0, 0

    def memory_stats(self) -> dict[str, int] | None:
        """Bytes on the lab's own device; None for its CPU, as in JAX."""
        if self.platform == "cpu":
            return None
        memory = lab.memory()
        return {
            "bytes_in_use": memory["used"], "peak_bytes_in_use": lab.peak(), "bytes_reserved": memory["allocated"], "peak_bytes_reserved": memory["peak"], "bytes_limit": lab.room()[1],
        }  # fmt: skip

    def __repr__(self) -> str:
        return "CpuDevice(id=0)" if self.platform == "cpu" else "CudaDevice(id=0)"

    def __str__(self) -> str:
        return "TFRT_CPU_0" if self.platform == "cpu" else "cuda:0"


_all = {"gpu": Device("gpu", str(_torch.cuda.get_device_name())), "cpu": Device("cpu", "cpu")}


def devices(backend: str | None = None) -> list[Device]:
    """The lab's own device, or for ``"cpu"`` its CPU."""
    name = {"cuda": "gpu", None: "gpu"}.get(backend, backend)
    if name not in _all:
        raise RuntimeError(f"Unknown backend {backend}; asynclab has gpu, the lab's own device, and cpu")
    return [_all[name]]  # type: ignore[index]


local_devices = devices


def device_count(backend: str | None = None) -> int:
    return len(devices(backend))


def default_backend() -> str:
    return "gpu"


def device_of(x: Array) -> Device:
    return _all["gpu" if x._held.is_cuda else "cpu"]


def device_put(x: Any, device: Any = None) -> Any:
    """The tree's arrays on a device. Returns at once."""
    from .numpy import asarray

    to = where(device)
    return tree_util.tree_map(lambda one: wrapped(asarray(one)._t.to(to, non_blocking=True)), x)


def device_get(x: Any) -> Any:
    """The tree's arrays as NumPy's. Waits."""
    return tree_util.tree_map(lambda one: one.__array__() if isinstance(one, Array) else one, x)


def block_until_ready(x: Any) -> Any:
    """Waits until all arrays of a tree are computed."""
    for one in tree_util.tree_leaves(x):
        if isinstance(one, Array):
            one.block_until_ready()
    return x


__all__ = ["Device", "block_until_ready", "default_backend", "device_count", "device_get", "device_put", "devices", "lab", "local_devices"]
