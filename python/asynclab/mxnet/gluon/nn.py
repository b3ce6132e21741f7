"""``mxnet.gluon.nn``: layers."""

from __future__ import annotations

from typing import Any

from ..._names import lacking as _lacking, missing as _missing
from ...errors import LabRuntimeError as _LabRuntimeError, LabValueError as _LabValueError
from .. import initializer as _initializer
from .._arrays import Makers as _Makers, NDArray as _NDArray, ndarray as _ndarray, is_recording as _is_recording, recording as _recording


class Parameter:
    """A parameter of a layer, once its shape is known. One that several layers have is the same for all."""

    def __init__(self, block: Dense, name: str) -> None:
        self._block, self.name = block, name
        self._value: Any = None

    def data(self, ctx: Any = None) -> Any:
        if self._value is None:
            raise _LabRuntimeError(
                "NOT_INITIALIZED",
                f"Parameter '{self.name}' has not been initialized yet; call initialize() and run the network once, or give in_units",
            )
        return self._value

    def grad(self, ctx: Any = None) -> Any:
        return self.data().grad

    def set_data(self, value: Any) -> None:
        self.data().assign(value)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.data().shape

    def __repr__(self) -> str:
        return f"Parameter (name={self.name}, shape={None if self._value is None else self._value.shape}, dtype=float32)"


class ParameterDict(dict):
    """Parameters by name."""

    def initialize(self, init: Any = None, ctx: Any = None, force_reinit: bool = False, device: Any = None) -> None:
        for block in dict.fromkeys(parameter._block for parameter in self.values()):
            block.initialize(init, ctx, device, force_reinit)


class Block:
    """A callable that has parameters. Subclasses define ``forward`` and set layers as attributes."""

    def __init__(self, **_: Any) -> None:
        pass

    def _children(self) -> list[tuple[str, Block]]:
        return [(name, value) for name, value in vars(self).items() if isinstance(value, Block)]

    def initialize(self, init: Any = None, ctx: Any = None, device: Any = None, force_reinit: bool = False, verbose: bool = False) -> None:
        """Draws the parameters: now, or with the first input. ``Uniform(0.07)`` by default (python/mxnet/initializer.py)."""
        for _, child in self._children():
            child.initialize(init, ctx, device, force_reinit)

    def collect_params(self, select: Any = None) -> ParameterDict:
        found = ParameterDict()
        for name, child in self._children():
            for key, parameter in child.collect_params().items():
                found[f"{name}.{key}"] = parameter
        return found

    def hybridize(self, active: bool = True, **_: Any) -> None:
        """Nothing here: the lab has ``lazy`` and fused kernels instead."""

    def forward(self, *given: Any) -> Any:
        """The computation of the block. A block that has the older ``hybrid_forward(F, x)`` is given ``mxnet.nd`` as ``F``, with ``F.np`` and ``F.npx``."""
        if not hasattr(self, "hybrid_forward"):
            raise NotImplementedError(f"{type(self).__name__} has no forward; define forward(self, x)")
        from .. import nd

        return self.hybrid_forward(nd, *given)

    def __call__(self, *given: Any) -> Any:
        return self.forward(*given)

    def __getattr__(self, name: str) -> Any:
        raise _lacking(type(self).__name__, self, name)

    def __repr__(self) -> str:
        lines = [f"  ({name.lstrip('_')}): " + repr(child).replace("\n", "\n  ") for name, child in self._children()]
        return f"{type(self).__name__}(\n" + "\n".join(lines) + "\n)"


HybridBlock = Block


class Sequential(Block):
    """Layers one after the other."""

    def __init__(self, **_: Any) -> None:
        self._layers: list[Block] = []

    def add(self, *blocks: Block) -> None:
        for block in blocks:
            if not isinstance(block, Block):
                raise ValueError(f"Sequential.add: {block!r} is no Block; give nn.Dense and its like")
        self._layers.extend(blocks)

    def _children(self) -> list[tuple[str, Block]]:
        return [(str(at), layer) for at, layer in enumerate(self._layers)]

    def __len__(self) -> int:
        return len(self._layers)

    def __getitem__(self, at: int) -> Block:
        return self._layers[at]

    def forward(self, x: Any) -> Any:
        for layer in self._layers:
            x = layer(x)
        return x


HybridSequential = Sequential


class Dense(Block):
    """``x @ W.T + b``, then the activation; a first input of more axes is flattened, as in MXNet. Biases begin at 0."""

    def __init__(
        self, units: int, activation: str | None = None, use_bias: bool = True, flatten: bool = True, in_units: int = 0, **_: Any
    ) -> None:
        if not isinstance(units, int) or units < 1:
            raise _LabValueError("INVALID_NUMBER", f"Dense: units is {units!r}; give a whole number above 0")
        if activation not in (None, "relu", "sigmoid", "tanh") or (activation and not hasattr(_ndarray, activation)):
            raise _LabValueError("INVALID_OPTION", f"Dense: there is no activation {activation!r}; give 'relu' or None")
        self._units, self._activation, self._flatten, self._inputs = units, activation, flatten, in_units
        self.weight = Parameter(self, "weight")
        self.bias = Parameter(self, "bias") if use_bias else None
        self._start: Any = None

    def initialize(self, init: Any = None, ctx: Any = None, device: Any = None, force_reinit: bool = False, verbose: bool = False) -> None:
        parameters = self.collect_params().values()
        for parameter in parameters:
            if force_reinit and parameter._block is self:
                parameter._value = None
        if all(parameter._value is not None for parameter in parameters):
            return
        context = (ctx or device)[0] if isinstance(ctx or device, (list, tuple)) else ctx or device
        self._start = (init or _initializer.Uniform(), context)
        if self._inputs:
            self._create(self._inputs, _ndarray)

    def _create(self, inputs: int, kind: Any) -> None:
        (init, context), self._start = self._start, None
        make = _Makers(kind)
        with _recording(False):
            if self.weight._value is None:
                self.weight._value = init.draw(make, (self._units, inputs), context).attach_grad()
            if self.bias is not None and self.bias._value is None:
                self.bias._value = make.created("full", (0.0,), (self._units,), context).attach_grad()

    def collect_params(self, select: Any = None) -> ParameterDict:
        named = {"weight": self.weight, "bias": self.bias}
        return ParameterDict({name: parameter for name, parameter in named.items() if parameter is not None})

    def forward(self, x: Any) -> Any:
        shape = x.shape
        if self._flatten and len(shape) > 2:
            x = x.reshape((shape[0], -1))
            shape = x.shape
        if self._start and not self._inputs:
            self._create(shape[-1], _NDArray if isinstance(x, _NDArray) else _ndarray)
        weight = self.weight.data()
        if shape[-1] != weight.shape[1]:
            raise _LabValueError(
                "SHAPE_MISMATCH",
                f"Dense({self._units}): an input of shape {shape} does not fit weights of shape {weight.shape}; "
                f"make its last dimension {weight.shape[1]}",
            )
        made = x.matmul(weight, False, True)
        if self.bias is not None:
            made = made + self.bias.data()
        return getattr(made, self._activation)() if self._activation else made

    def __repr__(self) -> str:
        weight = self.weight._value
        inputs = weight.shape[1] if weight is not None else (self._inputs or None)
        activation = f"Activation({self._activation})" if self._activation else "linear"
        return f"Dense({inputs} -> {self._units}, {activation})"


class Dropout(Block):
    """Sets elements to 0 with a probability while `autograd.record` records, and makes the others larger by as much."""

    def __init__(self, rate: float, axes: Any = (), **_: Any) -> None:
        if not 0 <= rate < 1 or axes:
            raise _LabValueError("INVALID_NUMBER", f"Dropout: rate is {rate}; give a number from 0 to below 1, and no axes")
        self._rate = rate

    def forward(self, x: Any) -> Any:
        if not self._rate or not _is_recording():
            return x
        kept = _Makers(type(x)._plain).drawn("uniform", 0.0, 1.0, x.shape, x.ctx) >= self._rate
        return x * kept / (1 - self._rate)

    def __repr__(self) -> str:
        return f"Dropout(p = {self._rate}, axes=())"


class Flatten(Block):
    """All axes but the first as one."""

    def forward(self, x: Any) -> Any:
        return x.reshape((x.shape[0], -1))

    def __repr__(self) -> str:
        return "Flatten"


class Activation(Block):
    """``relu`` and what else arrays have."""

    def __init__(self, activation: str, **_: Any) -> None:
        if not hasattr(_ndarray, activation):
            raise _LabValueError("INVALID_OPTION", f"Activation: there is no {activation!r}; give 'relu'")
        self._activation = activation

    def forward(self, x: Any) -> Any:
        return getattr(x, self._activation)()

    def __repr__(self) -> str:
        return f"Activation({self._activation})"


__getattr__ = _missing("mxnet.gluon.nn", globals())
