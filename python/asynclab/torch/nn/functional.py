"""``torch.nn.functional``."""

from __future__ import annotations

import math
from typing import Any

from ..._names import missing as _missing
from ...array import Array as _Array
from ...errors import LabValueError as _LabValueError
from ...indexing import chosen as _chosen, joined as _joined
from .._arithmetic import log_of_sum as _log_of_sum
from .._creation import created as _created, drawn as _drawn
from .._gradients import no_grad as _no_grad
from .._history import named as _named
from .._tensor import Tensor as _Tensor
from .._types import int64 as _int64


def _placed(input: _Tensor, made: _Tensor, inplace: bool) -> _Tensor:  # noqa: A002
    return input._become(made) if inplace else made


def relu(input: _Tensor, inplace: bool = False) -> _Tensor:  # noqa: A002
    """The elements, with 0 for those below 0."""
    return _placed(input, input.relu(), inplace)


def sigmoid(input: _Tensor) -> _Tensor:  # noqa: A002
    """1 / (1 + exp(-x))."""
    return input.sigmoid()


def tanh(input: _Tensor) -> _Tensor:  # noqa: A002
    """The hyperbolic tangent."""
    return input.tanh()


def softmax(input: _Tensor, dim: int | None = None, dtype: Any = None) -> _Tensor:  # noqa: A002
    """exp(x) divided by its sum along ``dim``."""
    return input.softmax(dim, dtype)


def log_softmax(input: _Tensor, dim: int | None = None, dtype: Any = None) -> _Tensor:  # noqa: A002
    """The logarithm of `softmax`."""
    return input.log_softmax(dim, dtype)


def logsigmoid(input: _Tensor) -> _Tensor:  # noqa: A002
    """The logarithm of `sigmoid`."""
    return _named(-softplus(-input), "LogSigmoid")


def _softplus_parts(x: Any) -> tuple[Any, Any]:
    """The larger of x and 0, without a gradient, and the rest of `softplus` above it."""
    with _no_grad():
        most = x.relu()
    return most, _log_of_sum((x - most).exp() + (-most).exp(), (-x.abs()).exp())


def softplus(input: _Tensor, beta: float = 1, threshold: float = 20) -> _Tensor:  # noqa: A002
    """log(1 + exp(beta · x)) / beta, without an exponential that is too large."""
    x = input if beta == 1 else input * beta
    most, rest = _softplus_parts(x)
    made = most + rest
    return _named(made if beta == 1 else made / beta, "Softplus")


def gelu(input: _Tensor, approximate: str = "none") -> _Tensor:  # noqa: A002
    """x · Φ(x): by the error function, or by tanh."""
    if approximate == "tanh":
        inner = (input + input * input * input * 0.044715) * math.sqrt(2 / math.pi)
        return _named(input * 0.5 * (inner.tanh() + 1), "Gelu")
    return _named(input * 0.5 * ((input * math.sqrt(0.5)).erf() + 1), "Gelu")


def silu(input: _Tensor, inplace: bool = False) -> _Tensor:  # noqa: A002
    """x · sigmoid(x)."""
    return _placed(input, _named(input * input.sigmoid(), "Silu"), inplace)


def leaky_relu(input: _Tensor, negative_slope: float = 0.01, inplace: bool = False) -> _Tensor:  # noqa: A002
    """x above 0, and x times a small slope below."""
    return _placed(input, _named(_chosen(input > 0, input, input * negative_slope), "LeakyRelu"), inplace)


def elu(input: _Tensor, alpha: float = 1.0, inplace: bool = False) -> _Tensor:  # noqa: A002
    """x above 0, and alpha · (exp(x) - 1) below."""
    return _placed(input, _named(input.relu() + (input - input.relu()).expm1() * alpha, "Elu"), inplace)


def dropout(input: _Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> _Tensor:  # noqa: A002
    """In training, sets elements to 0 with the probability ``p`` and divides the others by ``1 - p``."""
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0:
        return input
    kept = _drawn("uniform", 0, 1, input.shape, input.device) >= p
    return _placed(input, _named(input * kept / (1 - p), "Mul") if p < 1 else input * 0.0, inplace)


def linear(input: _Tensor, weight: _Tensor, bias: _Tensor | None = None) -> _Tensor:  # noqa: A002
    """input @ weight.T + bias."""
    if not isinstance(input, _Tensor):
        raise TypeError(f"linear(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if input.dtype is not weight.dtype:
        raise RuntimeError(f"mat1 and mat2 must have the same dtype, but got {input.dtype._letters} and {weight.dtype._letters}")
    try:
        made = input.matmul(weight, transpose_b=True)
    except _LabValueError as error:
        shape = input.shape
        if error.code != "SHAPE_MISMATCH" or not shape or weight.dim() != 2:
            raise
        rows, (units, inputs) = math.prod(shape[:-1]), weight.shape
        product = "mm" if bias is None else "addmm"
        raise RuntimeError(f"{product}: mat1 and mat2 shapes cannot be multiplied ({rows}x{shape[-1]} and {inputs}x{units})") from None
    return made if bias is None else _named(made + bias, "Addmm" if input.dim() == 2 else "View")


def embedding(input: _Tensor, weight: _Tensor) -> _Tensor:  # noqa: A002
    """Rows of a table."""
    return _named(weight[input], "Embedding")


def one_hot(tensor: _Tensor, num_classes: int = -1) -> _Tensor:
    """1 at the class of each element, along a new axis. Waits where the number of classes is not given."""
    if tensor.dtype is not _int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    count = int(tensor.max()) + 1 if num_classes < 0 else num_classes
    return _hits(tensor, count).long()


def _hits(target: _Tensor, count: int) -> Any:
    return _Array.reshape(target, (*target.shape, 1)) == _created("arange", (0.0, 1.0), (count,), target.device)


def layer_norm(input: _Tensor, normalized_shape: Any, weight: Any = None, bias: Any = None, eps: float = 1e-5) -> _Tensor:  # noqa: A002
    """The elements less their mean over the last axes, divided by their standard deviation there."""
    shape = tuple(normalized_shape)
    if tuple(input.shape[-len(shape) :]) != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*, {', '.join(map(str, shape))}], but got input of size{list(input.shape)}"
        )
    axes = tuple(range(-len(shape), 0))
    centred = input - input.mean(axes, True)
    made = centred / ((centred * centred).mean(axes, True) + eps).sqrt()
    made = made if weight is None else made * weight
    return _named(made if bias is None else made + bias, "NativeLayerNorm")


def normalize(input: _Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12) -> _Tensor:  # noqa: A002
    """The elements divided by their norm along ``dim``."""
    return input / input.norm(p, dim, True).maximum(eps)


def _reduced(losses: Any, reduction: str, name: str) -> Any:
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return _named(losses if reduction == "none" else getattr(losses, reduction)(), name)


def mse_loss(input: _Tensor, target: _Tensor, *, reduction: str = "mean") -> Any:  # noqa: A002
    """The squared differences: their ``mean``, their ``sum``, or, with ``none``, each."""
    return _reduced((input - target).square(), reduction, "MseLoss")


def l1_loss(input: _Tensor, target: _Tensor, *, reduction: str = "mean") -> Any:  # noqa: A002
    """Absolute differences: their mean, their sum, or each."""
    return _reduced((input - target).abs(), reduction, {"mean": "Mean", "sum": "Sum"}.get(reduction, "Abs"))


def huber_loss(input: _Tensor, target: _Tensor, *, reduction: str = "mean", delta: float = 1.0) -> Any:  # noqa: A002
    """Squares of small differences, multiples of large ones."""
    size = (input - target).abs()
    near = size.minimum(delta)
    return _reduced(near * (size - near * 0.5), reduction, "HuberLoss")


def smooth_l1_loss(input: _Tensor, target: _Tensor, *, reduction: str = "mean", beta: float = 1.0) -> Any:  # noqa: A002
    """`huber_loss` divided by beta."""
    return _named(huber_loss(input, target, reduction=reduction, delta=beta) / beta, "SmoothL1Loss")


def _last(x: _Tensor) -> _Tensor:
    """The tensor with the axis of classes, which is the second, as the last."""
    return x if x.dim() < 3 else x.movedim(1, -1)


def _classes(input: _Tensor, target: _Tensor, ignore_index: int) -> bool:  # noqa: A002
    """Whether some of a target's classes may be ignored. Raises an error where the target does not fit the input."""
    if target.dtype.is_floating_point:
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {target.dtype._letters}; make it one with .long()")
    if target.device != input.device:
        raise RuntimeError(f"Expected all tensors to be on the same device, but found at least two devices, {input.device} and {target.device}!")
    rows = input.shape[0] if input.dim() > 1 else None
    if rows is not None and (not target.dim() or target.shape[0] != rows or target.dim() != input.dim() - 1):
        raise ValueError(f"Expected input batch_size ({rows}) to match target batch_size ({target.shape[0] if target.dim() == 1 else target.numel()}).")
    if input._runs_ahead:
        return True
    labels = set(target._flat("target"))
    for label in labels - {ignore_index}:
        if not 0 <= label < input.shape[min(1, input.dim() - 1)]:
            raise IndexError(f"Target {label} is out of bounds.")
    return ignore_index in labels


def _averaged(losses: Any, counted: Any, reduction: str) -> Any:
    return _named(losses.sum() / counted.sum(), "NllLoss") if reduction == "mean" else _reduced(losses, reduction, "NllLoss")


def nll_loss(input: _Tensor, target: _Tensor, weight: Any = None, ignore_index: int = -100, reduction: str = "mean") -> Any:  # noqa: A002
    """−input at each target's class."""
    _classes(input, target, ignore_index)
    logs = _last(input)
    hits = _hits(target, logs.shape[-1])
    counted = (target != ignore_index).float()
    if weight is not None:
        counted = counted * weight.broadcast_to(hits.shape).masked(hits).sum(-1)
    return _averaged(-(logs.masked(hits).sum(-1) * counted), counted, reduction)


def cross_entropy(
    input: _Tensor, target: _Tensor, weight: Any = None, ignore_index: int = -100, reduction: str = "mean", label_smoothing: float = 0.0,  # noqa: A002
) -> Any:  # fmt: skip
    """The cross-entropy of the softmax of scores [batch, classes, …] and classes, or the probability of every class."""
    scores = _last(input)
    if target.dtype.is_floating_point and target.shape == input.shape:
        made = scores._adopt(scores._lab._composed("crossEntropy", 0, 2, scores._id, _last(target)._id))
        return _named(made.sum() / (made.numel() or 1) if reduction == "mean" else _reduced(made, reduction, ""), "Div")
    counted = (target != ignore_index).float()
    if weight is None and not label_smoothing:
        ignores = _classes(input, target, ignore_index)
        label = target * counted if ignores else target
        losses = scores._adopt(scores._lab._composed("crossEntropy", 0, 2, scores._id, label._id))
        return _averaged(losses.masked(counted), counted, reduction) if ignores else _reduced(losses, reduction, "NllLoss")
    logs = input.log_softmax(min(1, input.dim() - 1))
    made = nll_loss(logs, target, weight, ignore_index, reduction)
    if not label_smoothing:
        return made
    if weight is not None:
        raise ValueError("cross_entropy: label_smoothing goes without weight here")
    even = _averaged(-_last(logs).mean(-1) * counted, counted, reduction)
    return made * (1 - label_smoothing) + even * label_smoothing


def binary_cross_entropy_with_logits(input: _Tensor, target: _Tensor, weight: Any = None, reduction: str = "mean", pos_weight: Any = None) -> Any:  # noqa: A002
    """The cross-entropy of scores, whose `sigmoid` is the probability of 1."""
    if input.shape != target.shape:
        raise ValueError(f"Target size ({target.shape}) must be the same as input size ({input.shape})")
    other = softplus(-input)
    if pos_weight is not None:
        losses = (1 - target) * input + other * ((pos_weight - 1) * target + 1)
    else:
        losses = input - input * target + other
    return _reduced(losses if weight is None else losses * weight, reduction, "BinaryCrossEntropyWithLogits")


def binary_cross_entropy(input: _Tensor, target: _Tensor, weight: Any = None, reduction: str = "mean") -> Any:  # noqa: A002
    """The cross-entropy of probabilities of 1."""
    if input.shape != target.shape:
        raise ValueError(f"Using a target size ({target.shape}) that is different to the input size ({input.shape}) is deprecated. Please ensure they have the same size.")
    if not input._runs_ahead and input.numel():
        with _no_grad():
            least, most = input.detach().min(), input.detach().max()
        if not (least.item() >= 0 and most.item() <= 1):
            raise RuntimeError("all elements of input should be between 0 and 1")
    # As in PyTorch, no logarithm is below -100.
    losses = -(target * input.log().maximum(-100.0) + (1 - target) * (1 - input).log().maximum(-100.0))
    return _reduced(losses if weight is None else losses * weight, reduction, "BinaryCrossEntropy")


def relu6(input: _Tensor, inplace: bool = False) -> _Tensor:  # noqa: A002
    """The elements, limited to the range from 0 to 6."""
    return hardtanh(input, 0, 6, inplace)


def hardtanh(input: _Tensor, min_val: float = -1, max_val: float = 1, inplace: bool = False) -> _Tensor:  # noqa: A002
    """The elements, limited to the range between two bounds."""
    return _placed(input, input.clamp(min_val, max_val), inplace)


def softsign(input: _Tensor) -> _Tensor:  # noqa: A002
    """x / (1 + |x|)."""
    return input / (input.abs() + 1)


def mish(input: _Tensor, inplace: bool = False) -> _Tensor:  # noqa: A002
    """x · tanh(softplus(x))."""
    return _placed(input, input * softplus(input).tanh(), inplace)


def selu(input: _Tensor, inplace: bool = False) -> _Tensor:  # noqa: A002
    """A multiple of `elu`, with the constants of Klambauer and others: "Self-Normalizing Neural Networks", 2017."""
    return _placed(input, elu(input, 1.6732632423543772) * 1.0507009873554805, inplace)


def cosine_similarity(x1: _Tensor, x2: _Tensor, dim: int = 1, eps: float = 1e-8) -> _Tensor:
    """The cosine of the angle along ``dim``."""
    return (x1 * x2).sum(dim) / (x1.norm(dim=dim).clamp(min=eps) * x2.norm(dim=dim).clamp(min=eps))


def kl_div(input: _Tensor, target: _Tensor, reduction: str = "mean", log_target: bool = False) -> _Tensor:  # noqa: A002
    """The divergence of ``target``, probabilities or their logarithms, from ``input``, logarithms. ``batchmean`` is the mean over rows."""
    if log_target:
        terms = target.exp() * (target - input)
    else:
        terms = target * (target.maximum(1e-38).log() - input)
    return terms.sum() / input.shape[0] if reduction == "batchmean" else _reduced(terms, reduction, "KlDiv")


def pad(input: _Tensor, pad: Any, mode: str = "constant", value: float | None = None) -> _Tensor:  # noqa: A002
    """Adds elements of one value before and behind the others. ``pad`` has two counts for each dimension, the last dimension first."""
    if mode != "constant" or any(count < 0 for count in pad):
        raise NotImplementedError("pad: mode 'constant' is here, with counts of 0 and more; take parts by indices")
    made = input
    for at, (before, behind) in enumerate(zip(pad[::2], pad[1::2], strict=True)):
        axis = input.dim() - 1 - at
        shape = list(made.shape)
        parts = [made]
        for count, index in ((before, 0), (behind, 2)):
            if count:
                shape[axis] = count
                parts.insert(index, made._filled(float(value or 0), tuple(shape)).type(made.dtype))
        made = _joined("pad", parts, axis) if len(parts) > 1 else made
    return made


__getattr__ = _missing("torch.nn.functional", globals())
