"""How tensors are printed."""

from __future__ import annotations

import math
from typing import Any

from ..format import Options

_PROFILES = {"default": (4, 1000, 3, 80), "short": (2, 1000, 2, 80), "full": (4, math.inf, 3, 80)}


def set_printoptions(
    precision: int | None = None, threshold: Any = None, edgeitems: int | None = None, linewidth: int | None = None, profile: str | None = None, sci_mode: bool | None = None
) -> None:  # fmt: skip
    """The digits, the number of elements above which the middle is left out, how many are kept at each end, and the length of lines."""
    if profile is not None and profile not in _PROFILES:
        raise ValueError(f"set_printoptions: profile is {profile!r}; there are {', '.join(_PROFILES)}")
    names = ("precision", "threshold", "edgeitems", "linewidth")
    for name, given, usual in zip(names, (precision, threshold, edgeitems, linewidth), _PROFILES[profile or "default"], strict=True):
        if given is not None or profile is not None:
            setattr(Options, name, usual if given is None else given)
    Options.sci_mode = sci_mode
