"""Indexing by everything, to read and to assign."""

import torch


def error(call):
    try:
        return call()
    except Exception as raised:
        kinds = (NotImplementedError, IndexError, RuntimeError, ValueError, TypeError)
        return next((kind.__name__ for kind in kinds if isinstance(raised, kind)), type(raised).__name__)


x = torch.arange(12, dtype=torch.float32).reshape(3, 4)
i, j = torch.tensor([0, 2]), torch.tensor([1, 3])
print(x[i], x[:, j], x[i, j], x[[0, 2]], x[[0, 2], [1, 3]], x[i][:, j], x[i[:, None], j], x[None, i], x[..., j], x[x > 5], x[x[:, 0] > 3], x[-1], x[1:3, 1:3], x[torch.tensor(1)], x[i, 1:], x[:, None, j].shape)
print(x[torch.tensor([True, False, True])], x[i.tolist(), 0], x[torch.tensor([-1, 0])], x[torch.tensor([[0, 1], [2, 0]])].shape)
x[i] = 0
x[:, j] = torch.tensor([7.0, 8.0])
x[x == 7] = -1
x[[0, 1], [0, 0]] += 5
x[1, 2] = 9
x[0:2, :] = 12
x[2, ...] = torch.arange(4)
print(x)
x[x > 5] *= 2
print(x, x.masked_fill(x > 5, -1.0), torch.where(x > 5, x, 0.0), torch.where(x > 5), (x > 5).nonzero(), torch.nonzero(x[2], as_tuple=True), torch.nonzero(x[2] > 9))
y_hat, y = torch.tensor([[0.1, 0.3, 0.6], [0.3, 0.2, 0.5]], requires_grad=True), torch.tensor([0, 2])
picked = y_hat[[0, 1], y]
(-torch.log(picked).mean()).backward()
print(y_hat.grad, y_hat[range(len(y_hat)), y].detach(), y_hat[torch.arange(2), y].detach())
y_hat.grad = None
(y_hat.gather(1, y.unsqueeze(1)).sum() + y_hat.index_select(1, torch.tensor([2, 2])).sum()).backward()
print(y_hat.grad, torch.gather(x, 0, torch.tensor([[2, 0, 1, 1]])), x.take_along_dim(torch.tensor([[1], [2], [0]]), 1), torch.index_select(x, 0, j - 1))
z = torch.zeros(2, 3)
print(z.scatter(1, torch.tensor([[0], [2]]), 1.0), z.scatter_(1, torch.tensor([[1, 1], [2, 0]]), torch.tensor([[1.0, 2.0], [3.0, 4.0]])), z.scatter_add_(1, torch.tensor([[0, 0], [1, 1]]), torch.ones(2, 2)))
print(torch.zeros(3).index_add_(0, torch.tensor([0, 2, 0]), torch.tensor([1.0, 2.0, 3.0])), torch.nn.functional.one_hot(y, 3), torch.bincount(torch.tensor([0, 2, 2])))
s = torch.tensor([[3.0, 1.0, 2.0], [0.5, 4.0, -1.0]])
print(s.argmax(), s.argmax(1), s.argmax(dim=0, keepdim=True), s.argmin(1), s.max(1), s.min(dim=0), s.max(), s.sort(1), s.argsort(1, descending=True), s.topk(2), torch.topk(s, 1, dim=0, largest=False))
print(s.sort(dim=0, descending=True).values, s.flatten().sort()[1], s.amax(1), s.amin((0, 1)), s.median(), s.unique(), torch.unique(torch.tensor([3, 1, 3])))
values, indices = torch.max(s, dim=1)
print(values, indices, torch.return_types.max)
w = torch.tensor([[3.0, 1.0, 2.0]], requires_grad=True)
(w.topk(2).values.sum() + w.max(1).values.sum() * 10 + w.sort().values[0, 0] * 100).backward()
print(w.grad)
a, b = torch.arange(6.0).reshape(2, 3), torch.arange(12.0).reshape(3, 4)
t = torch.arange(24.0).reshape(2, 3, 4)
print(torch.einsum("ij,jk->ik", a, b), torch.einsum("ij->ji", a), torch.einsum("ij,ij->", a, a), torch.einsum("i,j->ij", a[0], b[0]), torch.einsum("bij,bjk->bik", t, t.permute(0, 2, 1)).sum(), torch.einsum("ij,j", a, a[0]), torch.einsum("ij->i", a))
print(torch.einsum("...ij,jk->...ik", t, torch.ones(4, 2)).shape, torch.einsum("bhqd,bhkd->bhqk", torch.ones(2, 2, 3, 4), torch.ones(2, 2, 5, 4)).shape, torch.einsum("ii", torch.ones(2, 2)), torch.einsum("ii->i", b[:, :3]), torch.outer(a[0], a[1]))
print(torch.split(b, 2), b.split([1, 2]), b.chunk(2, dim=1), torch.chunk(torch.arange(5), 3), torch.stack([a, a]).shape, torch.cat((a, a), dim=1), torch.cat([torch.arange(2), torch.ones(1)]), torch.vstack([a, a]).shape, torch.hstack([a, a]).shape, t.unbind(0)[0].shape)
print(a.flip(0), torch.roll(a, 1, 1), torch.tril(torch.ones(3, 3)), torch.triu(torch.ones(2, 3), 1), torch.diag(torch.tensor([1.0, 2.0])), torch.diag(b[:, :3]), b[:, :3].trace(), a.repeat(2, 1), torch.repeat_interleave(torch.tensor([1, 2]), 2), torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")[1])
print(torch.logical_and(a > 1, a < 4), torch.logical_not(a > 1), (a > 1) & ~(a > 3) | (a == 0), (1 < a) == (a > 1), torch.isfinite(a).all(), torch.bmm(t, t.transpose(1, 2)).shape, a.movedim(0, 1).shape, torch.norm(a), a.logsumexp(1), torch.round(torch.tensor([0.5, 1.5, -2.6])), torch.ceil(a[0] / 2), torch.rsqrt(a[1]), torch.log1p(a[0]), torch.sum(a, 0), torch.argmax(a))
print(error(lambda: x[torch.tensor([5])]), error(lambda: x[0, 0, 0]), error(lambda: x.gather(1, torch.tensor([[9]]))), error(lambda: torch.einsum("ij,jk->ik", a, a)), error(lambda: torch.stack([])), error(lambda: x.index_select(0, torch.tensor([1.0]))), error(lambda: torch.cat([a, b])))
