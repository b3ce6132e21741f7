"""The builder's guide: modules of one's own, parameters, initialization, lazy layers, containers, hooks."""

import torch
from torch import nn
from torch.nn import functional as F


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(20, 256)
        self.out = nn.Linear(256, 10)

    def forward(self, X):
        return self.out(F.relu(self.hidden(X)))


net = MLP()
print(net, net(torch.rand(2, 20)).shape, sum(p.numel() for p in net.parameters()), sum(p.numel() for p in net.parameters() if p.requires_grad))
print([(name, param.shape) for name, param in net.named_parameters()])


class MySequential(nn.Module):
    def __init__(self, *args):
        super().__init__()
        for idx, module in enumerate(args):
            self.add_module(str(idx), module)

    def forward(self, X):
        for module in self.children():
            X = module(X)
        return X


net = MySequential(nn.Linear(20, 256), nn.ReLU(), nn.Linear(256, 10))
print(net, net(torch.rand(2, 20)).shape, len(list(net.children())), [name for name, _ in net.named_modules()])


class FixedHiddenMLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.rand_weight = torch.rand((20, 20))
        self.linear = nn.Linear(20, 20)

    def forward(self, X):
        X = self.linear(X)
        X = F.relu(X @ self.rand_weight + 1)
        X = self.linear(X)
        while X.abs().sum() > 1:
            X /= 2
        return X.sum()


print(FixedHiddenMLP()(torch.rand(2, 20)).shape)


class CenteredLayer(nn.Module):
    def forward(self, X):
        return X - X.mean()


class MyLinear(nn.Module):
    def __init__(self, in_units, units):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(in_units, units))
        self.bias = nn.Parameter(torch.randn(units))

    def forward(self, X):
        return F.relu(torch.matmul(X, self.weight.data) + self.bias.data)


print(CenteredLayer()(torch.tensor([1.0, 2, 3, 4, 5])), MyLinear(5, 3)(torch.rand(2, 5)).shape, MyLinear(5, 3), abs(nn.Sequential(nn.Linear(8, 128), CenteredLayer())(torch.rand(4, 8)).mean().item()) < 1e-5)
lazy = nn.Sequential(nn.LazyLinear(8), nn.ReLU(), nn.LazyLinear(1))
print(lazy, lazy[0].weight)
print(lazy(torch.rand(size=(2, 4))).shape, lazy, lazy[0].weight.shape, [name for name in lazy.state_dict()])
shared = nn.Linear(8, 8)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), shared, nn.ReLU(), shared, nn.ReLU(), nn.Linear(8, 1))
net(torch.rand(2, 4))
print(net[2].weight.data[0] == net[4].weight.data[0])
net[2].weight.data[0, 0] = 100
print(net[2].weight.data[0] == net[4].weight.data[0], net[2].weight.grad is None, isinstance(net[0].bias, nn.Parameter), net[0].bias.dtype)


def init_normal(module):
    if type(module) == nn.Linear:
        nn.init.normal_(module.weight, mean=0, std=0.01)
        nn.init.zeros_(module.bias)


print(net.apply(init_normal) is net, net[0].bias.data, nn.init.constant_(net[0].weight, 1).data[0], nn.init.eye_(torch.empty(2, 3)), nn.init.calculate_gain("relu"), nn.init.kaiming_uniform_(torch.empty(3, 4)).abs().max() <= 6 ** 0.5 / 4 ** 0.5, nn.init.xavier_normal_(torch.empty(2, 2)).shape)


class Counted(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(2))
        self.register_buffer("calls", torch.tensor(0))
        self.register_buffer("hidden", torch.ones(1), persistent=False)
        self.scale = nn.Parameter(torch.ones(2))
        self.layers = nn.ModuleList([nn.Linear(2, 2, bias=False) for _ in range(3)])
        self.named = nn.ModuleDict({"a": nn.Tanh(), "b": nn.Identity()})
        self.register_parameter("absent", None)

    def forward(self, x):
        self.calls += 1
        self.mean = 0.5 * self.mean + 0.5 * x.detach().mean(0)
        for layer in self.layers:
            x = self.named["a"](layer(x))
        return x * self.scale


net = Counted()
net(torch.ones(3, 2)), net(torch.ones(3, 2))
print(net, list(net.state_dict()), net.state_dict()["mean"], net.calls, [name for name, _ in net.named_buffers()], [name for name, _ in net.named_parameters()], len(net.layers), "a" in net.named, net.absent)
twin = Counted()
print(twin.load_state_dict(net.state_dict()), twin.mean, twin.calls, torch.equal(twin.layers[0].weight, net.layers[0].weight), net.layers[0].weight is net.layers[-3].weight, len(net.layers[1:]))


def error(call):
    try:
        return call()
    except Exception as raised:
        return f"{type(raised).__name__}: {raised}"


print(error(lambda: nn.Linear(2, 2).load_state_dict({"weight": torch.ones(2, 2), "x": torch.ones(1)})), error(lambda: nn.Linear(2, 1).load_state_dict({"weight": torch.ones(3, 3), "bias": torch.ones(1)})))
print(nn.Linear(2, 2).load_state_dict({"weight": torch.ones(2, 2)}, strict=False), error(lambda: net.register_buffer("scale", torch.ones(1))), error(lambda: net.register_parameter("q", torch.ones(1))), error(lambda: nn.Dropout(2)), error(lambda: nn.Module()(1))[:60])
seen = []
layer = nn.Linear(2, 2)
handle = layer.register_forward_hook(lambda module, inputs, output: seen.append((type(module).__name__, inputs[0].shape, output.shape)))
layer.register_forward_pre_hook(lambda module, inputs: (inputs[0] * 0,))
print(torch.equal(layer(torch.ones(1, 2))[0], layer.bias), seen)
handle.remove()
layer(torch.ones(1, 2))
print(len(seen), nn.Sequential(nn.Flatten(), nn.Dropout(0.5), nn.LayerNorm(3), nn.GELU(), nn.Softmax(dim=1), nn.Identity(), nn.LeakyReLU(), nn.Embedding(3, 2), nn.SiLU(), nn.ELU(), nn.CrossEntropyLoss(), nn.LogSoftmax(dim=-1), nn.ReLU(inplace=True), nn.Softplus(), nn.Unflatten(1, (2, 2)), nn.ModuleList([nn.Linear(1, 1), nn.ReLU()])))
table = nn.Embedding(4, 2)
rows = table(torch.tensor([1, 3, 1]))
rows.sum().backward()
print(rows.shape, table.weight.grad, nn.Flatten()(torch.ones(2, 3, 4)).shape, nn.Flatten(0)(torch.ones(2, 3)).shape, torch.equal(rows[0], table.weight[1]))
net = nn.Sequential(nn.Linear(2, 2)).double()
print(net[0].weight.dtype, net(torch.ones(1, 2, dtype=torch.float64)).dtype, net.float()[0].bias.dtype, net.training, net.eval().training, net.train()[0].training, [type(m).__name__ for m in net.modules()], net.requires_grad_(False)[0].weight.requires_grad)
