"""``tf.errors``."""

from __future__ import annotations

from typing import Any


class OpError(Exception):
    """An operation cannot be done."""

    def __init__(self, node_def: Any, op: Any, message: str, error_code: int = 0) -> None:
        super().__init__(message)
        self.node_def, self.op, self.message, self.error_code = node_def, op, message, error_code


class InvalidArgumentError(OpError):
    """The operands of an operation do not fit together."""


class ResourceExhaustedError(OpError):
    """There is not enough memory for an operation."""


class UnimplementedError(OpError):
    """There is no such operation for these operands."""


class FailedPreconditionError(OpError):
    """A condition that an operation needs is not met."""


class OutOfRangeError(OpError):
    """A sequence has no more elements."""


for _one in (OpError, InvalidArgumentError, ResourceExhaustedError, UnimplementedError, FailedPreconditionError, OutOfRangeError):
    _one.__module__ = "tensorflow.python.framework.errors_impl"


def _invalid(message: str, op: str) -> InvalidArgumentError:
    """The error of an operation whose operands do not go together."""
    return InvalidArgumentError(None, None, f"{message} [Op:{op}]", 3)
