"""CPU and GPU, timing, printing."""

import time

import torch
from torch import nn


def cpu():
    return torch.device("cpu")


def gpu(i=0):
    return torch.device(f"cuda:{i}")


print(cpu(), gpu(), gpu(0), torch.device("cuda"), torch.device("cuda", 0), cpu() == torch.device("cpu"))
x = torch.tensor([1, 2, 3])
print(x.device, x.to("cpu") is x, x.to(cpu(), torch.float32), x.to(dtype=torch.float32).dtype, x.cpu() is x)
net = nn.Sequential(nn.Linear(3, 1)).to(device=cpu())
print(net[0].weight.data.device, next(net.parameters()).device, next(net.parameters()).is_cuda)
device = torch.device("cuda" if torch.cuda.is_available() and False else "cpu")
model, batch = net.to(device), torch.ones(2, 3, device=device)
print(model(batch).shape, batch.device, torch.zeros_like(batch).device)
start = time.time()
for _ in range(10):
    a = torch.mm(torch.ones(10, 10), torch.ones(10, 10))
elapsed = time.time() - start
print(f"{a[0, 0].item():.1f}", elapsed >= 0, f"{elapsed < 60} {'ok':>4}")
print(torch.ones(2, 3), "\n", torch.tensor([[1e-5, 1.0], [1000.0, 1e8]]), torch.tensor([1e10, 1]), torch.tensor([0.1, 22.25]), torch.tensor(1 / 3), torch.tensor([-1.0, 2.0]), torch.tensor([[1, 20], [300, -4]]), torch.arange(2000), torch.zeros(60, 30, dtype=torch.int64), torch.tensor([[True], [False]]), torch.tensor([float("inf"), 1.0]), torch.tensor([]), torch.tensor([[]]))
print([torch.tensor(1), torch.tensor(1.0)], {"a": torch.tensor([1])}, str(torch.tensor(2.5)), "%.3f" % torch.tensor(2.5), f"{torch.tensor(2.5)}", f"{torch.tensor(2.5).item():8.3f}|", repr(torch.Size([2, 3])), torch.Size([2, 3]).numel(), torch.ones(1).size())
print(nn.Linear(2, 2).bias.shape, isinstance(nn.Linear(2, 1).bias, nn.Parameter), nn.Parameter(torch.tensor([1.0])), nn.Parameter(torch.ones(1), requires_grad=False), torch.ones(1, requires_grad=True) * 2)
