"""Builds a JupyterLite site that needs no network: `python build.py PYODIDE WHEEL OUT`, in an environment of `requirements.txt`. OUT is
fit for isolated pages; beside it, `OUT-stock` is the site as JupyterLite makes it.

PYODIDE is the npm package's folder, WHEEL ours. JupyterLite wants Pyodide as a tarball with the wheels that its kernel runs on, whose
hashes differ on PyPI from those in Pyodide's lock file.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

pyodide, wheel, out = (Path(argument).resolve() for argument in sys.argv[1:4])
here = Path(__file__).parent
work = out.with_name(out.name + "-made")
shutil.rmtree(work, ignore_errors=True)
shutil.rmtree(out, ignore_errors=True)
(work / "lite").mkdir(parents=True)

# Wheels of earlier builds are kept: pip uses them without a download.
wheels = out.with_name(out.name + "-wheels")
pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
subprocess.run([*pip, "--python-version=3.14", "--platform=any", f"--dest={wheels}", f"--requirement={here / 'wheels.txt'}"], check=True)
found = {path.name: path for path in wheels.glob("*.whl")}

lock = json.loads((pyodide / "pyodide-lock.json").read_text())
lock["packages"] = {
    name: {**entry, "sha256": hashlib.sha256(found[entry["file_name"]].read_bytes()).hexdigest()}
    for name, entry in lock["packages"].items()
    if entry["file_name"] in found
}
tarball = work / "pyodide.tar.bz2"
(work / "pyodide-lock.json").write_text(json.dumps(lock))
with tarfile.open(tarball, "w:bz2", compresslevel=1) as tar:
    tar.add(work / "pyodide-lock.json", "pyodide/pyodide-lock.json")
    for name in ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "package.json"]:
        tar.add(pyodide / name, f"pyodide/{name}")
    for entry in lock["packages"].values():
        tar.add(found[entry["file_name"]], f"pyodide/{entry['file_name']}")

unlocked = [path for name, path in found.items() if name.startswith("comm-")]
config = {
    "PipliteAddon": {"piplite_urls": [str(path) for path in [wheel, *unlocked]]},
    "PyodideAddon": {"pyodide_url": str(tarball)},
    "LiteBuildConfig": {"output_dir": str(out)},
}
(work / "lite/jupyter_lite_config.json").write_text(json.dumps(config))
settings = {
    "exposeAppInBrowser": True,
    "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": {"disablePyPIFallback": True}},
}
(work / "lite/jupyter-lite.json").write_text(json.dumps({"jupyter-lite-schema-version": 0, "jupyter-config-data": settings}))
jupyter = Path(sys.executable).with_name("jupyter")
subprocess.run([jupyter, "lite", "build", "--lite-dir", work / "lite"], check=True, cwd=work / "lite", stdout=subprocess.DEVNULL)

stock = out.with_name(out.name + "-stock")
shutil.rmtree(stock, ignore_errors=True)
shutil.copytree(out, stock)

# On isolated pages JupyterLite 0.8.6 has two races (coincident 1, esm/index.js). On busy machines the kernel dies or a cell never ends.
# Both races are fixed here.
RACES = [
    # The kernel sleeps until the first word of an answer is not 0. The page wrote this word before the others. Now it writes it last.
    (
        r"for\(let (\w+)=new (\w+)\((\w+)\.buffer\),(\w+)=0;\4<(\w+)\.length;\4\+\+\)\1\[\4\]=\5\.charCodeAt\(\4\)",
        r"for(let \1=new \2(\3.buffer),\4=2;\4<\5.length;\4++)\1[\4]=\5.charCodeAt(\4);"
        r"Atomics.store(\3,0,\5.charCodeAt(0)|\5.charCodeAt(1)<<16)",
    ),
    # If the answer is there already, Atomics.waitAsync returns a string instead of a promise.
    (r"=\((\w+),(\w+)\)=>\1\?(\w+)\(\2,0\):\(", r"=(\1,\2)=>\1?{value:Promise.resolve(\3(\2,0).value)}:("),
]
for race, fixed in RACES:
    found = 0
    for path in (out / "extensions/@jupyterlite/pyodide-kernel-extension/static").glob("*.js"):
        text, count = re.subn(race, fixed, path.read_text())
        found += count
        if count:
            path.write_text(text)
    # The page and the kernel each have a copy of the library.
    if found != 2:
        sys.exit(f"{found} places in JupyterLite's kernel are like {race}: see whether the race is gone, and this with it")
