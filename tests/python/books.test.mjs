// The books' libraries over the lab: their output, their errors and their defaults. In Node.js, over the blocking lab of the CPU.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python } from './python.mjs';

let py;
before(async () => {
  py = await python();
  py.run(
    'import asynclab.as_books\nimport torch, numpy, mxnet as mx\nfrom mxnet import np, npx, nd',
  );
});

/** The output of a program. */
function printed(code) {
  py.printed();
  py.run(code);
  return py.printed().trimEnd();
}

/** By expression, the output of `print(repr(…))`. */
const shown = {
  "torch.ones((1, 2), device='cuda') * 3": "tensor([[3., 3.]], device='cuda:0')",
  'torch.ones(1, 2) * 3': 'tensor([[3., 3.]])',
  'torch.tensor(0.5)': 'tensor(0.5000)',
  'torch.tensor([1.5, float("nan"), float("-inf")])': 'tensor([1.5000,    nan,   -inf])',
  'torch.tensor([[1e-6, 1.0]])': 'tensor([[1.0000e-06, 1.0000e+00]])',
  'torch.tensor([1.0, 2.0], requires_grad=True)': 'tensor([1., 2.], requires_grad=True)',
  'torch.zeros(0, 3)': 'tensor([], size=(0, 3))',
  'torch.ones(2, 3).shape': 'torch.Size([2, 3])',
  "torch.device('cuda', 0)": "device(type='cuda', index=0)",
  'np.ones((1, 2)) * 3': 'array([[3., 3.]])',
  'nd.ones((1, 2)) * 3': '\n[[3. 3.]]\n<NDArray 1x2 @gpu(0)>',
  'nd.ones((2, 2)).sum()': '\n[4.]\n<NDArray 1 @gpu(0)>',
  'nd.ones((1, 2), ctx=mx.cpu())': '\n[[1. 1.]]\n<NDArray 1x2 @cpu(0)>',
  'np.ones((2,), ctx=mx.cpu())': 'array([1., 1.], ctx=cpu(0))',
  'numpy.ones((1, 2)) * 3': 'array([[3., 3.]])',
  'mx.gpu()': 'gpu(0)',
  // A name may have any number. Only an array there needs the device.
  'mx.gpu(1)': 'gpu(1)',
  'torch.nn.Sequential(torch.nn.Linear(2, 1), torch.nn.ReLU())':
    'Sequential(\n  (0): Linear(in_features=2, out_features=1, bias=True)\n  (1): ReLU()\n)',
};
for (const [expression, text] of Object.entries(shown))
  test(`repr(${expression})`, () => assert.equal(py.run(`repr(${expression})`), text));

test('mxnet: what is put on a device that there is none of is an error, and copyto always copies', () => {
  assert.match(
    printed('try:\n    np.ones(2, ctx=mx.gpu(1))\nexcept RuntimeError as e:\n    print(e)'),
    /there is one device, gpu\(0\), not gpu\(1\)/,
  );
  const lines = printed(`
x, y = np.ones(2), np.zeros(2)
z = x.copyto(x.ctx)
z[:] = 5
print(x.tolist(), z.tolist(), x.as_in_ctx(x.ctx) is x, x.copyto(y) is y, y.tolist(), x.copyto(mx.cpu()).ctx)`);
  assert.equal(lines, '[1.0, 1.0] [5.0, 5.0] True True [1.0, 1.0] cpu(0)');
});

test('print shows what str gives', () => {
  assert.equal(printed('print(np.ones((1, 2)) * 3)'), '[[3. 3.]]');
  assert.equal(printed('print(numpy.ones((2, 2)))'), '[[1. 1.]\n [1. 1.]]');
});

test('a name that is not there: AttributeError, which says so and what is nearest', () => {
  const said = (code) => printed(`try:\n    ${code}\nexcept AttributeError as e:\n    print(e)`);
  assert.match(said('torch.randnn'), /'torch'.*no 'randnn'.*randn/);
  assert.match(said('torch.ones(1).sume'), /torch\.Tensor.*no 'sume'.*sum/);
  assert.match(said('mx.np.onez'), /mxnet\.np.*ones/);
  assert.match(said('torch.optim.Adamm'), /no 'Adamm'.*Adam/);
  assert.match(said('torch.nn.Conv2d(1, 1, 3)'), /no 'Conv2d': the lab has no convolutions/);
  assert.match(
    said('torch.nn.Linear(2, 1).parameter()'),
    /'Linear'.*no attribute 'parameter'.*parameters/,
  );
  assert.match(said('mx.gluon.nn.Dense(1).collect_param()'), /Dense.*no.*collect_params/);
  assert.match(
    printed('try:\n    import torch.fx\nexcept ModuleNotFoundError as e:\n    print(e)'),
    /torch\.nn/,
  );
});

test("PyTorch's rules: devices do not mix, gradients add up, leaves are not changed in place", () => {
  const said = (code, error) => printed(`try:\n    ${code}\nexcept ${error} as e:\n    print(e)`);
  assert.match(
    said("torch.ones(2) + torch.ones(2, device='cuda')", 'RuntimeError'),
    /same device.*cpu and cuda:0/,
  );
  assert.match(said("torch.ones(2, device='cuda').numpy()", 'TypeError'), /Tensor\.cpu\(\)/);
  assert.match(said('torch.ones(2, requires_grad=True).add_(1)', 'RuntimeError'), /leaf/);
  assert.match(
    said('torch.ones(2, requires_grad=True).mul(2).backward()', 'RuntimeError'),
    /scalar/,
  );
  assert.match(said('torch.ones(2, 3) @ torch.ones(2, 3)', 'RuntimeError'), /matmul/);
  assert.match(said('torch.ones(2, dtype=torch.Size)', 'TypeError'), /float32/);
  assert.equal(
    printed(`w = torch.tensor([1.0, 2.0], requires_grad=True)
for _ in range(2):
    (w * w).sum().backward()
print(w.grad)
with torch.no_grad():
    w -= 0.25 * w.grad
    w.grad.zero_()
print(w.tolist(), w.grad)
w.grad = None
print(w.grad, (w * 2).requires_grad_().tolist())`),
    'tensor([4., 8.])\n[0.0, 0.0] tensor([0., 0.])\nNone [0.0, 0.0]',
  );
});

test('a part that changes in place changes the array that it is a view of', () => {
  assert.deepEqual(
    printed(`x = torch.zeros(2, 3, device='cuda')
x[0] += 1
x[1][2] = 5
x.view(-1)[1:3].mul_(2)
x.t()[0].sub_(4)
x.detach()[1].add_(torch.arange(3.0, device='cuda'))
part = x.data[0]
part -= 1
part.add_(1)
print(x.tolist())
y, z = x.clone(), x
y.zero_()
z -= x
print(x.abs().sum().item(), y.shape)
layer = torch.nn.Linear(2, 1)
layer.weight.data.fill_(3)
layer.bias.data.zero_()
print(layer.weight.tolist(), layer.bias.tolist(), layer.weight.requires_grad)
a = np.zeros((2, 2))
a[0][:] = 7
a.reshape((4,))[3:] += 1
b = numpy.zeros((2, 2))
b[1][0] = 2
b.ravel()[:1] -= 1
one = b[1][0]
one += 5
print(a.tolist(), b.tolist())`).split('\n'),
    [
      '[[-3.0, 2.0, 2.0], [-4.0, 1.0, 7.0]]',
      '0.0 torch.Size([2, 3])',
      '[[3.0, 3.0]] [0.0] True',
      '[[7.0, 7.0], [0.0, 1.0]] [[-1.0, 0.0], [2.0, 0.0]]',
    ],
  );
});

test('a change in place keeps its history; gradients begin anew from zeros; a change of a leaf is rejected', () => {
  const said = (code) =>
    printed(`try:\n    ${code}\nexcept (RuntimeError, TypeError) as e:\n    print(e)`);
  assert.equal(
    printed(`w = torch.tensor([1.0, 2.0], requires_grad=True)
y = w * 2
y += 1
y[0] *= 10
y.sum().backward()
print(w.grad.tolist(), y.tolist())
w.grad.data.zero_()
w.data.sub_(w.data)
(w * 3).sum().backward()
print(w.grad.tolist(), w.tolist())
v = np.ones((2,))
v.attach_grad('add')
with mx.autograd.record():
    u = v * 2
    u *= 3
u.backward()
print(v.grad.tolist())
v.grad[:] = 0
print(v.grad.tolist())`),
    '[20.0, 2.0] [30.0, 5.0]\n[3.0, 3.0] [0.0, 0.0]\n[6.0, 6.0]\n[0.0, 0.0]',
  );
  assert.match(said('w[0] = 1'), /leaf/);
  assert.match(said('w.view(-1).add_(1)'), /leaf/);
  assert.match(said('torch.zeros(2).add_(torch.ones(3, 2))'), /broadcast shape \[3, 2\]/);
  assert.match(said("torch.zeros(2).add_(torch.ones((), device='cuda'))"), /same device/);
});

test("names that PyTorch's tutorials use: clamp, masks, functional, a spread, sizes in bytes", () => {
  assert.deepEqual(
    printed(`import torch.nn.functional as F
x = torch.tensor([[-2.0, 1.0], [3.0, float('nan')]])
print(x.clamp(min=0, max=2).tolist()[0], F.relu(x[0]).tolist(), torch.where(x > 0, x, 0)[1].tolist()[0])
x[x < 0] = 9
x[x.isnan()] = 4
print(x.tolist(), x.std().item() == torch.std(x), torch.var(x, dim=0).tolist(), x.numel() * x.element_size())
print(F.mse_loss(x, x).item(), torch.nn.Sequential(torch.nn.Tanh(), torch.nn.Sigmoid())(torch.zeros(1)).item())`).split(
      '\n',
    ),
    [
      '[0.0, 1.0] [0.0, 1.0] 3.0',
      '[[9.0, 1.0], [3.0, 4.0]] tensor(True) [18.0, 4.5] 16',
      '0.0 0.5',
    ],
  );
  assert.equal(
    printed('print(x[x > 1].tolist(), x[[1, 0]].shape)'),
    '[9.0, 3.0, 4.0] torch.Size([2, 2])',
  );
});

test("PyTorch's defaults: SGD's rate, Linear's bounds, MSELoss not halved", () => {
  assert.equal(
    py.run('torch.optim.SGD([torch.ones(1, requires_grad=True)]).param_groups[0]["lr"]'),
    0.001,
  );
  assert.ok(py.run('float(torch.nn.Linear(100, 50).weight.abs().max()) <= 0.1'));
  assert.equal(py.run('torch.nn.MSELoss()(torch.ones(4), torch.zeros(4)).item()'), 1);
});

test("MXNet's defaults: Uniform(0.07), rate 0.01, a loss for each sample, half the square", () => {
  py.run(`from mxnet import autograd, gluon
net = gluon.nn.Sequential()
net.add(gluon.nn.Dense(64), gluon.nn.Dense(1))
net.initialize()
x = np.ones((5, 32))
net(x)
drawn = float(net[0].weight.data().abs().max())
with autograd.record():
    out = gluon.loss.L2Loss()(net(x), np.ones((5,)))
out.backward()
trainer = gluon.Trainer(net.collect_params(), 'sgd')
before = net[1].weight.data().copy()
gradient = net[1].weight.grad().copy()
trainer.step(5)`);
  assert.ok(py.run('0.06 < drawn <= 0.0700001'));
  assert.equal(py.run('trainer.learning_rate'), 0.01);
  assert.equal(py.run('str(out.shape)'), '(5,)');
  assert.ok(
    py.run('float((before - gradient * (0.01 / 5) - net[1].weight.data()).abs().max()) < 1e-6'),
  );
  assert.equal(py.run('gluon.loss.L2Loss()(np.array([[3.0]]), np.array([[0.0]])).item()'), 4.5);
});

test("names of the chapter's neighbours", () => {
  const lines = printed(`x = torch.arange(4.0, requires_grad=True)
print(torch.arange(3), torch.linspace(0, 1, 3))
print(torch.cat((torch.ones(1, 2), torch.zeros(1, 2)), dim=1), torch.stack((torch.ones(2), torch.zeros(2))).shape)
net = torch.jit.script(torch.nn.Linear(2, 1))
with torch.cuda.stream(torch.cuda.Stream()) as s:
    pass
torch.cuda.current_stream().synchronize()
print(torch.ones(2, device='cuda').to('cpu', non_blocking=True), numpy.arange(3), numpy.concatenate([[1], [2, 3]]))
print(nd.concat(nd.ones((1, 1)), nd.zeros((1, 1))).shape, np.concatenate([np.ones(1), np.zeros(2)]).shape, mx.context.gpu(0))
class Net(mx.gluon.nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.npx.relu(x)
print(Net()(np.array([-1.0, 2.0])), npx.gpu_memory_info()[0] <= npx.gpu_memory_info()[1])
import d2l
with d2l.benchmark('%.4f sec') as timed:
    pass
print(len(timed.timer.times))`);
  assert.deepEqual(lines.split('\n'), [
    'tensor([0, 1, 2]) tensor([0.0000, 0.5000, 1.0000])',
    'tensor([[1., 1., 0., 0.]]) torch.Size([2, 2])',
    'tensor([1., 1.]) [0 1 2] [1 2 3]',
    '(1, 2) (3,) gpu(0)',
    '[0. 2.] True',
    lines.split('\n')[5],
    '1',
  ]);
  assert.match(lines, /\n0\.\d{4} sec\n1$/);
});

test('reductions of nd have shape (1,), those of np none', () => {
  assert.equal(
    py.run('str([nd.ones((2, 2)).sum().shape, np.ones((2, 2)).sum().shape])'),
    '[(1,), ()]',
  );
});

test("ps is answered in its own format, from the lab's memory; nothing else is run", () => {
  const before = py.run(`import subprocess, os
def mem():
    res = subprocess.check_output(['ps', 'u', '-p', str(os.getpid())])
    return int(str(res).split()[15])
mem()`);
  const after = py.run('kept = [nd.ones((512, 1024)) for _ in range(4)]\nmem()');
  assert.equal(after - before, 4 * 2048);
  assert.match(
    printed("try:\n    subprocess.check_output(['ls'])\nexcept OSError as e:\n    print(e)"),
    /no processes/,
  );
});

test('events give times only where they can be known, and those lie between what the program itself reads', () => {
  const lines = printed(`import time
s, m, e = (torch.cuda.Event(enable_timing=True) for _ in range(3))
torch.cuda.synchronize()
times = [time.perf_counter()]
s.record()
times.append(time.perf_counter())
x = torch.ones(64, 64, device='cuda') @ torch.ones(64, 64, device='cuda')
torch.cuda.synchronize()
m.record()
x = x @ x
times.append(time.perf_counter())
e.record()
torch.cuda.synchronize()
times.append(time.perf_counter())
whole = s.elapsed_time(e)
print(1000 * (times[2] - times[1]) <= whole <= 1000 * (times[3] - times[0]))
print(abs(s.elapsed_time(m) + m.elapsed_time(e) - whole) < 1e-6, s.elapsed_time(m) > 0)
try:
    s.elapsed_time(torch.cuda.Event())
except ValueError as error:
    print('enable_timing=True' in str(error))`);
  assert.deepEqual(lines.split('\n'), ['True', 'True True', 'True']);
});

test('only who asks for it gets the books: the package alone changes nothing', async () => {
  const other = await python();
  other.run('import asynclab');
  assert.throws(() => other.run('import torch'), /ModuleNotFoundError/);
  other.run('import asynclab.as_torch\nimport torch');
  assert.throws(() => other.run('import mxnet'), /ModuleNotFoundError/);
  assert.throws(() => other.run('import numpy'), /ModuleNotFoundError/);
});

test('no line of Python’s own library stands for the program’s', () => {
  const files = printed(`from asynclab import _sites, default

@torch.no_grad()
def more(x):
    return x + 1

before = len(_sites.lines)
default().trace_sites(True)
try:
    more(torch.ones(2))
finally:
    default().trace_sites(False)
print([file for file, _ in _sites.lines[before:] if file.endswith('.py')], len(_sites.lines) - before)`);
  assert.match(files, /^\[\] [1-9]/);
});
