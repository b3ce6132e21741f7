# A multilayer perceptron with two hidden layers.
import torch
from torch import nn

torch.set_printoptions(precision=3, sci_mode=False)
x = torch.arange(-4.0, 4.0, 1.0, requires_grad=True)
for f in (torch.relu, torch.sigmoid, torch.tanh, nn.functional.gelu, nn.ELU(), nn.LeakyReLU(0.1), nn.Softplus(), nn.SiLU()):
    y = f(x)
    y.backward(torch.ones_like(x), retain_graph=True)
    print(getattr(f, "__name__", f), y.detach(), x.grad)
    x.grad.zero_()

t = torch.linspace(0, 6.28, 128)
data = torch.stack((torch.cos(t), torch.sin(t)), 1) * torch.where(torch.arange(128) % 2 == 0, 1.0, 2.0)[:, None]
target = torch.arange(128) % 2


class MLP(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        layers = []
        for i, (a, b) in enumerate(zip(sizes[:-1], sizes[1:])):
            layers.append(nn.Linear(a, b))
            if i < len(sizes) - 2:
                layers.append(nn.ReLU(inplace=True))
        self.net = nn.Sequential(*layers)

    def forward(self, x):
        return self.net(x)


def init(module):
    if isinstance(module, nn.Linear):
        k = torch.arange(module.weight.numel(), dtype=torch.float32)
        with torch.no_grad():
            module.weight.copy_((torch.sin(k * 3.7) * 0.5).view_as(module.weight))
            module.bias.zero_()


model = MLP([2, 16, 8, 2])
model.apply(init)
print(model)
print(sum(p.numel() for p in model.parameters() if p.requires_grad), "parameters")
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=20, gamma=0.5)
history = []
for epoch in range(40):
    optimizer.zero_grad()
    output = model(data)
    loss = criterion(output, target)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=5.0)
    optimizer.step()
    scheduler.step()
    history.append(loss.item())
    if epoch % 10 == 9:
        acc = (output.argmax(1) == target).float().mean()
        print(f"Epoch [{epoch + 1}/40], Loss: {loss.item():.3f}, Acc: {acc:.2%}, lr {scheduler.get_last_lr()[0]:g}")
print(history[0] > history[-1])
with torch.inference_mode():
    print(model(data[:3]).softmax(1).sum(dim=1))
print(model.net[0].weight.shape, model.net[-1], len(model.net))
first = next(iter(model.children()))
print(type(first).__name__, [name for name, _ in model.named_modules()][:4])
print(model.net[0].weight.grad.norm().item() > 0, model.net[0].bias.grad.shape)
torch.set_printoptions(profile="default")
