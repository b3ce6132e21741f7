"""Compares asynclab.format with NumPy, over random arrays of all sizes, magnitudes and special values."""

import importlib.util
import pathlib
import re

import numpy as np

path = pathlib.Path(__file__).parents[2] / "python/asynclab/format.py"
spec = importlib.util.spec_from_file_location("format", path)
ours = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ours)

rng = np.random.default_rng(1)
COUNT = 4000


def example():
    rank = int(rng.integers(0, 4))
    most = [9, 30, 1200][rng.integers(0, 3)] if rank == 1 else 8
    shape = tuple(int(length) for length in rng.integers(1, most, rank))
    array = rng.normal(size=shape)
    kind = rng.integers(0, 7)
    if kind == 1:
        array = np.round(array * 10)
    elif kind == 2:
        array = array * 10.0 ** rng.integers(-9, 9, shape)
    elif kind == 3:
        array = np.where(rng.random(shape) < 0.2, [np.nan, np.inf, -np.inf, 0, -0.0][rng.integers(0, 5)], array)
    elif kind == 4:
        array = np.round(array, 2)
    elif kind == 5:
        array = array * 10.0 ** rng.integers(-3, 20)
    elif kind == 6:
        array = np.zeros(shape) + rng.integers(0, 3)
    return np.asarray(array, dtype=np.float32)


def plain(text):
    """The text without its type, which the lab does not print, since it has only one."""
    return re.sub(r",\s+(dtype|shape)=.*\)$", ")", text, flags=re.DOTALL)


differ = []
for _ in range(COUNT):
    array = example()
    data = [float(x) for x in array.reshape(-1)]
    pairs = (
        (plain(repr(array)), f"array({ours.numpy_text(data, array.shape, 'array(', ',', ')')})"),
        (str(array), ours.numpy_text(data, array.shape, "", "")),
    )
    differ += [pair for pair in pairs if pair[0] != pair[1]]
print(f"{COUNT} arrays, {len(differ)} differ")
for theirs, mine in differ[:3]:
    print(theirs, mine, sep="\n")
