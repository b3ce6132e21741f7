"""Parameters, which a block trains, and dicts of them."""

from __future__ import annotations

from typing import Any

from ...errors import LabRuntimeError
from .. import initializer
from .._arrays import Makers, ndarray, recording


class Parameter:
    """A parameter of a block, drawn once its shape is known. Several blocks may share a parameter."""

    def __init__(
        self, name: str = "weight", grad_req: str = "write", shape: Any = None, dtype: Any = "float32", lr_mult: float = 1.0, wd_mult: float = 1.0,
        init: Any = None, allow_deferred_init: bool = False, **_: Any,
    ) -> None:  # fmt: skip
        self.name, self.grad_req, self.lr_mult, self.wd_mult, self.init = name, grad_req, lr_mult, wd_mult, init
        self._known = (shape,) if isinstance(shape, int) else None if shape is None or 0 in shape else tuple(shape)
        self._value: Any = None
        #: The initializer that draws it, and the device.
        self._start: Any = None

    def initialize(self, init: Any = None, ctx: Any = None, default_init: Any = None, force_reinit: bool = False, device: Any = None) -> None:
        """Draws it: now, or once its shape is known. Its own initializer comes before that of its block."""
        if self._value is not None and not force_reinit:
            return
        where = (ctx or device)[0] if isinstance(ctx or device, (list, tuple)) else ctx or device
        self._start, self._value = (initializer.named(init or self.init or default_init or initializer.Uniform()), where), None
        if self._known is not None:
            self._draw(self._known)

    def _draw(self, shape: tuple[int, ...], kind: Any = ndarray) -> None:
        if self._value is not None or self._start is None:
            return
        (init, where), self._start, self._known = self._start, None, shape
        with recording(False):
            self._value = init.draw(Makers(kind), shape, where)
        if self.grad_req != "null":
            self._value.attach_grad()

    def data(self, ctx: Any = None) -> Any:
        if self._value is None:
            raise LabRuntimeError(
                "NOT_INITIALIZED",
                f"Parameter '{self.name}' has not been initialized yet; call initialize() and run the network once, or give in_units",
            )
        return self._value

    def list_data(self) -> list[Any]:
        return [self.data()]

    def grad(self, ctx: Any = None) -> Any:
        return self.data().grad

    def zero_grad(self) -> None:
        if self._value is not None and self.grad_req != "null":
            self._value.zero_grad()

    def set_data(self, value: Any) -> None:
        if self._value is None:
            self._value, self._known = value.copy().attach_grad(), tuple(value.shape)
        else:
            self._value.assign(value)

    @property
    def shape(self) -> tuple[int, ...]:
        return self._known if self._value is None and self._known is not None else self.data().shape

    def __repr__(self) -> str:
        return f"Parameter (name={self.name}, shape={self._known if self._value is None else self._value.shape}, dtype=float32)"


class Constant(Parameter):
    """An array that moves with its block and is not trained."""

    def __init__(self, value: Any, name: str = "const") -> None:
        super().__init__(name, grad_req="null")
        self._value = value if hasattr(value, "ctx") else Makers(ndarray).values(value, None)

    def initialize(self, *_: Any, **__: Any) -> None:
        """Does nothing: it has its value."""


class ParameterDict(dict):
    """Parameters by name."""

    #: The block to which `get` adds a missing parameter.
    _owner: Any = None

    def initialize(self, init: Any = None, ctx: Any = None, force_reinit: bool = False, device: Any = None) -> None:
        for parameter in self.values():
            parameter.initialize(None, ctx, init, force_reinit, device)

    def setattr(self, name: str, value: Any) -> None:
        """Sets an attribute of each: ``setattr('wd_mult', 0)``."""
        for parameter in self.values():
            if name not in ("grad_req", "lr_mult", "wd_mult"):
                raise ValueError(f"setattr: {name!r}; a Parameter of asynclab has grad_req, lr_mult, wd_mult")
            setattr(parameter, name, value)

    def zero_grad(self) -> None:
        for parameter in self.values():
            parameter.zero_grad()

    def get(self, name: str, *given: Any, **options: Any) -> Any:
        """A block's parameter by name, which is made if it is missing."""
        if name not in self and self._owner is not None:
            self[name] = Parameter(name, **options)
            setattr(self._owner, name, self[name])
        return self[name] if name in self else dict.get(self, name, *given)

    def get_constant(self, name: str, value: Any = None) -> Constant:
        self[name] = Constant(value, name)
        if self._owner is not None:
            setattr(self._owner, f"_{name}", self[name])
        return self[name]
