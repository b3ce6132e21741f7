# Seeds.
import random

import numpy as np
import torch
from torch import nn


def set_seed(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    torch.cuda.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = False
    torch.use_deterministic_algorithms(True)


set_seed(42)
a = torch.rand(3), torch.randn(2, 2), torch.randint(0, 10, (5,)), torch.randperm(6), torch.normal(0.0, 1.0, size=(2,))
set_seed(42)
b = torch.rand(3), torch.randn(2, 2), torch.randint(0, 10, (5,)), torch.randperm(6), torch.normal(0.0, 1.0, size=(2,))
print([torch.equal(x, y) for x, y in zip(a, b)], [t.dtype for t in a])
torch.manual_seed(0)
n1 = nn.Linear(3, 3)
torch.manual_seed(0)
n2 = nn.Linear(3, 3)
torch.manual_seed(1)
n3 = nn.Linear(3, 3)
print(torch.equal(n1.weight, n2.weight), torch.equal(n1.weight, n3.weight))
g = torch.Generator()
g.manual_seed(5)
u = torch.rand(4, generator=g)
g.manual_seed(5)
print(torch.equal(u, torch.rand(4, generator=g)), g.initial_seed(), torch.initial_seed())
state = torch.get_rng_state()
v = torch.rand(2)
torch.set_rng_state(state)
print(torch.equal(v, torch.rand(2)))
with torch.random.fork_rng():
    torch.manual_seed(9)
    torch.rand(1)
x = torch.rand(10000)
print(bool((x >= 0).all() and (x < 1).all()), abs(x.mean() - 0.5).item() < 0.02)
z = torch.randn(10000)
print(abs(z.mean().item()) < 0.05, abs(z.std().item() - 1) < 0.05)
print(sorted(torch.randperm(5).tolist()), torch.randint(3, (100,)).max() < 3, torch.empty(3).uniform_(2, 3).min() >= 2)
print(torch.empty(1000).normal_(mean=4, std=0.1).mean().round(), torch.bernoulli(torch.full((4,), 1.0)), torch.multinomial(torch.tensor([0.0, 1.0]), 3, replacement=True))
print(torch.rand_like(torch.ones(2, 2)).shape, torch.randn_like(x[:3]).shape, torch.empty(4).exponential_().min() > 0)
print(nn.init.xavier_uniform_(torch.empty(100, 100)).abs().max() <= (6 / 200) ** 0.5, nn.init.kaiming_normal_(torch.empty(50, 50)).shape)
sample = torch.distributions.Normal(0.0, 1.0).sample((3,)) if hasattr(torch, "distributions") else torch.zeros(3)
print(sample.shape)
