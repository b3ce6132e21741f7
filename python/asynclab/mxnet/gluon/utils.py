"""``mxnet.gluon.utils``."""

from __future__ import annotations

import math
from typing import Any

from ..._names import missing as _missing


def split_data(data: Any, num_slice: int, batch_axis: int = 0, even_split: bool = True) -> list[Any]:
    """Parts of a batch, one after the other."""
    if batch_axis != 0:
        raise ValueError(f"split_data: batch_axis is {batch_axis}; there is 0")
    size = data.shape[0]
    if size < num_slice or even_split and size % num_slice:
        raise ValueError(f"data with shape {data.shape} cannot be evenly split into {num_slice} slices along axis 0")
    step = size // num_slice
    return [data[at * step : (at + 1) * step if at < num_slice - 1 else size] for at in range(num_slice)]


def split_and_load(data: Any, ctx_list: Any = None, batch_axis: int = 0, even_split: bool = True, device_list: Any = None) -> list[Any]:
    """Parts of a batch, each on a device."""
    devices = ctx_list or device_list
    return [part.as_in_ctx(device) for part, device in zip(split_data(data, len(devices), batch_axis, even_split), devices, strict=True)]


def clip_global_norm(arrays: list[Any], max_norm: float, check_isfinite: bool = True) -> float:
    """Scales the arrays so that their common norm is at most ``max_norm``. Returns the norm before. Waits."""
    norm = math.sqrt(sum(float(one.square().sum()) for one in arrays))
    if norm > max_norm:
        for one in arrays:
            one *= max_norm / (norm + 1e-8)
    return norm


__getattr__ = _missing("mxnet.gluon.utils", globals())
