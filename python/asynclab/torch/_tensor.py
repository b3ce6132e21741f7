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
from ..masks import Mask, difference, with_masks
from ..axes import axes_of, axis_of, order_of
from ..selection import floats
from ..views import apart, place_of, reshaped, viewed
from ._gradients import is_grad_enabled, no_grad
from ._history import Recorded
from ._types import Size, boolean, checked_dtype, device, dtype, float32, kinds, lab, place


class Tensor(Recorded):
    """A tensor of float32. Operations on ``cuda:0`` return at once; ``item()``, ``tolist()``, ``cpu()``, ``print`` wait."""

    __slots__ = ()
    _foreign = LAB_ONLY
    dtype = float32
    is_cuda = True
    _torch = True

    # --- what it is

    @property
    def shape(self) -> Size:
        return Size(self._lab.shape_of(self._id))

    def size(self, dim: int | None = None) -> Any:
        return self.shape if dim is None else self.shape[dim]

    def numel(self) -> int:
        return math.prod(self.shape)

    nelement = numel

    def element_size(self) -> int:
        return 4

    @property
    def nbytes(self) -> int:
        return 4 * self.numel()

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
                device = one.device
            elif isinstance(one, type(float32)):
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
        moved = (kind._masks if isinstance(self, Mask) else kind)._adopt(lab._transfer(self._id, index))
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

        return to_numpy(self._flat("numpy"), tuple(self.shape), writable=False)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        made = self.numpy()
        return made.copy() if copy else made

    def type(self, dtype: Any = None) -> Any:
        if dtype is None:
            kind = "BoolTensor" if isinstance(self, Mask) else "FloatTensor"
            return f"torch.cuda.{kind}" if self.is_cuda else f"torch.{kind}"
        if dtype is boolean:
            return self.bool()
        checked_dtype(dtype)
        return self.float()

    def float(self) -> Tensor:
        return floats(self * 1.0) if isinstance(self, Mask) else self

    def bool(self) -> Tensor:
        return self if isinstance(self, Mask) else self != 0

    # --- reductions

    def _reduce(self, code: int, axis: Any, keepdims: bool) -> Tensor:
        # No dimensions are all of them.
        return Array._reduce(self, code, None if axis in ((), []) else axis, keepdims)

    def sum(self, dim: Any = None, keepdim: bool = False, dtype: Any = None, axis: Any = None, keepdims: bool = False) -> Tensor:
        checked_dtype(dtype)
        return Array.sum(self, dim if axis is None else axis, keepdim or keepdims)

    def mean(self, dim: Any = None, keepdim: bool = False, dtype: Any = None, axis: Any = None, keepdims: bool = False) -> Tensor:
        checked_dtype(dtype)
        return Array.mean(self, dim if axis is None else axis, keepdim or keepdims)

    def prod(self, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Tensor:
        checked_dtype(dtype)
        return Array.prod(self, dim, keepdim)

    def all(self, dim: Any = None, keepdim: bool = False) -> Tensor:
        return Array.all(self, dim, keepdim)

    def any(self, dim: Any = None, keepdim: bool = False) -> Tensor:
        return Array.any(self, dim, keepdim)

    def norm(self, p: Any = "fro", dim: Any = None, keepdim: bool = False) -> Tensor:
        if p not in ("fro", 2, 2.0, None):
            raise LabTypeError("INVALID_OPTION", f"norm: p is {p!r}; the lab has p=2")
        return Array.norm(self, dim, keepdim)

    def cumsum(self, dim: int = 0, axis: int | None = None) -> Tensor:
        return Array.cumsum(self, dim if axis is None else axis)

    def var(self, dim: Any = None, unbiased: bool = True, keepdim: bool = False, correction: int | None = None) -> Tensor:
        return Array.var(self, dim, int(unbiased) if correction is None else correction, keepdim)

    def std(self, dim: Any = None, unbiased: bool = True, keepdim: bool = False, correction: int | None = None) -> Tensor:
        return Array.std(self, dim, int(unbiased) if correction is None else correction, keepdim)

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

    multiply, subtract, divide = Array.mul, Array.sub, Array.div

    def where(self, condition: Tensor, other: Any) -> Tensor:
        """These elements where the condition is not 0, others elsewhere."""
        return chosen(condition, self, other)

    def isnan(self) -> Tensor:
        return self != self  # noqa: PLR0124

    def max(self, dim: Any = None) -> Tensor:
        return _all_elements("max", Array.max, self, dim)

    def min(self, dim: Any = None) -> Tensor:
        return _all_elements("min", Array.min, self, dim)

    # --- shape

    def reshape(self, *shape: Any) -> Tensor:
        """In another shape: a view where strides can tell it, else a copy, as in PyTorch."""
        return reshaped(self, Array.reshape(self, *shape))

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
        return self.reshape((*shape[:first], math.prod(shape[first : last + 1]), *shape[last + 1 :]))

    def unsqueeze(self, dim: int) -> Tensor:
        shape = list(self.shape)
        shape.insert(axis_of("unsqueeze", dim, len(shape) + 1), 1)
        return self.reshape(tuple(shape))

    def squeeze(self, dim: Any = None) -> Tensor:
        shape = self.shape
        drop = range(len(shape)) if dim is None else axes_of("squeeze", dim, len(shape))
        return self.reshape(tuple(length for at, length in enumerate(shape) if not (at in drop and length == 1)))

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
        return self.permute(order)

    def permute(self, *dims: Any) -> Tensor:
        if not dims:
            raise TypeError('permute() missing 1 required positional arguments: "dims"')
        order = order_of("permute", dimensions(dims), self.dim())
        return viewed(Array.transpose(self, *order), place_of(self).permuted(order))

    def t(self) -> Tensor:
        if self.dim() > 2:
            raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.dim()}D")
        return self.T

    @property
    def T(self) -> Tensor:  # noqa: N802
        return self.permute(tuple(reversed(range(self.dim()))))

    @property
    def mT(self) -> Tensor:  # noqa: N802
        return self.transpose(-2, -1)

    def contiguous(self) -> Tensor:
        return self if place_of(self).dense else self.clone()

    # --- products

    def matmul(self, other: Tensor, transpose_a: bool = False, transpose_b: bool = False) -> Tensor:
        _same_device("matmul", self, other)
        return Array.matmul(self, other, transpose_a, transpose_b)

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
        return Array._mixed(self, method, name, code, other)

    def clone(self) -> Tensor:
        # Tensors never change underneath: a new handle will do.
        return Array.reshape(self, self.shape)

    # --- text

    def __repr__(self) -> str:
        suffixes = ["device='cuda:0'"] if self.is_cuda else []
        if self._wanted:
            suffixes.append("requires_grad=True")
        text = torch_text(self._flat("print"), tuple(self.shape), suffixes)
        return f"Parameter containing:\n{text}" if getattr(self, "_more", {}).get("parameter") else text

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return object.__format__(self, spec) if self.dim() else format(self.item(), spec)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise lacking("torch.Tensor", self, name)


def _all_elements(name: str, method: Any, x: Tensor, dim: Any) -> Tensor:
    if dim is not None:
        raise LabTypeError("INVALID_OPTION", f"{name}: with dim PyTorch gives indices too; the lab has {name}() of all elements")
    return method(x)


def _same_device(name: str, left: Any, right: Any) -> None:
    if not isinstance(right, Tensor):
        raise TypeError(f"{name}(): argument 'other' must be Tensor, not {type(right).__name__}")
    if left.is_cuda != right.is_cuda:
        raise RuntimeError(
            f"Expected all tensors to be on the same device, but found at least two devices, {left.device} and {right.device}! "
            f"(when checking argument for {name}; bring one there with .to(device))"
        )


kinds["cuda"] = with_masks(type("Tensor", (Tensor,), {"__slots__": (), "_lab": lab, "__module__": "torch"}), boolean)
#: Where PyTorch computes inside the call.
kinds["cpu"] = with_masks(type("Tensor", (Tensor,), {"__slots__": (), "_lab": Synchronous(lab), "is_cuda": False, "__module__": "torch"}), boolean)
kinds["cuda"]._runs_ahead = not lab.blocking
