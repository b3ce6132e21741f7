"""Losses as modules."""

from __future__ import annotations

from typing import Any

from . import functional
from .module import Module


class _Loss(Module):
    _function = ""
    _options: dict[str, Any] = {}

    def __init__(self, *given: Any, reduction: str = "mean", **named: Any) -> None:
        if reduction not in ("mean", "sum", "none"):
            raise ValueError(f"{reduction} is not a valid value for reduction")
        unknown = named.keys() - self._options.keys()
        if unknown or len(given) > len(self._options) + 1:
            raise TypeError(f"{type(self).__name__}.__init__() got an unexpected argument {', '.join(sorted(unknown)) or given[-1]!r}")
        self.reduction = reduction
        for key, value in {**self._options, **dict(zip(self._options, given, strict=False)), **named}.items():
            if hasattr(value, "_lab"):
                self.register_buffer(key, value)
            else:
                vars(self)[key] = value

    def forward(self, input: Any, target: Any) -> Any:  # noqa: A002
        options = {key: vars(self)[key] for key in self._options}
        return getattr(functional, self._function)(input, target, reduction=self.reduction, **options)


def _loss(name: str, function: str, doc: str, **options: Any) -> type[_Loss]:
    members = {"_function": function, "_options": options, "__doc__": doc, "__module__": "asynclab.torch.nn", "__qualname__": name}
    return type(name, (_Loss,), members)


class MSELoss(_Loss):
    """The squared difference, averaged by default and not halved, as in torch/nn/modules/loss.py."""

    _function = "mse_loss"

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__(reduction=reduction)


class L1Loss(MSELoss):
    """The difference without its sign."""

    _function = "l1_loss"


HuberLoss = _loss("HuberLoss", "huber_loss", "Half the square near 0, even steps beyond.", delta=1.0)
SmoothL1Loss = _loss("SmoothL1Loss", "smooth_l1_loss", "The same, divided by where it changes.", beta=1.0)
CrossEntropyLoss = _loss("CrossEntropyLoss", "cross_entropy", "Between classes and the softmax of scores.", weight=None, ignore_index=-100, label_smoothing=0.0)
NLLLoss = _loss("NLLLoss", "nll_loss", "Of logarithms of probabilities.", weight=None, ignore_index=-100)
BCEWithLogitsLoss = _loss("BCEWithLogitsLoss", "binary_cross_entropy_with_logits", "Between probabilities and the sigmoid of scores.", weight=None, pos_weight=None)
BCELoss = _loss("BCELoss", "binary_cross_entropy", "Between probabilities.", weight=None)
