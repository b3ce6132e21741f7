"""Creation of arrays: ``lab.nd``."""

from __future__ import annotations

import math
from array import array as host_array
from typing import Any

from ._handle import Lab
from .array import Array, dimensions
from .errors import LabTypeError, LabValueError
from .indexing import joined, stacked


def flattened(values: Any) -> tuple[host_array[float], tuple[int, ...]]:
    """Nested values as flat float32 with their shape."""
    if isinstance(values, Array):
        return values.data(), values.shape
    if hasattr(values, "tolist") and not isinstance(values, (list, tuple)):
        values = values.tolist()  # Arrays of NumPy, `array.array`
    shape: list[int] = []
    level = values
    while isinstance(level, (list, tuple, range)):
        shape.append(len(level))
        level = level[0] if len(level) else 0.0
    flat = host_array("f")
    _flatten(values, tuple(shape), 0, flat)
    return flat, tuple(shape)


def _flatten(values: Any, shape: tuple[int, ...], axis: int, into: host_array[float]) -> None:
    if axis == len(shape):
        try:
            into.append(float(values))
        except (TypeError, ValueError):
            raise LabTypeError("INVALID_NUMBER", f"array: a value is {values!r}; give numbers") from None
        except OverflowError:
            into.append(math.copysign(math.inf, values))
        return
    if not isinstance(values, (list, tuple, range)) or len(values) != shape[axis]:
        raise LabValueError("INVALID_SHAPE", f"array: the lists of axis {axis} differ in length; give as many values in each")
    if axis == len(shape) - 1 and all(type(value) is float for value in values):
        into.extend(values)
        return
    for value in values:
        _flatten(value, shape, axis + 1, into)


class Creation:
    """Creates arrays of float32 on a device. Everything returns at once."""

    def __init__(self, lab: Lab, kind: type[Array]) -> None:
        self._lab = lab
        self._kind = kind
        #: Random arrays.
        self.random = Random(self)

    def _make(self, name: str, device: str | None, numbers: tuple[float, ...], shape: tuple[int, ...]) -> Array:
        lab = self._lab
        index = lab.device_index(device)
        dropped, lab._dropped = lab._dropped, 0
        return self._kind._adopt(lab._create(lab.codes[name], index, dropped, len(numbers), *numbers, *shape))

    def full(self, shape: Any, value: float, device: str | None = None) -> Array:
        """An array filled with one value."""
        return self._make("full", device, (float(value),), dimensions(shape))

    def zeros(self, shape: Any, device: str | None = None) -> Array:
        """Zeros."""
        return self.full(shape, 0.0, device)

    def ones(self, shape: Any, device: str | None = None) -> Array:
        """Ones."""
        return self.full(shape, 1.0, device)

    def arange(self, start: float, stop: float | None = None, step: float = 1, device: str | None = None) -> Array:
        """The numbers ``start, start + step, …`` below ``stop`` (above it, for a negative step). With one argument it is the stop."""
        if stop is None:
            start, stop = 0, start
        if step == 0:
            raise LabValueError("INVALID_NUMBER", "arange: step is 0; give another number")
        count = max(0, math.ceil((stop - start) / step))
        return self._make("arange", device, (float(start), float(step)), (count,))

    def eye(self, rows: int, columns: int | None = None, device: str | None = None) -> Array:
        """Ones on the diagonal, zeros elsewhere."""
        return self._make("eye", device, (), (rows, rows if columns is None else columns))

    def concat(self, arrays: Any, axis: int = 0) -> Array:
        """Arrays one after the other along an axis, all other dimensions being equal."""
        return joined("concat", arrays, axis)

    def stack(self, arrays: Any, axis: int = 0) -> Array:
        """Arrays of one shape side by side along a new axis."""
        return stacked("stack", arrays, axis)

    def array(self, values: Any, device: str | None = None) -> Array:
        """An array of numbers of the host, nested as deep as it has dimensions."""
        flat, shape = flattened(values)
        lab = self._lab
        room = lab.js.hostArray(len(flat))
        if len(flat):
            room.assign(flat)
        return self._kind._adopt(lab._write(room, lab.device_index(device), *shape))


class Random:
    """Random arrays from a counter-based generator: the same seed gives the same numbers on every device."""

    def __init__(self, creation: Creation) -> None:
        self._creation = creation

    def _draw(self, name: str, first: float, second: float, shape: Any, device: str | None) -> Array:
        creation = self._creation
        lab = creation._lab
        index = lab.device_index(device)
        dropped, lab._dropped = lab._dropped, 0
        made = lab._random(lab.codes[name], index, dropped, float(first), float(second), *dimensions(shape))
        return creation._kind._adopt(made)

    def normal(self, shape: Any, mean: float = 0.0, std: float = 1.0, device: str | None = None) -> Array:
        """Normally distributed numbers."""
        return self._draw("normal", mean, std, shape, device)

    def uniform(self, shape: Any, low: float = 0.0, high: float = 1.0, device: str | None = None) -> Array:
        """Numbers distributed evenly over ``low <= x < high``."""
        return self._draw("uniform", low, high, shape, device)
