"""``tf.test``."""

from __future__ import annotations

from typing import Any

from ._devices import sync_devices as _sync_devices
from ._missing import missing as _missing


class experimental:  # noqa: N801
    """``tf.test.experimental``."""

    sync_devices = staticmethod(_sync_devices)


def is_gpu_available(*_: Any) -> bool:
    """True: GPU:0 is the lab's own device, also where that is a CPU; ``tf.config.experimental.get_device_details`` names it."""
    return True


def is_built_with_cuda() -> bool:
    return False


def gpu_device_name() -> str:
    return "/device:GPU:0"


__getattr__ = _missing("tensorflow.test", globals())
