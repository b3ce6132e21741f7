// Files of tensors: files of PyTorch 2.15 and of safetensors (`files.py` makes them), and files that the lab writes.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { python } from './python.mjs';

const folder = new URL('files/', import.meta.url);
let py;

before(async () => {
  py = await python();
  py.pyodide.FS.mkdirTree('/files');
  for (const name of readdirSync(folder))
    py.pyodide.FS.writeFile(`/files/${name}`, readFileSync(new URL(name, folder)));
  py.run(`
import warnings
warnings.simplefilter("ignore")
import asynclab.as_books, io, torch, zipfile
from torch import nn
def failure(call):
    try:
        return f"no error: {call()}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"`);
});

const said = (code) => py.run(`failure(lambda: ${code})`);

test("a checkpoint of PyTorch's: the model computes what it did there, and the optimizer goes on", () => {
  const found = py.run(`
checkpoint = torch.load("/files/checkpoint.pt")
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=1.0)
keys = net.load_state_dict(checkpoint["model"])
optimizer.load_state_dict(checkpoint["optimizer"])
f"{keys} {(net(checkpoint['X']) - checkpoint['Y']).abs().max().item() < 1e-6} {optimizer.param_groups[0]['lr']} {optimizer.state_dict()['state'][0]['step']} {checkpoint['epoch']}"`);
  assert.equal(found, '<All keys matched successfully> True 0.01 2.0 2');
});

test("values of PyTorch's: each type, views, parameters, containers", () => {
  const found = py.run(
    `"\\n".join(f"{name}: {value}" for name, value in torch.load("/files/values.pt").items())`,
  );
  const lines = found.split('\n');
  for (const type of ['float64', 'float16', 'bfloat16'])
    assert.ok(
      lines.includes(`torch.${type}: tensor([  0.,   1.,   2., 100.], dtype=torch.${type})`),
    );
  for (const line of [
    'torch.float32: tensor([  0.,   1.,   2., 100.])',
    'torch.int64: tensor([  0,   1,   2, 100])',
    'torch.uint8: tensor([  0,   1,   2, 100], dtype=torch.uint8)',
    'torch.bool: tensor([False,  True,  True,  True])',
    'transposed: tensor([[ 0.,  4.,  8.],',
    'row: tensor([4., 5., 6., 7.])',
    'column: tensor([ 2.,  6., 10.])',
    'stepped: tensor([[ 1.,  3.],',
    'empty: tensor([], size=(0, 2))',
    'wanted: tensor([1.], requires_grad=True)',
    'special: tensor([nan, inf, -0.])',
    "list: [1, 2.5, 'text', None, True, (tensor([0., 1., 2., 3.]), torch.Size([3, 4]))]",
    'dtype: torch.int32',
    "default: defaultdict(<class 'list'>, {'a': [1]})",
    'negative: tensor([       -5, -16777215])',
  ])
    assert.ok(lines.includes(line), `${line} among\n${found}`);
});

test('a file that cannot be read as it is says why', () => {
  assert.match(
    said('torch.load("/files/large.pt")'),
    /LabValueError: .*1099511627776.*give a float/,
  );
  assert.match(
    said('torch.load("/files/module.pt")'),
    /UnpicklingError: .*torch\.nn\.modules\.container\.Sequential.*net\.state_dict\(\)/,
  );
  assert.match(said('torch.load("/files/legacy.pt")'), /RuntimeError: .*before PyTorch 1\.6/);
  assert.match(
    said('torch.load(io.BytesIO(b"no zip"))'),
    /RuntimeError: load: this is no file of torch\.save/,
  );
  assert.match(said('torch.save(1, "/nowhere/a.pt")'), /Parent directory \/nowhere does not exist/);
});

test('code in a file is not run', () => {
  py.run(`
ran = []
class Evil:
    def __reduce__(self):
        return exec, ("ran.append(1)",)
evil = io.BytesIO()
torch.save(Evil(), evil)`);
  assert.match(said('torch.load(evil)'), /UnpicklingError: .*(builtins|__builtin__)\.exec/);
  assert.equal(py.run('len(ran)'), 0);
});

test('a damaged file raises an error, wherever it is damaged', () => {
  const found = py.run(`
whole = open("/files/values.pt", "rb").read()
outcomes = set()
import random, pickle
random.seed(1)
for _ in range(300):
    data = bytearray(whole)
    for _ in range(random.randint(1, 4)):
        data[random.randrange(len(data))] = random.randrange(256)
    cut = bytes(data[: random.randrange(len(data))] if random.random() < 0.2 else data)
    try:
        torch.load(io.BytesIO(cut))
    except (RuntimeError, pickle.UnpicklingError, ValueError, TypeError, AttributeError, NotImplementedError) as error:
        outcomes.add(type(error).__name__)
len(outcomes) > 0`);
  assert.ok(found);
});

test('what the lab saves is in the format of PyTorch, and comes back', () => {
  const found = py.run(`
saved = {
    "n": torch.arange(3), "half": torch.tensor([1.5, 1e6]).half(), "brain": torch.tensor([1.5, -2.25, float("nan")]).bfloat16(), "mask": torch.tensor([True, False]),
    "size": torch.Size([1, 2]), "kind": torch.float16, "where": torch.device("cpu"), "none": torch.zeros(0, 3), "byte": torch.tensor([200], dtype=torch.uint8),
    "p": nn.Parameter(torch.ones(2)), "double": torch.tensor([0.1], dtype=torch.float64),
}
file = io.BytesIO()
torch.save(saved, file)
with zipfile.ZipFile(file) as archive:
    names, described = archive.namelist(), archive.read("archive/data.pkl")
again = torch.load(file)
assert b"ctorch._utils\\n_rebuild_tensor_v2\\n" in described and b"asynclab" not in described, described
assert {"archive/version", "archive/data/0"} <= set(names), names
str(again)`);
  for (const text of [
    "'n': tensor([0, 1, 2])",
    "'half': tensor([1.5000,    inf], dtype=torch.float16)",
    "'brain': tensor([ 1.5000, -2.2500,     nan], dtype=torch.bfloat16)",
    "'mask': tensor([ True, False])",
    "'size': torch.Size([1, 2]), 'kind': torch.float16, 'where': device(type='cpu'), 'none': tensor([], size=(0, 3))",
    "'byte': tensor([200], dtype=torch.uint8)",
    "'p': Parameter containing:\ntensor([1., 1.], requires_grad=True)",
  ])
    assert.ok(found.includes(text), `${text} in ${found}`);
});

test('devices: as saved, or where map_location says', () => {
  const found = py.run(`
file = io.BytesIO()
torch.save(torch.ones(2, device="cuda"), file)
" ".join(str(torch.load(file, map_location=one).device) for one in (None, "cpu", torch.device("cpu"), {"cuda:0": "cpu"}, lambda storage, location: storage))`);
  assert.equal(found, 'cuda:0 cpu cpu cpu cpu');
});

test("safetensors: PyTorch's files, and the lab's own", () => {
  const found = py.run(`
from safetensors import SafetensorError
from safetensors.torch import load, load_file, save, save_file
tensors = load_file("/files/tensors.safetensors")
again = load(save(tensors, {"format": "pt"}))
assert all(torch.equal(tensors[name], again[name]) and tensors[name].dtype is again[name].dtype for name in tensors) and list(tensors) == list(again)
save_file({"w": torch.ones(2)}, "/tmp/w.safetensors")
f"{len(tensors)} {tensors['matrix'].tolist()[2]} {tensors['scalar']} {tensors['torch.bfloat16']} {load_file('/tmp/w.safetensors')}"`);
  assert.equal(
    found,
    "12 [8.0, 9.0, 10.0, 11.0] 3.5 tensor([  0.,   1.,   2., 100.], dtype=torch.bfloat16) {'w': tensor([1., 1.])}",
  );
  for (const bad of [
    'b""',
    'b"\\\\x05" + bytes(7) + b"{"',
    'b"\\\\x02" + bytes(7) + b"[]"',
    'save({"a": torch.ones(2)})[:-1]',
  ])
    assert.match(said(`load(${bad})`), /SafetensorError: Error while deserializing header/);
});

test('mxnet: arrays and parameters go into a file and come back, also into a block that has no shapes yet', () => {
  const found = py.run(`
from mxnet import np, npx
from mxnet.gluon import nn as layers
X = np.arange(15).reshape(3, 5) / 10
def perceptron(*given):
    net = layers.Sequential()
    net.add(layers.Dense(4, activation="relu"), layers.Dense(2))
    return net
net = perceptron()
net.initialize()
Y = net(X)
net.save_parameters("/tmp/mlp.params")
clone, other = perceptron(), perceptron()
clone.load_parameters("/tmp/mlp.params")
other.initialize()
other(X)
other.load_parameters("/tmp/mlp.params")
npx.save("/tmp/one", X)
npx.save("/tmp/two", [X, Y])
npx.save("/tmp/named", {"x": X, "y": np.zeros((0, 2))})
same = lambda a, b: a.shape == b.shape and bool((a == b).all())
(one,), two, named = npx.load("/tmp/one"), npx.load("/tmp/two"), npx.load("/tmp/named")
str([same(clone(X), Y), same(other(X), Y), same(one, X), same(two[1], Y), list(named), named["y"].shape])`);
  assert.equal(found, "[True, True, True, True, ['x', 'y'], (0, 2)]");
  for (const [code, error] of [
    ['npx.load("/files/values.pt")', /ValueError: load: .*no file of arrays/],
    [
      'layers.Dense(2, in_units=3).load_parameters("/tmp/named")',
      /Parameter '(weight|bias)' is missing/,
    ],
    ['perceptron().load_parameters("/tmp/one")', /ValueError: .*without names/],
  ])
    assert.match(said(code), error);
});

test('mxnet: arrays keep names of any length, and a metric that is reset counts anew', () => {
  const found = py.run(`
from mxnet import gluon, npx
import mxnet as mx
npx.save("/files/named.params", {"a": mx.nd.array([1]), "a name of many words": mx.nd.array([2, 3])})
named = npx.load("/files/named.params")
metric = gluon.metric.Accuracy()
metric.update(mx.nd.array([0, 1]), mx.nd.array([[1, 0], [1, 0]]))
seen = [metric.get()[1]]
metric.reset()
seen.append(str(metric.get()[1]))
metric.update(mx.nd.array([1]), mx.nd.array([[0, 1]]))
str([{name: one.asnumpy().tolist() for name, one in named.items()}, *seen, metric.get()[1]])`);
  assert.equal(found, "[{'a': [1.0], 'a name of many words': [2.0, 3.0]}, 0.5, 'nan', 1.0]");
});

test('gluon: losses of elements', () => {
  const found = py.run(`
from mxnet import gluon
a, b = np.array([[0.5, -2.0], [3.0, 0.0]]), np.array([[1.0, 0.0], [0.0, 1.0]])
str([[round(one, 4) for one in loss(a, b).tolist()] for loss in (gluon.loss.L1Loss(), gluon.loss.HuberLoss(), gluon.loss.SigmoidBCELoss())])`);
  assert.equal(found, '[[1.25, 2.0], [0.8125, 1.5], [0.3005, 1.8709]]');
});
