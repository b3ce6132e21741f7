"""``tf.keras.optimizers``."""

from __future__ import annotations

from typing import Any

from .._elementwise import cast as _cast, sqrt as _sqrt  # type: ignore[attr-defined]
from .._missing import missing as _missing
from .._convert import convert as _convert
from .._tensor import wrapped as _wrapped
from .._creation import zeros_like as _zeros_like
from .._variable import Variable as _Variable


class Optimizer:
    """``optimizer.apply_gradients(zip(gradients, variables))`` is one step."""

    def __init__(self, learning_rate: Any = 0.01, weight_decay: float | None = None, clipnorm: float | None = None, name: str | None = None, **more: Any) -> None:
        for option, value in (("clipnorm", clipnorm), ("weight_decay", weight_decay), *more.items()):
            if value is not None:
                raise ValueError(f"{type(self).__name__}: asynclab has no {option}; change the gradients before apply_gradients")
        self._rate = _Variable(float(learning_rate), trainable=False, name="learning_rate")
        self.iterations = _Variable(0, trainable=False, dtype="int64", name="iteration")
        #: The state of each variable, by the variable's number.
        self._slots: dict[int, tuple[Any, ...]] = {}
        self.name = name or type(self).__name__

    @property
    def learning_rate(self) -> Any:
        return self._rate

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        self._rate.assign(float(value))

    lr = learning_rate

    def _kept(self, variable: Any, count: int) -> tuple[Any, ...]:
        key = id(variable)
        if key not in self._slots:
            self._slots[key] = (variable, *(_Variable(_zeros_like(_wrapped(variable._held)), trainable=False) for _ in range(count)))
        return self._slots[key][1:]

    def build(self, variables: Any) -> None:
        """Makes the state of variables."""
        for one in variables:
            self._prepared(getattr(one, "_variable", one))

    def _prepared(self, variable: Any) -> None: ...

    def apply_gradients(self, grads_and_vars: Any, name: str | None = None) -> Any:
        """One step for each variable. Returns at once."""
        pairs = [(gradient, getattr(variable, "_variable", variable)) for gradient, variable in grads_and_vars]
        there = [(gradient, variable) for gradient, variable in pairs if gradient is not None]
        if not there:
            raise ValueError("No gradients provided for any variable.")
        for _, variable in there:
            self._prepared(variable)
        self._begin()
        for gradient, variable in there:
            self._step(_convert(gradient), variable)
        self.iterations.assign_add(1)
        return self.iterations

    def apply(self, grads: Any, trainable_variables: Any) -> Any:
        return self.apply_gradients(zip(grads, trainable_variables, strict=True))

    def _begin(self) -> None: ...

    def _step(self, gradient: Any, variable: Any) -> None:
        raise NotImplementedError


class SGD(Optimizer):
    """variable ← variable − rate · gradient; with momentum, the step before counts, too."""

    def __init__(self, learning_rate: Any = 0.01, momentum: float = 0.0, nesterov: bool = False, **more: Any) -> None:
        super().__init__(learning_rate, **more)
        self.momentum, self.nesterov = momentum, nesterov

    def _prepared(self, variable: Any) -> None:
        self._kept(variable, 1 if self.momentum else 0)

    def _step(self, gradient: Any, variable: Any) -> None:
        step = gradient * self._rate
        if not self.momentum:
            variable.assign_sub(step)
            return
        (velocity,) = self._kept(variable, 1)
        velocity.assign(velocity * self.momentum - step)
        variable.assign_add(velocity * self.momentum - step if self.nesterov else velocity)


class Adam(Optimizer):
    """Adam (Kingma and Ba, 2015, with the rate of their section 2)."""

    def __init__(self, learning_rate: Any = 0.001, beta_1: float = 0.9, beta_2: float = 0.999, epsilon: float = 1e-7, **more: Any) -> None:
        super().__init__(learning_rate, **more)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def _prepared(self, variable: Any) -> None:
        self._kept(variable, 2)

    def _begin(self) -> None:
        step = _cast(self.iterations, "float32") + 1.0
        self._alpha = self._rate * _sqrt(1 - self.beta_2**step) / (1 - self.beta_1**step)

    def _step(self, gradient: Any, variable: Any) -> None:
        mean, square = self._kept(variable, 2)
        mean.assign_add((gradient - mean) * (1 - self.beta_1))
        square.assign_add((gradient * gradient - square) * (1 - self.beta_2))
        variable.assign_sub(mean * self._alpha / (_sqrt(square) + self.epsilon))


__getattr__ = _missing("tensorflow.keras.optimizers", globals(), dict.fromkeys("RMSprop Adagrad Adadelta AdamW Adamax Nadam Ftrl schedules legacy".split(), "there are SGD and Adam; write others with assign_sub"))
