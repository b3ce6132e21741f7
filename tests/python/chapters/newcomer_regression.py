# Linear regression, from scratch and concisely, with a held-out set.
import math
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

n = 200
t = torch.arange(n, dtype=torch.float32)
X = torch.stack([torch.sin(t * 0.37), torch.cos(t * 1.3)], dim=1)
noise = 0.01 * torch.sin(t * 12.9898).reshape(-1, 1)
true_w, true_b = torch.tensor([2.0, -3.4]), 4.2
y = X @ true_w.reshape(-1, 1) + true_b + noise
print(X.shape, y.shape, X[0], y[0])


class LinearRegressionScratch:
    def __init__(self, num_inputs, lr, sigma=0.01):
        self.lr = lr
        self.w = torch.full((num_inputs, 1), sigma, requires_grad=True)
        self.b = torch.zeros(1, requires_grad=True)

    def __call__(self, X):
        return torch.matmul(X, self.w) + self.b

    def loss(self, y_hat, y):
        return ((y_hat - y) ** 2 / 2).mean()

    @torch.no_grad()
    def step(self):
        for p in (self.w, self.b):
            p -= self.lr * p.grad
            p.grad = None


model = LinearRegressionScratch(2, lr=0.3)
for epoch in range(4):
    for i in range(0, n, 50):
        l = model.loss(model(X[i : i + 50]), y[i : i + 50])
        l.backward()
        model.step()
    print(f"epoch {epoch + 1}, loss {float(l):.4f}")
print(f"error in estimating w: {true_w - model.w.reshape(true_w.shape)}")
print(f"error in estimating b: {true_b - model.b}")

net = nn.Linear(2, 1)
net.weight.data.fill_(0.5)
net.bias.data.zero_()
loss = nn.MSELoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.5)
loader = DataLoader(TensorDataset(X, y), batch_size=64, drop_last=True)
print(len(loader), len(loader.dataset), loader.batch_size)
for epoch in range(1, 6):
    net.train()
    running = 0.0
    for inputs, targets in loader:
        optimizer.zero_grad()
        out = net(inputs)
        l = loss(out, targets)
        l.backward()
        optimizer.step()
        running += l.item() * inputs.size(0)
    net.eval()
    with torch.no_grad():
        test = loss(net(X), y)
    print("epoch %d: train %.4f, test %.4f" % (epoch, running / len(loader.dataset), test))
print(net.weight, net.bias, sep="\n")
print(list(net.state_dict()))
w, b = net.weight.detach().squeeze(), net.bias.item()
print([round(v, 2) for v in w.tolist()], round(b, 2))
rss = torch.sum((net(X) - y).pow(2)).item()
tss = torch.sum((y - y.mean()).pow(2)).item()
print(f"R² = {1 - rss / tss:.3f}")
closed = torch.linalg.inv(X.T @ X) @ X.T @ (y - true_b) if hasattr(torch.linalg, "inv") else None
print(closed is None or torch.allclose(closed.flatten(), true_w, atol=1e-2))
train, val = random_split(TensorDataset(X, y), [150, 50])
print(len(train), len(val), type(train).__name__, [tuple(part.shape) for part in train[0]])
