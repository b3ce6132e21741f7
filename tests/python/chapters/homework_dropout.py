"""Homework on dropout."""
import torch
from torch import nn
import torch.nn.functional as F
def dropout_layer(X, dropout):
    assert 0 <= dropout <= 1
    if dropout == 1: return torch.zeros_like(X)
    mask = (torch.rand(X.shape) > dropout).float()
    return mask * X / (1.0 - dropout)
X = torch.arange(16, dtype=torch.float32).reshape((2, 8))
print(X); print(dropout_layer(X, 0.)); print(dropout_layer(X, 1.))
h = dropout_layer(X, .5); print(set(((h == 0) | (h == 2 * X)).flatten().tolist()))
d = nn.Dropout(.5); print(d, d.p, d.training)
out = d(torch.ones(1000)); print(sorted(set(out.tolist())), 350 < (out == 0).sum() < 650, out.dtype, out.shape)
d.eval(); print(d(X) is X, torch.equal(d(X), X), d(X[0]))
d.train(); d.p = 1.0; print(d(torch.ones(4)))
d.p = 0; print(d(torch.ones(4)))
print(F.dropout(X, .3, training=False)[0], F.dropout(X, training=False).equal(X))
try: nn.Dropout(1.5)
except Exception as e: print(type(e).__name__, e)
try: F.dropout(X, -1)
except Exception as e: print(type(e).__name__, e)
x = torch.ones(6, requires_grad=True)
o = F.dropout(x, .5); o.sum().backward(); print(torch.equal(x.grad, o.detach()), o.requires_grad)
net = nn.Sequential(nn.Flatten(), nn.Linear(8, 4), nn.ReLU(), nn.Dropout(.2), nn.Linear(4, 4), nn.ReLU(), nn.Dropout(.5), nn.Linear(4, 2))
print(net)
def init(m):
    if isinstance(m, nn.Linear): nn.init.constant_(m.weight, .05); m.bias.data.zero_()
net.apply(init); net.eval(); a, b = net(X), net(X); print(torch.equal(a, b), a)
net.train(); print(net.training, [m.training for m in net], net[3].training)
net[3].eval(); print([m.training for m in net.children()])
torch.manual_seed(3); a = F.dropout(X); torch.manual_seed(3); b = F.dropout(X); print(torch.equal(a, b))
y = torch.ones(5); i = nn.Dropout(.5, inplace=True); r = i(y); print(r is y)
bern = torch.bernoulli(torch.tensor([0., 1., 1.])); print(bern)
mask = torch.tensor([True, False, True]); print(torch.masked_fill(torch.ones(3), mask, -1e6), torch.ones(3).masked_fill(~mask, float('-inf')), torch.where(mask, 1., 0.))
with torch.no_grad():
    net.eval()
    for dr in (.1, .9): net[6].p = dr; print(net(X).sum().item() > 0, net[6])
class Net(nn.Module):
    def __init__(self, is_training=True):
        super().__init__(); self.training = is_training; self.lin = nn.Linear(8, 2)
    def forward(self, X):
        H = self.lin(X)
        return dropout_layer(H, 1.0) if self.training else H
print(Net()(X), Net(False)(X).shape)
mc = torch.stack([nn.Dropout(.5)(torch.ones(4)) for _ in range(200)]); print(mc.shape, (mc.mean(0) - 1).abs().max() < .4, mc.std(0).shape, mc.var(dim=0, unbiased=False).ndim)
