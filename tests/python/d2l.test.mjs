// The training loops of d2l's older editions, for PyTorch and MXNet, and when the page fetches them. The expected values follow from the definitions.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ASKED } from '../../www/python/parts.js';
import { python } from './python.mjs';

let py;

before(async () => {
  py = await python();
  py.run(
    'import asynclab.as_books, asynclab._kernel\nfigures = []\nasynclab._kernel.display.show = lambda kind, text: figures.append(kind)',
  );
});

for (const [library, made] of Object.entries({
  torch: `
import torch
from torch import nn
x = torch.randn(60, 4)
y = (x.sum(1) > 0).long()
net = nn.Sequential(nn.Linear(4, 2))
loss = nn.CrossEntropyLoss(reduction="none")
updater = torch.optim.SGD(net.parameters(), lr=0.5)
scores, labels = torch.tensor([[0.1, 0.9], [0.8, 0.2]]), torch.tensor([1, 1])`,
  mxnet: `
from mxnet import autograd, gluon, np
x = np.random.normal(0, 1, (60, 4))
y = (x.sum(1) > 0) * 1.0
net = gluon.nn.Dense(2)
net.initialize()
loss = gluon.loss.SoftmaxCrossEntropyLoss()
updater = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
scores, labels = np.array([[0.1, 0.9], [0.8, 0.2]]), np.array([1, 1])`,
}))
  test(`${library}: a net that train_ch3 trains separates two classes, and its epochs are drawn`, () => {
    const found = JSON.parse(
      py.run(`
import json
from d2l import ${library} as d2l
${made}
figures.clear()
batches = d2l.load_array((x, y), 10)
before = d2l.evaluate_accuracy(net, batches)
d2l.train_ch3(net, batches, batches, loss, 5, updater)
lost, right = d2l.train_epoch_ch3(net, batches, loss, updater)
shapes = [(list(a.shape), list(b.shape)) for a, b in d2l.data_iter(25, x, y)]
seen = sorted(float(value) for a, b in d2l.data_iter(25, x, y) for value in a[:, 0].tolist())
asynclab._kernel.display.draw_open()
json.dumps(dict(
    accuracy=d2l.accuracy(scores, labels), after=d2l.evaluate_accuracy(net, batches), right=right, lost=lost, shapes=shapes,
    all=seen == sorted(x[:, 0].tolist()), figures=len(figures), batches=len(list(batches)), before=before,
    labels=d2l.get_fashion_mnist_labels([0, 9]),
))`),
    );
    assert.equal(found.accuracy, 1);
    assert.ok(found.after > 0.85 && found.right > 0.85 && found.lost < 0.5, JSON.stringify(found));
    assert.ok(found.before >= 0 && found.before <= 1);
    assert.deepEqual(found.shapes, [
      [[25, 4], [25]],
      [[25, 4], [25]],
      [[10, 4], [10]],
    ]);
    assert.ok(found.all, 'data_iter gives each example once');
    assert.equal(found.batches, 6);
    assert.ok(found.figures > 0);
    assert.deepEqual(found.labels, ['t-shirt', 'ankle boot']);
  });

test("tensorflow: the first edition's models train, and a cell may replace a method of Trainer", () => {
  const found = JSON.parse(
    py.run(`
import json
import tensorflow as tf
from d2l import tensorflow as d2l
tf.random.set_seed(1)
data = d2l.SyntheticRegressionData(w=tf.constant([2.0, -3.4]), b=4.2, num_train=320, num_val=64)
seen = []
@d2l.add_to_class(d2l.Trainer)
def prepare_batch(self, batch):
    seen.append(tuple(batch[0].shape))
    return batch
found = {}
for model, clip in ((d2l.LinearRegressionScratch(2, lr=0.1), 0), (d2l.LinearRegression(lr=0.05), 1000.0)):
    model.board.display = False
    d2l.Trainer(max_epochs=5, gradient_clip_val=clip).fit(model, data)
    w, b = model.get_w_b() if hasattr(model, "get_w_b") else (model.w, model.b)
    curve = [y for _, y in model.board.data["val_loss"]]
    found[type(model).__name__] = dict(w=[float(one) for one in tf.reshape(w, -1)], b=float(b[0]), curve=curve)
clipped = d2l.Trainer(1).clip_gradients(1.0, [tf.constant([3.0]), tf.constant([4.0])])
net = d2l.SoftmaxRegression(3, lr=0.1)
scores = tf.constant([[0.1, 0.9, 0.0], [0.8, 0.1, 0.1]])
try:
    d2l.Trainer(1, num_gpus=1)
except AssertionError as error:
    refused = str(error)
json.dumps(dict(found=found, seen=sorted(set(seen)), count=len(seen), clipped=[float(one[0]) for one in clipped], shape=list(net(tf.zeros((2, 2, 2))).shape),
    accuracy=float(net.accuracy(scores, tf.constant([1, 1]))), loss=float(net.loss(scores, tf.constant([1, 0]))), refused=refused))`),
  );
  for (const { w, b, curve } of Object.values(found.found)) {
    assert.ok(Math.abs(w[0] - 2) + Math.abs(w[1] + 3.4) + Math.abs(b - 4.2) < 0.3, `${w} ${b}`);
    assert.ok(curve.length === 5 && curve[4] < curve[0] / 10, String(curve));
  }
  assert.deepEqual([found.seen, found.count], [[[32, 2]], 2 * 5 * 12]);
  assert.deepEqual(
    found.clipped.map((one) => Math.round(one * 1e6) / 1e6),
    [0.6, 0.8],
  );
  assert.deepEqual([found.shape, found.accuracy], [[2, 3], 0.5]);
  const loss = (values, at) =>
    Math.log(values.reduce((sum, one) => sum + Math.exp(one), 0)) - values[at];
  const expected = (loss([0.1, 0.9, 0], 1) + loss([0.8, 0.1, 0.1], 0)) / 2;
  assert.ok(Math.abs(found.loss - expected) < 1e-6, `${found.loss} ${expected}`);
  assert.equal(found.refused, 'No GPU support yet');
});

test('the page fetches what trains with the first cell that names it, and not for the names of the package itself', () => {
  const asks = (source) => ASKED['extras.zip'].test(source);
  for (const source of [
    'd2l.train_ch3(net, train_iter, test_iter, loss, 3, trainer)',
    'class Net(d2l.Module):',
    '@d2l.add_to_class(Net)',
    'from d2l.torch import accuracy',
    'd2l.plot(x, y)',
  ])
    assert.ok(asks(source), source);
  for (const source of [
    'from d2l import torch as d2l',
    'with d2l.Benchmark("x"): pass',
    'timer = d2l.Timer()',
    'd2l.try_gpu(), d2l.synthetic_data(w, b, 10)',
    'class Net(nn.Module): accuracy = 1',
  ])
    assert.ok(!asks(source), source);
});

test('where the part was not fetched, the name is missing, and the error says so', () => {
  assert.match(
    py.run(`
import sys
from d2l import torch as d2l
kept = sys.modules.pop("asynclab.d2l._classes", None)
sys.modules["asynclab.d2l._classes"] = None
try:
    d2l.Trainer
    text = "there"
except AttributeError as error:
    text = str(error)
finally:
    del sys.modules["asynclab.d2l._classes"]
    if kept:
        sys.modules["asynclab.d2l._classes"] = kept
text`),
    /Trainer.*fetch/,
  );
});
