"""Types of elements: what they are, how they mix, how they print."""

import torch

for x in (
    torch.tensor([1, 2]), torch.tensor([1, 2.5]), torch.tensor([True, False]), torch.tensor(3), torch.tensor([]), torch.tensor([1, 2], dtype=torch.float32),
    torch.tensor([1.7, -1.7], dtype=torch.int32), torch.tensor([1, 0], dtype=torch.bool), torch.arange(4), torch.arange(0, 1, 0.25), torch.arange(3, dtype=torch.float32),
    torch.ones(2, dtype=torch.int64), torch.zeros(2, 2, dtype=torch.uint8), torch.full((2,), 7), torch.full((2,), 7.0), torch.full((2,), True), torch.eye(2, dtype=torch.long),
    torch.zeros(0, dtype=torch.int64), torch.zeros(2, 0, dtype=torch.int32), torch.ones(2, dtype=torch.float64), torch.ones(2, dtype=torch.half), torch.ones(2).double(),
    torch.ones(2).bfloat16(), torch.ones(2, dtype=torch.double, requires_grad=True), torch.tensor([[100, -1], [2, 3]]), torch.tensor(True), torch.linspace(0, 1, 3),
    torch.ones_like(torch.arange(2)), torch.zeros_like(torch.ones(2), dtype=torch.int64), torch.arange(2).float(), torch.ones(2).int(), torch.ones(2).long(), torch.arange(30),
):
    print(x, x.dtype, x.shape, x.element_size())
print(repr(torch.float), torch.double is torch.float64, torch.long, torch.int, torch.short, torch.half, torch.bfloat16.is_floating_point, torch.int64.itemsize)
i, f, b, u, d, h = torch.tensor([1, 2, 3]), torch.tensor([1.0, 2.5, 3.0]), torch.tensor([True, False, True]), torch.tensor([1, 2, 3], dtype=torch.uint8), torch.ones(3, dtype=torch.float64), torch.ones(3).half()
for left in (i, f, b, u, d, h):
    for right in (i, f, b, u, d, h, 2, 2.5, True, torch.tensor(1.5), torch.tensor(2), torch.tensor(1.5, dtype=torch.float64)):
        print([(left + right).dtype, (left * right).dtype, (left / right).dtype, (left < right).dtype, torch.where(b, left, right).dtype if isinstance(right, torch.Tensor) else None])
print(i + 1, i - 5, 5 - i, i * 2, i / 2, 2 / i, i**2, -i, i // 2, i % 2, -7 // i, -7 % i, abs(-i), i + True, i * 1.5)
print(u - 2, u * 100, u + 255)
print(torch.tensor([-7, 7]) // 2, torch.tensor([-7, 7]) % 3, torch.tensor([-7, 7]) // -2, torch.tensor([-7.5, 7.5]) // 2, torch.tensor([-7.5, 7.5]) % 2)
print(torch.tensor([-7, 7]).div(2, rounding_mode="trunc"), torch.div(torch.tensor([-7, 7]), 2, rounding_mode="floor"))
print(i.sum(), i.sum().item(), i.prod(), i.max(), i.min(), i.cumsum(0), i @ i, i.float().mean(), i.exp(), i.sqrt(), b.sum(), b.sum().item(), (f > 1).sum(), f.sum(dtype=torch.float64).dtype)
print(i.tolist(), i[0].item(), type(i[0].item()), b.tolist(), f.int().tolist(), int(i[1]), float(i[1]), [x for x in i], i == 2, (i == 2).int(), ~b, b & (i > 1), b | (i > 5), b ^ b)
print(i.type(), f.type(), b.type(), d.type(), h.type(), i.type(torch.float32), i.to(torch.float64), f.to(i), i.is_floating_point(), f.is_floating_point(), torch.is_floating_point(d))
y_hat, y = torch.tensor([[0.1, 0.3, 0.6], [0.3, 0.2, 0.5], [0.8, 0.1, 0.1]]), torch.tensor([0, 2, 0])
cmp = y_hat.argmax(axis=1).type(y.dtype) == y
print(cmp, cmp.type(y.dtype).sum(), float(cmp.type(y.dtype).sum()), f"correct {(y_hat.argmax(1) == y).sum().item()}/{len(y)}", cmp.float().mean())
x = torch.zeros(3, dtype=torch.int64)
x[1] = 2.9
x += 3
print(x, x.add_(1))


def error(call):
    try:
        return call()
    except Exception as raised:
        kinds = (NotImplementedError, IndexError, RuntimeError, ValueError, TypeError)
        return next((kind.__name__ for kind in kinds if isinstance(raised, kind)), type(raised).__name__)


def add(left, right):
    left += right


print(error(lambda: i.mean()), error(lambda: add(i, 1.5)), error(lambda: add(i, f)), error(lambda: i.requires_grad_()), error(lambda: i @ f), error(lambda: f @ i))
print(error(lambda: torch.ones(2, dtype=torch.int64, requires_grad=True)), error(lambda: torch.tensor([1, 2]).std()), error(lambda: f @ d))
