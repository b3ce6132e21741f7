"""The engine out of this wheel, for a Pyodide that brings none."""

from __future__ import annotations

from importlib.resources import files
from typing import Any


def load() -> Any:
    """The JavaScript side, from the files beside this one. Waits."""
    from .errors import error_for

    import lzma, pkgutil

    try:
        from js import Blob, URL
        from pyodide.code import run_js
        from pyodide.ffi import to_js
    except ImportError:
        raise error_for(
            "NO_PYODIDE",
            "asynclab runs in Pyodide, in a browser: there is no JavaScript here. Open a notebook in JupyterLite, or the lab's own page",
        ) from None
    from .lab import _promised

    # Beside this module, in what the first import unpacked.
    text = pkgutil.get_data(__name__, "js/engine.mjs").decode()
    address = URL.createObjectURL(Blob.new(to_js([text]), to_js({"type": "text/javascript"}, dict_converter=_object())))
    module = _promised(run_js("(address) => import(address)")(address))
    # The address is not revoked: backends' workers load the same module.
    wasm = to_js(lzma.decompress((files("asynclab") / "js" / "asynclab_bg.wasm.lzma").read_bytes()))
    return _promised(module.open(wasm, address))


def _object() -> Any:
    from js import Object

    return Object.fromEntries
