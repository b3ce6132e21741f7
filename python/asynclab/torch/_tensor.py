"""Tensors: the lab's arrays under PyTorch's names."""

from __future__ import annotations

import math
from typing import Any

from .._calls import Synchronous
from .._names import lacking
from ..array import Array, dimensions
from ..errors import LabTypeError
from ..format import torch_text
from ..views import Place, apart, place_of, reshaped, viewed
from ._gradients import enable_grad, is_grad_enabled, no_grad
from ._in_place import InPlace
from ._types import Size, checked_dtype, device, dtype, float32, kinds, lab, place


class Tensor(InPlace):
    """A tensor of float32. Operations on ``cuda:0`` return at once; ``item()``, ``tolist()``, ``cpu()``, ``print`` wait."""

    __slots__ = ()
    dtype = float32
    is_cuda = True

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
        with no_grad():
            apart(self)
            self._become(value.to(self.device).clone())

    def _flat(self, kind: str = "data") -> Any:
        return self._lab.data(self._id, kind)

    # --- moving

    def to(self, *given: Any, device: Any = None, dtype: Any = None, non_blocking: bool = False) -> Tensor:
        for one in given:
            if isinstance(one, Tensor):
                device = one.device
            elif isinstance(one, type(float32)):
                dtype = one
            else:
                device = one
        checked_dtype(dtype)
        if device is None:
            return self
        kind, index = place(device)
        if kind is type(self):
            return self
        moved = kind._adopt(lab._transfer(self._id, index))
        if not kind.is_cuda and not non_blocking:
            lab.wait(moved._id, "cpu")  # Bringing something back waits, as in PyTorch.
        return moved

    def cpu(self) -> Tensor:
        """The same elements on the CPU. Waits for them."""
        return self.to("cpu")

    def cuda(self, device: Any = None) -> Tensor:
        return self.to("cuda")

    def numpy(self, force: bool = False) -> Any:
        """The elements as an array of NumPy. Waits."""
        if self.is_cuda and not force:
            raise TypeError(
                "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first."
            )
        if self.requires_grad and is_grad_enabled() and not force:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        from .._host import to_numpy

        return to_numpy(self._flat("numpy"), tuple(self.shape))

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.numpy()

    def type(self, dtype: Any = None) -> Any:
        if dtype is None:
            return "torch.cuda.FloatTensor" if self.is_cuda else "torch.FloatTensor"
        return self.to(dtype)

    def float(self) -> Tensor:
        return self

    # --- reductions

    def sum(self, dim: Any = None, keepdim: bool = False, dtype: Any = None, axis: Any = None, keepdims: bool = False) -> Tensor:
        checked_dtype(dtype)
        return Array.sum(self, dim if axis is None else axis, keepdim or keepdims)

    def mean(self, dim: Any = None, keepdim: bool = False, dtype: Any = None, axis: Any = None, keepdims: bool = False) -> Tensor:
        checked_dtype(dtype)
        return Array.mean(self, dim if axis is None else axis, keepdim or keepdims)

    def norm(self, p: Any = "fro", dim: Any = None, keepdim: bool = False) -> Tensor:
        if p not in ("fro", 2, 2.0, None):
            raise LabTypeError("INVALID_OPTION", f"norm: p is {p!r}; the lab has p=2")
        return Array.norm(self, dim, keepdim)

    def cumsum(self, dim: int = 0, axis: int | None = None) -> Tensor:
        return Array.cumsum(self, dim if axis is None else axis)

    def var(self, dim: Any = None, unbiased: bool = True, keepdim: bool = False, correction: int | None = None) -> Tensor:
        return Array.var(self, dim, int(unbiased) if correction is None else correction, keepdim)

    def std(self, dim: Any = None, unbiased: bool = True, keepdim: bool = False, correction: int | None = None) -> Tensor:
        return self.var(dim, unbiased, keepdim, correction).sqrt()

    def clamp(self, min: Any = None, max: Any = None) -> Tensor:  # noqa: A002
        if min is None and max is None:
            raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
        made = self if min is None else self.maximum(min)
        return made if max is None else made.minimum(max)

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

    def flatten(self, start_dim: int = 0) -> Tensor:
        return self.reshape((*self.shape[:start_dim], -1))

    def unsqueeze(self, dim: int) -> Tensor:
        shape = list(self.shape)
        shape.insert(dim if dim >= 0 else dim + len(shape) + 1, 1)
        return self.reshape(tuple(shape))

    def squeeze(self, dim: int | None = None) -> Tensor:
        shape = self.shape
        drop = range(len(shape)) if dim is None else [dim % len(shape)]
        return self.reshape(tuple(length for at, length in enumerate(shape) if not (at in drop and length == 1)))

    def expand(self, *shape: Any) -> Tensor:
        wanted = dimensions(shape)
        own = (1,) * (len(wanted) - self.dim()) + tuple(self.shape)
        return self.broadcast_to(tuple(length if want == -1 else want for want, length in zip(wanted, own, strict=True)))

    def transpose(self, *dims: int) -> Tensor:
        if len(dims) != 2:
            return self.permute(*dims)
        order = list(range(self.dim()))
        first, second = (dim % len(order) for dim in dims)
        order[first], order[second] = order[second], order[first]
        return self.permute(order)

    def permute(self, *dims: Any) -> Tensor:
        order = [dim % self.dim() for dim in dimensions(dims)] or [*reversed(range(self.dim()))]
        return viewed(Array.transpose(self, *order), place_of(self).permuted(order))

    def t(self) -> Tensor:
        return self.permute()

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
        return Array._mixed(self, method, name, code, other)

    # --- gradients

    _untold = (
        "element 0 of tensors does not require grad and does not have a grad_fn: compute it from tensors with requires_grad=True, "
        "outside no_grad(), and call backward() once, or with retain_graph=True"
    )

    _recorded = enable_grad

    @property
    def _scope(self) -> Any:
        return None if is_grad_enabled() else no_grad

    @property
    def requires_grad(self) -> bool:
        return bool(getattr(self, "_more", {}).get("wanted"))

    @requires_grad.setter
    def requires_grad(self, wanted: bool) -> None:
        self.requires_grad_(wanted)

    def requires_grad_(self, wanted: bool = True) -> Tensor:
        more = self._extras()
        if wanted and not more.get("wanted"):
            # PyTorch adds each pass to the last gradient.
            self.attach_grad(accumulate=True)
        more["wanted"] = wanted
        return self

    @property
    def is_leaf(self) -> bool:
        return self.requires_grad

    @property
    def grad(self) -> Tensor | None:
        if not self.requires_grad:
            return None
        found = self._lab.js.grad(self._id)
        if found < 0:
            raise self._lab.failure()
        if not found and not self._more.get("zeros"):
            return None
        if found:
            self._more["zeros"] = False
        gradient = self._adopt(found) if found else self._filled(0.0)
        gradient._extras()["of"] = self
        return gradient

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None:
            raise LabTypeError("INVALID_OPTION", "grad: only None can be assigned; gradients come from backward()")
        self._more["zeros"] = False
        self.zero_grad()

    def backward(self, gradient: Tensor | None = None, retain_graph: bool = False) -> None:
        if gradient is None and self.numel() != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        Array.backward(self, gradient, retain_graph)

    def detach(self) -> Tensor:
        """A view of the same elements that is constant for gradients."""
        with no_grad():
            made = Array.reshape(self, self.shape)
        owner = getattr(self, "_more", {}).get("of")
        if owner is None:
            place = place_of(self)
            return viewed(made, Place(place._base, place.first, place.shape, place.steps, no_grad))
        made._more = {"of": owner}
        return made

    def clone(self) -> Tensor:
        # Tensors never change underneath: a new handle will do.
        return Array.reshape(self, self.shape)

    # --- text

    def __repr__(self) -> str:
        suffixes = ["device='cuda:0'"] if self.is_cuda else []
        if self.requires_grad:
            suffixes.append("requires_grad=True")
        text = torch_text(self._flat("print"), tuple(self.shape), suffixes)
        return f"Parameter containing:\n{text}" if getattr(self, "_more", {}).get("parameter") else text

    __str__ = __repr__

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


kinds["cuda"] = type("Tensor", (Tensor,), {"__slots__": (), "_lab": lab, "__module__": "torch"})
#: Where PyTorch computes inside the call.
kinds["cpu"] = type("Tensor", (Tensor,), {"__slots__": (), "_lab": Synchronous(lab), "is_cuda": False, "__module__": "torch"})
