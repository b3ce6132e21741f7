"""Connecting: to the lab of a notebook's page, or to one of the engine in this wheel."""

from __future__ import annotations

from typing import Any

from .errors import error_for
from .lab import Lab, _promised

_engine: Any = None
_default: Lab | None = None
_numbers: Lab | None = None


def engine() -> Any:
    """The JavaScript side: given by the page, or loaded from this wheel."""
    global _engine
    if _engine is None:
        try:
            import _asynclab_engine  # The page provides it.
        except ImportError:
            from ._wheel import load

            _asynclab_engine = load()
        _engine = _asynclab_engine
    return _engine


def connect(device: str | None = None, **options: Any) -> Lab:
    """Connects to a device, ``"webgpu"`` or ``"cpu"``: the best there is by default. Waits until the device is there.

    Options are those of JavaScript's ``connect`` in Python's spelling: ``allocator="on-completion"``, ``memory_limit=2**28``,
    ``max_queued``, ``blocking=True``, ``seed=0``.

    Raises :class:`LabError` ``NO_WEBGPU``, ``NO_DEVICE`` or ``INVALID_OPTION``.
    """
    import json

    spelled = {name.split("_")[0] + "".join(map(str.title, name.split("_")[1:])): value for name, value in options.items()}
    if device is not None:
        spelled["device"] = device
    answer = _promised(engine().connect(json.dumps(spelled)))
    if isinstance(answer, str):
        code, _, message = answer.partition("\n")
        raise error_for(code, message)
    return Lab(answer)


def default() -> Lab:
    """The lab that ``torch`` and ``mxnet`` mean: the notebook's own, or one that is connected when it is first needed."""
    global _default
    if _default is None:
        given = getattr(engine(), "given", None)
        _default = Lab(given) if given else connect()
        _default.known_as = default
    return _default


def use(lab: Lab) -> None:
    """Makes a lab the one that ``torch`` and ``mxnet`` mean. Call it before they are imported."""
    global _default
    _default = lab
    lab.known_as = default


def numbers() -> Lab:
    """The blocking lab of the CPU that ``numpy`` means: its work is done inside the call."""
    global _numbers
    if _numbers is None:
        given = getattr(engine(), "numbers", None)
        _numbers = Lab(given) if given else connect("cpu", blocking=True)
    return _numbers
