"""Files that PyTorch writes, for the tests of `torch.load` and of safetensors: `python tests/python/files.py` writes them into `files/`, in an
environment with PyTorch 2.15, NumPy and safetensors."""

import collections
import pathlib

import safetensors.torch
import torch
from torch import nn

FOLDER = pathlib.Path(__file__).parent / "files"


def main():
    FOLDER.mkdir(exist_ok=True)
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for _ in range(2):
        optimizer.zero_grad()
        net(torch.arange(6.0).reshape(2, 3)).square().sum().backward()
        optimizer.step()
    X = torch.arange(6.0).reshape(2, 3) / 7
    torch.save({"model": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 2, "X": X, "Y": net(X).detach()}, FOLDER / "checkpoint.pt")
    base = torch.arange(12.0).reshape(3, 4)
    kinds = {
        str(kind): torch.tensor([0, 1, 2, 100], dtype=kind)
        for kind in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool)
    }
    others = {
        "transposed": base.t(), "row": base[1], "column": base[:, 2], "stepped": base[::2, 1::2], "scalar": torch.tensor(3), "empty": torch.zeros(0, 2),
        "parameter": nn.Parameter(torch.ones(2)), "wanted": torch.ones(1, requires_grad=True), "special": torch.tensor([float("nan"), float("inf"), -0.0]),
        "list": [1, 2.5, "text", None, True, (base[0], base.shape)], "dtype": torch.int32, "device": torch.device("cpu"),
        "ordered": collections.OrderedDict(a=1), "default": collections.defaultdict(list, a=[1]), "set": {3}, "negative": torch.tensor([-5, -(2**24) + 1]),
    }  # fmt: skip
    torch.save({**kinds, **others}, FOLDER / "values.pt")
    torch.save(torch.tensor([1, 2**40]), FOLDER / "large.pt")
    torch.save(net, FOLDER / "module.pt")
    torch.save(base, FOLDER / "legacy.pt", _use_new_zipfile_serialization=False)
    safetensors.torch.save_file({**kinds, "matrix": base, "scalar": torch.tensor(3.5)}, FOLDER / "tensors.safetensors", {"format": "pt"})


if __name__ == "__main__":
    main()
