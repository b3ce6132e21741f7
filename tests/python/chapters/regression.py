"""Linear regression: from scratch, then concisely, with a data loader."""

import random

import torch
from torch import nn
from torch.utils import data

w, b = torch.tensor([2.0, -3.4]), 4.2
features = torch.stack([torch.arange(64) % 8 - 3.5, torch.arange(64) // 8 - 3.5], dim=1) / 4
labels = features @ w + b
print(features.shape, labels.shape, features[0], labels[:3])


def data_iter(batch_size, features, labels):
    num_examples = len(features)
    indices = list(range(num_examples))
    random.seed(0)
    random.shuffle(indices)
    for i in range(0, num_examples, batch_size):
        batch_indices = torch.tensor(indices[i : min(i + batch_size, num_examples)])
        yield features[batch_indices], labels[batch_indices]


for X, y in data_iter(10, features, labels):
    print(X, "\n", y)
    break

w_hat = torch.normal(0, 0.01, size=(2, 1), requires_grad=True)
b_hat = torch.zeros(1, requires_grad=True)
print(w_hat.shape, w_hat.requires_grad, w_hat.is_leaf, b_hat)


def sgd(params, lr, batch_size):
    with torch.no_grad():
        for param in params:
            param -= lr * param.grad / batch_size
            param.grad.zero_()


for epoch in range(12):
    for X, y in data_iter(8, features, labels):
        loss = (X @ w_hat + b_hat - y.reshape(-1, 1)) ** 2 / 2
        loss.sum().backward()
        sgd([w_hat, b_hat], 0.3, 8)
    with torch.no_grad():
        train_l = ((features @ w_hat + b_hat - labels.reshape(-1, 1)) ** 2 / 2).mean()
print(f"loss {float(train_l):.3f}", f"error in w: {(w - w_hat.reshape(-1)).abs().max() < 0.01}", f"error in b: {float((b - b_hat).abs()) < 0.01}")

dataset = data.TensorDataset(features, labels.reshape(-1, 1))
data_iter = data.DataLoader(dataset, 10, shuffle=False)
X, y = next(iter(data_iter))
print(len(dataset), len(data_iter), X[:2], y[:2], [len(y) for _, y in data_iter])
net = nn.Sequential(nn.Linear(2, 1))
net[0].weight.data.normal_(0, 0.01)
net[0].bias.data.fill_(0)
loss = nn.MSELoss()
trainer = torch.optim.SGD(net.parameters(), lr=0.3)
for epoch in range(20):
    for X, y in data.DataLoader(dataset, 10, shuffle=True):
        l = loss(net(X), y)
        trainer.zero_grad()
        l.backward()
        trainer.step()
print(f"epoch {epoch + 1}, loss {loss(net(features), labels.reshape(-1, 1)):.4f}")
print((net[0].weight.data - w).abs().max() < 0.01, (net[0].bias.data - b).abs() < 0.01, net[0].weight.grad.shape)
