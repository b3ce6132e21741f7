"""``tf.keras.utils``."""

from __future__ import annotations

from typing import Any

from .. import random as _random
from .._missing import missing as _missing
from .._shapes import one_hot as _one_hot


def set_random_seed(seed: int) -> None:
    """Begins the random numbers of TensorFlow, of Python and of NumPy anew."""
    import random

    import numpy

    random.seed(seed)
    numpy.random.seed(seed)
    _random.set_seed(seed)


def to_categorical(x: Any, num_classes: int | None = None) -> Any:
    """1 at each class, as an array of NumPy. Waits."""
    import numpy

    values = [int(one) for one in numpy.array(x).reshape(-1).tolist()]
    return _one_hot(values, num_classes or max(values) + 1).numpy()


__getattr__ = _missing("tensorflow.keras.utils", globals())
