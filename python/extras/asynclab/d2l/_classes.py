"""Classes of the book's first edition for models, data and training in PyTorch, and its short function names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asynclab import torch
from asynclab.torch import nn
from asynclab.torch.utils import data

from ._training import (  # noqa: F401
    Data, HyperParameters, ProgressBoard, Reporting, Training, add_to_class, check_len, check_shape,
)  # fmt: skip

nn_Module = nn.Module  # noqa: N816
concat, stack, abs, eye, sigmoid, batch_matmul = torch.cat, torch.stack, torch.abs, torch.eye, torch.sigmoid, torch.bmm  # noqa: A001
exp, log, sin, cos, tanh, sinh, cosh = torch.exp, torch.log, torch.sin, torch.cos, torch.tanh, torch.sinh, torch.cosh
normal, rand, randn, linspace, meshgrid, ones_like, zeros_like = torch.normal, torch.rand, torch.randn, torch.linspace, torch.meshgrid, torch.ones_like, torch.zeros_like
int32, int64 = torch.int32, torch.int64


def _short(method: str) -> Callable[..., Any]:
    return lambda x, *given, **named: getattr(x, method)(*given, **named)


size, reshape, to, reduce_sum, argmax, astype = (_short(name) for name in ("numel", "reshape", "to", "sum", "argmax", "type"))
transpose, reduce_mean, expand_dims, swapaxes, repeat = (_short(name) for name in ("t", "mean", "unsqueeze", "swapaxes", "repeat"))


def numpy(x: Any) -> Any:
    """The elements as an array of NumPy. Waits."""
    return x.detach().numpy()


class Module(nn.Module, Reporting):
    """A model with its loss, its optimizer and a board for what training reports."""

    def __init__(self, plot_train_per_epoch: int = 2, plot_valid_per_epoch: int = 1) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.board = ProgressBoard()

    def forward(self, X: Any) -> Any:  # noqa: N803
        return Reporting.forward(self, X)

    @staticmethod
    def _number(value: Any) -> float:
        return value.detach().to("cpu").item()

    def configure_optimizers(self) -> Any:
        return torch.optim.SGD(self.parameters(), lr=self.lr)

    def apply_init(self, inputs: Any, init: Any = None) -> None:
        """Runs the net once, so that lazy layers know their shapes, then initializes it."""
        self.forward(*inputs)
        if init is not None:
            self.net.apply(init)


class DataModule(Data):
    __doc__ = Data.__doc__

    def __init__(self, root: str = "../data", num_workers: int = 4) -> None:
        self.save_hyperparameters()

    def get_tensorloader(self, tensors: Any, train: bool, indices: Any = slice(0, None)) -> Any:
        """Minibatches of a part of several tensors, in a random order for training."""
        return data.DataLoader(data.TensorDataset(*(one[indices] for one in tensors)), self.batch_size, shuffle=train)  # type: ignore[attr-defined]


class Trainer(Training):
    __doc__ = Training.__doc__

    def __init__(self, max_epochs: int, num_gpus: int = 0, gradient_clip_val: float = 0) -> None:
        self.save_hyperparameters()
        self.gpus = [torch.device(f"cuda:{at}") for at in range(min(num_gpus, torch.cuda.device_count()))]

    def prepare_model(self, model: Any) -> None:
        super().prepare_model(model)
        if self.gpus:
            model.to(self.gpus[0])

    def prepare_batch(self, batch: Any) -> Any:
        return [one.to(self.gpus[0]) for one in batch] if self.gpus else batch

    def fit_epoch(self) -> None:
        self.model.train()
        for batch in self.train_dataloader:
            loss = self.model.training_step(self.prepare_batch(batch))
            self.optim.zero_grad()
            # The book's own optimizer changes parameters in place.
            with torch.no_grad():
                loss.backward()
                if self.gradient_clip_val > 0:  # type: ignore[attr-defined]
                    self.clip_gradients(self.gradient_clip_val, self.model)  # type: ignore[attr-defined]
                self.optim.step()
            self.train_batch_idx += 1
        if self.val_dataloader is None:
            return
        self.model.eval()
        for batch in self.val_dataloader:
            with torch.no_grad():
                self.model.validation_step(self.prepare_batch(batch))
            self.val_batch_idx += 1

    def clip_gradients(self, grad_clip_val: float, model: Any) -> None:
        """Scales the gradients so that their norm is at most ``grad_clip_val``. Does not wait."""
        nn.utils.clip_grad_norm_([one for one in model.parameters() if one.requires_grad], grad_clip_val)


class SyntheticRegressionData(DataModule):
    """y = X · w + b with noise."""

    def __init__(self, w: Any, b: float, noise: float = 0.01, num_train: int = 1000, num_val: int = 1000, batch_size: int = 32) -> None:
        super().__init__()
        self.save_hyperparameters()
        n = num_train + num_val
        self.X = torch.randn(n, len(w))
        self.y = torch.matmul(self.X, w.reshape((-1, 1))) + b + torch.randn(n, 1) * noise

    def get_dataloader(self, train: bool) -> Any:
        part = slice(0, self.num_train) if train else slice(self.num_train, None)  # type: ignore[attr-defined]
        return self.get_tensorloader((self.X, self.y), train, part)


class SGD(HyperParameters):
    """Minibatch stochastic gradient descent."""

    def __init__(self, params: Any, lr: float) -> None:
        self.save_hyperparameters()

    def step(self) -> None:
        for param in self.params:  # type: ignore[attr-defined]
            param -= self.lr * param.grad  # type: ignore[attr-defined]

    def zero_grad(self) -> None:
        for param in self.params:  # type: ignore[attr-defined]
            if param.grad is not None:
                param.grad.zero_()


class LinearRegressionScratch(Module):
    def __init__(self, num_inputs: int, lr: float, sigma: float = 0.01) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.w = torch.normal(0, sigma, (num_inputs, 1), requires_grad=True)
        self.b = torch.zeros(1, requires_grad=True)

    def forward(self, X: Any) -> Any:  # noqa: N803
        return torch.matmul(X, self.w) + self.b

    def loss(self, y_hat: Any, y: Any) -> Any:
        return ((y_hat - y) ** 2 / 2).mean()

    def configure_optimizers(self) -> Any:
        return SGD([self.w, self.b], self.lr)


class LinearRegression(Module):
    def __init__(self, lr: float) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.LazyLinear(1)
        self.net.weight.data.normal_(0, 0.01)
        self.net.bias.data.fill_(0)

    def loss(self, y_hat: Any, y: Any) -> Any:
        return nn.functional.mse_loss(y_hat, y)

    def get_w_b(self) -> Any:
        return self.net.weight.data, self.net.bias.data


class Classifier(Module):
    """A model whose output has a score for each class."""

    def validation_step(self, batch: Any) -> None:
        scores = self(*batch[:-1])
        self.plot("loss", self.loss(scores, batch[-1]), train=False)
        self.plot("acc", self.accuracy(scores, batch[-1]), train=False)

    def accuracy(self, Y_hat: Any, Y: Any, averaged: bool = True) -> Any:  # noqa: N803
        """The share of rows whose highest score is the label's; with ``averaged=False``, 1 or 0 for each row."""
        found = Y_hat.reshape((-1, Y_hat.shape[-1])).argmax(axis=1).type(Y.dtype)
        right = (found == Y.reshape(-1)).type(torch.float32)
        return right.mean() if averaged else right

    def loss(self, Y_hat: Any, Y: Any, averaged: bool = True) -> Any:  # noqa: N803
        return nn.functional.cross_entropy(Y_hat.reshape((-1, Y_hat.shape[-1])), Y.reshape((-1,)), reduction="mean" if averaged else "none")

    def layer_summary(self, X_shape: Any) -> None:  # noqa: N803
        """Prints each layer's output shape."""
        made = torch.randn(*X_shape)
        for layer in self.net:
            made = layer(made)
            print(type(layer).__name__, "output shape:\t", made.shape)


class SoftmaxRegression(Classifier):
    def __init__(self, num_outputs: int, lr: float) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(nn.Flatten(), nn.LazyLinear(num_outputs))
