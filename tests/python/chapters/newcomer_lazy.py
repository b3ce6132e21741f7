"""Lazy layers in an optimizer, before their first input."""
import copy

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.LazyLinear(5), nn.ReLU(), nn.LazyLinear(1))
print(len(list(net.parameters())), net[0].weight, isinstance(net[0].weight, nn.Parameter))
print(isinstance(net[0].weight, nn.parameter.UninitializedParameter))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
optimizer.zero_grad()
net[0].weight.data.normal_(0, 0.01)
best = copy.deepcopy(net)
for use in (lambda w: w.shape, lambda w: w.sum(), lambda w: w + 1, lambda w: w.numel(), lambda w: w[0]):
    try:
        print(use(net[0].weight))
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, str(error).split(".")[0].split(" in ")[0][:46])
X, y = torch.randn(8, 3), torch.randn(8, 1)
first = None
for _ in range(5):
    loss = ((net(X) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    first = loss.item() if first is None else first
print(loss.item() < first, net[0].weight.shape, net[0].weight is optimizer.param_groups[0]["params"][0])
print(isinstance(net[0].weight, nn.parameter.UninitializedParameter), best[0].weight.requires_grad, best(X).shape, best[0].weight.shape)
print(list(net.state_dict()), type(net[0]).__name__, net[0].weight.is_leaf)
print([tuple(p.shape) for p in net.parameters()])
