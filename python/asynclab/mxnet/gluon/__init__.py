"""``mxnet.gluon``: networks, losses, the trainer."""

from __future__ import annotations

import math
from typing import Any

from ..._names import missing as _missing
from ...nn import once as _once
from .._arrays import recording as _recording
from . import data, loss, nn
from .nn import Block, HybridBlock, Parameter, ParameterDict  # noqa: F401


class Trainer:
    """Moves parameters against their gradients, which ``step`` divides by the batch's size (python/mxnet/gluon/trainer.py).

    ``sgd``, with a learning rate of 0.01 by default, a momentum and ``wd``, the weight decay; ``adam``, with 0.001
    (python/mxnet/optimizer/), whose step is the JavaScript library's (www/lib/nn/optimizers.js).
    """

    def __init__(self, params: Any, optimizer: str, optimizer_params: dict[str, Any] | None = None, kvstore: Any = None) -> None:
        known: dict[str, dict[str, float]] = {
            "sgd": {"learning_rate": 0.01, "wd": 0.0, "momentum": 0.0},
            "adam": {"learning_rate": 0.001, "wd": 0.0, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8},
        }
        if optimizer not in known:
            raise ValueError(f"Trainer: there are the optimizers {', '.join(map(repr, known))}, not {optimizer!r}")
        given = dict(optimizer_params or {})
        unknown = given.keys() - known[optimizer].keys()
        if unknown:
            raise ValueError(f"Trainer: {optimizer} of asynclab takes {', '.join(known[optimizer])}, not {', '.join(sorted(unknown))}")
        self._options = {**known[optimizer], **given}
        self._name, self._params, self._steps = optimizer, params, 0
        self._kept: dict[int, tuple[Any, list[Any]]] = {}
        self.set_learning_rate(self._options["learning_rate"])

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
        gradients = [array.grad for array in arrays]
        self._steps += 1
        with _recording(False):
            for array, gradient in zip(arrays, gradients, strict=True):
                array.assign(getattr(self, f"_{self._name}")(array, gradient / batch_size))

    def _sgd(self, w: Any, gradient: Any) -> Any:
        rate, momentum = self._rate, self._options["momentum"]
        if self._options["wd"]:
            gradient = gradient + w * self._options["wd"]
        if not momentum:
            return w - gradient * rate
        _, kept = self._kept.setdefault(id(w), (w, [w._filled(0.0)]))
        kept[0] = kept[0] * momentum - gradient * rate
        return w + kept[0]

    def _adam(self, w: Any, gradient: Any) -> Any:
        options, step, lab = self._options, self._steps, w._lab
        _, kept = self._kept.setdefault(id(w), (w, [w._filled(0.0), w._filled(0.0)]))
        # MXNet adds epsilon to a root that is not yet corrected for its beginning at 0.
        epsilon = options["epsilon"] / math.sqrt(1 - options["beta2"] ** step)
        numbers = (self._rate, options["beta1"], options["beta2"], epsilon, options["wd"], step)
        made = w._adopt(lab._composed("adam", 0, 4, w._id, gradient._id, kept[0]._id, kept[1]._id, *numbers))
        kept[:] = (w._adopt(lab.js.more()) for _ in kept)
        return made


__getattr__ = _missing("mxnet.gluon", globals())
