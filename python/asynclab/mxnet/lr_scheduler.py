"""``mxnet.lr_scheduler``: rates by the number of updates (python/mxnet/lr_scheduler.py)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .._names import missing as _missing


class LRScheduler:
    """A rate that rises over the first ``warmup_steps``, and then follows a rule."""

    def __init__(self, base_lr: float = 0.01, warmup_steps: int = 0, warmup_begin_lr: float = 0, warmup_mode: str = "linear") -> None:
        if warmup_begin_lr > base_lr:
            raise ValueError("Base lr has to be higher than warmup_begin_lr")
        if warmup_steps < 0:
            raise ValueError("Warmup steps has to be positive or 0")
        if warmup_mode not in ("linear", "constant"):
            raise ValueError("Supports only linear and constant modes of warmup")
        self.base_lr, self.warmup_final_lr, self.warmup_steps = base_lr, base_lr, warmup_steps
        self.warmup_begin_lr, self.warmup_mode = warmup_begin_lr, warmup_mode

    def get_warmup_lr(self, num_update: int) -> float:
        if self.warmup_mode == "constant":
            return self.warmup_begin_lr
        return self.warmup_begin_lr + (self.warmup_final_lr - self.warmup_begin_lr) * num_update / self.warmup_steps

    def __call__(self, num_update: int) -> float:
        return self.get_warmup_lr(num_update) if num_update < self.warmup_steps else self._after(num_update)

    def _after(self, num_update: int) -> float:
        raise NotImplementedError("__call__ method must be overridden.")


class FactorScheduler(LRScheduler):
    """Multiplies the rate by a factor after every ``step`` updates."""

    def __init__(self, step: int, factor: float = 1, stop_factor_lr: float = 1e-8, base_lr: float = 0.01, warmup_steps: int = 0, warmup_begin_lr: float = 0, warmup_mode: str = "linear") -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if step < 1:
            raise ValueError("Schedule step must be greater or equal than 1 round")
        if factor > 1.0:
            raise ValueError("Factor must be no more than 1 to make lr reduce")
        self.step, self.factor, self.stop_factor_lr, self.count = step, factor, stop_factor_lr, 0

    def _after(self, num_update: int) -> float:
        while num_update > self.count + self.step:
            self.count += self.step
            self.base_lr = max(self.base_lr * self.factor, self.stop_factor_lr)
        return self.base_lr


class MultiFactorScheduler(LRScheduler):
    """Multiplies the rate by a factor after each of the given steps."""

    def __init__(self, step: Sequence[int], factor: float = 1, base_lr: float = 0.01, warmup_steps: int = 0, warmup_begin_lr: float = 0, warmup_mode: str = "linear") -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if any(later <= earlier for earlier, later in zip(step, step[1:], strict=False)):
            raise ValueError("Schedule step must be an increasing integer list")
        self.step, self.factor, self.cur_step_ind = list(step), factor, 0

    def _after(self, num_update: int) -> float:
        while self.cur_step_ind < len(self.step) and num_update > self.step[self.cur_step_ind]:
            self.cur_step_ind += 1
            self.base_lr *= self.factor
        return self.base_lr


class _Falling(LRScheduler):
    """A rate that changes from ``base_lr`` to ``final_lr``."""

    def __init__(self, max_update: int, base_lr: float = 0.01, final_lr: float = 0, warmup_steps: int = 0, warmup_begin_lr: float = 0, warmup_mode: str = "linear") -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if max_update < 1:
            raise ValueError("maximum number of updates must be strictly positive")
        self.max_update, self.final_lr, self.base_lr_orig, self.max_steps = max_update, final_lr, base_lr, max_update - warmup_steps

    def _after(self, num_update: int) -> float:
        if num_update <= self.max_update:
            self.base_lr = self.final_lr + (self.base_lr_orig - self.final_lr) * self._part((num_update - self.warmup_steps) / self.max_steps)
        return self.base_lr

    def _part(self, done: float) -> float:
        raise NotImplementedError


class PolyScheduler(_Falling):
    """Falls by a power of the remaining part of the updates."""

    def __init__(self, max_update: int, base_lr: float = 0.01, pwr: int = 2, final_lr: float = 0, warmup_steps: int = 0, warmup_begin_lr: float = 0, warmup_mode: str = "linear") -> None:
        super().__init__(max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        self.power = pwr

    def _part(self, done: float) -> float:
        return (1 - done) ** self.power


class CosineScheduler(_Falling):
    """Falls by half a cosine."""

    def _part(self, done: float) -> float:
        return (1 + math.cos(math.pi * done)) / 2


__getattr__ = _missing("mxnet.lr_scheduler", globals())
