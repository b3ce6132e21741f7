"""Saving and loading: tensors, lists, dicts, modules, optimizers, checkpoints."""

import os
import tempfile

import torch
from torch import nn

os.chdir(tempfile.mkdtemp())
x = torch.arange(4)
torch.save(x, "x-file")
print(torch.load("x-file"))
y = torch.zeros(4)
torch.save([x, y], "x-files")
x2, y2 = torch.load("x-files")
print(x2, y2)
torch.save({"x": x, "y": y, "n": 3, "s": "text", "t": (1.5, None, True), "b": x > 1, "h": y.half()}, "mydict")
print(torch.load("mydict"))


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(4, 3)
        self.output = nn.Linear(3, 2)
        self.register_buffer("seen", torch.tensor(7))

    def forward(self, x):
        return self.output(torch.relu(self.hidden(x)))


net = MLP()
X = torch.randn(2, 4)
Y = net(X)
torch.save(net.state_dict(), "mlp.params")
clone = MLP()
print(clone.load_state_dict(torch.load("mlp.params", weights_only=True)), clone.eval() is clone, clone(X) == Y)
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
for _ in range(3):
    optimizer.zero_grad()
    net(X).square().sum().backward()
    optimizer.step()
torch.save({"epoch": 3, "model": net.state_dict(), "optimizer": optimizer.state_dict(), "loss": 0.5}, "checkpoint.pt")
checkpoint = torch.load("checkpoint.pt", map_location="cpu")
twin, steps = MLP(), None
steps = torch.optim.Adam(twin.parameters(), lr=1.0)
twin.load_state_dict(checkpoint["model"])
steps.load_state_dict(checkpoint["optimizer"])
print(checkpoint["epoch"], checkpoint["loss"], steps.param_groups[0]["lr"], sorted(checkpoint["optimizer"]), list(checkpoint["model"]))
for model, opt in ((net, optimizer), (twin, steps)):
    opt.zero_grad()
    model(X).square().sum().backward()
    opt.step()
print(all(torch.equal(a, b) for a, b in zip(net.parameters(), twin.parameters())))
sgd = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
net(X).sum().backward()
sgd.step()
print(sgd.state_dict()["param_groups"], sorted(sgd.state_dict()["state"]))
state = net.state_dict()
before = state["hidden.bias"].clone()
with torch.no_grad():
    net.hidden.bias += 1
print(torch.equal(state["hidden.bias"], before + 1))
torch.save(nn.Parameter(torch.ones(2)), "p")
print(torch.load("p", weights_only=False), os.path.exists("checkpoint.pt"))


def error(call):
    try:
        return call()
    except Exception as raised:
        return type(raised).__name__


torch.save(net, "whole")
print(error(lambda: torch.load("whole")), error(lambda: torch.load("nowhere")))
