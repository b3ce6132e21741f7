# Profiling: what does a training step consist of, and what does it hold? Prints what every machine prints.
import json
import os
import tempfile

import torch
from torch import nn
from torch.profiler import ProfilerActivity, profile, record_function

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(20, 16), nn.ReLU(), nn.Linear(16, 3))
X, y = torch.randn(32, 20), torch.randint(3, (32,))
loss = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def step():
    with record_function("forward"):
        value = loss(net(X), y)
    with record_function("backward"):
        optimizer.zero_grad()
        value.backward()
    with record_function("update"):
        optimizer.step()
    return value


step()
with profile(activities=[ProfilerActivity.CPU]) as prof:
    for _ in range(3):
        step()

averages = prof.key_averages()
blocks = {one.key: one for one in averages if one.key in ("forward", "backward", "update")}
print(sorted(blocks), [blocks[name].count for name in sorted(blocks)])
print(all(one.cpu_time_total >= 0 for one in averages), len(averages) > 3)
table = averages.table(sort_by="cpu_time_total", row_limit=10)
print("forward" in table, "Name" in table, "# of Calls" in table)
path = os.path.join(tempfile.mkdtemp(), "trace.json")
prof.export_chrome_trace(path)
with open(path) as file:
    trace = json.load(file)
print("traceEvents" in trace, len(trace["traceEvents"]) > 3)

with profile(activities=[ProfilerActivity.CPU], record_shapes=False) as other:
    with record_function("outer"):
        with record_function("inner"):
            torch.ones(10).sum()
keys = [one.key for one in other.key_averages()]
print("outer" in keys, "inner" in keys)
