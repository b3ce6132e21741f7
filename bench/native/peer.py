"""The bench's workloads in PyTorch or NumPy, by the only argument (`torch`, `numpy`).

Prints the library and its device as a line of JSON. Each line of input, `WORKLOAD SIZE TIMES`, runs a workload that many times.
The answer has the ms until control is back and until all is done, and how far the last result is off.
"""

import importlib
import json
import sys
import time


def report(**what):
    print(json.dumps(what), flush=True)


name = sys.argv[1]
try:
    library = importlib.import_module(name)
except (ImportError, OSError) as error:
    report(missing=str(error))
    sys.exit()


class Torch:
    """PyTorch, on the GPU if it has one."""

    def __init__(self):
        self.cuda = library.cuda.is_available()
        self.device = library.cuda.get_device_name() if self.cuda else f"CPU, threads: {library.get_num_threads()}"
        self.place = library.device("cuda" if self.cuda else "cpu")

    def normal(self, *shape):
        return library.randn(*shape, device=self.place)

    def even(self, *shape):
        """Evenly distributed over [0, 1)."""
        return library.rand(*shape, device=self.place)

    def single(self, x):
        return x.float()

    def double(self, x):
        return x.double()

    def synchronize(self):
        # On the CPU every call has computed its result when it returns.
        if self.cuda:
            library.cuda.synchronize()


class NumPy:
    """NumPy, whose calls are done when they return."""

    cuda = False
    device = "CPU"

    def __init__(self):
        self.random = library.random.default_rng()

    def normal(self, *shape):
        return self.random.standard_normal(shape, dtype=library.float32)

    def even(self, *shape):
        """Evenly distributed over [0, 1)."""
        return self.random.random(shape, dtype=library.float32)

    def single(self, x):
        return x.astype(library.float32)

    def double(self, x):
        return x.astype(library.float64)

    def synchronize(self):
        pass


peer = {"torch": Torch, "numpy": NumPy}[name]()


def off(product, a, b):
    """How far product·v is from a·(b·v) in double precision, for a random v in [-1, 1)."""
    product, a, b = peer.double(product), peer.double(a), peer.double(b)
    v = peer.double(peer.even(b.shape[1])) * 2 - 1
    return abs(product @ v - a @ (b @ v)).max().item()


# Each function makes its inputs, and returns a function that is run and timed, and one for the error of its result.


def warm_up(n):
    def once():
        a = peer.normal(n, n)
        return a, a @ a

    return once, lambda result: off(result[1], result[0], result[0])


def product(n):
    a, b = peer.normal(n, n), peer.normal(n, n)
    return lambda: a @ b, lambda c: off(c, a, b)


def add(n):
    x = peer.even(n)
    # In double precision the sum is exact, so its rounding to single precision is the right result.
    right = peer.single(peer.double(x) + 1)
    return lambda: x + 1, lambda y: abs(y - right).max().item()


def sum_of_all(n):
    x = peer.even(n)
    right = peer.double(x).sum().item()
    return lambda: x.sum(), lambda s: s.item() / right - 1


workloads = {"warm_up": warm_up, "product": product, "add": add, "sum": sum_of_all}

report(version=library.__version__, device=peer.device, cuda=peer.cuda)

for line in sys.stdin:
    workload, size, times = line.split()
    once, error = workloads[workload](int(size))
    peer.synchronize()
    start = time.perf_counter()
    for _ in range(int(times)):
        result = once()
    enqueued = time.perf_counter()
    peer.synchronize()
    done = time.perf_counter()
    report(enqueue=(enqueued - start) * 1e3, done=(done - start) * 1e3, error=error(result))
