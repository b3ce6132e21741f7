"""Homework on linear regression."""
import random
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

# from scratch
def synthetic(w, b, n):
    X = torch.linspace(-1, 1, n * len(w)).reshape(n, len(w)) ** 3 * 2
    X[:, 1] = torch.sin(X[:, 1] * 5)
    return X, (X @ w + b).reshape(-1, 1)

true_w, true_b = torch.tensor([2, -3.4]), 4.2
features, labels = synthetic(true_w, true_b, 40)
print(features.shape, labels.shape, features[0], labels[0])

def data_iter(batch_size, features, labels):
    n = len(features)
    indices = list(range(n))
    for i in range(0, n, batch_size):
        j = torch.tensor(indices[i:min(i + batch_size, n)])
        yield features[j], labels[j]

w = torch.zeros((2, 1), requires_grad=True)
b = torch.zeros(1, requires_grad=True)
def linreg(X): return torch.matmul(X, w) + b
def squared_loss(y_hat, y): return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2
def sgd(params, lr, batch_size):
    with torch.no_grad():
        for p in params:
            p -= lr * p.grad / batch_size
            p.grad.zero_()
for epoch in range(3):
    for X, y in data_iter(10, features, labels):
        l = squared_loss(linreg(X), y)
        l.sum().backward()
        sgd([w, b], 0.1, 10)
    with torch.no_grad():
        train_l = squared_loss(linreg(features), labels)
        print(f'epoch {epoch + 1}, loss {float(train_l.mean()):.4f}')
print(f'error in estimating w: {true_w - w.reshape(true_w.shape)}')
print(f'error in estimating b: {true_b - b}')
print(w, b, w.grad, w.is_leaf, l.requires_grad)

# concise
dataset = TensorDataset(features, labels)
loader = DataLoader(dataset, batch_size=15, shuffle=False)
print(len(dataset), len(loader), [len(X) for X, _ in loader])
net = nn.Sequential(nn.Linear(2, 1))
net[0].weight.data.fill_(0.01)
net[0].bias.data.fill_(0)
loss = nn.MSELoss()
trainer = torch.optim.SGD(net.parameters(), lr=0.03)
print(trainer)
for epoch in range(4):
    for X, y in loader:
        l = loss(net(X), y)
        trainer.zero_grad()
        l.backward()
        trainer.step()
    l = loss(net(features), labels)
    print(f'epoch {epoch + 1}, loss {l:.4f}', l)
print(net[0].weight.data, net[0].bias.data)
print(nn.HuberLoss()(net(features), labels), nn.L1Loss(reduction='sum')(net(features), labels))
for r in ('none', 'mean', 'sum'):
    print(r, nn.MSELoss(reduction=r)(net(features[:3]), labels[:3]))
try:
    loss(net(features[:, :1]), labels)
except RuntimeError as e:
    print(e)
try:
    l.backward(); l.backward()
except RuntimeError as e:
    print(str(e)[:45])
r2 = 1 - ((labels - net(features)) ** 2).sum() / ((labels - labels.mean()) ** 2).sum()
print(f'{r2:.3f}', '{:.2f}'.format(r2), '%.3f' % r2)
sched = torch.optim.lr_scheduler.StepLR(trainer, step_size=2, gamma=0.5)
for _ in range(4):
    trainer.step(); sched.step(); print(sched.get_last_lr(), trainer.param_groups[0]['lr'])
