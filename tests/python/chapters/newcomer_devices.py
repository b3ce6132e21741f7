# The CPU and the GPU; prints what does not depend on whether there is one.
import torch
from torch import nn


def cpu():
    return torch.device("cpu")


def gpu(i=0):
    return torch.device(f"cuda:{i}")


print(cpu(), gpu(), gpu(1), gpu().type, gpu(1).index, cpu().index)
def num_gpus():
    return torch.cuda.device_count()


def try_gpu(i=0):
    if num_gpus() >= i + 1:
        return gpu(i)
    return cpu()


def try_all_gpus():
    return [gpu(i) for i in range(num_gpus())]


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print(try_gpu(10), len(try_all_gpus()) == num_gpus(), isinstance(device, torch.device))
x = torch.tensor([1, 2, 3])
print(x.device, x.to("cpu") is x, x.cpu() is x, x.is_cuda)
X = torch.ones(2, 3, device=try_gpu())
Z = X.to(device, dtype=torch.float32, non_blocking=True)
print((X + X).cpu(), X.device.type == device.type, Z.device == X.device)
net = nn.Sequential(nn.Linear(3, 1)).to(device=try_gpu())
print(net(X).shape, net[0].weight.data.device.type == device.type, next(net.parameters()).is_cuda == torch.cuda.is_available())
net.cpu()
print(net[0].weight.device)
y = torch.zeros_like(X)
print(y.device == X.device, X.new_zeros(2).device == X.device, torch.arange(3, device=device).sum().item())
if torch.cuda.is_available():
    torch.cuda.synchronize()
    torch.cuda.empty_cache()
print(torch.backends.mps.is_available(), torch.cuda.is_available() in (True, False))
with torch.device("cpu"):
    print(torch.ones(2).device)
try:
    torch.ones(2, device="tpu")
except RuntimeError as e:
    print(str(e)[:20])
print(torch.get_num_threads() > 0, torch.version.cuda is None or True, torch.__version__[:1])
torch.set_default_device("cpu")
