"""The book's classes for models, data and training, and its older functions, used as its chapters on linear and softmax regression use them."""
import torch
from torch import nn
from d2l import torch as d2l

torch.manual_seed(1)


class LinearRegressionScratch(d2l.Module):
    def __init__(self, num_inputs, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.w = torch.normal(0, sigma, (num_inputs, 1), requires_grad=True)
        self.b = torch.zeros(1, requires_grad=True)


@d2l.add_to_class(LinearRegressionScratch)
def forward(self, X):
    return d2l.matmul(X, self.w) + self.b


@d2l.add_to_class(LinearRegressionScratch)
def loss(self, y_hat, y):
    return d2l.reduce_mean((y_hat - y) ** 2 / 2)


@d2l.add_to_class(LinearRegressionScratch)
def configure_optimizers(self):
    return d2l.SGD([self.w, self.b], self.lr)


def near(found, wanted, off=0.1):
    return bool((found.reshape(-1) - wanted.reshape(-1)).abs().max() < off)


model = LinearRegressionScratch(2, lr=0.03)
print(model.hparams, model.lr, model.plot_train_per_epoch)
data = d2l.SyntheticRegressionData(w=torch.tensor([2, -3.4]), b=4.2)
X, y = next(iter(data.train_dataloader()))
print(X.shape, y.shape, len(data.train_dataloader()), len(data.val_dataloader()))
trainer = d2l.Trainer(max_epochs=4)
trainer.fit(model, data)
print(near(model.w.detach(), data.w), near(model.b.detach(), torch.tensor([4.2])), trainer.epoch, trainer.train_batch_idx, trainer.val_batch_idx)
print([(label, len(points), [round(point[0], 3) for point in points[:3]]) for label, points in model.board.data.items()])
concise = d2l.LinearRegression(lr=0.03)
d2l.Trainer(max_epochs=4).fit(concise, data)
w, b = concise.get_w_b()
print(near(w, data.w), near(b, torch.tensor([4.2])), w.shape)


class Points(d2l.DataModule):
    def __init__(self, batch_size=16):
        super().__init__()
        self.save_hyperparameters()
        self.X = torch.randn(128, 1, 4, 4)
        self.y = (self.X.sum((1, 2, 3)) > 0).long()

    def get_dataloader(self, train):
        return self.get_tensorloader((self.X, self.y), train)


points = Points()
net = d2l.SoftmaxRegression(num_outputs=2, lr=0.5)
d2l.Trainer(max_epochs=6, gradient_clip_val=1).fit(net, points)
with torch.no_grad():
    print(net.accuracy(net(points.X), points.y) > 0.9, net.accuracy(net(points.X), points.y, averaged=False).shape, sorted(net.board.data))


class Scores(d2l.Classifier):
    def __init__(self, lr):
        super().__init__()
        self.save_hyperparameters(ignore=["lr"])
        self.net = nn.Sequential(nn.Flatten(), nn.LazyLinear(3), nn.ReLU(), nn.LazyLinear(2))


scores = Scores(0.1)
print(scores.hparams)
scores.layer_summary((2, 1, 4, 4))
print(d2l.accuracy(torch.tensor([[0.1, 0.9], [0.8, 0.2]]), torch.tensor([1, 1])))
loader = d2l.load_array((points.X.flatten(1), points.y.float().reshape(-1, 1)), 10)
print(next(iter(loader))[0].shape, d2l.size(points.X), d2l.astype(points.y, d2l.float32).dtype, d2l.argmax(torch.tensor([1.0, 3.0])))
linear = nn.Linear(16, 1)
nn.init.zeros_(linear.weight), nn.init.zeros_(linear.bias)
print(round(d2l.evaluate_loss(linear, loader, nn.MSELoss(reduction="none")), 4) == round(float(points.y.float().mean()), 4))
