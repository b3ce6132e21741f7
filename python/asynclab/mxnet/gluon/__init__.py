"""``mxnet.gluon``: networks, losses, the trainer."""

from __future__ import annotations

import math
from typing import Any

from ..._names import missing as _missing
from ...nn import once as _once
from .._arrays import recording as _recording
from . import data, loss, metric, nn, utils
from ._parameter import Constant
from .nn import Block, HybridBlock, Parameter, ParameterDict  # noqa: F401


class Trainer:
    """Moves parameters against their gradients, divided by the batch's size (python/mxnet/gluon/trainer.py).

    ``sgd`` has a learning rate of 0.01 by default, a momentum and ``wd``, the weight decay; ``adam`` has a rate of 0.001
    (python/mxnet/optimizer/). Adam's step is the JavaScript library's (www/lib/nn/optimizers.js).
    """

    def __init__(self, params: Any, optimizer: str, optimizer_params: dict[str, Any] | None = None, kvstore: Any = None) -> None:
        known: dict[str, dict[str, float]] = {
            "sgd": {"learning_rate": 0.01, "wd": 0.0, "momentum": 0.0},
            "adam": {"learning_rate": 0.001, "wd": 0.0, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8},
        }
        if optimizer not in known:
            raise ValueError(f"Trainer: there are the optimizers {', '.join(map(repr, known))}, not {optimizer!r}")
        given = dict(optimizer_params or {})
        self._scheduler = given.pop("lr_scheduler", None)
        if self._scheduler is not None and "learning_rate" in given:
            if self._scheduler.base_lr != given["learning_rate"]:
                print("learning rate from ``lr_scheduler`` has been overwritten by ``learning_rate`` in optimizer.")
            self._scheduler.base_lr = given["learning_rate"]
        unknown = given.keys() - known[optimizer].keys()
        if unknown:
            raise ValueError(f"Trainer: {optimizer} of asynclab takes {', '.join(known[optimizer])}, not {', '.join(sorted(unknown))}")
        self._options = {**known[optimizer], **given}
        self._name, self._params, self._steps = optimizer, params, 0
        self._kept: dict[int, tuple[Any, list[Any]]] = {}
        self._set_rate(self._options["learning_rate"])

    @property
    def learning_rate(self) -> float:
        return self._rate if self._scheduler is None else self._scheduler(self._steps)

    def set_learning_rate(self, rate: float) -> None:
        if self._scheduler is not None:
            raise UserWarning("LRScheduler of the optimizer has already been defined.")
        self._set_rate(rate)

    def _set_rate(self, rate: float) -> None:
        if not rate > 0 or not math.isfinite(rate):
            raise ValueError(f"Trainer: learning_rate is {rate}; give a number above 0")
        self._rate = rate

    def step(self, batch_size: int, ignore_stale_grad: bool = False) -> None:
        """One step with the gradients of a batch."""
        params = self._params.values() if hasattr(self._params, "values") else self._params
        # A parameter that two layers share counts once.
        trained = _once(param for param in params if not isinstance(param, Parameter) or param.grad_req != "null")
        pairs = [(param.data(), param) if isinstance(param, Parameter) else (param, None) for param in trained]
        gradients = [array.grad for array, _ in pairs]
        self._steps += 1
        if self._scheduler is not None:
            self._rate = self._scheduler(self._steps)
        with _recording(False):
            for (array, param), gradient in zip(pairs, gradients, strict=True):
                rate, decay = self._rate * (param.lr_mult if param else 1), self._options["wd"] * (param.wd_mult if param else 1)
                array.assign(getattr(self, f"_{self._name}")(array, gradient / batch_size, rate, decay))

    def _sgd(self, w: Any, gradient: Any, rate: float, decay: float) -> Any:
        momentum = self._options["momentum"]
        if decay:
            gradient = gradient + w * decay
        if not momentum:
            return w - gradient * rate
        _, kept = self._kept.setdefault(id(w), (w, [w._filled(0.0)]))
        kept[0] = kept[0] * momentum - gradient * rate
        return w + kept[0]

    def _adam(self, w: Any, gradient: Any, rate: float, decay: float) -> Any:
        options, step, lab = self._options, self._steps, w._lab
        _, kept = self._kept.setdefault(id(w), (w, [w._filled(0.0), w._filled(0.0)]))
        # MXNet adds epsilon to the root before the correction for its start at 0.
        epsilon = options["epsilon"] / math.sqrt(1 - options["beta2"] ** step)
        numbers = (rate, options["beta1"], options["beta2"], epsilon, decay, step)
        made = w._adopt(lab._composed("adam", 0, 4, w._id, gradient._id, kept[0]._id, kept[1]._id, *numbers))
        kept[:] = (w._adopt(lab.js.more()) for _ in kept)
        return made


__getattr__ = _missing("mxnet.gluon", globals())
