"""Homework on modules: lists and dicts of parameters, what a module prints, hooks; shapes and equality."""

import torch
from torch import nn


class Blocks(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])
        self.ws = nn.ParameterList([nn.Parameter(torch.ones(3) * i) for i in range(2)])
        self.pd = nn.ParameterDict({"left": nn.Parameter(torch.zeros(1)), "right": nn.Parameter(torch.ones(2, 2))})
        self.one = nn.ParameterList([nn.Parameter(torch.ones(()))])
        self.register_buffer("steps", torch.tensor(0))

    def forward(self, X):
        for layer, w in zip(self.layers, self.ws):
            X = layer(X) * w
        self.steps += 1
        return X

    def extra_repr(self):
        return "first=1\nsecond=2"


b = Blocks()
print(b, b.ws, b.pd, b.one, nn.ParameterList(), nn.ParameterDict())
b.ws.append(torch.ones(1))
print(b.ws, len(b.ws), b(torch.ones(1, 3)).equal(torch.zeros(1, 3)), b.steps, [n for n, _ in b.named_parameters()])


class Leaf(nn.Module):
    def extra_repr(self):
        return "a\nb"


print(Leaf(), nn.Sequential(Leaf(), nn.Tanh()))
x = torch.arange(3.0)
print(x.equal(x + 0), x.equal(x + 1), x.equal(torch.ones(2)), x.eq(x), type(x.equal(x)))
print(x.shape + (2,), torch.zeros(2, 3, 4).shape[1:], torch.zeros(2, 3).shape[0], torch.zeros(2, 3).shape[:0], torch.zeros(2, 3).shape[-1:].numel())
for bad in ("cpu:x", "nowhere"):
    try:
        torch.device(bad)
    except RuntimeError as e:
        print(type(e).__name__)
try:
    torch.randperm(-1)
except RuntimeError as e:
    print(e)
g = torch.Generator().manual_seed(3)
first = torch.empty(3).normal_(0, 1, generator=g)
print(torch.empty(3).normal_(0, 1, generator=g.manual_seed(3)).equal(first), torch.empty(2).uniform_(2, 3, generator=g).floor())
print(nn.L1Loss(reduction="sum")(x.requires_grad_(), torch.ones(3)), nn.L1Loss()(x, torch.ones(3)), nn.L1Loss(reduction="none")(x, torch.ones(3)))
