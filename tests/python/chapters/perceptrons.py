"""Multilayer perceptrons: activations and their gradients, from scratch and concisely, weight decay, dropout, Adam and schedules."""

import torch
from torch import nn
from torch.nn import functional as F

x = torch.arange(-2.0, 2.5, 0.5, requires_grad=True)
for function in (torch.relu, torch.sigmoid, torch.tanh, F.gelu, F.silu, F.elu, F.leaky_relu, F.softplus, F.logsigmoid, nn.GELU(approximate="tanh"), lambda x: F.softmax(x, dim=0), lambda x: x.log_softmax(-1), torch.abs, torch.erf):
    x.grad = None
    y = function(x)
    y.backward(torch.arange(1.0, 10.0), retain_graph=True)
    print(y.detach(), x.grad)

X = torch.tensor([[i % 5 - 2.0, i // 5 - 2.0] for i in range(25)])
Y = ((X[:, 0] * X[:, 1]) > 0).long()


def fixed(net):
    with torch.no_grad():
        for k, p in enumerate(net.parameters()):
            p.copy_(torch.sin(torch.arange(p.numel()) * 1.7 + k).reshape(p.shape))
    return net


W1 = nn.Parameter(torch.sin(torch.arange(16) * 1.3).reshape(2, 8))
b1 = nn.Parameter(torch.zeros(8))
W2 = nn.Parameter(torch.cos(torch.arange(16) * 0.7).reshape(8, 2))
b2 = nn.Parameter(torch.zeros(2))
updater = torch.optim.SGD([W1, b1, W2, b2], lr=0.1)
for _ in range(40):
    H = torch.max(X @ W1 + b1, torch.zeros_like(X @ W1))
    l = F.cross_entropy(H @ W2 + b2, Y)
    updater.zero_grad()
    l.backward()
    updater.step()
print(f"{l:.3f}", W1.grad.shape, b2)
for options in (dict(lr=0.05), dict(lr=0.05, weight_decay=0.1), dict(lr=0.05, betas=(0.5, 0.9), eps=1e-3), dict(lr=0.05, maximize=True)):
    for kind in (torch.optim.Adam, torch.optim.AdamW):
        net = fixed(nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 2)))
        trainer = kind(net.parameters(), **options)
        for _ in range(5):
            trainer.zero_grad()
            F.cross_entropy(net(X), Y).backward()
            trainer.step()
        print(net[0].weight.data, net[2].bias.data)
net = fixed(nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2)))
trainer = torch.optim.Adam([{"params": net[0].parameters(), "weight_decay": 0.01}, {"params": net[2].parameters(), "lr": 0.02}], lr=0.1)
schedule = torch.optim.lr_scheduler.StepLR(trainer, step_size=10, gamma=0.5)
for epoch in range(30):
    trainer.zero_grad()
    l = F.cross_entropy(net(X), Y)
    l.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    trainer.step()
    schedule.step()
    if epoch % 10 == 9:
        print(epoch, f"{l.item():.3f}", schedule.get_last_lr(), f"{(net(X).argmax(1) == Y).float().mean():.2f}")
print(trainer)
p = [nn.Parameter(torch.zeros(1))]
rates = torch.optim.lr_scheduler
for make in (
    lambda o: rates.StepLR(o, 2), lambda o: rates.MultiStepLR(o, [1, 3], 0.5), lambda o: rates.ExponentialLR(o, 0.5), lambda o: rates.CosineAnnealingLR(o, 4),
    lambda o: rates.LambdaLR(o, lambda t: 1 / (t + 1)), lambda o: rates.LinearLR(o, total_iters=3),
):
    optimizer = torch.optim.SGD(p, lr=1.0)
    schedule = make(optimizer)
    seen = []
    for _ in range(5):
        seen.append(round(optimizer.param_groups[0]["lr"], 4))
        optimizer.step()
        schedule.step()
    print(type(schedule).__name__, seen)
drop = nn.Dropout(0.5)
ones = torch.ones(100, 100)
dropped = drop(ones)
print(drop, sorted(set(dropped.flatten().tolist())), 0.9 < dropped.mean() < 1.1, F.dropout(ones, 0.5, training=False).sum(), drop.eval()(ones).sum(), drop.training, nn.Dropout(1.0)(ones).sum(), nn.Dropout(0.0)(ones).sum())
X = torch.ones(4, 3, requires_grad=True)
torch.manual_seed(1)
F.dropout(X, 0.25).sum().backward()
print(sorted(set(X.grad.flatten().tolist())) in ([0.0, 1.3333333730697632], [1.3333333730697632]))
norm = nn.LayerNorm(3)
t = torch.tensor([[1.0, 2.0, 4.0], [-1.0, 0.0, 5.0]], requires_grad=True)
(norm(t) * torch.arange(6.0).reshape(2, 3)).sum().backward()
print(norm, norm(t).detach(), t.grad, norm.weight.grad, F.layer_norm(t, (3,)).detach()[0])
