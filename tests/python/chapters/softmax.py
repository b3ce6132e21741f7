"""Softmax regression: the loss from scratch and concisely, accuracy."""

import torch
from torch import nn
from torch.nn import functional as F

X = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
print(X.sum(0, keepdim=True), X.sum(1, keepdim=True))


def softmax(X):
    X_exp = torch.exp(X)
    partition = X_exp.sum(1, keepdim=True)
    return X_exp / partition


X_prob = softmax(X / 3)
print(X_prob, torch.allclose(X_prob.sum(1), torch.ones(2)))
y = torch.tensor([0, 2])
y_hat = torch.tensor([[0.1, 0.3, 0.6], [0.3, 0.2, 0.5]])
print(y_hat[[0, 1], y])


def cross_entropy(y_hat, y):
    return -torch.log(y_hat[list(range(len(y_hat))), y])


print(cross_entropy(y_hat, y), cross_entropy(y_hat, y).mean())


def accuracy(y_hat, y):
    if len(y_hat.shape) > 1 and y_hat.shape[1] > 1:
        y_hat = y_hat.argmax(axis=1)
    cmp = y_hat.type(y.dtype) == y
    return float(cmp.type(y.dtype).sum())


print(accuracy(y_hat, y) / len(y))
images = (torch.arange(60 * 16).reshape(60, 1, 4, 4) % 7 == torch.arange(60).reshape(60, 1, 1, 1) % 7).float()
targets = torch.arange(60) % 7 % 3
net = nn.Sequential(nn.Flatten(), nn.Linear(16, 3))
print(net)


def init_weights(m):
    if type(m) == nn.Linear:
        nn.init.zeros_(m.weight)
        nn.init.constant_(m.bias, 0.5)


net.apply(init_weights)
loss = nn.CrossEntropyLoss(reduction="none")
trainer = torch.optim.SGD(net.parameters(), lr=0.5)
for epoch in range(30):
    l = loss(net(images), targets)
    trainer.zero_grad()
    l.mean().backward()
    trainer.step()
    if epoch % 10 == 0:
        print(epoch, f"{l.mean():.4f}", l[:3])
with torch.no_grad():
    out = net(images)
print(f"train acc {accuracy(out, targets) / len(targets):.3f}", out.argmax(1)[:8], (out.argmax(1) == targets).sum().item(), out.softmax(1).sum(1).round()[:2])
correct, total = 0, 0
for i in range(0, 60, 20):
    _, predicted = torch.max(out[i : i + 20], 1)
    total += targets[i : i + 20].size(0)
    correct += (predicted == targets[i : i + 20]).sum().item()
print(f"correct {correct}/{total}", f"{100 * correct // total} %")
logits = torch.tensor([[2.0, 0.5, -1.0], [0.1, 0.2, 0.3]], requires_grad=True)
for value in (
    F.cross_entropy(logits, y), F.cross_entropy(logits, y, reduction="sum"), F.nll_loss(F.log_softmax(logits, dim=1), y), F.cross_entropy(logits, torch.tensor([[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]])),
    F.cross_entropy(logits, y, weight=torch.tensor([1.0, 2.0, 3.0])), F.cross_entropy(logits, y, ignore_index=2), F.cross_entropy(logits, y, label_smoothing=0.1), nn.NLLLoss(reduction="none")(logits, y),
    F.binary_cross_entropy_with_logits(logits, (logits > 0).float()), nn.BCELoss()(logits.sigmoid(), (logits > 0).float()), nn.BCEWithLogitsLoss(pos_weight=torch.tensor([2.0]))(logits, torch.ones(2, 3)),
    nn.L1Loss()(logits, X), nn.HuberLoss()(logits, X), nn.SmoothL1Loss(beta=0.5)(logits, X), F.mse_loss(logits, X), F.cross_entropy(logits[0], torch.tensor(1)), F.cross_entropy(logits.reshape(1, 3, 2), torch.tensor([[1, 2]])),
):
    logits.grad = None
    value.sum().backward()
    print(value.detach(), logits.grad)
