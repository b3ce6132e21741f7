"""The chapter's warm-up in PyTorch or NumPy, as the only argument says (`torch`, `numpy`), for the bench that asks.

Tells what there is as a line of JSON. Then each line of input, `SIZE TIMES`, has so many random matrices drawn and multiplied by
themselves, and is answered with ms until control is back and until all is done, and how far the last product is off.
"""

import importlib
import json
import sys
import time


def tell(**what):
    print(json.dumps(what), flush=True)


name = sys.argv[1]
try:
    library = importlib.import_module(name)
except (ImportError, OSError) as error:
    tell(missing=str(error))
    sys.exit()


class Torch:
    """PyTorch, on the GPU if it has one."""

    def __init__(self):
        self.cuda = library.cuda.is_available()
        self.device = library.cuda.get_device_name() if self.cuda else "CPU"
        self.place = library.device("cuda" if self.cuda else "cpu")

    def normal(self, size):
        return library.randn(size, size, device=self.place)

    def synchronize(self):
        # On the CPU every call is done when it returns.
        if self.cuda:
            library.cuda.synchronize()

    def largest_error(self, a, product):
        """Of product·v beside a·(a·v) in double precision, for a random v in [-1, 1)."""
        a, product = a.double(), product.double()
        v = library.rand(a.shape[1], dtype=library.float64, device=a.device) * 2 - 1
        return (product @ v - a @ (a @ v)).abs().max().item()


class NumPy:
    """NumPy, whose calls are done when they return."""

    cuda = False
    device = "CPU"

    def __init__(self):
        self.random = library.random.default_rng()

    def normal(self, size):
        return self.random.standard_normal((size, size), dtype=library.float32)

    def synchronize(self):
        pass

    def largest_error(self, a, product):
        """As that of PyTorch."""
        a, product = a.astype(library.float64), product.astype(library.float64)
        v = self.random.random(a.shape[1]) * 2 - 1
        return float(abs(product @ v - a @ (a @ v)).max())


peer = {"torch": Torch, "numpy": NumPy}[name]()
tell(version=library.__version__, device=peer.device, cuda=peer.cuda)

for line in sys.stdin:
    size, times = (int(word) for word in line.split())
    peer.synchronize()
    start = time.perf_counter()
    for _ in range(times):
        a = peer.normal(size)
        b = a @ a
    enqueued = time.perf_counter()
    peer.synchronize()
    done = time.perf_counter()
    error = peer.largest_error(a, b)
    tell(enqueue=(enqueued - start) * 1e3, done=(done - start) * 1e3, error=error)
