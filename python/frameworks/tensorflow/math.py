"""``tf.math``."""

from __future__ import annotations

from typing import Any

from ._elementwise import (  # type: ignore[attr-defined]  # noqa: F401
    abs, add, add_n, ceil, cos, cosh, divide, divide_no_nan, equal, erf, exp, expm1, floor, floordiv, floormod, greater, greater_equal, is_finite, is_inf, is_nan, less,  # noqa: A004
    less_equal, log, log1p, log_sigmoid, logical_and, logical_not, logical_or, logical_xor, maximum, minimum, mod, multiply, negative, not_equal, pow, reciprocal, round, rsqrt,  # noqa: A004
    sigmoid, sign, sin, sinh, softplus, sqrt, square, squared_difference, subtract, tan, tanh, truediv,
)  # fmt: skip
from ._missing import missing as _missing
from ._reductions import (  # noqa: F401
    argmax, argmin, count_nonzero, cumsum, reduce_all, reduce_any, reduce_euclidean_norm, reduce_logsumexp, reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_std, reduce_sum,
    reduce_variance, top_k,
)  # fmt: skip
from ._tensor import EagerTensor
from .nn import l2_normalize, log_softmax, softmax  # noqa: F401


def confusion_matrix(labels: Any, predictions: Any, num_classes: int | None = None, weights: Any = None, dtype: Any = "int32", name: str | None = None) -> EagerTensor:
    """How often each class (column) was predicted for each label (row). Waits for the number of classes where it is not given."""
    from ._elementwise import cast
    from ._products import matmul
    from ._shapes import one_hot

    count = num_classes or 1 + int(maximum(reduce_max(labels), reduce_max(predictions)))
    return cast(matmul(one_hot(labels, count), one_hot(predictions, count), transpose_a=True), dtype)


__getattr__ = _missing("tensorflow.math", globals(), {
    "unsorted_segment_sum": "multiply by tf.one_hot", "segment_sum": "multiply by tf.one_hot", "bincount": "take tf.reduce_sum of tf.one_hot", "lgamma": "the lab has no gamma function",
    "digamma": "the lab has no gamma function", "acos": "the lab has no inverse functions of angles", "asin": "the lab has no inverse functions of angles", "atan": "the lab has no inverse functions of angles",
    "real": "the lab has no complex numbers", "imag": "the lab has no complex numbers",
})  # fmt: skip
