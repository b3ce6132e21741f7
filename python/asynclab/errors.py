"""Exceptions of the lab."""

from __future__ import annotations


class LabError(Exception):
    """A call the lab rejects, or work that failed.

    ``code`` is stable (``SHAPE_MISMATCH``, ``DEVICE_LOST``, …); the message names the operation, the shapes and a remedy. A failure
    of the device is raised by the first wait that covers it.
    """

    #: For a failure of the device, where lines are recorded: file and line of the program that enqueued the first operation that failed.
    enqueued: tuple[str, int] | None = None

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __str__(self) -> str:
        return f"{self.args[0]} [{self.code}]"


# The libraries of the books raise built-in types; a program that catches those catches the lab's errors too.


class LabValueError(LabError, ValueError, RuntimeError):
    """An argument that cannot be: a shape, a number, an option. PyTorch raises `RuntimeError` for most of them, NumPy `ValueError`."""


class LabAxisError(LabValueError, IndexError):
    """An axis that an array does not have. PyTorch raises `IndexError`, NumPy `numpy.exceptions.AxisError`."""

    def __init__(self, name: str, axis: int, rank: int) -> None:
        most = rank or 1
        super().__init__(
            "INVALID_AXIS", f"{name}: axis {axis} is none of an array of {rank} dimensions; give one of {-most} to {most - 1}"
        )


class LabRuntimeError(LabError, RuntimeError):
    """Work that failed: a lost device, no memory, no gradient."""


class LabTypeError(LabError, TypeError):
    """An argument of the wrong type."""


class LabCastError(LabTypeError, NotImplementedError):
    """Numbers where only booleans can be, or the other way round. PyTorch raises `NotImplementedError`, NumPy `TypeError`."""


class LabScalarError(LabValueError, TypeError):
    """An array of several elements where one is needed. Each library raises another type, and `float(x)` another one than `x.item()`."""


class LabIndexError(LabTypeError, IndexError):
    """An index that is invalid, or that the lab does not support."""


_VALUE = {"SHAPE_MISMATCH", "INVALID_SHAPE", "INVALID_NUMBER", "INVALID_OPTION", "INVALID_AXIS"}


def error_for(code: str, message: str) -> LabError:
    """The exception for an error of the engine."""
    if code == "NOT_SCALAR":
        return LabScalarError(code, message)
    return (LabValueError if code in _VALUE else LabRuntimeError)(code, message)
