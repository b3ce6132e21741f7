# Weight decay: a penalty by hand, and the optimizer's.
import torch
from torch import nn

num_train, num_inputs = 20, 50
k = torch.arange(num_train * num_inputs).float()
X = torch.sin(k * 1.7).reshape(num_train, num_inputs)
y = X @ torch.ones(num_inputs, 1) * 0.01 + 0.05


def l2_penalty(w):
    return (w**2).sum() / 2


def train_scratch(lambd, lr=0.01):
    w = (torch.cos(torch.arange(num_inputs) * 0.9)).unsqueeze(-1).requires_grad_()
    b = torch.zeros(1, requires_grad=True)
    for _ in range(30):
        l = ((X @ w + b - y) ** 2 / 2).mean() + lambd * l2_penalty(w)
        l.backward()
        with torch.no_grad():
            w -= lr * w.grad
            b -= lr * b.grad
            w.grad.zero_()
            b.grad.zero_()
    print(f"lambda {lambd}: L2 norm of w {torch.norm(w).item():.4f}, loss {l:.4f}")


train_scratch(0)
train_scratch(3)


def concise(wd, cls=torch.optim.SGD, **kw):
    net = nn.Sequential(nn.Linear(num_inputs, 1))
    for param in net.parameters():
        param.data.copy_(torch.cos(torch.arange(param.numel()) * 0.9).view(param.shape))
    trainer = cls([{"params": net[0].weight, "weight_decay": wd}, {"params": net[0].bias}], lr=0.01, **kw)
    loss = nn.MSELoss(reduction="none")
    for _ in range(20):
        trainer.zero_grad()
        l = loss(net(X), y)
        l.mean().backward()
        trainer.step()
    print(cls.__name__, wd, f"{net[0].weight.norm():.4f}", [g["weight_decay"] for g in trainer.param_groups])


concise(0)
concise(0.5)
concise(0.5, momentum=0.9, nesterov=True)
concise(0.5, torch.optim.Adam, betas=(0.8, 0.99))
concise(0.5, torch.optim.AdamW, amsgrad=False)
concise(0.1, torch.optim.RMSprop)
concise(0.1, torch.optim.Adagrad)
print(torch.linalg.norm(X), torch.linalg.vector_norm(X, ord=1), X.norm(dim=1)[:3], X.abs().max())
