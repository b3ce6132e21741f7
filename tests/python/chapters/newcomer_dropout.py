# Dropout by hand and by the library.
import torch
from torch import nn


def dropout_layer(X, dropout):
    assert 0 <= dropout <= 1
    if dropout == 1:
        return torch.zeros_like(X)
    mask = (torch.rand(X.shape) > dropout).float()
    return mask * X / (1.0 - dropout)


X = torch.arange(16, dtype=torch.float32).reshape((2, 8))
print("dropout_p = 0:", dropout_layer(X, 0))
print("dropout_p = 1:", dropout_layer(X, 1))
torch.manual_seed(1)
half = dropout_layer(torch.ones(100, 100), 0.5)
print(sorted(half.unique().tolist()), abs(half.mean().item() - 1) < 0.1)

drop = nn.Dropout(p=0.25)
print(drop, drop.training)
out = drop(torch.ones(10000))
print(out.unique(), abs((out == 0).float().mean() - 0.25) < 0.05)
drop.eval()
print(drop(X).equal(X))


class Net(nn.Module):
    def __init__(self, num_hidden=(256, 128), p=0.5):
        super().__init__()
        self.lin1 = nn.Linear(8, num_hidden[0])
        self.lin2 = nn.Linear(num_hidden[0], num_hidden[1])
        self.lin3 = nn.Linear(num_hidden[1], 2)
        self.p = p
        self.relu = nn.ReLU()

    def forward(self, X):
        H = self.relu(self.lin1(X.reshape(-1, 8)))
        if self.training:
            H = nn.functional.dropout(H, self.p)
        H = torch.dropout(self.relu(self.lin2(H)), 0.2, self.training)
        return self.lin3(H)


torch.manual_seed(7)
net = Net()
a, b = net(X), net(X)
print(torch.equal(a, b), a.shape)
net.eval()
a, b = net(X), net(X)
print(torch.equal(a, b), net.training, net.relu.training)
x = torch.ones(1000, requires_grad=True)
z = nn.functional.dropout(x, p=0.5, training=True)
z.sum().backward()
print(torch.equal(x.grad, z.detach()))
try:
    nn.Dropout(1.5)
except ValueError as e:
    print("ValueError:", e)
print(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1), nn.AlphaDropout(0.1) if hasattr(nn, "AlphaDropout") else nn.Identity())[:2])
