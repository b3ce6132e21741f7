"""Creation of arrays: ``lab.nd``."""

from __future__ import annotations

import math
from typing import Any

from ._handle import Lab
from .array import Array, dimensions
from .errors import LabValueError
from .nested import written
from .indexing import joined, stacked


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
        return written(self._kind, values, self._lab.device_index(device))


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
