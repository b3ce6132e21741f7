# Automatic differentiation.
import torch

x = torch.arange(4.0)
x.requires_grad_(True)
print(x.grad)
y = 2 * torch.dot(x, x)
print(y)
y.backward()
print(x.grad, x.grad == 4 * x)
x.grad.zero_()
y = x.sum()
y.backward()
print(x.grad)
x.grad.zero_()
y = x * x
y.backward(gradient=torch.ones(len(y)))
print(x.grad)
x.grad.zero_()
y = x * x
u = y.detach()
z = u * x
z.sum().backward()
print(x.grad == u)


def f(a):
    b = a * 2
    while b.norm() < 1000:
        b = b * 2
    if b.sum() > 0:
        c = b
    else:
        c = 100 * b
    return c


a = torch.tensor(0.37, requires_grad=True)
d = f(a)
d.backward()
print(a.grad == d / a, a.grad)
p = torch.tensor([[1.0, -2.0], [3.0, 0.5]], requires_grad=True)
q = (p.exp().sum(dim=0).log() * p.prod(1)).mean()
(g,) = torch.autograd.grad(q, p)
print(g, p.grad)
for name, fn in {
    "cumsum": lambda v: v.cumsum(0).square().sum(), "clamp": lambda v: v.clamp(-1, 1).sum(), "abs": lambda v: v.abs().sum(),
    "norm": lambda v: v.norm(), "max": lambda v: v.max(), "std": lambda v: v.std(), "var": lambda v: v.var(dim=1).sum(),
    "sort": lambda v: v.sort().values[0].sum(), "index": lambda v: v[[0, 0, 1]].sum(), "cat": lambda v: torch.cat([v, v]).pow(3).sum(),
    "where": lambda v: torch.where(v > 0, v**2, -v).sum(), "einsum": lambda v: torch.einsum("ij,jk->", v, v),
    "log1p": lambda v: torch.log1p(v.abs()).sum(), "mm": lambda v: (v @ v.T).trace(), "tril": lambda v: (v.tril() ** 2).sum(),
}.items():
    v = p.detach().clone().requires_grad_()
    fn(v).backward()
    print(name, v.grad)
w = torch.ones(2, 2, requires_grad=True)
h = w * 3
h.retain_grad()
w.register_hook(lambda grad: grad * 2)
h.sum().backward()
print(h.grad, w.grad, h.is_leaf, w.is_leaf, h.requires_grad)
for bad in (lambda: (w * 2).backward(), lambda: torch.ones(2).sum().backward(), lambda: w.add_(1), lambda: w.numpy()):
    try:
        bad()
    except RuntimeError as e:
        print("RuntimeError:", str(e).splitlines()[0][:45])
with torch.no_grad():
    print((w * 2).requires_grad)
with torch.set_grad_enabled(False):
    print(torch.is_grad_enabled())


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * 3 * x**2


s = torch.tensor([1.0, 2.0], requires_grad=True)
Cube.apply(s).sum().backward()
print(s.grad)
J = torch.autograd.functional.jacobian(lambda v: v**2, torch.tensor([1.0, 2.0, 3.0]))
print(J)
