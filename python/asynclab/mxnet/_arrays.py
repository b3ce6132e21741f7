"""Arrays of MXNet: ``np.ndarray`` and the older ``nd.NDArray``, over the lab's arrays.

``gpu(0)`` is the lab's own device and the current one; ``cpu()`` is its CPU. Both are asynchronous, as in MXNet.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .._connect import default
from .._names import lacking
from ..array import LAB_ONLY, Array
from ..axes import axis_of
from ..dividing import Counted, Dividing, Means, summing
from ..dtypes import _both, boolean, checked_dtype, dtypes, float32, int64, promoted
from ..exact import Labelled, again, bounded, checked_whole, created_most, labelled
from ..masks import Mask
from ..nested import flattened, written
from ..errors import LabRuntimeError, LabTypeError
from ..format import numpy_repr, numpy_text
from ..views import reshaped
from .._calls import Synchronous
from ..whole import Whole, cast, with_labels

lab = default()
#: The naive engine runs every operation inside its call (MXNET_ENGINE_TYPE, docs of MXNet: environment variables).
naive = os.environ.get("MXNET_ENGINE_TYPE") == "NaiveEngine"
view: Any = Synchronous(lab) if naive else lab


class Context:
    """``mx.gpu(0)``, ``mx.cpu()``."""

    def __init__(self, device_type: str, device_id: int = 0) -> None:
        if isinstance(device_type, Context):
            device_type, device_id = device_type.device_type, device_type.device_id
        if device_type not in ("cpu", "gpu"):
            raise ValueError(f"device_type is {device_type!r}; give 'cpu' or 'gpu'")
        self.device_type, self.device_id = device_type, device_id

    def __repr__(self) -> str:
        return f"{self.device_type}({self.device_id})"

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Context) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __enter__(self) -> Context:
        _current.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _current.pop()

    def empty_cache(self) -> None:
        lab.trim()


def cpu(device_id: int = 0) -> Context:
    """The lab's CPU."""
    return Context("cpu", device_id)


def gpu(device_id: int = 0) -> Context:
    """The lab's own device."""
    return Context("gpu", device_id)


def num_gpus() -> int:
    """1: the lab's own device."""
    return 1


def gpu_memory_info(device_id: int = 0) -> tuple[int, int]:
    """The bytes that the lab may still allocate, and its limit: no browser reports a GPU's memory. As of the last wait."""
    return lab.room()


_current = [gpu()]


def current_context() -> Context:
    """The device of arrays without a given device: ``gpu(0)``, the lab's own, where MXNet has ``cpu(0)``."""
    return _current[-1]


def index_of(context: Context | None) -> int:
    """The number of a device in the lab."""
    where = context or _current[-1]
    if where.device_type == "gpu" and where.device_id:
        # A context may have any number; only arrays made there need the device to exist.
        raise LabRuntimeError("NO_DEVICE", f"there is one device, gpu(0), not {where}")
    if where.device_type == "gpu" or lab.device == "cpu":
        return 0
    return lab.device_index("cpu")


def _pair(a: Any, b: Any) -> Any:
    """The common type of two types: whole numbers do not widen a float."""
    return _both(a, b) if a._rank == b._rank else max(a, b, key=lambda one: one._rank)


def _promoted(*operands: Any) -> Any:
    return promoted(*operands, both=_pair)


def _floated(_: str, *operands: Any) -> Any:
    kind = _promoted(*(one for one in operands if isinstance(one, Array)))
    return kind if kind.is_floating_point else float32


class _Common(Dividing):
    """Members of both kinds of arrays."""

    __slots__ = ()
    _foreign = LAB_ONLY - {"attach_grad", "wait_to_read", "zero_grad"}
    dtype = _default = float32
    stype = "default"
    _promoted, _floated, _chooses = staticmethod(_promoted), staticmethod(_floated), True
    sum, prod, cumsum = summing

    def _summed(self, kind: Any) -> Any:
        return kind if kind._rank else int64

    def _become(self, value: Any, source: Any = ()) -> Any:
        if value.dtype is not self.dtype:
            if value.dtype._rank > self.dtype._rank:
                raise LabTypeError("INVALID_OPTION", f"Type inconsistent, Provided = {self.dtype}, inferred type = {value.dtype}; use .astype")
            value = cast(value, self.dtype)
        return Array._become(self, value, source)

    def _number_of(self, value: Any) -> Any:
        return float(checked_whole("an element", int(value))) if self.dtype._rank == 1 else value

    @property
    def ctx(self) -> Context:
        more = getattr(self, "_more", None)
        if lab.device == "cpu":  # One device under both names.
            return more["ctx"] if more and "ctx" in more else gpu()
        return cpu() if lab.device_of(self._id) == "cpu" else gpu()

    context = device = ctx

    def as_in_ctx(self, context: Context) -> Any:
        """The same elements on another device. Returns at once."""
        return self if self.ctx == context else with_context(self._adopt(lab._transfer(self._id, index_of(context))), context)

    as_in_context = to_device = as_in_ctx

    def copyto(self, other: Any) -> Any:
        """Copies to a device, which may be its own, or into another array. Returns at once."""
        if not isinstance(other, Context):
            other[:] = self.as_in_ctx(other.ctx)
            return other
        return self.copy() if self.ctx == other else self.as_in_ctx(other)

    def copy(self) -> Any:
        return Array.reshape(self, self.shape)

    def argmax(self, axis: Any = None, keepdims: bool = False) -> Any:
        """The index of the largest element."""
        return self._composed("argmax", -1 if axis is None else axis_of("argmax", axis, self.ndim), int(keepdims))

    def argmin(self, axis: Any = None, keepdims: bool = False) -> Any:
        return self._composed("argmin", -1 if axis is None else axis_of("argmin", axis, self.ndim), int(keepdims))

    def softmax(self, axis: int = -1) -> Any:
        return self._composed("softmax", axis_of("softmax", axis, self.ndim))

    def log_softmax(self, axis: int = -1) -> Any:
        return self._composed("logSoftmax", axis_of("log_softmax", axis, self.ndim))

    def _composed(self, name: str, *numbers: float) -> Any:
        if self.dtype._rank < 2 and "oft" in name:
            raise LabTypeError("INVALID_OPTION", f"{name}: this operation only supports floating point types, not {self.dtype}; use .astype('float32')")
        return self._adopt(self._lab._composed(name, 0, 1, self._id, *numbers))

    def reshape(self, *shape: Any) -> Any:
        return reshaped(self, Array.reshape(self, *shape))

    def wait_to_read(self) -> None:  # type: ignore[override]
        """Waits until this array is computed."""
        self._lab.wait(self._id)

    def asnumpy(self) -> Any:
        """The elements as an array of NumPy. Waits."""
        from .._host import to_numpy

        return to_numpy(self._flat("asnumpy"), self.shape, True, str(self.dtype))

    def asscalar(self) -> float:
        """The only element. Waits."""
        return self.item("asscalar")

    def item(self, kind: str = "item") -> float:
        if self.size != 1:
            raise ValueError("The current array is not a scalar")
        return self._lab.item(self._id, kind)

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        made = cast(self, checked_dtype(dtype, float32))
        return self.copy() if copy and made is self else made

    def attach_grad(self, grad_req: str = "write") -> Any:
        """Gives the array a gradient, which is zeros until the first pass; ``grad_req='add'`` adds up the passes."""
        return Array.attach_grad(self, accumulate=grad_req == "add")

    @property
    def grad(self) -> Any:
        """Zeros before the first pass; None without ``attach_grad``."""
        if self._gradient() is None:
            if "attached" not in getattr(self, "_more", {}):
                return None
            self._set_gradient(self._filled(0.0))
        return self._more["grad"]

    def backward(self, out_grad: Any = None, retain_graph: bool = False, train_mode: bool = True) -> None:
        Array.backward(self, out_grad, retain_graph)

    def _recipe(self) -> Any:
        attached = getattr(self, "_more", {}).get("attached")
        kind = ndarray if isinstance(self, ndarray) else NDArray
        return _restored, (kind, self._flat("pickle"), self.shape, repr(self.ctx), attached, self.dtype)

    def detach(self) -> Any:
        with lab.pause():
            return Array.reshape(self, self.shape)

    # In place: the handle stands for another array from then on.
    def __iadd__(self, other: Any) -> Any:
        return self._become(self + other)

    def __isub__(self, other: Any) -> Any:
        return self._become(self - other)

    def __imul__(self, other: Any) -> Any:
        return self._become(self * other)

    def __itruediv__(self, other: Any) -> Any:
        return self._become(self / other)

    def __ipow__(self, other: Any) -> Any:
        return self._become(self**other)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise lacking(self._label, self, name)


class ndarray(_Common):  # noqa: N801
    """``mx.np.ndarray``: printed as NumPy prints."""

    __slots__ = ()
    _lab = view
    _label = "mxnet.np.ndarray"

    def __repr__(self) -> str:
        more = [] if self.dtype in (float32, boolean) else [f"dtype={self.dtype}"]
        return numpy_repr(self._flat("print"), self.shape, more if self.ctx == _current[-1] else [*more, f"ctx={self.ctx}"])

    def __str__(self) -> str:
        where = "" if self.ctx == _current[-1] or not self.shape else f" @{self.ctx}"
        return numpy_text(self._flat("print"), self.shape, "", "") + where

    def sort(self, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
        """A sorted copy, along an axis."""
        return self._sorted(axis, descending)

    def argsort(self, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
        """The indices that sort along an axis."""
        return labelled(self._sorted(axis, descending, True), int64, self.size)

    def as_nd_ndarray(self) -> NDArray:
        return NDArray._adopt(lab._reshape(self._id, 0, *self.shape))


class _Whole(Means, Whole):
    """Whole numbers."""

    __slots__ = ()


with_labels(ndarray, dtypes.values(), _Whole, Counted)
for _name in ("argmax", "argmin"):
    setattr(ndarray, _name, (lambda find: lambda self, axis=None, keepdims=False: labelled(find(self, axis, keepdims), int64, self.size))(getattr(_Common, _name)))


class NDArray(_Common):
    """``mx.nd.NDArray``: reductions have shape (1,), and printing names shape and device."""

    __slots__ = ()
    _lab = view
    _label = "mxnet.nd.NDArray"

    def _reduce(self, code: int, axis: Any, keepdims: bool) -> NDArray:
        made = _Common._reduce(self, code, axis, keepdims)
        return made if made.shape else made.reshape((1,))

    def __getitem__(self, key: Any) -> NDArray:
        made = _Common.__getitem__(self, key)
        return made if made.shape else made.reshape((1,))

    def _composed(self, name: str, *numbers: float) -> Any:
        made = _Common._composed(self, name, *numbers)
        return made if made.shape else made.reshape((1,))

    def dot(self, other: NDArray, transpose_a: bool = False, transpose_b: bool = False) -> NDArray:
        made = Array.matmul(self, other, transpose_a, transpose_b)
        return made if made.shape else made.reshape((1,))

    def __repr__(self) -> str:
        size = "x".join(map(str, self.shape))
        return f"\n{numpy_text(self._flat('print'), self.shape, '', '')}\n<NDArray {size} @{self.ctx}>"

    __str__ = __repr__

    def as_np_ndarray(self) -> ndarray:
        return ndarray._adopt(lab._reshape(self._id, 0, *self.shape))


with_labels(NDArray, dtypes.values(), _Whole, Counted)
# Comparisons of `NDArray` give 1 and 0, in the arrays' own type.
NDArray._masks = None
ndarray._runs_ahead = NDArray._runs_ahead = not lab.blocking


def with_context(array: Any, context: Context | None) -> Any:
    """Where the CPU is the lab's own device, and so has both names, an array keeps the name that it was made with."""
    if lab.device == "cpu" and (context or _current[-1]).device_type == "cpu":
        array._extras()["ctx"] = context or _current[-1]
    return array


def is_recording() -> bool:
    """Whether `autograd.record` records operations for gradients."""
    return _recorded[-1]


#: The modes that the enclosing blocks have set, the innermost last. They are MXNet's alone: PyTorch records without a block.
_recorded = [False]
_training = [False]


def is_training() -> bool:
    """Whether layers like Dropout are in training."""
    return _training[-1]


@contextmanager
def training(mode: bool) -> Iterator[None]:
    _training.append(mode)
    try:
        yield
    finally:
        _training.pop()


class Makers:
    """Creation of arrays of one kind."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def created(self, name: str, numbers: tuple[float, ...], shape: tuple[int, ...], context: Any, dtype: Any = None) -> Any:
        kind = self.kind
        dropped, kind._lab._dropped = kind._lab._dropped, 0
        made = kind._lab._create(lab.codes[name], index_of(context), dropped, len(numbers), *numbers, *shape)
        return with_context(bounded(self._typed(kind._adopt(made), dtype), created_most(name, numbers, shape)), context)

    def _typed(self, made: Any, dtype: Any) -> Any:
        return cast(made, float32 if dtype in (None, "default") else checked_dtype(dtype, float32))

    def drawn(self, name: str, first: float, second: float, shape: tuple[int, ...], context: Any, dtype: Any = None) -> Any:
        kind = self.kind
        dropped, kind._lab._dropped = kind._lab._dropped, 0
        made = kind._lab._random(lab.codes[name], index_of(context), dropped, float(first), float(second), *shape)
        return with_context(self._typed(kind._adopt(made), dtype), context)

    def values(self, values: Any, context: Any, dtype: Any = None) -> Any:
        """Without a given type, the values of an array of MXNet keep its type, and all others have float32."""
        own = values.dtype if isinstance(values, Labelled) and values._lab.base is lab else None
        made = written(self.kind, values, index_of(context))
        if isinstance(made, Mask):
            made = labelled(again(made), float32)
        made = self._typed(made, own if dtype is None else dtype)
        if made.dtype._rank == 1 and isinstance(values, (list, tuple)):
            bounded(made, max(map(abs, flattened(values)[0]), default=0))
        return with_context(made.reshape((1,)) if self.kind is NDArray and not made.shape else made, context)


def _restored(kind: Any, values: Any, shape: tuple[int, ...], context: str, attached: bool | None, dtype: Any) -> Any:
    """An array that was pickled."""
    where = Context(context.partition("(")[0])
    made = with_context(Makers(kind).values(values, where, dtype).reshape(shape), where)
    return made if attached is None else Array.attach_grad(made, attached)


@contextmanager
def recording(on: bool) -> Iterator[None]:
    before = lab.js.record(on)
    _recorded.append(on)
    try:
        yield
    finally:
        _recorded.pop()
        lab.js.record(before)
