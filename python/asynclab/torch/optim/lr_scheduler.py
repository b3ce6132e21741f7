"""``torch.optim.lr_scheduler``: learning rates by the number of steps."""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable, Sequence
from typing import Any

from ..._names import missing as _missing


class LRScheduler:
    """Sets the learning rate of each group: the rate of step 0 at once, and the next one at each ``step()``."""

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
    """The first rate times a function of the step."""

    def __init__(self, optimizer: Any, lr_lambda: Any, last_epoch: int = -1) -> None:
        count = len(optimizer.param_groups)
        self._factors: list[Callable[[int], float]] = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * count
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        return [base * factor(self.last_epoch) for base, factor in zip(self.base_lrs, self._factors, strict=True)]


class StepLR(LRScheduler):
    """Multiplies the rate by ``gamma`` every ``step_size`` steps."""

    def __init__(self, optimizer: Any, step_size: int, gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, base: float, now: float) -> float:
        return now if not self.last_epoch or self.last_epoch % self.step_size else now * self.gamma


class MultiStepLR(LRScheduler):
    """Multiplies the rate by ``gamma`` at each milestone."""

    def __init__(self, optimizer: Any, milestones: Sequence[int], gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.milestones, self.gamma = list(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, base: float, now: float) -> float:
        return now * self.gamma ** self.milestones.count(self.last_epoch)


class ExponentialLR(LRScheduler):
    """Multiplies the rate by ``gamma`` at each step."""

    def __init__(self, optimizer: Any, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, base: float, now: float) -> float:
        return now * self.gamma if self.last_epoch else now


class LinearLR(LRScheduler):
    """A factor of the first rate that changes evenly from one value to another."""

    def __init__(self, optimizer: Any, start_factor: float = 1 / 3, end_factor: float = 1.0, total_iters: int = 5, last_epoch: int = -1) -> None:
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _rate(self, base: float, now: float) -> float:
        if not self.last_epoch:
            return now * self.start_factor
        # Computed from the present rate: another schedule may change it too.
        apart = self.end_factor - self.start_factor
        return now if self.last_epoch > self.total_iters else now * (1 + apart / (self.total_iters * self.start_factor + (self.last_epoch - 1) * apart))


class CosineAnnealingLR(LRScheduler):
    """Half a cosine, from the first rate to the least."""

    def __init__(self, optimizer: Any, T_max: int, eta_min: float = 0.0, last_epoch: int = -1) -> None:  # noqa: N803
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _rate(self, base: float, now: float) -> float:
        return self.eta_min + (base - self.eta_min) * (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2


class ConstantLR(LRScheduler):
    """The first rate times a factor, for ``total_iters`` steps."""

    def __init__(self, optimizer: Any, factor: float = 1 / 3, total_iters: int = 5, last_epoch: int = -1) -> None:
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _rate(self, base: float, now: float) -> float:
        return now * self.factor if not self.last_epoch else now / self.factor if self.last_epoch == self.total_iters else now


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half cosines one after the other, each ``T_mult`` times as long as the one before."""

    def __init__(self, optimizer: Any, T_0: int, T_mult: int = 1, eta_min: float = 0.0, last_epoch: int = -1) -> None:  # noqa: N803
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        self.T_0, self.T_i, self.T_mult, self.eta_min, self.T_cur = T_0, T_0, T_mult, eta_min, 0.0
        super().__init__(optimizer, last_epoch)

    def _rate(self, base: float, now: float) -> float:
        return self.eta_min + (base - self.eta_min) * (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2

    def step(self, epoch: float | None = None) -> None:
        """The next step, or the given one, which may be a fraction of an epoch."""
        at = self.last_epoch + 1 if epoch is None else epoch
        if at < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        self.T_cur, self.T_i = at, self.T_0
        while self.T_cur >= self.T_i:
            self.T_cur, self.T_i = self.T_cur - self.T_i, self.T_i * self.T_mult
        super().step(math.floor(at))


class OneCycleLR(LRScheduler):
    """The rate rises once and falls far below its start; the momentum changes the other way. ``step()`` is called for each minibatch."""

    def __init__(
        self, optimizer: Any, max_lr: Any, total_steps: int | None = None, epochs: int | None = None, steps_per_epoch: int | None = None, pct_start: float = 0.3,
        anneal_strategy: str = "cos", cycle_momentum: bool = True, base_momentum: float = 0.85, max_momentum: float = 0.95, div_factor: float = 25.0,
        final_div_factor: float = 1e4, three_phase: bool = False, last_epoch: int = -1,
    ) -> None:  # fmt: skip
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        if cycle_momentum and not {"momentum", "betas"} & optimizer.defaults.keys():
            raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
        self.total_steps = (epochs or 0) * (steps_per_epoch or 0) if total_steps is None else total_steps
        self.anneal_strategy, self.momenta = anneal_strategy, (base_momentum, max_momentum) if cycle_momentum else None
        rates = list(max_lr) if isinstance(max_lr, (list, tuple)) else [max_lr] * len(optimizer.param_groups)
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["initial_lr"], group["max_lr"], group["min_lr"] = rate / div_factor, rate, rate / div_factor / final_div_factor
        last, up = self.total_steps - 1, pct_start * self.total_steps - 1
        #: The last step of each phase, and the option with its final rate.
        self.phases = [(up, "max_lr"), (2 * up, "initial_lr"), (last, "min_lr")] if three_phase else [(up, "max_lr"), (last, "min_lr")]
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        if self.last_epoch >= self.total_steps:
            raise ValueError(f"Tried to step {self.last_epoch} times. The specified number of total steps is {self.total_steps}")
        first, before = 0.0, "initial_lr"
        for end, after in self.phases:
            if self.last_epoch <= end or end == self.total_steps - 1:
                break
            first, before = end, after
        share = (self.last_epoch - first) / (end - first)
        if self.momenta is not None:
            low, high = self.momenta
            found = self._between(low if before == "max_lr" else high, low if after == "max_lr" else high, share)
            for group in self.optimizer.param_groups:
                group.update({"betas": (found, *group["betas"][1:])} if "betas" in group else {"momentum": found})
        return [self._between(group[before], group[after], share) for group in self.optimizer.param_groups]

    def _between(self, start: float, end: float, share: float) -> float:
        return start + (end - start) * (share if self.anneal_strategy == "linear" else (1 - math.cos(math.pi * share)) / 2)


class SequentialLR(LRScheduler):
    """Schedules one after the other: each from its milestone on."""

    def __init__(self, optimizer: Any, schedulers: Sequence[Any], milestones: Sequence[int], last_epoch: int = -1) -> None:
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(f"Sequential Schedulers expects one milestone less than schedulers, but got {len(schedulers)} schedulers and {len(milestones)} milestones")
        if any(one.optimizer is not optimizer for one in schedulers):
            raise ValueError("SequentialLR expects all schedulers to belong to the same optimizer")
        self.optimizer, self._schedulers, self._milestones, self.last_epoch = optimizer, list(schedulers), list(milestones), last_epoch + 1
        # Each schedule has taken its first step when it was made.
        self._start(0)

    def _start(self, at: int) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        self._schedulers[at].step(0)
        self._last_lr = self._schedulers[at].get_last_lr()

    def step(self, epoch: int | None = None) -> None:
        self.last_epoch += 1
        at = bisect.bisect_right(self._milestones, self.last_epoch)
        if at and self._milestones[at - 1] == self.last_epoch:
            self._start(at)
        else:
            self._schedulers[at].step()
            self._last_lr = self._schedulers[at].get_last_lr()

    def state_dict(self) -> dict[str, Any]:
        return {**super().state_dict(), "_schedulers": [one.state_dict() for one in self._schedulers]}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        vars(self).update({key: value for key, value in state_dict.items() if key != "_schedulers"})
        for one, state in zip(self._schedulers, state_dict["_schedulers"], strict=True):
            one.load_state_dict(state)


class ReduceLROnPlateau(LRScheduler):
    """Multiplies the rate by ``factor`` when a quantity has not improved for more than ``patience`` steps."""

    def __init__(
        self, optimizer: Any, mode: str = "min", factor: float = 0.1, patience: int = 10, threshold: float = 1e-4, threshold_mode: str = "rel", cooldown: int = 0,
        min_lr: Any = 0.0, eps: float = 1e-8,
    ) -> None:  # fmt: skip
        if factor >= 1:
            raise ValueError("Factor should be < 1.0.")
        if mode not in ("min", "max"):
            raise ValueError(f"mode {mode} is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(f"threshold mode {threshold_mode} is unknown!")
        self.optimizer, self.mode, self.factor, self.patience, self.threshold, self.threshold_mode = optimizer, mode, factor, patience, threshold, threshold_mode
        self.cooldown, self.eps, self.last_epoch = cooldown, eps, 0
        self.min_lrs = list(min_lr) if isinstance(min_lr, (list, tuple)) else [min_lr] * len(optimizer.param_groups)
        self.best, self.num_bad_epochs, self.cooldown_counter = math.inf if mode == "min" else -math.inf, 0, 0
        self._last_lr = [group["lr"] for group in optimizer.param_groups]

    def _better(self, value: float) -> bool:
        sign = -1 if self.mode == "min" else 1
        bound = self.best * (1 + sign * self.threshold) if self.threshold_mode == "rel" else self.best + sign * self.threshold
        return value * sign > bound * sign

    def step(self, metrics: Any, epoch: int | None = None) -> None:  # type: ignore[override]
        """Waits for the value where it is a tensor."""
        value = float(metrics)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        self.best, self.num_bad_epochs = (value, 0) if self._better(value) else (self.best, self.num_bad_epochs + 1)
        if self.cooldown_counter:
            self.cooldown_counter, self.num_bad_epochs = self.cooldown_counter - 1, 0
        if self.num_bad_epochs > self.patience:
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
            for group, least in zip(self.optimizer.param_groups, self.min_lrs, strict=True):
                rate = max(group["lr"] * self.factor, least)
                if group["lr"] - rate > self.eps:
                    group["lr"] = rate
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]


_LRScheduler = LRScheduler
__getattr__ = _missing("torch.optim.lr_scheduler", globals())
