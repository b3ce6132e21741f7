"""``tf.keras.layers``."""

from __future__ import annotations

from typing import Any

from .. import nn as _nn
from .._missing import missing as _missing
from .._products import tensordot as _tensordot
from .._shapes import gather as _gather, reshape as _reshape
from .._convert import convert as _convert
from . import activations as _activations
from ._layer import Layer
from ._model import Input  # noqa: F401


class Dense(Layer):
    """``activation(x @ kernel + bias)``."""

    def __init__(
        self, units: int, activation: Any = None, use_bias: bool = True, kernel_initializer: Any = "glorot_uniform", bias_initializer: Any = "zeros", **more: Any
    ) -> None:
        super().__init__(**more)
        self.units, self.activation, self.use_bias = int(units), _activations.get(activation), use_bias
        self._initializers = kernel_initializer, bias_initializer

    def build(self, input_shape: Any) -> None:
        self.kernel = self.add_weight((input_shape[-1], self.units), self._initializers[0], name="kernel")
        self.bias = self.add_weight((self.units,), self._initializers[1], name="bias") if self.use_bias else None
        self.built = True

    def call(self, inputs: Any) -> Any:
        x = _convert(inputs)
        if x.shape[-1] != self.kernel.shape[0]:
            raise ValueError(f'Input 0 of layer "{self.name}" is incompatible with the layer: expected axis -1 of input shape to have value {self.kernel.shape[0]}, but received input with shape {tuple(x.shape)}')
        made = x @ self.kernel if x.ndim == 2 else _tensordot(x, self.kernel, 1)
        return self.activation(made if self.bias is None else made + self.bias)


class Flatten(Layer):
    """Each example's elements in a row."""

    def call(self, inputs: Any) -> Any:
        x = _convert(inputs)
        return _reshape(x, (x.shape[0], -1))


class Reshape(Layer):
    """Each example in another shape."""

    def __init__(self, target_shape: Any, **more: Any) -> None:
        super().__init__(**more)
        self.target_shape = tuple(target_shape)

    def call(self, inputs: Any) -> Any:
        x = _convert(inputs)
        return _reshape(x, (x.shape[0], *self.target_shape))


class Activation(Layer):
    """A function as a layer."""

    def __init__(self, activation: Any, **more: Any) -> None:
        super().__init__(**more)
        self.activation = _activations.get(activation)

    def call(self, inputs: Any) -> Any:
        return self.activation(inputs)


class ReLU(Layer):
    def call(self, inputs: Any) -> Any:
        return _nn.relu(inputs)


class Softmax(Layer):
    def __init__(self, axis: int = -1, **more: Any) -> None:
        super().__init__(**more)
        self.axis = axis

    def call(self, inputs: Any) -> Any:
        return _nn.softmax(inputs, self.axis)


class Dropout(Layer):
    """In training, sets elements to 0 with a probability."""

    def __init__(self, rate: float, noise_shape: Any = None, seed: Any = None, **more: Any) -> None:
        super().__init__(**more)
        if not 0 <= rate <= 1:
            raise ValueError(f"Invalid value received for argument `rate`. Expected a float value between 0 and 1. Received: rate={rate}")
        self.rate = rate

    def call(self, inputs: Any, training: bool = False) -> Any:
        return _nn.dropout(inputs, self.rate) if training and self.rate else _convert(inputs)


class Embedding(Layer):
    """Rows of a table."""

    def __init__(self, input_dim: int, output_dim: int, embeddings_initializer: Any = "random_uniform", **more: Any) -> None:
        super().__init__(**more)
        self.input_dim, self.output_dim, self._initializer = input_dim, output_dim, embeddings_initializer

    def build(self, input_shape: Any) -> None:
        self.embeddings = self.add_weight((self.input_dim, self.output_dim), self._initializer, name="embeddings")

    def call(self, inputs: Any) -> Any:
        return _gather(self.embeddings, inputs)


class LayerNormalization(Layer):
    """The elements less their mean over the last axis, divided by their deviation there."""

    def __init__(self, axis: int = -1, epsilon: float = 1e-3, center: bool = True, scale: bool = True, **more: Any) -> None:
        super().__init__(**more)
        if axis != -1:
            raise ValueError(f"LayerNormalization: axis is {axis}; there is -1")
        self.epsilon, self._has = epsilon, (scale, center)

    def build(self, input_shape: Any) -> None:
        self.gamma = self.add_weight((input_shape[-1],), "ones", name="gamma") if self._has[0] else None
        self.beta = self.add_weight((input_shape[-1],), "zeros", name="beta") if self._has[1] else None

    def call(self, inputs: Any) -> Any:
        x = _convert(inputs)
        mean, variance = _nn.moments(x, -1, keepdims=True)
        made = (x - mean) / (variance + self.epsilon) ** 0.5
        made = made if self.gamma is None else made * self.gamma
        return made if self.beta is None else made + self.beta


_CLASS = "write it as a class of tf.keras.layers.Layer"
__getattr__ = _missing("tensorflow.keras.layers", globals(), {
    **dict.fromkeys("Conv1D Conv2D Conv3D MaxPooling2D MaxPool2D AveragePooling2D AvgPool2D GlobalAveragePooling2D GlobalAvgPool2D".split(), "the lab has no convolutions and no pooling"),
    **dict.fromkeys("LSTM GRU SimpleRNN RNN LSTMCell GRUCell BatchNormalization RMSNormalization MultiHeadAttention Lambda Concatenate Add".split(), _CLASS),
})  # fmt: skip
