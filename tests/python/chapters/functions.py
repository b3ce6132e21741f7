"""Gradients of one's own: ``autograd.Function``, hooks of tensors and of modules."""

import torch
from torch import nn
from torch.autograd import Function


class Exp(Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad_output):
        (result,) = ctx.saved_tensors
        return grad_output * result


class Scaled(Function):
    @staticmethod
    def forward(ctx, x, w, factor):
        ctx.factor = factor
        ctx.save_for_backward(x, w)
        return x * w * factor, (x > 0).long(), x + w

    @staticmethod
    def backward(ctx, g, _, h):
        x, w = ctx.saved_tensors
        print("backward of Scaled", ctx.needs_input_grad, g, h)
        return g * w * ctx.factor + h, g * x * ctx.factor + h, None


class Straight(torch.autograd.Function):
    """Rounds, and passes the gradient on."""

    @staticmethod
    def forward(x):
        return x.round()

    @staticmethod
    def setup_context(ctx, inputs, output):
        (x,) = inputs
        ctx.shape = x.shape

    @staticmethod
    def backward(ctx, g):
        assert not torch.is_grad_enabled()
        return g.reshape(ctx.shape)


x = torch.tensor([0.0, 1.0, 2.0], requires_grad=True)
y = Exp.apply(x)
print(y, y.requires_grad, y.is_leaf, y.grad_fn.name())
(y * torch.arange(3.0)).sum().backward()
print(x.grad)
w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
x.grad = None
a, b, c = Scaled.apply(x * 2, w, 10)
print(b, b.requires_grad, c.requires_grad)
(Exp.apply(a / 100).sum() + (c**2).sum()).backward()
print(x.grad, w.grad)
x.grad = w.grad = None
a, b, c = Scaled.apply(x, w, 2)
a.sum().backward()
print(x.grad, w.grad)
z = Straight.apply(x * 1.3)
print(z)
(z * z).sum().backward()
print(x.grad)
with torch.no_grad():
    print(Exp.apply(x).requires_grad)
print(Exp.apply(torch.ones(2)).requires_grad, Exp.apply(x.detach()).grad_fn)
# Several in a chain, and one used twice.
x.grad = None
h = Exp.apply(x / 4)
out = Exp.apply(h) + h * 3 + Straight.apply(h * 2)
out.sum().backward()
print(x.grad)
try:
    out.sum().backward()
except RuntimeError as error:
    print("RuntimeError", "second time" in str(error))
x.grad = None
out = Exp.apply(x / 4)
out.sum().backward(retain_graph=True)
out.sum().backward()
print(x.grad)
print(torch.autograd.grad(Exp.apply(x * 2).sum() + x.sum(), x), torch.autograd.grad((Exp.apply(x) * w).sum(), (x, w)))


class Wrong(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, g):
        return g


for call in (lambda: Wrong.apply(x, w).sum().backward(), lambda: Exp()(x), lambda: Function.apply(x)):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)


def numbers():
    for i in range(200):
        Exp.apply(x)
    return len(str(x))


print(numbers())

# Hooks of tensors.
v = torch.tensor([1.0, 2.0], requires_grad=True)
handle = v.register_hook(lambda grad: grad * 2)
(v * 3).sum().backward()
print(v.grad)
handle.remove()
v.grad = None
(v * 3).sum().backward()
print(v.grad)
seen = []
v.grad = None
u = v * 2
u.register_hook(lambda grad: seen.append(grad.clone()))
u.register_hook(lambda grad: grad + 1)
print(u, u.requires_grad, u.is_leaf)
(u**2).sum().backward()
print(seen, v.grad)
try:
    torch.ones(2).register_hook(print)
except RuntimeError as error:
    print(error)

# Hooks of modules.
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
with torch.no_grad():
    for i, p in enumerate(net.parameters()):
        p.copy_(torch.sin(torch.arange(p.numel()) + i).reshape(p.shape))
grads = {}


def hook(name):
    def called(module, grad_input, grad_output):
        grads[name] = ([None if g is None else g.tolist() for g in grad_input], [g.tolist() for g in grad_output])

    return called


handles = [layer.register_full_backward_hook(hook(name)) for name, layer in net.named_children()]
X = torch.tensor([[1.0, 2.0], [3.0, -4.0]])
net(X).sum().backward()
print({name: ([None if g is None else [[round(x, 4) for x in row] for row in g] for g in i], [[[round(x, 4) for x in row] for row in g] for g in o]) for name, (i, o) in sorted(grads.items())})
print(net[0].weight.grad)
for one in handles:
    one.remove()
net.zero_grad()
net[1].register_full_backward_hook(lambda module, grad_input, grad_output: (grad_input[0] * 10,))
net(X).sum().backward()
print(net[0].weight.grad)
net.zero_grad()
calls = []
net[2].register_full_backward_hook(lambda *given: calls.append(len(given)))
with torch.no_grad():
    net(X)
for _ in range(3):
    net(X).mean().backward()
print(calls)
