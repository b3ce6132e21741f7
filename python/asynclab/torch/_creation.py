"""Creation of tensors."""

from __future__ import annotations

import contextlib
import itertools
from typing import Any

from .._handle import Handle
from .._operations import number_of
from ..array import dimensions
from ..errors import LabTypeError
from ..nested import written
from ..exact import checked_whole, labelled
from ..whole import cast
from ._types import boolean, checked_dtype, dtype, dtypes, float32, int64, kind_on, lab


def checked_number(name: str, value: Any) -> float:
    """A number, also of a tensor of one element, whose value it waits for. Rejects texts."""
    number = float(value) if isinstance(value, Handle) else number_of(value)
    if number is None:
        raise LabTypeError("INVALID_NUMBER", f"{name}(): the value is {value!r}; give a number")
    return number


def filled(value: Any, shape: Any, given: Any = None, dtype: Any = None) -> Any:
    kind, index = kind_on(given)
    number, wanted = checked_number("full", value), checked_dtype(dtype)
    if wanted._rank == 1:
        number = checked_whole("full: the value", int(value))
    made = kind._adopt(kind._lab._create(lab.codes["full"], index, 0, 1, float(number != 0) if wanted is boolean else number, *dimensions(shape)))
    return made if wanted is float32 else labelled(made, wanted, abs(number))


def created(name: str, numbers: tuple[float, ...], shape: tuple[int, ...], given: Any = None, dtype: Any = None) -> Any:
    kind, index = kind_on(given)
    made = kind._adopt(kind._lab._create(lab.codes[name], index, 0, len(numbers), *numbers, *shape))
    return made if dtype is None or dtype is float32 else labelled(made, dtype)


def drawn(name: str, first: float, second: float, shape: Any, given: Any = None, dtype: Any = None, generator: Any = None) -> Any:
    kind, index = kind_on(given)
    wanted = checked_dtype(dtype)
    if not wanted.is_floating_point:
        raise RuntimeError(f"{name}: random floats cannot be {wanted}; use randint for whole numbers")
    dropped, kind._lab._dropped = kind._lab._dropped, 0
    with generator or contextlib.nullcontext():
        made = kind._adopt(kind._lab._random(lab.codes[name], index, dropped, float(first), float(second), *dimensions(shape)))
    return made if wanted is float32 else labelled(made, wanted)


def from_values(values: Any, given: Any = None, dtype: Any = None) -> Any:
    """A tensor of nested numbers, of the type that they have unless one is given."""
    kind, index = kind_on(given)
    own = type_of(values)
    made = written(kind, values, index)
    if own is int64 or own._rank == 1:
        most = max(map(abs, _leaves(values)), default=0) if not hasattr(values, "dtype") else int(abs(values).max()) if made.numel() else 0
        if dtype is None or dtype._rank == 1:
            checked_whole("tensor: a value", int(most))
        made = labelled(made, own, most)
    elif own is not made.dtype:
        made = labelled(made, own)
    return made if dtype is None else cast(made, dtype)


def type_of(values: Any) -> dtype:
    """The type of nested numbers: of whole numbers and booleans only where all of them are."""
    name = str(getattr(values, "dtype", "")).removeprefix("torch.")
    if name in dtypes:
        return checked_dtype(dtypes[name])
    found = dtypes["bool"]
    for count, leaf in enumerate(_leaves(values)):
        name = str(getattr(leaf, "dtype", "")).removeprefix("torch.")
        kind = dtypes.get(name) or (boolean if isinstance(leaf, bool) else int64 if isinstance(leaf, int) else float32)
        found = kind if not count or kind._rank > found._rank else found
        if found is float32:
            return found
    return found if any(True for _ in itertools.islice(_leaves(values), 1)) else float32


def _leaves(values: Any) -> Any:
    if isinstance(values, (list, tuple, range)):
        return itertools.chain.from_iterable(map(_leaves, values))
    if hasattr(values, "tolist") and getattr(values, "shape", ()):
        return _leaves(values.tolist())
    return (values,)
