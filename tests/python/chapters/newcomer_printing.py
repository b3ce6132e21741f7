# How tensors and modules are printed.
import torch
from torch import nn

torch.set_printoptions(profile="default")
for t in (
    torch.tensor(3), torch.tensor(3.0), torch.tensor([]), torch.tensor([[]]), torch.tensor(True), torch.tensor([1, -20, 300]), torch.tensor([0.1, 1e-7]),
    torch.tensor([1e10, 1.0]), torch.tensor([float("nan"), float("inf"), -1.0]), torch.arange(1001), torch.zeros(2, 3, 2), torch.tensor([[1.5], [22.25]]),
    torch.ones(2, dtype=torch.float64), torch.ones(2, dtype=torch.float16), torch.ones(2, dtype=torch.int32), torch.tensor([True, False]), torch.zeros(0, 3),
    torch.linspace(0, 1, 5), torch.arange(0, 1, 0.25), torch.eye(3), torch.tensor([1e-3, 1e3]), torch.tensor([99999.0, 0.5]), torch.tensor([1.0, 2.0]) * 1e6,
    torch.arange(30.0).reshape(1, 30), torch.tensor(1e-9), torch.tensor([12345678.0]), torch.full((2,), 7), torch.empty(0), torch.ones(40, 40),
):
    print(t)
    print(t.shape, t.dtype, t.ndim, t.numel(), t.size())
print(f"{torch.tensor(3.14159):.2f}", f"{torch.tensor(5):03d}", "{}".format(torch.ones(2)), str(torch.ones(1)), repr(torch.ones(1)))
print(torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True) * 2, (torch.ones(2, requires_grad=True) @ torch.ones(2)))
torch.set_printoptions(precision=2, threshold=5, edgeitems=1, linewidth=40)
print(torch.arange(12.0).reshape(3, 4) / 7, torch.arange(100))
torch.set_printoptions(profile="default")
print(torch.Size([2, 3]), torch.float32, torch.device("cpu"), torch.ones(1).device, [torch.ones(1), torch.zeros(1)], {"a": torch.tensor(1)})
print(torch.ones(2, 3).max(dim=1), torch.ones(2).sort(), torch.tensor([3.0, 1.0]).min(0))
print(nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Dropout(0.5), nn.Flatten(), nn.LayerNorm(3), nn.Sigmoid(), nn.Softmax(dim=1), nn.Embedding(4, 2)))
print(nn.CrossEntropyLoss(), nn.MSELoss(), nn.BCEWithLogitsLoss(), nn.L1Loss(), nn.HuberLoss())
print(nn.Linear(1, 1).weight.shape, len(torch.ones(3, 2)), torch.ones(3, 2).tolist(), torch.ones(2).numpy(), torch.tensor(2.5).item())
print(torch.is_tensor(torch.ones(1)), isinstance(torch.ones(1), torch.Tensor), type(torch.ones(1)), torch.ones(1).type(), torch.ones(1).long().type())
print(torch.finfo(torch.float32).eps, torch.iinfo(torch.int64).max, torch.get_default_dtype(), torch.pi, torch.inf)
