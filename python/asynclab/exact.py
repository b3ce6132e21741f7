"""Types of elements as labels: which types there are, which of their elements float32 has exactly, and which type a result has.

The engine computes in float32. Whole numbers are exact below 2²⁴. Each array of whole numbers has a bound that is known without a wait.
Where the bound does not show that a result is exact, the operation waits for the elements, and raises an error if one is not below 2²⁴.
Types of 8 and 16 bits wrap. A library's class of arrays has `_promoted` and `_floated` for the type of a result, and `_remedy` for errors.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

from ._handle import Handle
from ._operations import number_of
from .array import Array
from .axes import axis_of
from .errors import LabAxisError, LabCastError, LabValueError
from .masks import Mask, _counted, difference

#: float32 has all whole numbers below this one. This value may be the next whole number, rounded.
LIMIT = 2**24


class Label:
    """A type of elements, by its name."""

    def __init__(self, name: str) -> None:
        self._name, self.itemsize = name, int("".join(filter(str.isdigit, name)) or 8) // 8
        #: Booleans, whole numbers and floats come in this order where types mix.
        self._rank = 0 if name == "bool" else 1 if "int" in name else 2
        self.is_floating_point, self.is_signed = self._rank == 2, name[0] not in "bu" or name == "bfloat16"


_warned: set[Label] = set()


def noted(kind: Any) -> Any:
    """Returns a type that a program names. Warns once for each type of floats but float32."""
    if kind.is_floating_point and kind._name != "float32" and kind not in _warned:
        _warned.add(kind)
        warnings.warn(f"{kind} is a name here: the lab computes in float32, and keeps float32", stacklevel=4)
    return kind


class Typed:
    """Arrays of a type that is a label."""

    __slots__ = ()


class Labelled(Array):
    """Arrays of a library whose types are labels."""

    __slots__ = ()
    #: By the label: the class of its arrays.
    _kinds: Any
    #: The type of a result of operands, arrays or numbers; and the type of a function whose results are floats.
    _promoted: Callable[..., Any]
    _floated: Callable[..., Any]
    #: How a program makes floats of whole numbers, for errors; and the exception of an operation on the bits of floats.
    _remedy, _refusal = ".float()", NotImplementedError
    #: Whether floats may be an index.
    _chooses = False

    def _common(self, arrays: Any) -> Any:
        return self._kinds[self._promoted(*arrays)]

    def _as_own(self, value: Any) -> Any:
        return labelled(value, self.dtype)  # type: ignore[attr-defined]

    def _sorted(self, axis: int, descending: bool = False, places: bool = False) -> Any:
        """The elements sorted along an axis, stably, with NaN as the largest; or, with ``places``, the indices that they had."""
        if not self.shape:
            if not self._torch:
                raise LabAxisError("sort", axis, 0)
            return Array.reshape(Array.reshape(self, 1)._sorted(axis, descending, places), ())
        given = [self._id] * (2 - places)
        made = self._adopt(self._lab._apply("sort", 0, len(given), *given, axis_of("sort", axis, self.ndim), int(descending)))
        return made if places else bounded(made, most_of(self))

    def _places(self) -> tuple[int, list[list[int]]]:
        """How many elements are not 0, and their indices along each axis. Waits."""
        shape = tuple(self.shape)
        places = [at for at, value in enumerate(self._flat("nonzero")) if value]
        return len(places), [[place // math.prod(shape[axis + 1 :]) % length for place in places] for axis, length in enumerate(shape)]

    def _stand_for(self, value: Any, kept: Any) -> None:
        more, most = getattr(self, "_more", {}), getattr(value, "_more", {}).get("most")
        more.pop("most", None)
        if most is not None:
            self._extras()["most"] = most
        if hasattr(value, "_by"):
            self._by = value._by
        super()._stand_for(value, kept)


def labelled(made: Any, kind: Any, most: float | None = None) -> Any:
    """Labels an array with a type that its elements are of already."""
    made.__class__ = made._kinds[kind]
    if most is not None:
        made._extras()["most"] = most
    return made


def bounded(made: Any, most: float) -> Any:
    """Notes that no element's size in an array of whole numbers is above ``most``."""
    if made.dtype._rank == 1:
        made._extras()["most"] = min(most_of(made), most)
    return made


def created_most(name: str, numbers: Any, shape: Any) -> float:
    """An upper bound of the elements' sizes in an array that ``full``, ``arange`` or ``eye`` makes."""
    return abs(numbers[0]) + abs(numbers[1]) * shape[0] if name == "arange" else max(map(abs, numbers), default=1)


def most_of(x: Any) -> float:
    """An upper bound of the elements' sizes."""
    if not isinstance(x, Handle):
        return abs(x)
    return 1 if isinstance(x, Mask) else getattr(x, "_more", {}).get("most", LIMIT - 1)


def plain(x: Any, name: str, *given: Any, **named: Any) -> Any:
    """Calls a method as for float32. Operands with a label have the class of float32 arrays during the call."""
    others = [one for one in given if isinstance(one, Typed | Mask) and one is not x]
    kinds = [one.__class__ for one in others]
    for one in others:
        one.__class__ = one._plain
    try:
        return _counted(x, name, *given, **named)
    finally:
        for one, kind in zip(others, kinds, strict=True):
            one.__class__ = kind


def exact(made: Any, kind: Any, most: float, doubtful: Any = None) -> Any:
    """Labels the result ``made`` with a type of whole numbers; no element is larger than ``most``. Where ``most`` reaches the limit, it
    waits, and looks at ``doubtful()`` or ``made``. Types of 8 and 16 bits wrap."""
    if most >= LIMIT:
        most = looked(made if doubtful is None else doubtful())
    if kind.itemsize < 4:
        count = 2 ** (8 * kind.itemsize)
        first = -count // 2 if kind.is_signed else 0
        if not kind.is_signed or most >= -first:
            made = made - ((made - first) / count).floor() * count
            most = min(count - 1, most) if kind.is_signed else count - 1
    return labelled(made, kind, most)


def looked(made: Any) -> float:
    """The largest size of the elements. Raises an error where it is not below the limit. Waits."""
    if not math.prod(made.shape):
        return 0
    values = made._lab.data(made._id, "exact")
    most = max(map(abs, values))
    if not most < LIMIT:
        found = next(value for value in values if not abs(value) < LIMIT)
        raise LabValueError(
            "INVALID_NUMBER",
            f"a whole number is {found:.0f} or near it: the lab has those below 2**24 = {LIMIT} exactly; use float32, with {made._remedy}",
        )
    return most


def computing(name: str, bound: Callable[[float, float], float]) -> Any:
    """An operation of two operands, one of them an array of whole numbers or booleans."""
    swapped = name.startswith("__r")

    def method(self: Any, other: Any) -> Any:
        if not isinstance(other, Handle):
            number = other if isinstance(other, (bool, int, float)) else number_of(other)
            if number is None:
                return NotImplemented
            other = number
        if "sub" in name and (isinstance(self, Mask) or isinstance(other, (bool, Mask))):
            difference(self, other)
        kind = self._promoted(self, other)
        made = plain(self, name, other)
        if made is NotImplemented or kind is self._plain.dtype:
            return made
        if kind._rank != 1:
            return labelled(made, kind)
        own, others = most_of(self), most_of(other)
        return exact(made, kind, bound(others, own) if swapped else bound(own, others))

    method.__name__ = name
    return method


def power(most: float, exponent: float) -> float:
    return float(most) ** exponent if most and exponent * math.log2(max(most, 1)) < 64 else math.inf if most else 1


def floating(name: str) -> Any:
    def method(self: Any, *given: Any) -> Any:
        made = plain(self, name, *given)
        return made if made is NotImplemented else labelled(made, self._floated(name, self, *given))

    method.__name__ = name
    return method


def without(name: str, text: str) -> Any:
    def method(self: Any, *given: Any, **named: Any) -> Any:
        raise LabCastError("INVALID_OPTION", text.replace("Long", self.dtype._letters) + "; make it one with .float()")

    method.__name__ = name
    return method


def checked_whole(name: str, value: int) -> int:
    """A whole number that is to be an element."""
    if not abs(value) < LIMIT:
        raise LabValueError("INVALID_NUMBER", f"{name} is {value}: the lab has whole numbers below 2**24 = {LIMIT} exactly; give a float")
    return value


def again(x: Any) -> Any:
    """The same elements as float32, in an array of their own."""
    made = Array.reshape(x, x.shape)
    made.__class__ = made._plain
    return made
