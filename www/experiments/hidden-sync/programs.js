import { MXNET, mxnetDevice, sized, TORCH, torchDevice } from '../lib/python.js';
import { named } from './program.js';

/** The line that waits, in each framework. */
const WAITING = {
  pytorch: {
    item: 'total += loss.item()',
    print: 'print(loss)',
    copy: 'total += torch.from_numpy(loss.cpu().numpy()).to(device)  # to the host, and back',
  },
  mxnet: {
    item: 'total += loss.item()',
    print: 'print(loss)',
    copy: 'total = total + np.array(loss.asnumpy(), ctx=ctx)  # to the host, and back',
  },
};

/** Pairs of lines that are there only in some programs. @param {boolean} there @param {...import('../../kit/types.js').Pair} pairs */
const only = (there, ...pairs) => (there ? pairs : []);

/** @type {import('../../kit/types.js').Programs} */
export default ({ n, batches, wait, device, read = 'after', task = 'training' }) => {
  const size = sized(n, 128);
  const which = /** @type {'item'|'print'|'copy'} */ (wait);
  const trains = task === 'training';
  const update = trains ? ['    update(loss)'] : [];
  /** @param {'pytorch'|'mxnet'} framework */
  const turn = (framework) => {
    const waiting = `    ${WAITING[framework][which]}`;
    return (read === 'before' ? [waiting, ...update] : [...update, waiting]).join('\n');
  };
  const adding = [...update, '    sum = sum + loss'].join('\n');
  const torchStep = trains
    ? `l2 = nn.MSELoss()
trainer = torch.optim.SGD(net.parameters(), lr=0.01)

def forward():
    return l2(net(x), labels) / 2

def update(loss):
    trainer.zero_grad()
    loss.backward()
    trainer.step()`
    : `
@torch.no_grad()
def forward():
    return net(x).mean()  # inference: no gradients`;
  const mxnetStep = trains
    ? `l2 = gluon.loss.L2Loss()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.01})

def forward():
    with autograd.record():
        return l2(net(x), labels).mean()

def update(loss):
    loss.backward()
    trainer.step(1)`
    : `
def forward():
    return net(x).mean()  # inference: no gradients`;
  const detached = trains ? '.detach()' : '';
  const [total, mxnetTotal] =
    wait === 'copy' ? ['torch.zeros([], device=device)', 'np.zeros((), ctx=ctx)'] : ['0', '0'];
  const code = { item: 'total += await', print: 'loss.print', copy: 'total = total.add' };
  /** @param {'pytorch'|'mxnet'} framework */
  const begin = (framework) => named(WAITING[framework][which], task).slice(0, 12);
  const pytorch = `${TORCH}from torch import nn

device = '${torchDevice(device)}'
x = torch.randn(${size}, ${size}, device=device)
${trains ? `labels = torch.ones(${size}, 1, device=device)\n` : ''}net = nn.Sequential(nn.Linear(${size}, ${size}), nn.ReLU(), nn.Linear(${size}, 1)).to(device)
${torchStep}

total = ${total}
for i in range(${batches}):
    loss = forward()
${turn('pytorch').replace('loss.cpu()', `loss${detached}.cpu()`)}

sum = torch.zeros([], device=device)
for i in range(${batches}):
    loss = forward()
${adding}${detached}
print('mean', sum.item() / ${batches})`;
  const mxnet = `${MXNET}
ctx = ${mxnetDevice(device)}
x = np.random.normal(size=(${size}, ${size}), ctx=ctx)
${trains ? `labels = np.ones((${size}, 1), ctx=ctx)\n` : ''}net = gluon.nn.Sequential()
net.add(gluon.nn.Dense(${size}, activation='relu'), gluon.nn.Dense(1))
net.initialize(ctx=ctx)
${mxnetStep}

total = ${mxnetTotal}
for i in range(${batches}):
    loss = forward()
${turn('mxnet')}

sum = np.zeros((), ctx=ctx)
for i in range(${batches}):
    loss = forward()
${adding}
print('mean', sum.item() / ${batches})`;
  return {
    pytorch: named(pytorch, task),
    mxnet: named(mxnet, task),
    pairs: [
      ['const lab', null, null, 'connect'],
      ['nd.random.normal', 'torch.randn', 'np.random.normal'],
      ...only(trains, ['nd.ones', 'torch.ones', 'np.ones']),
      ['new nn.Sequential', 'nn.Sequential', 'nn.Sequential'],
      ['net.initialize', null, 'net.initialize', 'initialize'],
      ...only(
        trains,
        ['new nn.L2Loss', 'nn.MSELoss', 'gluon.loss.L2Loss'],
        ['new nn.Trainer', 'torch.optim.SGD', 'gluon.Trainer'],
      ),
      ['const forward', 'def forward', 'def forward'],
      ...only(
        trains,
        ['const update', 'def update', 'def update'],
        ['loss.backward', 'loss.backward', 'loss.backward'],
        ['trainer.step', 'trainer.step', 'trainer.step', 'zero-grad'],
      ),
      [
        named(code[which], task),
        begin('pytorch'),
        begin('mxnet'),
        which === 'copy' ? 'copy' : 'await',
      ],
      ['let sum', 'sum = torch.zeros', 'sum = np.zeros'],
      ['sum = sum.add', 'sum = sum +', 'sum = sum +'],
      ['console.log', "print('mean'", "print('mean'"],
    ],
  };
};
