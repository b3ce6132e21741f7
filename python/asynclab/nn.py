"""``lab.nn``: layers, a loss and a trainer, made of the lab's public calls."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from ._handle import Lab
from .array import Array
from .errors import LabRuntimeError, LabTypeError, LabValueError


class Dense:
    """A fully connected layer: ``x @ W.T + b`` over the last axis, then the activation.

    ``weight`` has shape [units, inputs], ``bias`` [units]. Without ``inputs`` the first input decides.
    """

    def __init__(self, lab: Lab, units: int, activation: str | None = None, inputs: int | None = None, use_bias: bool = True) -> None:
        if not isinstance(units, int) or units < 1:
            raise LabValueError("INVALID_NUMBER", f"Dense: units is {units!r}; give a whole number above 0")
        if activation is not None and not hasattr(Array, activation):
            raise LabValueError("INVALID_OPTION", f"Dense: there is no activation {activation!r}; give 'relu' or None")
        self._lab, self.units, self.activation, self._inputs, self._use_bias = lab, units, activation, inputs, use_bias
        self._start: Any = None
        self._weight: Array | None = None
        self.bias: Array | None = None

    def initialize(self, initializer: Any = None, device: str | None = None) -> None:
        """Draws the parameters: now, or with the first input. ``initializer(nd, shape, device)`` gives the weights."""
        self._start, self._weight, self.bias = (initializer or xavier, device), None, None
        if self._inputs is not None:
            self._create(self._inputs)

    @property
    def weight(self) -> Array:
        """[units, inputs]."""
        if self._weight is None:
            raise LabRuntimeError(
                "NOT_INITIALIZED",
                f"Dense({self.units}): there are no parameters yet; call initialize() and give the layer its inputs, or run it once",
            )
        return self._weight

    def parameters(self) -> list[Array]:
        return [self.weight] if self.bias is None else [self.weight, self.bias]

    def _create(self, inputs: int) -> None:
        draw, device = self._start
        with self._lab.pause():
            self._weight = draw(self._lab.nd, (self.units, inputs), device).attach_grad()
            if self._use_bias:
                self.bias = self._lab.nd.zeros((self.units,), device).attach_grad()

    def __call__(self, x: Array) -> Array:
        shape = x.shape
        if self._weight is None and self._start and self._inputs is None and shape:
            self._create(shape[-1])
        weight = self.weight
        if not shape or shape[-1] != weight.shape[1]:
            raise LabValueError(
                "SHAPE_MISMATCH",
                f"Dense({self.units}): an input of shape {shape} does not fit weights of shape {weight.shape}; "
                f"make its last dimension {weight.shape[1]}",
            )
        made = x.matmul(weight, transpose_b=True)
        if self.bias is not None:
            made = made + self.bias
        return getattr(made, self.activation)() if self.activation else made


class Sequential:
    """Layers one after the other."""

    def __init__(self, *layers: Any) -> None:
        self.layers: list[Any] = []
        self.add(*layers)

    def add(self, *layers: Any) -> Sequential:
        for layer in layers:
            if not callable(layer):
                raise LabTypeError("INVALID_OPTION", f"Sequential: {layer!r} is no layer; give nn.Dense and its like")
        self.layers.extend(layers)
        return self

    def initialize(self, initializer: Any = None, device: str | None = None) -> None:
        for layer in self.layers:
            layer.initialize(initializer, device)

    def parameters(self) -> list[Array]:
        """Each parameter once, also where a layer is here twice."""
        return once(parameter for layer in self.layers for parameter in layer.parameters())

    def __call__(self, x: Array) -> Array:
        for layer in self.layers:
            x = layer(x)
        return x


class L2Loss:
    """Half the squared difference, averaged over all axes but the first, as in MXNet: [batch, …] → [batch]."""

    def __call__(self, prediction: Array, label: Array) -> Array:
        shape = prediction.shape
        if label.size != prediction.size:
            raise LabValueError(
                "SHAPE_MISMATCH",
                f"L2Loss: a prediction of shape {shape} and a label of shape {label.shape}; give one label for each element",
            )
        same = label if label.shape == shape else label.reshape(shape)
        halves = (prediction - same).square() * 0.5
        return halves.mean(tuple(range(1, len(shape)))) if len(shape) > 1 else halves


class Trainer:
    """Moves parameters against their gradients: w ← w − learning_rate / batch_size · gradient."""

    def __init__(self, parameters: Iterable[Array] | Any, learning_rate: float = 0.01) -> None:
        if not learning_rate > 0 or not math.isfinite(learning_rate):
            raise LabValueError("INVALID_NUMBER", f"Trainer: learning_rate is {learning_rate}; give a number above 0")
        self._parameters = parameters if hasattr(parameters, "parameters") else list(parameters)
        self.learning_rate = learning_rate

    def step(self, batch_size: int = 1) -> None:
        found = self._parameters
        parameters = found.parameters() if hasattr(found, "parameters") else once(found)
        descend(parameters, self.learning_rate / batch_size)


def once(values: Iterable[Any]) -> list[Any]:
    """Each value once, by identity, where it is first."""
    return list({id(value): value for value in values}.values())


def descend(parameters: list[Array], rate: float) -> None:
    """w ← w − rate · gradient for all parameters. An error changes none."""
    gradients = [parameter.grad for parameter in parameters]
    for parameter, gradient in zip(parameters, gradients, strict=True):
        if gradient is None:
            raise LabRuntimeError(
                "NO_GRADIENT", f"step: a parameter of shape {parameter.shape} has no gradient; call backward() on the loss first"
            )
    if not parameters:
        return
    with parameters[0]._lab.pause():
        for parameter, gradient in zip(parameters, gradients, strict=True):
            parameter.assign(parameter - gradient * rate)


def xavier(nd: Any, shape: tuple[int, int], device: str | None) -> Array:
    """Even draws from ±√(3 / ((inputs + units) / 2)) (Glorot and Bengio, AISTATS 2010)."""
    bound = math.sqrt(3 / ((shape[0] + shape[1]) / 2))
    return nd.random.uniform(shape, -bound, bound, device)


class Networks:
    """``lab.nn``: classes that need no lab, and layers that do."""

    L2Loss, Sequential, Trainer = L2Loss, Sequential, Trainer

    def __init__(self, lab: Lab) -> None:
        self._lab = lab

    def Dense(self, units: int, **options: Any) -> Dense:  # noqa: N802
        """A fully connected layer: see :class:`asynclab.nn.Dense`."""
        return Dense(self._lab, units, **options)
