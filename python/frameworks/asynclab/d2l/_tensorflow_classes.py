"""Classes of the book's first edition for models, data and training in TensorFlow."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ._training import (  # noqa: F401
    Data, HyperParameters, ProgressBoard, Reporting, Training, add_to_class, check_len, check_shape,
)  # fmt: skip

nn_Module = tf.keras.Model  # noqa: N816


class Module(tf.keras.Model, Reporting):
    """A model with its loss, its optimizer and a board for what training reports."""

    def __init__(self, plot_train_per_epoch: int = 2, plot_valid_per_epoch: int = 1) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.board, self.training = ProgressBoard(), None

    def call(self, X: Any, *given: Any, **named: Any) -> Any:  # noqa: N803
        self.training = named.get("training", self.training)
        return self.forward(X, *given)

    @staticmethod
    def _number(value: Any) -> float:
        return float(value)

    def configure_optimizers(self) -> Any:
        return tf.keras.optimizers.SGD(self.lr)


class DataModule(Data):
    __doc__ = Data.__doc__

    def __init__(self, root: str = "../data") -> None:
        self.save_hyperparameters()

    def get_tensorloader(self, tensors: Any, train: bool, indices: Any = slice(0, None)) -> Any:
        """Minibatches of a part of several tensors, in a random order for training."""
        parts = tuple(one[indices] for one in tensors)
        return tf.data.Dataset.from_tensor_slices(parts).shuffle(parts[0].shape[0] if train else 1).batch(self.batch_size)  # type: ignore[attr-defined]


class Trainer(Training):
    __doc__ = Training.__doc__

    def __init__(self, max_epochs: int, num_gpus: int = 0, gradient_clip_val: float = 0) -> None:
        self.save_hyperparameters()
        # As in the book: `tf.device` decides where tensors are.
        assert num_gpus == 0, "No GPU support yet"

    def fit_epoch(self) -> None:
        self.model.training = True
        for batch in self.train_dataloader:
            with tf.GradientTape() as tape:
                loss = self.model.training_step(self.prepare_batch(batch))
            variables = self.model.trainable_variables
            gradients = tape.gradient(loss, variables)
            if self.gradient_clip_val > 0:  # type: ignore[attr-defined]
                gradients = self.clip_gradients(self.gradient_clip_val, gradients)  # type: ignore[attr-defined]
            self.optim.apply_gradients(zip(gradients, variables, strict=True))
            self.train_batch_idx += 1
        if self.val_dataloader is None:
            return
        self.model.training = False
        for batch in self.val_dataloader:
            self.model.validation_step(self.prepare_batch(batch))
            self.val_batch_idx += 1

    def clip_gradients(self, grad_clip_val: float, grads: Any) -> Any:
        """The gradients, scaled so that their norm is at most ``grad_clip_val``. Waits for the norm."""
        norm = tf.math.sqrt(sum(tf.reduce_sum(one**2) for one in grads))
        return [one * grad_clip_val / norm for one in grads] if norm > grad_clip_val else grads


class SyntheticRegressionData(DataModule):
    """y = X · w + b with noise."""

    def __init__(self, w: Any, b: float, noise: float = 0.01, num_train: int = 1000, num_val: int = 1000, batch_size: int = 32) -> None:
        super().__init__()
        self.save_hyperparameters()
        n = num_train + num_val
        self.X = tf.random.normal((n, w.shape[0]))
        self.y = tf.matmul(self.X, tf.reshape(w, (-1, 1))) + b + tf.random.normal((n, 1)) * noise

    def get_dataloader(self, train: bool) -> Any:
        part = slice(0, self.num_train) if train else slice(self.num_train, None)  # type: ignore[attr-defined]
        return self.get_tensorloader((self.X, self.y), train, part)


class SGD(HyperParameters):
    """Minibatch stochastic gradient descent."""

    def __init__(self, lr: float) -> None:
        self.save_hyperparameters()

    def apply_gradients(self, grads_and_vars: Any) -> None:
        for gradient, variable in grads_and_vars:
            variable.assign_sub(self.lr * gradient)  # type: ignore[attr-defined]


class LinearRegressionScratch(Module):
    def __init__(self, num_inputs: int, lr: float, sigma: float = 0.01) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.w = tf.Variable(tf.random.normal((num_inputs, 1), stddev=sigma))
        self.b = tf.Variable(tf.zeros(1))

    def forward(self, X: Any) -> Any:  # noqa: N803
        return tf.matmul(X, self.w) + self.b

    def loss(self, y_hat: Any, y: Any) -> Any:
        return tf.reduce_mean((y_hat - y) ** 2 / 2)

    def configure_optimizers(self) -> Any:
        return SGD(self.lr)


class LinearRegression(Module):
    def __init__(self, lr: float) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.net = tf.keras.layers.Dense(1, kernel_initializer=tf.keras.initializers.RandomNormal(stddev=0.01))

    def loss(self, y_hat: Any, y: Any) -> Any:
        return tf.reduce_mean((y_hat - y) ** 2)

    def get_w_b(self) -> Any:
        return tuple(self.get_weights()[:2])


class Classifier(Module):
    """A model whose output has a score for each class."""

    def validation_step(self, batch: Any) -> None:
        scores = self(*batch[:-1])
        self.plot("loss", self.loss(scores, batch[-1]), train=False)
        self.plot("acc", self.accuracy(scores, batch[-1]), train=False)

    def accuracy(self, Y_hat: Any, Y: Any, averaged: bool = True) -> Any:  # noqa: N803
        """The share of rows whose highest score is the label's; with ``averaged=False``, 1 or 0 for each row."""
        found = tf.cast(tf.argmax(tf.reshape(Y_hat, (-1, Y_hat.shape[-1])), axis=1), Y.dtype)
        right = tf.cast(found == tf.reshape(Y, -1), tf.float32)
        return tf.reduce_mean(right) if averaged else right

    def loss(self, Y_hat: Any, Y: Any, averaged: bool = True) -> Any:  # noqa: N803
        scores, labels = tf.reshape(Y_hat, (-1, Y_hat.shape[-1])), tf.reshape(Y, (-1,))
        return tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)(labels, scores)


class SoftmaxRegression(Classifier):
    def __init__(self, num_outputs: int, lr: float) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.net = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(num_outputs)])
