"""Tensors: the lab's arrays under PyTorch's names."""

from __future__ import annotations

import math
from typing import Any

from .._calls import Synchronous
from .._names import lacking
from .._operations import number_of
from ..array import LAB_ONLY, Array, dimensions
from ..errors import LabTypeError
from ..format import torch_text
from ..indexing import chosen
from ..masks import Mask, difference
from ..axes import axes_of, axis_of, order_of
from ..views import apart, place_of, reshaped, viewed
from ._arithmetic import Arithmetic
from ._choosing import Choosing
from ._gradients import is_grad_enabled, no_grad
from ._history import Recorded, named
from ._labels import MIXING, cast, checked_whole, labelled, mixed, with_labels
from ._types import Size, bfloat16, boolean, checked_dtype, device, dtype, float16, float32, float64, int8, int16, int32, int64, kinds, lab, place, uint8


class Tensor(Choosing, Arithmetic, Recorded):
    """A tensor of float32. Operations on ``cuda:0`` return at once; ``item()``, ``tolist()``, ``cpu()``, ``print`` wait."""

    __slots__ = ()
    _foreign = LAB_ONLY
    dtype = float32
    is_cuda = True
    _torch = True

    # --- what it is

    def equal(self, other: Tensor) -> bool:
        """Whether both have the same shape and elements. Waits."""
        return self.shape == other.shape and list(self._flat("equal")) == list(other._flat("equal"))

    @property
    def shape(self) -> Size:
        return Size(self._lab.shape_of(self._id))

    def size(self, dim: int | None = None) -> Any:
        return self.shape if dim is None else self.shape[dim]

    def numel(self) -> int:
        return math.prod(self.shape)

    nelement = numel

    def element_size(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.dtype.itemsize * self.numel()

    def dim(self) -> int:
        return len(self.shape)

    @property
    def device(self) -> device:
        return device("cuda", 0) if self.is_cuda else device("cpu")

    @property
    def data(self) -> Tensor:
        return self.detach()

    @data.setter
    def data(self, value: Tensor) -> None:
        """The elements of another tensor, which both share from then on."""
        with no_grad():
            made = value.to(self.device).detach()
            if made.shape != self.shape:
                raise self._misfit(made.shape, self.shape)
            apart(self)
            self._stand_for(made, self._wanted)
            more = self._extras()
            self._more = more | viewed(self, place_of(made))._more

    def _flat(self, kind: str = "data") -> Any:
        return self._lab.data(self._id, kind)

    def __contains__(self, value: Any) -> bool:
        if not isinstance(value, Tensor) and number_of(value) is None:
            raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(value)}.")
        return Array.__contains__(self, value)

    # --- moving

    def to(self, *given: Any, device: Any = None, dtype: Any = None, non_blocking: bool = False) -> Tensor:
        for one in given:
            if isinstance(one, Tensor):
                device, dtype = one.device, one.dtype
            elif isinstance(one, type(float32)) or one in (int, float, bool):
                dtype = one
            else:
                device = one
        if dtype is not None:
            return self.to(device, non_blocking=non_blocking).type(dtype)
        if device is None:
            return self
        kind, index = place(device)
        if kind is self._plain:
            return self
        moved = kind._kinds[self.dtype]._adopt(lab._transfer(self._id, index))
        if not kind.is_cuda and not non_blocking:
            lab.wait(moved._id, "cpu")  # Bringing something back waits, as in PyTorch.
        return moved

    def cpu(self) -> Tensor:
        """The same elements on the CPU. Waits for them."""
        return self.to("cpu")

    def cuda(self, device: Any = None) -> Tensor:
        return self.to("cuda")

    def _listed(self, values: Any) -> Tensor:
        raise TypeError(f"can't assign a {type(values).__name__} to a {self.type()}; make a tensor of it")

    def numpy(self, force: bool = False) -> Any:
        """The elements as an array of NumPy, to be read only: it is a copy, where PyTorch's shares the tensor's memory. Waits."""
        if self.is_cuda and not force:
            raise TypeError(
                "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first."
            )
        if self.requires_grad and is_grad_enabled() and not force:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        from .._host import to_numpy

        kind = "float32" if self.dtype is bfloat16 else repr(self.dtype).removeprefix("torch.")
        return to_numpy(self._flat("numpy"), tuple(self.shape), False, kind)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        made = self.numpy()
        return made.copy() if copy else made

    def type(self, dtype: Any = None) -> Any:
        if dtype is None:
            kind = f"{self.dtype._letters}Tensor"
            return f"torch.cuda.{kind}" if self.is_cuda else f"torch.{kind}"
        return cast(self, checked_dtype(dtype))

    def is_floating_point(self) -> bool:
        return self.dtype.is_floating_point

    def type_as(self, other: Tensor) -> Tensor:
        return self.to(other)

    def _common(self, arrays: Any) -> Any:
        return self._kinds[mixed(*arrays)]

    def _cast(self, value: Any) -> Any:
        return cast(value, self.dtype)

    def _number_of(self, value: Any) -> Any:
        return checked_whole("an element", int(value)) if self.dtype._rank == 1 else value

    def _as_own(self, value: Any) -> Any:
        return labelled(value, self.dtype)

    def _stand_for(self, value: Any, kept: Any) -> None:
        more, most = getattr(self, "_more", {}), getattr(value, "_more", {}).get("most")
        more.pop("most", None)
        if most is not None:
            self._extras()["most"] = most
        if hasattr(value, "_by"):
            self._by = value._by
        super()._stand_for(value, kept)

    def __getitem__(self, key: Any) -> Any:
        made = Array.__getitem__(self, key)
        one = key[0] if isinstance(key, tuple) and key else key
        return named(made, "Select" if isinstance(one, int) else "Slice" if isinstance(one, slice) else "Index")

    # --- reductions

    def _reduce(self, code: int, axis: Any, keepdims: bool) -> Tensor:
        # No dimensions are all of them.
        return Array._reduce(self, code, None if axis in ((), []) else axis, keepdims)

    def sum(self, dim: Any = None, keepdim: bool = False, dtype: Any = None, axis: Any = None, keepdims: bool = False) -> Tensor:
        made = Array.sum(_typed(self, dtype), dim if axis is None else axis, keepdim or keepdims)
        return named(made, "SumBackward0" if dim is None and axis is None else "SumBackward1")

    def mean(self, dim: Any = None, keepdim: bool = False, dtype: Any = None, axis: Any = None, keepdims: bool = False) -> Tensor:
        made = Array.mean(_typed(self, dtype), dim if axis is None else axis, keepdim or keepdims)
        return named(made, "MeanBackward0" if dim is None and axis is None else "MeanBackward1")

    def prod(self, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Tensor:
        return Array.prod(_typed(self, dtype), dim, keepdim)

    def all(self, dim: Any = None, keepdim: bool = False) -> Tensor:
        return Array.all(self, dim, keepdim)

    def any(self, dim: Any = None, keepdim: bool = False) -> Tensor:
        return Array.any(self, dim, keepdim)

    def norm(self, p: Any = "fro", dim: Any = None, keepdim: bool = False) -> Tensor:
        if not self.is_floating_point():
            raise RuntimeError(f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {self.dtype._letters}")
        if p in (1, math.inf):
            return self.abs().sum(dim, keepdim) if p == 1 else Array.max(self.abs(), dim, keepdim)
        if p not in ("fro", 2, 2.0, None):
            raise LabTypeError("INVALID_OPTION", f"norm: p is {p!r}; the lab has 1, 2 and inf")
        return Array.norm(self, dim, keepdim)

    def cumsum(self, dim: int = 0, axis: int | None = None) -> Tensor:
        return named(Array.cumsum(self, dim if axis is None else axis), "Cumsum")

    def var(self, dim: Any = None, unbiased: bool = True, keepdim: bool = False, correction: int | None = None) -> Tensor:
        return named(Array.var(self, dim, int(unbiased) if correction is None else correction, keepdim), "Var")

    def std(self, dim: Any = None, unbiased: bool = True, keepdim: bool = False, correction: int | None = None) -> Tensor:
        return named(Array.std(self, dim, int(unbiased) if correction is None else correction, keepdim), "Std")

    def clamp(self, min: Any = None, max: Any = None) -> Tensor:  # noqa: A002
        if min is None and max is None:
            raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
        made = self if min is None else self.maximum(min)
        made = made if max is None else made.minimum(max)
        bounds = [number_of(bound) for bound in (min, max) if bound is not None]
        if None in bounds or not (is_grad_enabled() and self.requires_grad):
            return made
        # At a number the gradient is 0, at an element of a tensor a half, as of `maximum`.
        inside = made == self
        for bound in bounds:
            inside = inside & (self != bound)
        return chosen(inside, self, made.detach())

    multiply, subtract = Array.mul, Array.sub

    def where(self, condition: Tensor, other: Any) -> Tensor:
        """These elements where the condition is not 0, others elsewhere."""
        return named(chosen(condition, self, other), "Where")

    def isnan(self) -> Tensor:
        return self != self  # noqa: PLR0124

    # --- shape

    def reshape(self, *shape: Any) -> Tensor:
        """In another shape: a view where strides can tell it, else a copy, as in PyTorch."""
        return named(reshaped(self, Array.reshape(self, *shape)), "View")

    def view(self, *shape: Any) -> Tensor:
        made = self.reshape(*shape)
        if "view" not in getattr(made, "_more", {}) and self.numel():
            raise RuntimeError("view size is not compatible with input tensor's size and stride. Use .reshape(...) instead.")
        return made

    def flatten(self, start_dim: int = 0, end_dim: int = -1) -> Tensor:
        shape = self.shape
        first, last = (axis_of("flatten", dim, len(shape)) for dim in (start_dim, end_dim))
        if first > last:
            raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
        if first == last and shape:
            return self
        return self.reshape((*shape[:first], math.prod(shape[first : last + 1]), *shape[last + 1 :]))

    def unsqueeze(self, dim: int) -> Tensor:
        shape = list(self.shape)
        shape.insert(axis_of("unsqueeze", dim, len(shape) + 1), 1)
        return named(self.reshape(tuple(shape)), "Unsqueeze")

    def squeeze(self, dim: Any = None) -> Tensor:
        shape = self.shape
        drop = range(len(shape)) if dim is None else axes_of("squeeze", dim, len(shape))
        return named(self.reshape(tuple(length for at, length in enumerate(shape) if not (at in drop and length == 1))), "Squeeze")

    def expand(self, *shape: Any) -> Tensor:
        wanted = dimensions(shape)
        if len(wanted) < self.dim():
            raise RuntimeError(f"expand: {len(wanted)} sizes for a tensor of {self.dim()} dimensions; give one for each")
        own = (1,) * (len(wanted) - self.dim()) + tuple(self.shape)
        return self.broadcast_to(tuple(length if want == -1 else want for want, length in zip(wanted, own, strict=True)))

    def transpose(self, *dims: int) -> Tensor:
        if len(dims) != 2:
            raise TypeError(f"transpose() takes two dimensions, not {len(dims)}; permute takes all of them")
        first, second = (axis_of("transpose", dim, self.dim()) for dim in dims)
        order = list(range(self.dim()))
        if not order:
            return self.permute(())
        order[first], order[second] = order[second], order[first]
        return named(self.permute(order), "Transpose")

    def permute(self, *dims: Any) -> Tensor:
        if not dims:
            raise TypeError('permute() missing 1 required positional arguments: "dims"')
        order = order_of("permute", dimensions(dims), self.dim())
        return named(viewed(Array.transpose(self, *order), place_of(self).permuted(order)), "Permute")

    def t(self) -> Tensor:
        if self.dim() > 2:
            raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.dim()}D")
        return named(self.T, "T")

    @property
    def T(self) -> Tensor:  # noqa: N802
        return self.permute(tuple(reversed(range(self.dim()))))

    @property
    def mT(self) -> Tensor:  # noqa: N802
        return self.transpose(-2, -1)

    def is_contiguous(self) -> bool:
        return place_of(self).dense

    def stride(self, dim: int | None = None) -> Any:
        """The steps between elements, in elements."""
        steps = tuple(place_of(self).steps)
        return steps if dim is None else steps[dim]

    def contiguous(self) -> Tensor:
        return self if place_of(self).dense else self.clone()

    # --- products

    def matmul(self, other: Tensor, transpose_a: bool = False, transpose_b: bool = False) -> Tensor:
        _same_device("matmul", self, other)
        if self.dtype is not other.dtype:
            raise RuntimeError(_unlike(self, other))
        made = Array.matmul(self, other, transpose_a, transpose_b)
        return named(made, _PRODUCTS.get((self.dim(), other.dim()), "UnsafeView"))

    def mm(self, other: Tensor) -> Tensor:
        if self.dim() != 2 or other.dim() != 2:
            raise RuntimeError(f"mm: both must be matrices, got shapes {tuple(self.shape)} and {tuple(other.shape)}; use matmul")
        return self.matmul(other)

    def bmm(self, mat2: Tensor) -> Tensor:
        for name, one in (("batch1", self), ("batch2", mat2)):
            if one.dim() != 3:
                raise RuntimeError(f"{name} must be a 3D tensor")
        (batches, _, inner), given = self.shape, list(mat2.shape[:2])
        if given != [batches, inner]:
            raise RuntimeError(f"Expected size for first two dimensions of batch2 tensor to be: {[batches, inner]} but got: {given}.")
        return self.matmul(mat2)

    def dot(self, other: Tensor) -> Tensor:
        if self.dim() != 1 or other.dim() != 1:
            raise RuntimeError(f"1D tensors expected, but got {self.dim()}D and {other.dim()}D tensors")
        return self.matmul(other)

    def __rmatmul__(self, other: Any) -> Any:
        return NotImplemented

    def _mixed(self, method: Any, name: str, code: int, other: Any) -> Any:
        if isinstance(other, Tensor) and other.is_cuda != self.is_cuda:
            # Only a scalar of the CPU mixes with a tensor of the GPU.
            if other.dim() == 0 and self.is_cuda:
                return method(self, other.to(self.device))
            if self.dim() == 0 and other.is_cuda:
                return method(self.to(other.device), other)
            _same_device(name, self, other)
        if isinstance(other, Mask) and name == "sub":
            difference(self, other)
        made = Array._mixed(self, method, name, code, other)
        return labelled(made, mixed(self, other)) if name in MIXING and isinstance(other, Tensor) else made

    def clone(self) -> Tensor:
        # Tensors never change underneath: a new handle will do.
        return named(Array.reshape(self, self.shape), "Clone")

    # --- text

    def __repr__(self) -> str:
        shape, shown = self.shape, self.numel() > 0
        suffixes = ["device='cuda:0'"] if self.is_cuda else []
        if not shown and len(shape) != 1:
            suffixes.append(f"size={tuple(shape)}")
        if self.dtype is not float32 and (not shown or self.dtype not in (int64, boolean)):
            suffixes.append(f"dtype={self.dtype}")
        computed = self.grad_fn
        if computed is not None:
            suffixes.append(f"grad_fn=<{computed.name()}>")
        elif self._wanted:
            suffixes.append("requires_grad=True")
        text = torch_text(self._flat("print"), tuple(shape), suffixes)
        return f"Parameter containing:\n{text}" if getattr(self, "_more", {}).get("parameter") else text

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return object.__format__(self, spec) if self.dim() else format(self.item(), spec)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise lacking("torch.Tensor", self, name)


def _same_device(name: str, left: Any, right: Any) -> None:
    if not isinstance(right, Tensor):
        raise TypeError(f"{name}(): argument 'other' must be Tensor, not {type(right).__name__}")
    if left.is_cuda != right.is_cuda:
        raise RuntimeError(
            f"Expected all tensors to be on the same device, but found at least two devices, {left.device} and {right.device}! "
            f"(when checking argument for {name}; bring one there with .to(device))"
        )


#: The names of products, by the dimensions of both.
_PRODUCTS = {(1, 1): "Dot", (2, 2): "Mm", (2, 1): "Mv", (3, 3): "Bmm", (1, 2): "Squeeze"}


def _typed(x: Tensor, kind: Any) -> Tensor:
    return x if kind is None else cast(x, checked_dtype(kind))


def _casting(kind: dtype) -> Any:
    def method(self: Tensor) -> Tensor:
        return cast(self, checked_dtype(kind))

    method.__doc__ = f"As {kind}; the tensor itself where it is."
    return method


for _names, _kind in (
    ("float", float32), ("double", float64), ("half", float16), ("bfloat16", bfloat16), ("long", int64), ("int", int32),
    ("short", int16), ("char", int8), ("byte", uint8), ("bool", boolean),
):  # fmt: skip
    setattr(Tensor, _names, _casting(_kind))
def _unlike(left: Tensor, right: Tensor) -> str:
    """Why tensors of two types have no product."""
    first, second = (one.dtype._letters for one in (left, right))
    if left.dim() == right.dim() == 1:
        return f"dot : expected both vectors to have same dtype, but found {first} and {second}"
    names = {"Long": "long int", "Half": "c10::Half", "BFloat16": "c10::BFloat16", "Byte": "unsigned char"}
    first, second = (names.get(one, one.lower()) for one in (first, second))
    return f"expected m1 and m2 to have the same dtype, but got: {first} != {second}; bring one to the other's type with .to()"


kinds["cuda"] = type("Tensor", (Tensor,), {"__slots__": (), "_lab": lab, "__module__": "torch"})
#: Where PyTorch computes inside the call.
kinds["cpu"] = type("Tensor", (Tensor,), {"__slots__": (), "_lab": Synchronous(lab), "is_cuda": False, "__module__": "torch"})
kinds["cuda"]._runs_ahead = not lab.blocking
for _kind_of_tensor in kinds.values():
    with_labels(_kind_of_tensor)
