"""Models: layers of layers."""

from __future__ import annotations

from typing import Any

from .._creation import zeros
from .._convert import dimensions
from ._layer import Layer


class Input:
    """``tf.keras.Input(shape=(3,))`` before the first layer: then the model's variables are made at once."""

    def __init__(self, shape: Any = None, batch_size: Any = None, dtype: Any = None, **_: Any) -> None:
        self.shape = dimensions(shape)


_LOOP = "write the loop with tf.GradientTape"


class Model(Layer):
    """The base of a program's own models: layers as attributes, ``call`` computes."""

    def __init__(self, *given: Any, **named: Any) -> None:
        if given or "inputs" in named:
            raise TypeError("Model: asynclab has no models of symbolic inputs; write a class with `call`, or tf.keras.Sequential")
        super().__init__(**named)

    @property
    def layers(self) -> list[Layer]:
        return self._parts()

    def get_layer(self, name: str | None = None, index: int | None = None) -> Layer:
        found = self.layers[index] if index is not None else next((one for one in self.layers if one.name == name), None)
        if found is None:
            raise ValueError(f"No such layer: {name}. Existing layers are: {[one.name for one in self.layers]}.")
        return found

    def __getattr__(self, name: str) -> Any:
        if name in ("compile", "fit", "evaluate", "predict", "train_on_batch"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute {name!r}: asynclab's tf.keras has none; {_LOOP}")
        if name in ("save", "save_weights", "load_weights", "export"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute {name!r}: there are no files; get_weights() returns the elements")
        return super().__getattr__(name)


class Sequential(Model):
    """``tf.keras.Sequential([tf.keras.layers.Dense(1)])``: each layer takes the result of the layer before."""

    def __init__(self, layers: Any = None, trainable: bool = True, name: str | None = None) -> None:
        super().__init__(name=name, trainable=trainable)
        self._layers: list[Layer] = []
        self._input: Input | None = None
        for one in layers or ():
            self.add(one)

    @property
    def layers(self) -> list[Layer]:
        return list(self._layers)

    def add(self, layer: Any) -> None:
        if isinstance(layer, Input):
            self._input = layer
            return
        if not isinstance(layer, Layer):
            if not callable(layer):
                raise ValueError(f"Only instances of `keras.Layer` can be added to a Sequential model. Received: {layer} (of type {type(layer)})")
            from .layers import Activation

            layer = Activation(layer)
        self._layers.append(layer)
        if self._input is not None:
            self(zeros((1, *self._input.shape)))

    def pop(self) -> Layer:
        return self._layers.pop()

    def call(self, inputs: Any, training: bool | None = None) -> Any:
        for one in self._layers:
            inputs = one(inputs, training=bool(training))
            for weight in one._weights:
                if not weight.path.startswith(f"{self.name}/"):
                    weight.path = f"{self.name}/{weight.path}"
        return inputs
