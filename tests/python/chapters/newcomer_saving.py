# Saving and loading.
import io
import os
import tempfile
from pathlib import Path

import torch
from torch import nn

folder = Path(tempfile.mkdtemp())
x = torch.arange(4)
torch.save(x, folder / "x-file")
print(torch.load(folder / "x-file"))
y = torch.zeros(4)
torch.save([x, y], folder / "x-files")
x2, y2 = torch.load(folder / "x-files")
print(x2, y2)
torch.save({"x": x, "y": y}, folder / "mydict")
print(torch.load(str(folder / "mydict")))


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.LazyLinear(8)
        self.output = nn.LazyLinear(3)

    def forward(self, x):
        return self.output(nn.functional.relu(self.hidden(x)))


net = MLP()
X = torch.ones(2, 5)
Y = net(X)
torch.save(net.state_dict(), folder / "mlp.params")
clone = MLP()
print(clone.load_state_dict(torch.load(folder / "mlp.params", weights_only=True)))
print(clone(X) == Y)
print(clone.eval())
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
net(X).sum().backward()
opt.step()
buffer = io.BytesIO()
torch.save({"epoch": 3, "model": net.state_dict(), "optim": opt.state_dict(), "loss": 0.25}, buffer)
buffer.seek(0)
check = torch.load(buffer, map_location="cpu")
print(check["epoch"], check["loss"], list(check["model"]), check["optim"]["param_groups"][0]["lr"])
opt2 = torch.optim.Adam(clone.parameters())
opt2.load_state_dict(check["optim"])
print(opt2.param_groups[0]["lr"], sorted(opt2.state_dict()["state"][0]))
for change in (lambda d: d.pop("output.bias"), lambda d: d.update(more=torch.ones(1)), lambda d: d.update({"hidden.weight": torch.ones(2, 2)})):
    state = dict(net.state_dict())
    change(state)
    try:
        clone.load_state_dict(state)
    except RuntimeError as e:
        print(e)
print(clone.load_state_dict({"hidden.bias": torch.zeros(8)}, strict=False))
try:
    torch.load(folder / "none.pt")
except FileNotFoundError as e:
    print("FileNotFoundError", type(e).__name__)
print(os.path.exists(folder / "x-file"), all(torch.equal(a, b) for a, b in zip(net.state_dict().values(), check["model"].values())))
