"""The device of arrays without a given device: the lab's own, until a program chooses another."""

from __future__ import annotations

from typing import Any

from asynclab.torch._types import lab as _lab

#: The program's choice, and the choices of the enclosing blocks, the innermost last.
_chosen: list[Any] = [None]


def where(device: Any = None) -> str:
    """The name that ``torch`` has for a device, or for the default device.

    Where the lab's own device is the CPU, its name is "cuda": on "cpu" PyTorch computes inside the call, and JAX does not.
    """
    given = _chosen[-1] if device is None else device
    return "cpu" if getattr(given, "platform", given) == "cpu" and _lab.device != "cpu" else "cuda"


def choose(device: Any) -> None:
    """``jax.config.update('jax_default_device', device)``."""
    _chosen[0] = device


class default_device:  # noqa: N801
    """``with jax.default_device(device):`` makes the block's arrays there."""

    def __init__(self, device: Any) -> None:
        self._device = device

    def __enter__(self) -> None:
        _chosen.append(self._device)

    def __exit__(self, *_: object) -> None:
        _chosen.pop()
