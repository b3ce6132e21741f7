"""``torch.nn``: modules. Layers without parameters are in `activations`."""

from __future__ import annotations

from ..._names import missing as _missing
from . import functional, init, utils  # noqa: F401
from .activations import (  # noqa: F401
    ELU, GELU, Dropout, Flatten, Identity, LeakyReLU, LogSigmoid, LogSoftmax, ReLU, Sigmoid, SiLU, Softmax, Softplus, Tanh, Unflatten,
)  # fmt: skip
from .containers import ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential  # noqa: F401
from .layers import Embedding, LayerNorm, LazyLinear, Linear  # noqa: F401
from .losses import BCELoss, BCEWithLogitsLoss, CrossEntropyLoss, HuberLoss, L1Loss, MSELoss, NLLLoss, SmoothL1Loss  # noqa: F401
from .module import Module  # noqa: F401
from .parameter import Parameter, UninitializedParameter  # noqa: F401

#: Layers that PyTorch has and the lab has not, by a part of their names.
_ABSENT = {
    "Conv": "convolutions", "Pool": "pooling", "RNN": "recurrent layers", "LSTM": "recurrent layers", "GRU": "recurrent layers",
    "Attention": "attention", "Transformer": "attention", "BatchNorm": "batch normalization", "GroupNorm": "group normalization",
}  # fmt: skip
_lookup = _missing("torch.nn", globals())


def __getattr__(name: str) -> object:
    for part, what in _ABSENT.items():
        if part in name:
            raise AttributeError(f"module 'torch.nn' of asynclab has no {name!r}: the lab has no {what}; write it of nn.Linear and operations of tensors")
    return _lookup(name)
