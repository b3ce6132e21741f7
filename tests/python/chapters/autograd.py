"""Automatic differentiation, as a chapter on it and its exercises have it."""

import torch

x = torch.arange(4.0)
x.requires_grad_(True)
print(x, x.grad)
y = 2 * torch.dot(x, x)
print(y)
y.backward()
print(x.grad, x.grad == 4 * x)
x.grad.zero_()
y = x.sum()
print(y, y.grad_fn is not None, x.grad_fn, y.requires_grad, y.is_leaf)
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
x.grad.zero_()
y.sum().backward()
print(x.grad == 2 * x)


def f(a):
    b = a * 2
    while b.norm() < 1000:
        b = b * 2
    if b.sum() > 0:
        c = b
    else:
        c = 100 * b
    return c


a = torch.tensor(0.7, requires_grad=True)
d = f(a)
d.backward()
print(a.grad == d / a, a.grad)
m = torch.ones(2, 2, requires_grad=True)
n = torch.ones(2, requires_grad=True)
for made in (
    m + 1, m - 1, 1 - m, m * 2, 2 / m, m / 2, m**2, -m, m @ m, m @ n, n @ n, m.sum(), m.sum(0), m.mean(), m.mean(1), m.exp(), m.log(), m.sqrt(), m.relu(), m.sigmoid(), m.tanh(), m.abs(), m.max(), m.max(1).values, m.reshape(4), m.view(-1), m.t(), m.T,
    m[0], m[:1], m[torch.tensor([0])], m.clone(), torch.cat([m, m]), torch.stack([n, n]), m.softmax(1), m.log_softmax(1), m.cumsum(0), m.std(), m.var(), m.unsqueeze(0), m.transpose(0, 1), m.gather(1, torch.zeros(2, 1, dtype=torch.long)), torch.where(m > 0, m, m), m.norm(), m.prod(),
    torch.nn.functional.mse_loss(m, m * 2), torch.nn.functional.cross_entropy(m, torch.tensor([0, 1])), torch.nn.Linear(2, 2).requires_grad_()(m).detach() + m, m.expand(2, 2, 2).sum(), m.square(), m.sin(), m.cos(), m.masked_fill(m > 5, 0.0), m.permute(1, 0), m.squeeze(), m.min(), m.pow(3), m.flatten(),
):
    print(made.detach().shape, made.grad_fn.name())
print(m.sum().grad_fn.name(), m * 2, (m * 2).sum(), (n * 3)[0], repr((m.double() * 2).sum()))
grads = torch.autograd.grad((m * n).sum(), [m, n])
print(grads, m.grad, torch.autograd.grad((n**3).sum(), n), torch.autograd.grad(n * 2, n, grad_outputs=torch.tensor([1.0, 5.0])))
h = n * 3
h.retain_grad()
(h * h).sum().backward()
print(h.grad, n.grad)
torch.autograd.backward([(n * 2).sum(), (n * 3).sum()])
print(n.grad)
with torch.no_grad():
    print((n * 2).requires_grad)
with torch.inference_mode():
    print((n * 2).requires_grad, torch.is_grad_enabled())
with torch.no_grad(), torch.enable_grad():
    print((n * 2).requires_grad)
torch.set_grad_enabled(False)
print((n * 2).requires_grad)
torch.set_grad_enabled(True)
with torch.set_grad_enabled(False):
    print((n * 2).requires_grad)
print((n * 2).requires_grad)


@torch.no_grad()
def evaluate():
    return (n * 2).requires_grad


@torch.inference_mode()
def infer():
    return (n * 2).requires_grad


print(evaluate(), infer(), (n * 2).requires_grad)


def error(call):
    try:
        return call()
    except (RuntimeError, NotImplementedError) as raised:
        return str(raised)[:58]


print(error(lambda: n.backward()), error(lambda: torch.ones(1).backward()), error(lambda: torch.autograd.grad(n.sum(), m)), error(lambda: (n * 1).detach().retain_grad()), error(lambda: n.add_(1)), error(lambda: torch.autograd.grad(n.sum(), torch.ones(1))))
