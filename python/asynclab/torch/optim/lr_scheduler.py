"""``torch.optim.lr_scheduler``: learning rates by the number of steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ..._names import missing as _missing


class LRScheduler:
    """Sets the learning rate of each group: that of step 0 at once, the next with each ``step()``."""

    def __init__(self, optimizer: Any, last_epoch: int = -1) -> None:
        self.optimizer, self.last_epoch = optimizer, last_epoch
        for group in optimizer.param_groups:
            group.setdefault("initial_lr", group["lr"])
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.step()

    def get_lr(self) -> list[float]:
        return [self._rate(base, group["lr"]) for base, group in zip(self.base_lrs, self.optimizer.param_groups, strict=True)]

    def _rate(self, base: float, now: float) -> float:
        raise NotImplementedError

    def step(self, epoch: int | None = None) -> None:
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        for group, rate in zip(self.optimizer.param_groups, self.get_lr(), strict=True):
            group["lr"] = rate
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

    def get_last_lr(self) -> list[float]:
        return self._last_lr

    def state_dict(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "optimizer" and not callable(value)}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        vars(self).update(state_dict)


class LambdaLR(LRScheduler):
    """The first rate times what a function of the step gives."""

    def __init__(self, optimizer: Any, lr_lambda: Any, last_epoch: int = -1) -> None:
        count = len(optimizer.param_groups)
        self._factors: list[Callable[[int], float]] = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * count
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        return [base * factor(self.last_epoch) for base, factor in zip(self.base_lrs, self._factors, strict=True)]


class StepLR(LRScheduler):
    """Times ``gamma`` every so many steps."""

    def __init__(self, optimizer: Any, step_size: int, gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, base: float, now: float) -> float:
        return now if not self.last_epoch or self.last_epoch % self.step_size else now * self.gamma


class MultiStepLR(LRScheduler):
    """Times ``gamma`` at each of some steps."""

    def __init__(self, optimizer: Any, milestones: Sequence[int], gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.milestones, self.gamma = list(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, base: float, now: float) -> float:
        return now * self.gamma ** self.milestones.count(self.last_epoch)


class ExponentialLR(LRScheduler):
    """Times ``gamma`` at each step."""

    def __init__(self, optimizer: Any, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, base: float, now: float) -> float:
        return now * self.gamma if self.last_epoch else now


class LinearLR(LRScheduler):
    """From one factor of the first rate to another, evenly."""

    def __init__(self, optimizer: Any, start_factor: float = 1 / 3, end_factor: float = 1.0, total_iters: int = 5, last_epoch: int = -1) -> None:
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _rate(self, base: float, now: float) -> float:
        return base * (self.start_factor + (self.end_factor - self.start_factor) * min(1, self.last_epoch / self.total_iters))


class CosineAnnealingLR(LRScheduler):
    """Half a cosine, from the first rate to the least."""

    def __init__(self, optimizer: Any, T_max: int, eta_min: float = 0.0, last_epoch: int = -1) -> None:  # noqa: N803
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _rate(self, base: float, now: float) -> float:
        return self.eta_min + (base - self.eta_min) * (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2


class ReduceLROnPlateau:
    """Times ``factor`` where a quantity has not become better for more than ``patience`` steps."""

    def __init__(self, optimizer: Any, mode: str = "min", factor: float = 0.1, patience: int = 10, threshold: float = 1e-4, cooldown: int = 0, min_lr: float = 0.0) -> None:
        self.optimizer, self.mode, self.factor, self.patience, self.threshold, self.cooldown, self.min_lr = optimizer, mode, factor, patience, threshold, cooldown, min_lr
        self.best, self.num_bad_epochs, self._rest = math.inf if mode == "min" else -math.inf, 0, 0

    def step(self, metrics: Any) -> None:
        """Of a tensor it waits for the value."""
        value = float(metrics)
        better = value < self.best * (1 - self.threshold) if self.mode == "min" else value > self.best * (1 + self.threshold)
        self.best, self.num_bad_epochs = (value, 0) if better else (self.best, self.num_bad_epochs + 1)
        if self._rest:
            self._rest, self.num_bad_epochs = self._rest - 1, 0
        if self.num_bad_epochs > self.patience:
            self._rest, self.num_bad_epochs = self.cooldown, 0
            for group in self.optimizer.param_groups:
                group["lr"] = max(group["lr"] * self.factor, self.min_lr)

    def get_last_lr(self) -> list[float]:
        return [group["lr"] for group in self.optimizer.param_groups]


_LRScheduler = LRScheduler
__getattr__ = _missing("torch.optim.lr_scheduler", globals())
