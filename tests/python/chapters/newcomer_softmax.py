# Softmax regression on made-up images.
import torch
import torch.nn.functional as F
from torch import nn

C, n = 4, 240
labels = torch.arange(n) % C
grid = torch.arange(64, dtype=torch.float32).reshape(8, 8)
images = torch.stack([torch.sin(grid * (0.1 + 0.2 * int(c)) + 0.01 * i) for i, c in enumerate(labels)]).unsqueeze(1)
print(images.shape, labels.dtype, labels[:6])


def softmax(X):
    X_exp = torch.exp(X)
    partition = X_exp.sum(1, keepdims=True)
    return X_exp / partition


X = torch.tensor([[0.5, 1.0, -1.0], [2.0, 0.0, 0.25]])
X_prob = softmax(X)
print(X_prob, X_prob.sum(1))
y = torch.tensor([0, 2])
y_hat = torch.tensor([[0.1, 0.3, 0.6], [0.3, 0.2, 0.5]])
print(y_hat[[0, 1], y])


def cross_entropy(y_hat, y):
    return -torch.log(y_hat[list(range(len(y_hat))), y]).mean()


print(cross_entropy(y_hat, y))
print(F.nll_loss(torch.log(y_hat), y), F.cross_entropy(X, y, reduction="none"), F.cross_entropy(X, y, label_smoothing=0.1))
print(torch.logsumexp(X, dim=1), F.log_softmax(X, dim=-1), F.softmax(X, dim=0), sep="\n")


class SoftmaxRegression(nn.Module):
    def __init__(self, num_outputs):
        super().__init__()
        self.flatten = nn.Flatten()
        self.output = nn.Linear(64, num_outputs)
        nn.init.zeros_(self.output.bias)
        nn.init.constant_(self.output.weight, 0.01)

    def forward(self, x):
        return self.output(self.flatten(x))


net = SoftmaxRegression(C)
print(net)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
print(optimizer)
for epoch in range(3):
    metric = [0.0, 0.0, 0]
    for a, b in zip(images.split(60), labels.split(60)):
        logits = net(a)
        l = F.cross_entropy(logits, b)
        optimizer.zero_grad(set_to_none=True)
        l.backward()
        optimizer.step()
        metric[0] += l.item() * len(b)
        metric[1] += (logits.argmax(dim=1) == b).sum().item()
        metric[2] += b.numel()
    print(f"{epoch}: loss {metric[0] / metric[2]:.4f} acc {metric[1] / metric[2]:.3f}")
pred = net(images).argmax(axis=1)
confusion = torch.zeros(C, C, dtype=torch.long)
for truth, guess in zip(labels.tolist(), pred.tolist()):
    confusion[truth, guess] += 1
print(confusion, confusion.diagonal() / confusion.sum(1))
wrong = pred.type(labels.dtype) != labels
print(wrong.sum(), images[wrong].shape, labels[wrong][:5])
top = torch.topk(net(images[:2]).softmax(-1), 2)
print(top.indices, top.values.sum(-1) < 1)
onehot = F.one_hot(labels[:5], num_classes=C)
print(onehot, onehot.dtype, (onehot.float() * F.log_softmax(net(images[:5]), 1)).sum(1).neg().mean())
print(labels.bincount(), labels.unique(), (labels == 2).float().mean())
