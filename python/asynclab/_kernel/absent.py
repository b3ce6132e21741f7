"""The error for a module that is not here: one line on what it is, and what to use instead."""

from __future__ import annotations

import importlib.abc
import sys
from collections.abc import Sequence
from typing import Any

_HERE = "here are Python's own library and asynclab's torch, jax, tensorflow, mxnet, numpy, d2l and the book's part of matplotlib"
_DATA = "make tensors of numbers of your own, such as torch.randn(1000, 784) and torch.randint(10, (1000,))"
_TABLES = "read a table by Python's csv module, and make tensors of its columns"
#: By module: its purpose, and the remedy.
_KNOWN = {
    "pandas": ("tables of data", _TABLES),
    "polars": ("tables of data", _TABLES),
    "scipy": ("numerical methods of the CPU", "torch and numpy have the products, sums and random numbers of the book"),
    "sklearn": ("machine learning on the CPU", "torch.nn and torch.optim have the models of the book"),
    "torchvision": ("images, and models of them", _DATA),
    "torchaudio": ("sounds, and models of them", _DATA),
    "torchtext": ("texts as data", _DATA),
    "transformers": ("models of the Hugging Face hub, which are downloaded", "build a small model of torch.nn"),
    "datasets": ("data of the Hugging Face hub, which are downloaded", _DATA),
    "lightning": ("training loops", "write the loop, as the book's chapters do"),
    "pytorch_lightning": ("training loops", "write the loop, as the book's chapters do"),
    "keras": ("another library of networks", "import tensorflow as tf, and write tf.keras, or build the network of torch.nn"),
    "flax": ("another library of networks", "write the network as functions of jax.numpy, as jax.grad takes them"),
    "optax": ("optimizers for jax", "write the step: jax.tree.map(lambda p, g: p - rate * g, params, gradients)"),
    "cupy": ("arrays on CUDA", "torch's device 'cuda' is the lab's"),
    "numba": ("a compiler of loops", "write operations of whole arrays"),
    "triton": ("kernels of one's own", "write operations of whole arrays"),
    "seaborn": ("plots over matplotlib", "matplotlib.pyplot has the plots of the book"),
    "plotly": ("interactive plots", "matplotlib.pyplot has the plots of the book"),
    "PIL": ("pictures", "plt.imshow draws a tensor"),
    "cv2": ("pictures", "plt.imshow draws a tensor"),
    "requests": ("downloads", "there is no network here: write the data into the program"),
    "psutil": ("facts about processes", "torch.cuda.memory_allocated() returns the lab's memory"),
    "tensorboard": ("a page of curves", "plot them by matplotlib.pyplot"),
    "wandb": ("a service for curves", "plot them by matplotlib.pyplot"),
}


#: Modules that the page fetches with the first cell that names them.
_FETCHED = ("jax", "tensorflow", "matplotlib", "matplotlib_inline", "IPython", "tqdm", "safetensors")


class _Absent(importlib.abc.MetaPathFinder):
    """The last finder: no other has found the module."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> None:
        # `importlib.util.find_spec` only asks whether the module exists: no error then.
        if sys._getframe(2).f_code.co_name != "_find_and_load_unlocked":
            return
        top = name.partition(".")[0]
        if name in _FETCHED or name.removeprefix("asynclab.d2l.") in _FETCHED:
            raise ModuleNotFoundError(f"No module named {name!r}: the page fetches it with the first cell that names it, and could not; check the connection, and run the cell again", name=name)
        known = _KNOWN.get(top)
        if known:
            description, remedy = known
            raise ModuleNotFoundError(f"No module named {name!r}: {top} ({description}) is not here, and nothing is installed here; {remedy}", name=name)
        # Packages and Python itself try to import optional modules: only an import by a cell gets this error.
        if "." not in name and _by_program():
            raise ModuleNotFoundError(f"No module named {name!r}: it is not here, and nothing is installed here; {_HERE}", name=name)


def _by_program() -> bool:
    """Whether a cell imports the module."""
    frame = sys._getframe(2)
    while frame is not None and "importlib" in frame.f_code.co_filename:
        frame = frame.f_back  # type: ignore[assignment]
    return frame is not None and frame.f_code.co_filename.startswith("<cell ")


def install() -> None:
    """Adds the finder, as the last one."""
    sys.meta_path.append(_Absent())
