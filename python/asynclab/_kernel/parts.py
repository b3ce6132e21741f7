"""Names of modules that only the page has, or that it fetches with the first cell that names one (www/python/parts.js)."""

from __future__ import annotations

from .. import _names

_CUDA = "memory_stats memory_summary memory_snapshot memory set_sync_debug_mode get_sync_debug_mode".split()
_LOOPS = "data_iter load_array accuracy evaluate_accuracy evaluate_loss train_epoch_ch3 train_ch3 get_fashion_mnist_labels".split()
#: Names of the book's first edition, its short names of functions included.
_CLASSES = (
    "nn_Module concat stack abs eye sigmoid batch_matmul exp log sin cos tanh sinh cosh normal rand randn linspace meshgrid ones_like zeros_like int32 int64 size reshape to "
    "reduce_sum argmax astype transpose reduce_mean expand_dims swapaxes repeat numpy check_shape check_len add_to_class HyperParameters ProgressBoard Module DataModule "
    "Trainer SyntheticRegressionData SGD LinearRegressionScratch LinearRegression Classifier SoftmaxRegression"
).split()


def install() -> None:
    """Adds the names to `_names`."""
    for library, home, names in (
        ("torch", "_kernel.cuda", ["profiler"]),
        ("torch.cuda", "_kernel.cuda", _CUDA),
        ("d2l.torch", "d2l._torch_loops", _LOOPS),
        ("d2l.torch", "d2l._classes", _CLASSES),
        ("d2l.mxnet", "d2l._mxnet_loops", _LOOPS),
    ):
        _names.elsewhere.setdefault(library, {}).update(dict.fromkeys(names, f"asynclab.{home}"))
