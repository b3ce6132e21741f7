"""The chapter's warm-up in PyTorch, for the bench that asks.

Tells what there is as a line of JSON. Then each line of input, `SIZE TIMES`, has so many random matrices drawn and multiplied by
themselves, and is answered with ms until control is back and until all is done, and how far the last product is off.
"""

import json
import sys
import time


def tell(**what):
    print(json.dumps(what), flush=True)


def largest_error(a, product):
    """Of product·v beside a·(a·v) in double precision, for a random v in [-1, 1)."""
    a, product = a.double(), product.double()
    v = torch.rand(a.shape[1], dtype=torch.float64, device=a.device) * 2 - 1
    return (product @ v - a @ (a @ v)).abs().max().item()


try:
    import torch
except (ImportError, OSError) as error:
    tell(missing=str(error))
    sys.exit()

cuda = torch.cuda.is_available()
device = torch.device("cuda" if cuda else "cpu")
tell(version=torch.__version__, device=torch.cuda.get_device_name() if cuda else "CPU", cuda=cuda)


def synchronize():
    # On the CPU every call is done when it returns.
    if cuda:
        torch.cuda.synchronize()


for line in sys.stdin:
    size, times = (int(word) for word in line.split())
    synchronize()
    start = time.perf_counter()
    for _ in range(times):
        a = torch.randn(size, size, device=device)
        b = torch.mm(a, a)
    enqueued = time.perf_counter()
    synchronize()
    done = time.perf_counter()
    error = largest_error(a, b)
    tell(enqueue=(enqueued - start) * 1e3, done=(done - start) * 1e3, error=error)
