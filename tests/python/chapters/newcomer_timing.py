# Timing; prints what is not a time.
import time

import torch


class Timer:
    def __init__(self):
        self.times = []
        self.start()

    def start(self):
        self.tik = time.time()

    def stop(self):
        self.times.append(time.time() - self.tik)
        return self.times[-1]

    def sum(self):
        return sum(self.times)

    def avg(self):
        return sum(self.times) / len(self.times)


device = "cuda" if torch.cuda.is_available() else "cpu"
n = 1000
a, b = torch.ones(n), torch.ones(n)
c = torch.zeros(n)
timer = Timer()
for i in range(50):
    c[i] = a[i] + b[i]
print(f"{timer.stop():.5f} sec"[-4:], c.sum())
timer.start()
d = a + b
print(timer.stop() >= 0, d.sum())
x = torch.randn(200, 200, device=device)
for _ in range(3):
    y = torch.mm(x, x)
start = time.perf_counter()
for _ in range(10):
    y = torch.mm(x, x)
if device == "cuda":
    torch.cuda.synchronize()
print(time.perf_counter() - start > 0, len(timer.times), timer.avg() >= 0)
from torch.utils import benchmark

t = benchmark.Timer(stmt="x @ x", globals={"x": torch.ones(10, 10)})
m = t.timeit(20)
print(type(m).__name__, m.mean > 0, m.number_per_run, t.blocked_autorange(min_run_time=0.01).median > 0)
import timeit

print(timeit.timeit("x + 1", globals={"x": torch.ones(1)}, number=10) > 0)
start = time.process_time()
A = torch.zeros(64, 64)
B, C = torch.ones(64, 64), torch.ones(64, 64)
for j in range(0, 64, 16):
    A[:, j : j + 16] = torch.mm(B, C[:, j : j + 16])
print(A.sum(), A[:, 3].mean(), time.process_time() >= start)
gflops = 2 * 64**3 / 1e9
print(f"performance in Gigaflops: block {gflops:.4f}")
