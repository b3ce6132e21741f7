"""The parts that the classes of the book's first edition share between libraries."""

from __future__ import annotations

import sys
from typing import Any

from . import _plots


def check_shape(a: Any, shape: Any) -> None:
    assert a.shape == shape, f"tensor's shape {a.shape} != expected shape {shape}"


def check_len(a: Any, n: int) -> None:
    assert len(a) == n, f"list's length {len(a)} != expected length {n}"


def add_to_class(Class: Any) -> Any:  # noqa: N803
    """Makes the function below a method of a class."""
    return lambda method: setattr(Class, method.__name__, method)


class HyperParameters:
    def save_hyperparameters(self, ignore: Any = ()) -> None:
        """Keeps the arguments of the calling function as attributes and in ``hparams``, except the ignored ones."""
        given = sys._getframe(1).f_locals
        self.hparams = {name: value for name, value in given.items() if name not in {"self", *ignore} and not name.startswith("_")}
        for name, value in self.hparams.items():
            setattr(self, name, value)


class ProgressBoard(HyperParameters):
    """Lines that grow while a program runs."""

    def __init__(
        self, xlabel: Any = None, ylabel: Any = None, xlim: Any = None, ylim: Any = None, xscale: str = "linear", yscale: str = "linear",
        ls: Any = ("-", "--", "-.", ":"), colors: Any = ("C0", "C1", "C2", "C3"), fig: Any = None, axes: Any = None, figsize: Any = (3.5, 2.5), display: bool = True,
    ) -> None:
        self.save_hyperparameters()
        #: By label: the points that are drawn. `raw_points` has the points that are not averaged yet.
        self.data: dict[str, list[tuple[float, float]]] = {}
        self.raw_points: dict[str, list[tuple[float, float]]] = {}

    def draw(self, x: Any, y: Any, label: str, every_n: int = 1) -> None:
        """Adds a point to a line, which draws the mean of every ``every_n`` points."""
        waiting, line = self.raw_points.setdefault(label, []), self.data.setdefault(label, [])
        waiting.append((float(x), float(y)))
        if len(waiting) != every_n:
            return
        line.append(tuple(sum(one) / every_n for one in zip(*waiting, strict=True)))  # type: ignore[arg-type]
        waiting.clear()
        if self.display:
            self._drawn()

    def _drawn(self) -> None:
        from IPython import display

        _plots.use_svg_display()
        if self.fig is None:
            self.fig = _plots.plt.figure(figsize=self.figsize)
        axes = self.axes or _plots.plt.gca()
        axes.cla()
        for (label, points), style, color in zip(self.data.items(), self.ls, self.colors, strict=False):
            axes.plot([x for x, _ in points], [y for _, y in points], linestyle=style, color=color, label=label)
        if self.xlim:
            axes.set_xlim(self.xlim)
        if self.ylim:
            axes.set_ylim(self.ylim)
        axes.set_xlabel(self.xlabel or "x")
        if self.ylabel:
            axes.set_ylabel(self.ylabel)
        axes.set_xscale(self.xscale), axes.set_yscale(self.yscale)
        axes.legend()
        display.display(self.fig)
        display.clear_output(wait=True)


class Reporting(HyperParameters):
    """The part of a model that reports its training. `_number` reads a loss."""

    board: ProgressBoard
    trainer: Any

    def loss(self, y_hat: Any, y: Any) -> Any:
        raise NotImplementedError

    def forward(self, X: Any) -> Any:  # noqa: N803
        assert hasattr(self, "net"), "Neural network is defined"
        return self.net(X)

    def plot(self, key: str, value: Any, train: bool) -> None:
        """A point of a curve over the epochs. Waits for the value, as the book's own does."""
        assert hasattr(self, "trainer"), "Trainer is not inited"
        self.board.xlabel = "epoch"
        trainer = self.trainer
        batches, per_epoch = (trainer.num_train_batches, self.plot_train_per_epoch) if train else (trainer.num_val_batches, self.plot_valid_per_epoch)
        x = trainer.train_batch_idx / batches if train else trainer.epoch + 1
        self.board.draw(x, self._number(value), f"{'train' if train else 'val'}_{key}", every_n=int(batches / per_epoch))

    def training_step(self, batch: Any) -> Any:
        loss = self.loss(self(*batch[:-1]), batch[-1])
        self.plot("loss", loss, train=True)
        return loss

    def validation_step(self, batch: Any) -> None:
        self.plot("loss", self.loss(self(*batch[:-1]), batch[-1]), train=False)


class Data(HyperParameters):
    """Data for training and for validation."""

    def get_dataloader(self, train: bool) -> Any:
        raise NotImplementedError

    def train_dataloader(self) -> Any:
        return self.get_dataloader(train=True)

    def val_dataloader(self) -> Any:
        return self.get_dataloader(train=False)


class Training(HyperParameters):
    """Passes over the data, minibatch by minibatch."""

    max_epochs: int

    def prepare_data(self, data: Any) -> None:
        self.train_dataloader, self.val_dataloader = data.train_dataloader(), data.val_dataloader()
        self.num_train_batches = len(self.train_dataloader)
        self.num_val_batches = 0 if self.val_dataloader is None else len(self.val_dataloader)

    def prepare_model(self, model: Any) -> None:
        model.trainer = self
        model.board.xlim = [0, self.max_epochs]
        self.model = model

    def prepare_batch(self, batch: Any) -> Any:
        return batch

    def fit_epoch(self) -> None:
        raise NotImplementedError

    def fit(self, model: Any, data: Any) -> None:
        self.prepare_data(data)
        self.prepare_model(model)
        self.optim = model.configure_optimizers()
        self.epoch = self.train_batch_idx = self.val_batch_idx = 0
        for self.epoch in range(self.max_epochs):
            self.fit_epoch()
