# Derivatives of derivatives.
import torch

x = torch.tensor(2.0, requires_grad=True)
y = x**3
(dy,) = torch.autograd.grad(y, x, create_graph=True)
print(dy)
(d2y,) = torch.autograd.grad(dy, x, create_graph=True)
print(d2y.item(), d2y.requires_grad)
(d3y,) = torch.autograd.grad(d2y, x)
print(d3y, d3y.requires_grad, (d3y * 2).requires_grad)

# A penalty on the size of a gradient, of a small network.
w1 = torch.sin(torch.arange(12.0)).reshape(3, 4).requires_grad_()
w2 = torch.cos(torch.arange(4.0)).reshape(4, 1).requires_grad_()
data = torch.linspace(-1, 1, 15).reshape(5, 3).requires_grad_()
for activation in (torch.tanh, torch.sigmoid, torch.relu, lambda v: v.exp().log1p(), lambda v: torch.nn.functional.softmax(v, 1), lambda v: (v * v + 1).sqrt()):
    out = (activation(data @ w1) @ w2).sum()
    (slope,) = torch.autograd.grad(out, data, create_graph=True)
    penalty = ((slope.norm(2, dim=1) - 1) ** 2).mean()
    penalty.backward()
    print(penalty.item() > 0, w1.grad, w2.grad.T)
    w1.grad = w2.grad = None
print(torch.autograd.functional.hessian(lambda v: (v**3).sum() + v.prod(), torch.tensor([1.0, 2.0, 3.0])))
print(torch.autograd.functional.jacobian(lambda v: torch.stack([v[0] * v[1], v.sum()]), torch.tensor([3.0, 4.0])))
for f in (torch.sin, torch.log, lambda v: v**4, lambda v: 1 / v, lambda v: v.cumsum(0), lambda v: v.max() * v, lambda v: v[[0, 0, 2]] ** 2,
          lambda v: torch.cat([v, v]) ** 2, lambda v: v.var() * v, lambda v: v.norm(), lambda v: v.clamp(max=2.5) ** 3, lambda v: torch.where(v > 1.5, v**2, v),
          lambda v: v.prod() * v, lambda v: v.logsumexp(0), lambda v: v.flip(0) * v, lambda v: torch.nn.functional.cross_entropy(v[None], torch.tensor([1]))):
    v = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    (g,) = torch.autograd.grad((f(v) ** 2).sum(), v, create_graph=True)
    (h,) = torch.autograd.grad((g * torch.tensor([1.0, -1.0, 2.0])).sum(), v, allow_unused=True)
    print(g.detach(), h)
