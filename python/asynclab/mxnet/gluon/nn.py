"""``mxnet.gluon.nn``: layers."""

from __future__ import annotations

import re
from typing import Any

from ..._names import lacking as _lacking, missing as _missing
from ...errors import LabValueError as _LabValueError
from .. import _files, initializer as _initializer
from .._arrays import Makers as _Makers, NDArray as _NDArray, ndarray as _ndarray, is_training as _is_training, recording as _recording
from ._parameter import Parameter, ParameterDict


class Block:
    """A callable that has parameters. Subclasses define ``forward`` and set layers as attributes."""

    def __init__(self, **_: Any) -> None:
        pass

    def _children(self) -> list[tuple[str, Block]]:
        return [(name, value) for name, value in vars(self).items() if isinstance(value, Block)]

    def initialize(self, init: Any = None, ctx: Any = None, device: Any = None, force_reinit: bool = False, verbose: bool = False) -> None:
        """Draws the parameters: now, or with the first input. ``Uniform(0.07)`` by default (python/mxnet/initializer.py)."""
        for parameter in self._own().values():
            parameter.initialize(None, ctx, init, force_reinit, device)
        for _, child in self._children():
            child.initialize(init, ctx, device, force_reinit)

    def _own(self) -> ParameterDict:
        return ParameterDict({name: value for name, value in vars(self).items() if isinstance(value, Parameter)})

    @property
    def params(self) -> ParameterDict:
        """The block's own parameters, without those of its layers."""
        found = self._own()
        found._owner = self
        return found

    def collect_params(self, select: str | None = None) -> ParameterDict:
        """All parameters, or those whose names match a regular expression."""
        found = self._own()
        for name, child in self._children():
            for key, parameter in child.collect_params().items():
                found[f"{name}.{key}"] = parameter
        return found if select is None else ParameterDict({name: one for name, one in found.items() if re.match(select, name)})

    def share_parameters(self, shared: ParameterDict) -> Block:
        """Takes the parameters of another block, by name."""
        for name, parameter in shared.items():
            block, _, last = self, *name.rpartition(".")[1:]
            for part in name.split(".")[:-1]:
                block = dict(block._children())[part]
            setattr(block, last, parameter)
        return self

    def save_parameters(self, filename: Any, deduplicate: bool = False) -> None:
        """Writes the parameters by name. Waits."""
        _files.save(filename, {name: parameter.data() for name, parameter in self.collect_params().items()})

    def load_parameters(self, filename: Any, ctx: Any = None, allow_missing: bool = False, ignore_extra: bool = False, device: Any = None, **_: Any) -> None:
        """Takes the parameters from a file, also before the block is initialized. Where anything does not fit, nothing is changed."""
        own, found = self.collect_params(), _files.load(filename, _ndarray, ctx or device)
        if not isinstance(found, dict):
            raise ValueError(f"load_parameters: {filename} has arrays without names")
        for name in () if allow_missing else own.keys() - found.keys():
            raise AssertionError(f"Parameter '{name}' is missing in '{filename}', which contains parameters: {', '.join(map(repr, found))}")
        for name in () if ignore_extra else found.keys() - own.keys():
            raise ValueError(f"Parameter '{name}' loaded from '{filename}' is not present in Block, which contains parameters {', '.join(map(repr, own))}")
        pairs = [(own[name], value) for name, value in found.items() if name in own]
        for parameter, value in pairs:
            if parameter._value is not None and parameter.shape != value.shape:
                raise AssertionError(f"Failed loading Parameter '{parameter.name}': shape {value.shape} in the file, {parameter.shape} in the block")
        with _recording(False):
            for parameter, value in pairs:
                parameter.set_data(value)

    def hybridize(self, active: bool = True, **_: Any) -> None:
        """Does nothing: the lab has ``lazy`` and fused kernels instead."""

    def forward(self, *given: Any) -> Any:
        """The computation of the block. The older ``hybrid_forward(F, x)`` gets ``mxnet.nd`` as ``F``, with ``F.np`` and ``F.npx``."""
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
        self, units: int, activation: str | None = None, use_bias: bool = True, flatten: bool = True, dtype: Any = "float32", weight_initializer: Any = None,
        bias_initializer: Any = None, in_units: int = 0, params: Any = None, **_: Any,
    ) -> None:  # fmt: skip
        if not isinstance(units, int) or units < 1:
            raise _LabValueError("INVALID_NUMBER", f"Dense: units is {units!r}; give a whole number above 0")
        if activation not in (None, "relu", "sigmoid", "tanh") or (activation and not hasattr(_ndarray, activation)):
            raise _LabValueError("INVALID_OPTION", f"Dense: there is no activation {activation!r}; give 'relu' or None")
        self._units, self._activation, self._flatten = units, activation, flatten
        self.weight = Parameter("weight", shape=(units, in_units), init=weight_initializer)
        # A block's initializer is used for weights only.
        self.bias = Parameter("bias", shape=(units,), init=bias_initializer or _initializer.Zero()) if use_bias else None
        if params is not None:
            self.share_parameters(params)

    def forward(self, x: Any) -> Any:
        shape = x.shape
        if self._flatten and len(shape) > 2:
            x = x.reshape((shape[0], -1))
            shape = x.shape
        kind = _NDArray if isinstance(x, _NDArray) else _ndarray
        self.weight._draw((self._units, shape[-1]), kind)
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
        inputs = weight.shape[1] if weight is not None else self.weight._known and self.weight._known[1]
        activation = f"Activation({self._activation})" if self._activation else "linear"
        return f"Dense({inputs} -> {self._units}, {activation})"


class Dropout(Block):
    """In training, as inside `autograd.record`, sets elements to 0 with the probability ``rate`` and divides the others by ``1 - rate``."""

    def __init__(self, rate: float, axes: Any = (), **_: Any) -> None:
        if not 0 <= rate < 1 or axes:
            raise _LabValueError("INVALID_NUMBER", f"Dropout: rate is {rate}; give a number from 0 to below 1, and no axes")
        self._rate = rate

    def forward(self, x: Any) -> Any:
        if not self._rate or not _is_training():
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
    """``relu``, or another method of arrays."""

    def __init__(self, activation: str, **_: Any) -> None:
        if not hasattr(_ndarray, activation):
            raise _LabValueError("INVALID_OPTION", f"Activation: there is no {activation!r}; give 'relu'")
        self._activation = activation

    def forward(self, x: Any) -> Any:
        return getattr(x, self._activation)()

    def __repr__(self) -> str:
        return f"Activation({self._activation})"


class LeakyReLU(Block):
    """Multiplies negative elements by ``alpha``."""

    def __init__(self, alpha: float, **_: Any) -> None:
        self._alpha = alpha

    def forward(self, x: Any) -> Any:
        return x.maximum(0.0) + x.minimum(0.0) * self._alpha

    def __repr__(self) -> str:
        return f"LeakyReLU({self._alpha})"


class Lambda(Block):
    """A function as a block."""

    def __init__(self, function: Any, **_: Any) -> None:
        if not callable(function):
            raise ValueError(f"Lambda: {function!r} is no function; asynclab takes no names of functions")
        self._function = function

    def forward(self, *given: Any) -> Any:
        return self._function(*given)

    def __repr__(self) -> str:
        return f"Lambda({self._function.__name__})"


HybridLambda = Lambda
#: Layers that MXNet has and the lab has not, by a part of their names.
_ABSENT = {"Conv": "convolutions", "Pool": "pooling", "BatchNorm": "batch normalization", "Norm": "normalization in mxnet; torch.nn has LayerNorm", "Embedding": "embeddings in mxnet; torch.nn has Embedding"}
_lookup = _missing("mxnet.gluon.nn", globals())


def __getattr__(name: str) -> Any:
    for part, what in _ABSENT.items():
        if part in name:
            raise AttributeError(f"module 'mxnet.gluon.nn' of asynclab has no {name!r}: the lab has no {what}; write the layer of nn.Dense and the operations of arrays")
    return _lookup(name)
