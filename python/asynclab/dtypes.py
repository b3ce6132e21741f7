"""Types of elements as NumPy has them: `numpy.dtype`, and which type a result has (NEP 50). MXNet's are the same."""

from __future__ import annotations

from functools import reduce
from typing import Any

from ._handle import Handle
from .errors import LabTypeError
from .exact import Label, noted

#: By name.
dtypes: dict[str, Any] = {}


class dtype(Label):  # noqa: N801
    """A type: ``np.dtype('int64')``, ``np.dtype(int)``."""

    def __new__(cls, given: Any) -> Any:
        return dtype_of(given)

    def __init__(self, given: Any) -> None:
        """Does nothing: all types exist already."""

    @property
    def name(self) -> str:
        return self._name

    @property
    def kind(self) -> str:
        return "b" if self._rank == 0 else "f" if self.is_floating_point else "i" if self.is_signed else "u"

    @property
    def type(self) -> Any:
        """Makes numbers of this type."""
        return scalars.get(self._name, bool)

    def __call__(self, value: Any = 0) -> Any:
        return self.type(value)

    def __repr__(self) -> str:
        return f"dtype({self._name!r})"

    def __str__(self) -> str:
        return self._name

    def __eq__(self, other: Any) -> bool:
        try:
            return self is dtype_of(other)
        except TypeError:
            return False

    def __hash__(self) -> int:
        return hash(self._name)

    def __reduce__(self) -> Any:
        return dtype_of, (self._name,)


for _name in "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64".split():
    dtypes[_name] = object.__new__(dtype)
    Label.__init__(dtypes[_name], _name)
float32, float64, boolean, int64 = (dtypes[_name] for _name in ("float32", "float64", "bool", "int64"))
_OTHER_NAMES = {"int": "int64", "float": "float64", "bool_": "bool", "?": "bool", "i": "int32", "f": "float32", "d": "float64", "l": "int64", "e": "float16"}
_OTHER_NAMES |= {f"{one.kind}{one.itemsize}": name for name, one in dtypes.items()}


def dtype_of(given: Any) -> Any:
    """A type that a program names."""
    own = getattr(given, "dtype", given)
    if isinstance(own, dtype):
        return own
    name = str(getattr(own, "__name__", own)).removeprefix("torch.").lstrip("<|=")
    found = dtypes.get(_OTHER_NAMES.get(name, name))
    if found is None:
        raise LabTypeError("INVALID_OPTION", f"data type {given!r} not understood; there are {', '.join(dtypes)}")
    return found


def checked_dtype(given: Any, default: Any) -> Any:
    """A type that a program names. Any but the default is passed to `noted`."""
    kind = dtype_of(given)
    return kind if kind is default else noted(kind)


def _scalar(name: str, kind: type[Any]) -> Any:
    members = {"dtype": dtypes[name], "__module__": "asynclab.numpy", "__repr__": lambda self: f"np.{name}({kind.__repr__(self)})", "__str__": kind.__repr__}
    return type(name, (kind,), members)


#: The classes of NumPy's numbers.
scalars = {name: _scalar(name, float if one.is_floating_point else int) for name, one in dtypes.items() if one._rank}


def _both(a: Any, b: Any) -> Any:
    if a is b or b._rank == 0:
        return a
    if a._rank == 0:
        return b
    small, large = sorted((a, b), key=lambda one: (one._rank, one.itemsize, not one.is_signed))
    if small._rank == large._rank == 1 and small.is_signed != large.is_signed:
        size = max(one.itemsize * (1 if one.is_signed else 2) for one in (a, b))
        return dtypes[f"int{8 * size}"] if size <= 8 else float64
    if small._rank < large._rank:
        return dtypes[f"float{8 * max(large.itemsize, min(8, 2 * small.itemsize))}"]
    return large


def fitting(kind: Any, value: int) -> int:
    """The whole number itself, where it is in the range of a type."""
    most = 2 ** (8 * kind.itemsize - kind.is_signed)
    if not (-most if kind.is_signed else 0) <= value < most:
        raise OverflowError(f"Python integer {value} out of bounds for {kind}")
    return value


def promoted(*operands: Any, both: Any = _both) -> Any:
    """The type of a result of arrays, types and numbers. A number of Python takes the others' type if that is not of a lower kind."""
    kinds = [one if isinstance(one, dtype) else one.dtype for one in operands if isinstance(one, (Handle, dtype)) or hasattr(one, "dtype")]
    found = reduce(both, kinds) if kinds else boolean
    for one in operands:
        weak = None if isinstance(one, (Handle, dtype)) or hasattr(one, "dtype") else boolean if isinstance(one, bool) else int64 if isinstance(one, int) else float64
        if weak is not None and weak._rank > found._rank:
            found = weak
        elif weak is int64 and found._rank == 1:
            fitting(found, one)
    return found


def floated(name: str, *operands: Any) -> Any:
    """The type of a function whose results are floats."""
    kind = promoted(*operands)
    if kind.is_floating_point:
        return kind
    wide = len(operands) > 1 or name in ("mean", "var", "std", "norm")
    return float64 if wide else dtypes[f"float{min(64, 16 * kind.itemsize)}"]
