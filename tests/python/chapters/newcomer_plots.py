# Plots; prints what is no picture.
import matplotlib.pyplot as plt
import numpy as np
import torch

x = torch.arange(-3, 3, 0.1)
fig, ax = plt.subplots(figsize=(4, 3))
lines = ax.plot(x.numpy(), torch.sigmoid(x).numpy(), "b-", label="sigmoid")
ax.plot(x, torch.tanh(x), "r--", label="tanh", linewidth=2)
ax.set_xlabel("x")
ax.set_ylabel("f(x)")
ax.set_title("activations")
ax.legend(loc="best")
ax.grid(True, alpha=0.3)
ax.set_xlim(-3, 3)
ax.set(ylim=(-1, 1))
print(len(lines), ax.get_xlabel(), ax.get_title(), ax.get_xlim() == (-3, 3), len(ax.lines))
plt.close(fig)
fig, axes = plt.subplots(2, 2, figsize=(6, 4), sharex=True)
print(axes.shape)
axes[0, 0].hist(np.array([1, 2, 2, 3]), bins=3)
axes[0, 1].scatter([1, 2], [3, 4], s=10, c="g", marker="x")
axes[1, 0].bar(["a", "b"], [1, 2])
axes[1, 1].imshow(torch.eye(4), cmap="gray")
fig.suptitle("four")
fig.tight_layout()
plt.close("all")
plt.figure(figsize=(3, 2))
plt.plot([1, 2, 3], [1, 4, 9], marker="o")
plt.plot([1, 4, 9])
plt.xlabel("epoch"); plt.ylabel("loss"); plt.yscale("log"); plt.legend(["train", "val"]); plt.title("t")
plt.axhline(y=2, color="k", ls=":")
plt.xticks([0, 1, 2])
plt.ylim([1, 10])
plt.gca().spines["top"].set_visible(False)
plt.annotate("here", xy=(1, 4))

plt.close()
losses = [torch.tensor(1.0), torch.tensor(0.5)]
plt.plot([l.item() for l in losses])
plt.close()
w = torch.ones(2, requires_grad=True)
try:
    plt.plot(w * 2)
except RuntimeError as e:
    print(str(e)[:40])

