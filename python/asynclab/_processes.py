"""``subprocess.check_output(['ps', …])``: answered in ps's own format from the lab's memory. There are no processes in a browser."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import Any

_BEGAN = time.time()
#: Bytes that Python itself takes: about those of an empty Pyodide.
_PYTHON = 32 * 2**20


def resident() -> int:
    """Bytes of Python itself and of the lab's devices, memory kept for reuse included."""
    from ._connect import default

    lab = default()
    return _PYTHON + sum(lab.memory(device)["allocated"] for device in lab.devices)


def check_output(command: Any, *given: Any, **named: Any) -> Any:
    """As ``subprocess.check_output``: answers ``ps``, and rejects the rest."""
    words = command.split() if isinstance(command, str) else [str(word) for word in command]
    if not words or os.path.basename(words[0]) != "ps":
        raise OSError(f"there are no processes in a browser: {' '.join(words) or 'nothing'} cannot be run; asynclab answers ps alone")
    kilobytes = resident() // 1024
    minutes, seconds = divmod(int(time.time() - _BEGAN), 60)
    columns = [
        "reader", os.getpid(), "100", "1.0", 2 * kilobytes, kilobytes, "?", "Rl", time.strftime("%H:%M", time.localtime(_BEGAN)),
        f"{minutes}:{seconds:02d}", "python",
    ]
    text = (
        "USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n"
        "{:<10} {:>5} {:>4} {:>4} {:>6} {:>5} {:<8} {:<4} {:>5} {:>6} {}\n".format(*columns)
    )
    return text if named.get("text") or named.get("encoding") or named.get("universal_newlines") else text.encode()


def install() -> None:
    """Replaces ``check_output``, only where no process can be started."""
    if sys.platform == "emscripten":
        subprocess.check_output = check_output
