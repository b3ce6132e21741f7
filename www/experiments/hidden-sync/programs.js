import { MXNET, mxnetDevice, sized, TORCH, torchDevice } from '../lib/python.js';

/** @type {import('../../kit/types.js').Programs} */
export default ({ n, batches, wait, device }) => {
  const size = sized(n, 128);
  const waiting = wait === 'print' ? 'print(loss)' : 'total += loss.item()';
  return {
    pytorch: `${TORCH}from torch import nn

device = '${torchDevice(device)}'
x = torch.randn(${size}, ${size}, device=device)
labels = torch.ones(${size}, 1, device=device)
net = nn.Sequential(nn.Linear(${size}, ${size}), nn.ReLU(), nn.Linear(${size}, 1)).to(device)
l2 = nn.MSELoss()
trainer = torch.optim.SGD(net.parameters(), lr=0.01)

def step():
    loss = l2(net(x), labels) / 2
    trainer.zero_grad()
    loss.backward()
    trainer.step()
    return loss.detach()

total = 0
for i in range(${batches}):
    loss = step()
    ${waiting}

sum = torch.zeros([], device=device)
for i in range(${batches}): sum = sum + step()
print('mean loss', sum.item() / ${batches})`,
    mxnet: `${MXNET}
ctx = ${mxnetDevice(device)}
x = np.random.normal(size=(${size}, ${size}), ctx=ctx)
labels = np.ones((${size}, 1), ctx=ctx)
net = gluon.nn.Sequential()
net.add(gluon.nn.Dense(${size}, activation='relu'), gluon.nn.Dense(1))
net.initialize(ctx=ctx)
l2 = gluon.loss.L2Loss()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.01})

def step():
    with autograd.record():
        loss = l2(net(x), labels).mean()
    loss.backward()
    trainer.step(1)
    return loss

total = 0
for i in range(${batches}):
    loss = step()
    ${waiting}

sum = np.zeros((), ctx=ctx)
for i in range(${batches}): sum = sum + step()
print('mean loss', sum.item() / ${batches})`,
    pairs: [
      ['const lab', null, null, 'connect'],
      ['nd.random.normal', 'torch.randn', 'np.random.normal'],
      ['nd.ones', 'torch.ones', 'np.ones'],
      ['new nn.Sequential', 'nn.Sequential', 'nn.Sequential'],
      ['net.initialize', null, 'net.initialize', 'initialize'],
      ['new nn.L2Loss', 'nn.MSELoss', 'gluon.loss.L2Loss'],
      ['new nn.Trainer', 'torch.optim.SGD', 'gluon.Trainer'],
      ['const step', 'def step', 'def step'],
      ['autograd.record', 'loss = l2', 'loss = l2'],
      ['loss.backward', 'loss.backward', 'loss.backward'],
      ['trainer.step', 'trainer.step', 'trainer.step', 'zero-grad'],
      [wait === 'print' ? 'loss.print' : 'total +=', waiting, waiting, 'await'],
      ['let sum', 'sum = torch.zeros', 'sum = np.zeros'],
      ['sum = sum.add', 'sum = sum +', 'sum = sum +'],
      ['mean loss', 'mean loss', 'mean loss'],
    ],
  };
};
