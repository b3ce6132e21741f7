"""Data manipulation, linear algebra, calculus, probability: a chapter on preliminaries."""

import torch

x = torch.arange(12)
print(x, x.shape, x.numel(), x.size(), len(x), x.size(0))
X = x.reshape(3, 4)
print(X, torch.zeros((2, 3, 4)), torch.ones(2, 3, 4)[0], torch.tensor([[2, 1, 4, 3], [1, 2, 3, 4], [4, 3, 2, 1]]))
x = torch.tensor([1.0, 2, 4, 8])
y = torch.tensor([2, 2, 2, 2])
print(x + y, x - y, x * y, x / y, x**y, torch.exp(x))
X = torch.arange(12, dtype=torch.float32).reshape((3, 4))
Y = torch.tensor([[2.0, 1, 4, 3], [1, 2, 3, 4], [4, 3, 2, 1]])
print(torch.cat((X, Y), dim=0), torch.cat((X, Y), dim=1), X == Y, X.sum(), X[-1], X[1:3])
X[1, 2] = 9
X[0:2, :] = 12
print(X)
a = torch.arange(3).reshape((3, 1))
b = torch.arange(2).reshape((1, 2))
print(a, b, a + b)
before = id(Y)
Y = Y + X
print(id(Y) == before)
Z = torch.zeros_like(Y)
address = id(Z)
Z[:] = X + Y
print(id(Z) == address)
before = id(X)
X += Y
print(id(X) == before)
A = X.numpy()
print(type(torch.tensor(A)), torch.tensor(A).shape)
a = torch.tensor([3.5])
print(a, a.item(), float(a), int(a))
x, y = torch.tensor(3.0), torch.tensor(2.0)
print(x + y, x * y, x / y, x**y)
A = torch.arange(20).reshape(5, 4)
print(A, A.T, A.T.shape)
B = torch.tensor([[1, 2, 3], [2, 0, 4], [3, 4, 5]])
print(B == B.T, A.sum(axis=0), A.sum(axis=1), A.sum(axis=[0, 1]) == A.sum(), A.float().mean(), A.sum() / A.numel(), A.float().mean(axis=0), A.sum(axis=0) / A.shape[0])
A = torch.arange(6, dtype=torch.float32).reshape(2, 3)
sum_A = A.sum(axis=1, keepdims=True)
print(sum_A, A / sum_A, A.cumsum(axis=0), A * A, 2 + A)
x, y = torch.arange(3, dtype=torch.float32), torch.ones(3, dtype=torch.float32)
print(y, torch.dot(x, y), torch.sum(x * y), A.shape, x.shape, torch.mv(A, x), A @ x, torch.mm(A, torch.ones(3, 4)), A @ torch.ones(3, 4))
u = torch.tensor([3.0, -4.0])
print(torch.norm(u), torch.abs(u).sum(), torch.norm(torch.ones((4, 9))), torch.linalg.norm(u), u.norm(1))
counts = torch.tensor([3, 4, 3])
print(counts / counts.sum(), counts.sum(), counts.max(), torch.tensor([0.2] * 5).sum())
print(torch.arange(1, 10, 2), torch.arange(5, 0, -1), torch.arange(0.0, 2.0, 0.5), torch.linspace(0, 10, 5), torch.eye(3), torch.full((2, 2), 7), torch.empty(2, 0).shape)
print(X.device, X.dtype, X.ndim, X.dim(), X.is_contiguous(), X.T.is_contiguous(), X.stride(), torch.is_tensor(X), torch.get_default_dtype())
v = torch.arange(6)
w = v.view(2, 3)
w[0, 0] = 100
print(v, v.view(3, -1), v.reshape(-1, 2), v.flatten() is v, w.view(-1).data_ptr() == v.data_ptr() if False else True, w.t(), w.permute(1, 0).shape, v.unsqueeze(0).shape, v.unsqueeze(0).squeeze().shape, w.expand(2, 2, 3).shape)
for row in w:
    print(row, row.sum().item())
print(torch.tensor(3) + 4, 3 * torch.tensor(2.5), torch.tensor([1, 2]).tolist(), f"{torch.tensor(2.5):.2f} {torch.tensor(3)}", bool(torch.tensor(1) == 1), torch.allclose(x, x + 1e-9), torch.tensor([1.5, 2.5]).round(), torch.tensor(7) // 2, torch.clamp(torch.arange(5), 1, 3), torch.cumsum(torch.ones(3), 0), torch.tensor([float("nan"), 1.0]).isnan(), torch.tensor(1.0).item(), sum(torch.arange(4)), max(torch.tensor([1, 5, 2])), torch.tensor([True, False]).any())
