"""``tf.config``."""

from __future__ import annotations

from typing import Any

from ._devices import (
    device_name as _device_name, get_memory_info as _get_memory_info, get_visible_devices, list_logical_devices, list_physical_devices, reset_memory_stats as _reset_memory_stats,
    set_visible_devices,
)  # fmt: skip
from ._missing import missing as _missing


def get_soft_device_placement() -> bool:
    return True


def set_soft_device_placement(enabled: bool) -> None:
    if not enabled:
        raise ValueError("set_soft_device_placement: asynclab's tensorflow places softly; look at x.device")


def run_functions_eagerly(run_eagerly: bool) -> None:
    """Sets whether functions of `tf.function` run as they are."""
    from ._function import eagerly

    eagerly(run_eagerly)


def functions_run_eagerly() -> bool:
    from ._function import eagerly

    return eagerly()


class experimental:  # noqa: N801
    """``tf.config.experimental``."""

    list_physical_devices, list_logical_devices = staticmethod(list_physical_devices), staticmethod(list_logical_devices)
    get_memory_info, reset_memory_stats = staticmethod(_get_memory_info), staticmethod(_reset_memory_stats)

    @staticmethod
    def get_device_details(device: Any) -> dict[str, Any]:
        """The lab's device, with its adapter."""
        return {"device_name": _device_name()} if device.device_type == "GPU" else {}

    @staticmethod
    def set_memory_growth(device: Any, enable: bool) -> None:
        """Does nothing: the lab allocates memory as it is needed."""

    @staticmethod
    def enable_op_determinism() -> None:
        """Does nothing: the same program gives the same numbers on the same device."""

    @staticmethod
    def enable_tensor_float_32_execution(enabled: bool) -> None:
        """Does nothing: products have the precision of float32."""

    @staticmethod
    def tensor_float_32_execution_enabled() -> bool:
        return False


__getattr__ = _missing("tensorflow.config", globals(), {"threading": "the browser chooses threads", "optimizer": "tf.function fuses as the lab does"})
