# The names of MXNet that the book's chapters up to multilayer perceptrons use; what is random is only looked at in shape.
import mxnet as mx
from mxnet import autograd, gluon, init, lr_scheduler, np, npx
from mxnet.gluon import nn

npx.set_np()
ctx = npx.cpu()


def rounded(v):
    v = v.asnumpy().tolist() if hasattr(v, "asnumpy") else v
    return [rounded(one) for one in v] if isinstance(v, list) else round(v, 4) + 0.0 if isinstance(v, (int, float)) else v


def show(*values):
    print(*map(rounded, values))


x = np.arange(12, ctx=ctx).reshape(3, 4)
show(x, x.sum(axis=0), x.mean(axis=1, keepdims=True), np.concatenate([x, x], axis=1), np.stack([x, x]).shape)
show(np.linspace(0, 1, 5, ctx=ctx), np.squeeze(np.ones((1, 3, 1), ctx=ctx)).shape, np.expand_dims(x, 0).shape)
show(np.repeat(x[0], 2), np.tile(x[0], 2), np.tile(x[:2, :2], (2, 1)), *np.split(x, 2, axis=1), *np.split(x[0], [1, 3]))
show(*np.meshgrid(np.arange(2, ctx=ctx), np.arange(3, ctx=ctx)), np.clip(x, 2, 5), np.where(x > 4, x, np.zeros_like(x)))
show(np.outer(x[0], x[0]), np.dot(x, x.T), np.linalg.norm(x), np.cumsum(x, axis=0), np.power(x[0], 2), np.abs(-x[1]), x.argmax(axis=1))
show(npx.relu(x - 5), npx.sigmoid(x[0]), npx.softmax(x[0]), npx.log_softmax(x), npx.leaky_relu(x[0] - 2, slope=0.1), npx.leaky_relu(x[0] - 2, act_type="elu", slope=1.0))
show(npx.one_hot(np.array([0, 2], ctx=ctx), 3), npx.pick(x, np.array([0, 1, 3], ctx=ctx)), npx.batch_dot(np.ones((2, 3, 4), ctx=ctx), np.ones((2, 4, 5), ctx=ctx)).shape)
print(np.random.normal(0, 1, size=(2, 3)).shape, np.random.randint(0, 10, size=(3,)).shape, int(np.random.multinomial(100, [1.0 / 6] * 6).sum()))
print(np.random.choice(5, size=(4,)).shape)

w = np.array([1.0, 2.0, 3.0], ctx=ctx)
w.attach_grad()
print(autograd.is_training(), autograd.is_recording())
with autograd.record():
    print(autograd.is_training(), autograd.is_recording())
    with autograd.pause():
        print(autograd.is_training(), autograd.is_recording())
    with autograd.predict_mode():
        print(autograd.is_training(), autograd.is_recording())
    q = (w * w * w).sum()
show(autograd.grad(q, [w], retain_graph=True)[0])
q.backward()
show(w.grad)
with autograd.train_mode():
    print(autograd.is_training(), autograd.is_recording())
with autograd.record(train_mode=False):
    print(autograd.is_training())
net = nn.Sequential()
net.add(nn.Dense(4, activation="tanh", in_units=3), nn.Dense(2, in_units=4))
net.initialize(init.Constant(0.5), ctx=ctx)
print(sorted(net.collect_params(".*weight")), len(net.collect_params()))
show(net[0].weight.data(), net[0].bias.data(), net[1].weight.shape)
X = np.array([[1.0, -1.0, 0.5], [0.2, 0.1, 0.3]], ctx=ctx)
show(net(X))
net[0].weight.data()[:] += 1
net[0].weight.data()[0, 0] = 42
show(net[0].weight.data(), net(X))


class MyInit(init.Initializer):
    def _init_weight(self, name, data):
        data[:] = np.arange(data.size, ctx=data.ctx).reshape(data.shape) / 10
        data *= np.abs(data) >= 0.3


net.initialize(MyInit(), ctx=ctx, force_reinit=True)
show(net[0].weight.data(), net[0].bias.data())
net[1].weight.initialize(init=init.One(), ctx=ctx, force_reinit=True)
show(net[1].weight.data())


class MyDense(nn.Block):
    def __init__(self, units, in_units):
        super().__init__()
        self.weight = gluon.Parameter("weight", shape=(in_units, units), init=init.Constant(0.3))
        self.bias = gluon.Parameter("bias", shape=(units,), init=init.Zero())
        self.fixed = gluon.Constant(np.ones((units,), ctx=ctx))

    def forward(self, x):
        return npx.relu(np.dot(x, self.weight.data(ctx=x.ctx)) + self.bias.data(ctx=x.ctx)) * self.fixed.data()


dense = MyDense(2, 3)
dense.initialize(ctx=ctx)
show(dense(X), sorted(dense.collect_params()), dense.weight.shape)
shared = nn.Dense(4, in_units=4)
tied = nn.Sequential()
tied.add(shared, nn.Dense(4, in_units=4).share_parameters(shared.params))
tied.initialize(init.Constant(0.1), ctx=ctx)
tied[0].weight.data()[0, 0] = 9
show(tied[1].weight.data()[0])

loss = gluon.loss.SoftmaxCrossEntropyLoss()
show(loss(net(X), np.array([0, 1], ctx=ctx)), gluon.loss.L2Loss()(X, X * 2), gluon.loss.L1Loss()(X, X * 2), gluon.loss.HuberLoss()(X, X * 3), gluon.loss.SigmoidBCELoss()(X, X > 0))
for name, options in (("sgd", {"learning_rate": 0.1, "wd": 0.1}), ("sgd", {"learning_rate": 0.1, "momentum": 0.9}), ("adam", {"learning_rate": 0.05})):
    model = nn.Dense(1, in_units=3)
    model.initialize(init.Constant(0.2), ctx=ctx)
    model.bias.wd_mult = 0
    trainer = gluon.Trainer(model.collect_params(), name, options)
    for _ in range(3):
        with autograd.record():
            l = gluon.loss.L2Loss()(model(X), np.array([[1.0], [2.0]], ctx=ctx))
        l.backward()
        trainer.step(2)
    show(name, model.weight.data(), model.bias.data(), round(trainer.learning_rate, 4))
model = nn.Dense(1, in_units=3)
model.initialize(init.Constant(0.2), ctx=ctx)
trainer = gluon.Trainer(model.collect_params(), "sgd", {"learning_rate": 0.5, "lr_scheduler": lr_scheduler.FactorScheduler(step=1, factor=0.5)})
for _ in range(4):
    with autograd.record():
        l = gluon.loss.L2Loss()(model(X), np.array([[1.0], [2.0]], ctx=ctx))
    l.backward()
    trainer.step(2)
show(model.weight.data(), model.bias.data(), trainer.learning_rate)
for scheduler in (
    lr_scheduler.FactorScheduler(step=2, factor=0.9, base_lr=1.0, stop_factor_lr=0.75), lr_scheduler.MultiFactorScheduler(step=[3, 6], factor=0.5, base_lr=0.5),
    lr_scheduler.CosineScheduler(8, base_lr=0.3, final_lr=0.01), lr_scheduler.PolyScheduler(8, base_lr=0.3, pwr=2, final_lr=0.1),
    lr_scheduler.CosineScheduler(8, base_lr=0.3, warmup_steps=3, warmup_begin_lr=0.1), lr_scheduler.FactorScheduler(1, 0.5, base_lr=0.3, warmup_steps=2, warmup_mode="constant"),
):
    print(type(scheduler).__name__, [round(scheduler(t), 5) for t in range(10)])

data = gluon.data.ArrayDataset(np.arange(10, ctx=ctx).reshape(5, 2), np.arange(5, ctx=ctx))
for a, b in gluon.data.DataLoader(data, batch_size=2, last_batch="discard"):
    show(a, b)
print(len(gluon.data.DataLoader(data, batch_size=2)), len(data), len(gluon.data.SimpleDataset([1, 2, 3])))
show(*gluon.utils.split_and_load(np.arange(8, ctx=ctx).reshape(4, 2), [npx.cpu(), npx.cpu()]))
grads = [np.array([3.0], ctx=ctx), np.array([4.0], ctx=ctx)]
print(round(float(gluon.utils.clip_global_norm(grads, 1.0)), 4))
show(*grads)
accuracy = gluon.metric.Accuracy()
accuracy.update(np.array([0, 1, 1], ctx=ctx), np.array([[0.9, 0.1], [0.2, 0.8], [0.7, 0.3]], ctx=ctx))
print(round(accuracy.get()[1], 4), accuracy.get()[0])
dropout = nn.Dropout(0.5)
ones = np.ones((100, 100), ctx=ctx)
with autograd.record():
    kept = dropout(ones)
print(float(dropout(ones).sum()), sorted(set(kept.reshape(-1).asnumpy().tolist())), 0.4 < float((kept == 0).mean()) < 0.6)
