# Modules of one's own.
from collections import OrderedDict

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.parameter import Parameter


class CenteredLayer(nn.Module):
    def forward(self, X):
        return X - X.mean()


class MyLinear(nn.Module):
    def __init__(self, in_units, units):
        super().__init__()
        self.weight = Parameter(torch.ones(in_units, units) * 0.1)
        self.bias = Parameter(torch.zeros(units))
        self.register_buffer("calls", torch.tensor(0))
        self.register_parameter("extra", None)

    def forward(self, X):
        self.calls += 1
        return F.relu(torch.matmul(X, self.weight.data) + self.bias)

    def extra_repr(self):
        return f"in={self.weight.shape[0]}, out={self.weight.shape[1]}"


class FixedHiddenMLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.rand_weight = torch.linspace(-1, 1, 400).reshape(20, 20)
        self.linear = MyLinear(20, 20)

    def forward(self, X):
        X = self.linear(X)
        X = F.relu(X @ self.rand_weight + 1)
        X = self.linear(X)
        while X.abs().sum() > 1:
            X /= 2
        return X.sum()


layer = CenteredLayer()
print(layer(torch.tensor([1.0, 2, 3, 4, 5])), layer)
net = FixedHiddenMLP()
print(net, net(torch.ones(2, 20)), net.linear.calls)
print(net.state_dict().keys(), [n for n, _ in net.named_buffers()])


class MySequential(nn.Module):
    def __init__(self, *args):
        super().__init__()
        for idx, module in enumerate(args):
            self.add_module(str(idx), module)

    def forward(self, X):
        for module in self._modules.values():
            X = module(X)
        return X


chimera = MySequential(MyLinear(4, 8), nn.Sequential(OrderedDict([("fc", nn.Linear(8, 2, bias=False)), ("act", nn.Tanh())])))
print(chimera)
print({name: tuple(p.shape) for name, p in chimera.named_parameters()})
shared = nn.Linear(8, 8)
tied = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), shared, nn.ReLU(), shared, nn.ReLU(), nn.Linear(8, 1))
print(tied[2].weight is tied[4].weight, len(list(tied.parameters())))
tied[2].weight.data[0, 0] = 100
print(tied[2].weight.data[0] == tied[4].weight.data[0])


class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(3, 3) for _ in range(n)])
        self.heads = nn.ModuleDict({"a": nn.Identity(), "b": nn.Softmax(dim=-1)})
        self.scale = nn.ParameterList([nn.Parameter(torch.tensor(float(i))) for i in range(2)])

    def forward(self, x, head="a"):
        for block in self.blocks:
            x = x + block(x) * 0
        return self.heads[head](x * self.scale[1])


block = Block(2)
print(block)
print(block(torch.zeros(1, 3), head="b"))
block.requires_grad_(False)
print(any(p.requires_grad for p in block.parameters()), block.scale[1])
hook = block.blocks[0].register_forward_hook(lambda m, i, o: print("hook", type(m).__name__, i[0].shape, o.shape))
block(torch.ones(1, 3))
hook.remove()
block(torch.ones(1, 3))
lazy = nn.Sequential(nn.LazyLinear(5), nn.ReLU(), nn.LazyLinear(1))
print(lazy[0])
lazy(torch.ones(2, 3))
print(lazy[0], lazy[2].weight.shape)
try:
    block.nope
except AttributeError as e:
    print(e)
try:
    nn.Linear(3, 2)(torch.ones(2, 4))
except RuntimeError as e:
    print(e)
print(nn.Module.__call__ is not None, isinstance(net.linear.weight, nn.Parameter), block.heads.keys())
