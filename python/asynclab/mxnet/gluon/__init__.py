"""``mxnet.gluon``: networks, losses, the trainer."""

from __future__ import annotations

import math
from typing import Any

from ..._names import missing as _missing
from ...nn import descend as _descend, once as _once
from . import loss, nn
from .nn import Block, HybridBlock, Parameter, ParameterDict  # noqa: F401


class Trainer:
    """Moves parameters against their gradients: w ← w − learning_rate / batch_size · gradient.

    ``sgd`` has a learning rate of 0.01 by default (python/mxnet/optimizer/optimizer.py); ``step`` divides by the batch's size
    (python/mxnet/gluon/trainer.py).
    """

    def __init__(self, params: Any, optimizer: str, optimizer_params: dict[str, Any] | None = None, kvstore: Any = None) -> None:
        if optimizer != "sgd":
            raise ValueError(f"Trainer: there is the optimizer 'sgd', not {optimizer!r}")
        given = dict(optimizer_params or {})
        rate = given.pop("learning_rate", 0.01)
        self._decay = given.pop("wd", 0.0)
        if given:
            raise ValueError(f"Trainer: sgd of asynclab takes learning_rate and wd, not {', '.join(given)}")
        self._params = params
        self.set_learning_rate(rate)

    @property
    def learning_rate(self) -> float:
        return self._rate

    def set_learning_rate(self, rate: float) -> None:
        if not rate > 0 or not math.isfinite(rate):
            raise ValueError(f"Trainer: learning_rate is {rate}; give a number above 0")
        self._rate = rate

    def step(self, batch_size: int, ignore_stale_grad: bool = False) -> None:
        """One step with the gradients of a batch."""
        params = self._params.values() if hasattr(self._params, "values") else self._params
        # A parameter of two layers is one.
        arrays = _once(param.data() if isinstance(param, Parameter) else param for param in params)
        if self._decay:
            from .._arrays import recording

            with recording(False):
                for array in arrays:
                    array.assign(array * (1 - self._rate * self._decay))
        _descend(arrays, self._rate / batch_size)


__getattr__ = _missing("mxnet.gluon", globals())
