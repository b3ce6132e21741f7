"""``tf.keras``: layers, losses and optimizers, for training loops that a program writes itself."""

from __future__ import annotations

from .._missing import missing as _missing
from . import activations, initializers, layers, losses, optimizers, utils
from ._layer import Layer, Variable
from ._model import Input, Model, Sequential

_LOOP = "write the loop with tf.GradientTape"
models = type("models", (), {"Sequential": Sequential, "Model": Model})
__getattr__ = _missing("tensorflow.keras", globals(), {
    "callbacks": _LOOP, "metrics": "take tf.reduce_mean", "datasets": "nothing is downloaded here: make tensors of numbers of your own", "applications": "nothing is downloaded here; build a small model",
    "regularizers": "add the term to the loss", "mixed_precision": "the lab computes in float32", "backend": "use tf's own operations", "ops": "use tf's own operations", "preprocessing": "keep data as tensors",
})  # fmt: skip
