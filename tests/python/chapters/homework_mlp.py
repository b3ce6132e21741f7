"""Homework on multilayer perceptrons."""
import torch
from torch import nn
import torch.nn.functional as F
x = torch.arange(-2.0, 2.5, 0.5, requires_grad=True)
for f in (torch.relu, torch.sigmoid, torch.tanh, F.gelu, F.elu, F.leaky_relu, F.silu, F.softplus, torch.exp):
    y = f(x)
    if x.grad is not None: x.grad.data.zero_()
    y.backward(torch.ones_like(x), retain_graph=True)
    print(getattr(f, '__name__', f), y, x.grad)
W1 = nn.Parameter(torch.arange(8.).reshape(2, 4) / 10)
b1 = nn.Parameter(torch.zeros(4))
W2 = nn.Parameter(torch.arange(4.).reshape(4, 1) / 10 - .2)
b2 = nn.Parameter(torch.zeros(1))
params = [W1, b1, W2, b2]
def relu(X): return torch.max(X, torch.zeros_like(X))
def net(X): return relu(X.reshape((-1, 2)) @ W1 + b1) @ W2 + b2
X = torch.tensor([[0., 0], [0, 1], [1, 0], [1, 1]]); y = torch.tensor([[0.], [1], [1], [0]])
opt = torch.optim.SGD(params, lr=.5, momentum=.9)
for i in range(20):
    l = ((net(X) - y) ** 2).mean()
    opt.zero_grad(); l.backward(); opt.step()
    if i % 5 == 0: print(i, round(l.item(), 5), l.grad_fn is not None)
print(W1)
print(params[1].grad)
m = nn.Sequential(nn.Flatten(), nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10))
print(m); print(m(torch.zeros(2, 1, 28, 28)).shape)
print(sum(p.numel() for p in m.parameters()), [tuple(p.shape) for p in m.parameters()])
print([(n, p.shape) for n, p in m.named_parameters()])
print(m[1].weight.std() < 0.1, m[1], m[-1].out_features, m[:2], len(m))
class MLP(nn.Module):
    def __init__(self, hidden=3):
        super().__init__()
        self.hidden = nn.Linear(2, hidden)
        self.drop = nn.Dropout(p=0.2)
        self.out = nn.Linear(hidden, 1, bias=False)
        self.act = nn.Tanh()
    def forward(self, X): return self.out(self.drop(self.act(self.hidden(X))))
    def extra_repr(self): return 'mine=1'
torch.manual_seed(0)
n = MLP(); print(n, n.eval().training, n.drop.training)
for p in n.parameters(): nn.init.constant_(p, .3)
print(n(X)); print(n.out.bias)
adam = torch.optim.Adam(n.parameters(), lr=.05)
for i in range(10):
    l = F.mse_loss(n(X), y); adam.zero_grad(); l.backward(); adam.step()
print(f'{l:.5f}', n.hidden.weight, sep='\n')
print(torch.nn.utils.clip_grad_norm_(n.parameters(), .01), n.out.weight.grad)
for bad in (lambda: n(torch.ones(2, 5)), lambda: n(torch.ones(2, 2, dtype=torch.int64)), lambda: nn.Linear(2, 3)([1, 2]), lambda: n(), lambda: m[7]):
    try: bad()
    except Exception as e: print(type(e).__name__.replace('Lab', ''), str(e).split('\n')[0])
xx = torch.tensor(1., requires_grad=True); print(torch.sigmoid(xx), torch.sigmoid(xx).item())
print(nn.init.xavier_uniform_(torch.empty(2, 3)).abs().max() < 1.2, nn.init.calculate_gain('relu'))
torch.nn.init.normal_(n.hidden.weight, std=.01); print(n.hidden.weight.shape, n.hidden.weight.requires_grad)
z = torch.tensor([[-1., 2.]], requires_grad=True); o = nn.Sequential(nn.Linear(2, 2), nn.ReLU(inplace=True)); [nn.init.ones_(p) for p in o.parameters()]; r = o(z); r.sum().backward(); print(r, z.grad, o)
q = torch.tensor([-1., 2.]); print(nn.ReLU(inplace=True)(q) is q, q, F.leaky_relu(q - 1.5, inplace=True), nn.Dropout(1.0, inplace=True)(q) is q, q)
print(nn.Identity()(X[0]), nn.GELU(), nn.LeakyReLU(.1), nn.Sigmoid(), nn.ReLU(inplace=True))
