"""Homework on softmax regression."""
import torch
import torch.nn.functional as F
from torch import nn

X = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
print(X.sum(0, keepdim=True), X.sum(1, keepdim=True))
def softmax(X):
    e = torch.exp(X)
    return e / e.sum(1, keepdim=True)
print(softmax(X), softmax(X).sum(1))
y = torch.tensor([0, 2])
y_hat = torch.tensor([[0.1, 0.3, 0.6], [0.3, 0.2, 0.5]])
print(y_hat[[0, 1], y], y_hat[range(len(y_hat)), y])
def cross_entropy(y_hat, y): return -torch.log(y_hat[range(len(y_hat)), y])
print(cross_entropy(y_hat, y), cross_entropy(y_hat, y).mean())
def accuracy(y_hat, y):
    if len(y_hat.shape) > 1 and y_hat.shape[1] > 1:
        y_hat = y_hat.argmax(axis=1)
    cmp = y_hat.type(y.dtype) == y
    return float(cmp.type(y.dtype).sum())
print(accuracy(y_hat, y) / len(y))
class Accumulator:
    def __init__(self, n): self.data = [0.0] * n
    def add(self, *args): self.data = [a + float(b) for a, b in zip(self.data, args)]
    def __getitem__(self, i): return self.data[i]
centres = torch.tensor([[0., 2.], [2., 0.], [-2., -2.]])
angle = torch.arange(30) * 0.7
target = torch.arange(30) % 3
data = centres[target] + torch.stack([angle.cos(), angle.sin()], dim=1)
net = nn.Sequential(nn.Flatten(), nn.Linear(2, 3))
def init_weights(m):
    if type(m) == nn.Linear:
        nn.init.constant_(m.weight, 0.1); nn.init.zeros_(m.bias)
print(net.apply(init_weights))
opt = torch.optim.SGD(net.parameters(), lr=0.5)
loss = nn.CrossEntropyLoss(reduction='none')
for epoch in range(3):
    metric = Accumulator(3)
    for X, y in torch.utils.data.DataLoader(torch.utils.data.TensorDataset(data, target), 8):
        out = net(X)
        l = loss(out, y)
        opt.zero_grad(); l.mean().backward(); opt.step()
        metric.add(l.sum(), accuracy(out, y), y.numel())
    print(f'epoch {epoch}: loss {metric[0] / metric[2]:.4f} acc {metric[1] / metric[2]:.3f}')
with torch.no_grad():
    pred = net(data)
    p = F.softmax(pred, dim=-1)
    print(p[:2], F.log_softmax(pred, 1)[:2])
    print((pred.argmax(1) == target).float().mean(), (pred.argmax(1) == target).sum().item())
    values, idx = p[:3].topk(2)
    print(values, idx); print(p[:2].topk(1)); print(p[:2].max(dim=1))
    print(torch.bincount(pred.argmax(1), minlength=3))
    cm = torch.zeros(3, 3, dtype=torch.int64)
    for t, q in zip(target, pred.argmax(1)): cm[t, q] += 1
    print(cm, cm.diag() / cm.sum(1))
    print(F.one_hot(target[:4], num_classes=3), F.one_hot(target[:4]).float())
    print(F.nll_loss(F.log_softmax(pred, 1), target), F.cross_entropy(pred, target, label_smoothing=0.1))
    print(nn.CrossEntropyLoss(weight=torch.tensor([1., 2., 3.]), ignore_index=2)(pred, target))
    print(F.cross_entropy(pred, F.softmax(pred, 1)), torch.logsumexp(pred, 1)[:2])
for f in (lambda: F.cross_entropy(pred, target[:5]), lambda: F.cross_entropy(pred, target.float()),
          lambda: F.cross_entropy(pred[:3], torch.tensor([0, 1, 3])), lambda: F.one_hot(torch.tensor([0.5]))):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:40])
print(nn.Softmax(dim=1), nn.LogSoftmax(), loss, nn.NLLLoss())
print(F.binary_cross_entropy_with_logits(torch.tensor([0.5, -1]), torch.tensor([1., 0.])), nn.BCELoss()(torch.tensor([.3]), torch.tensor([1.])))
