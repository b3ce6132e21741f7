"""JAX's names over the lab: those that a book's chapters on performance use. The first device is the lab's own, as JAX's GPU."""

from __future__ import annotations

from typing import Any

from . import lax, nn, numpy, profiler, random, tree, tree_util
from ._array import Array, ConcretizationTypeError, TracerBoolConversionError
from ._default import choose as _choose, default_device
from ._devices import Device, block_until_ready, default_backend, device_count, device_get, device_put, devices, local_devices
from ._stages import ShapeDtypeStruct, make_jaxpr
from ._transforms import grad, hessian, jacfwd, jacobian, jacrev, jit, value_and_grad, vjp, vmap

__version__ = "0.10.2+asynclab"


class errors:  # noqa: N801
    """``jax.errors``."""

    ConcretizationTypeError, TracerBoolConversionError = ConcretizationTypeError, TracerBoolConversionError
    TracerArrayConversionError = TracerIntegerConversionError = ConcretizationTypeError


class config:  # noqa: N801
    """``jax.config``."""

    @staticmethod
    def update(name: str, value: Any) -> None:
        if name == "jax_enable_x64" and value:
            raise ValueError("jax_enable_x64: the lab computes in float32")
        if name == "jax_default_device":
            _choose(value)


#: Names that JAX has and the lab has not, and what to write instead.
_ABSENT = {
    "jvp": "use jax.vjp or jax.grad", "linearize": "use jax.vjp or jax.grad", "eval_shape": "call the function: arrays know their shapes without a wait",
    "pmap": "there is one device", "shard_map": "there is one device", "sharding": "there is one device", "checkpoint": "leave it out", "remat": "leave it out",
    "custom_vjp": "write the function with jax.numpy", "custom_jvp": "write the function with jax.numpy", "debug": "print outside of the function",
    "pure_callback": "compute outside of the function", "experimental": "write it with jax.numpy", "export": "call the compiled function here",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    from asynclab._names import nearest

    if name in _ABSENT:
        raise AttributeError(f"module 'jax' of asynclab has no {name!r}: {_ABSENT[name]}")
    near = nearest(name, [one for one in globals() if not one.startswith("_")])
    raise AttributeError(f"module 'jax' of asynclab has no {name!r}" + (f"; nearest: {', '.join(near)}" if near else ""))
