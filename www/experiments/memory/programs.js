import { MXNET, mxnetDevice, sized, TORCH, torchDevice, WARM_UP } from '../lib/python.js';

/** @type {import('../../kit/types.js').Programs} */
export default ({ features, batch, batches, rate, device }) => {
  const width = sized(features, 512);
  const rows = sized(batch, 2 * width);
  return {
    pytorch: `${TORCH}from torch import nn

device = '${torchDevice(device)}'
net = nn.Sequential(
    nn.Linear(${width}, ${4 * width}), nn.ReLU(), nn.Linear(${4 * width}, ${width}), nn.ReLU(), nn.Linear(${width}, 1)
).to(device)
trainer = torch.optim.SGD(net.parameters(), lr=${rate})
l2 = nn.MSELoss(reduction='none')
y = torch.ones(${rows}, 1, device=device)
previous = None  # to let one minibatch overlap: an event behind the one before
l2(net(torch.randn(${rows}, ${width}, device=device)), y).mean().item()${WARM_UP}

start = time.perf_counter()
for t in range(${batches}):
    x = torch.randn(${rows}, ${width}, device=device)
    loss = l2(net(x), y) / 2
    trainer.zero_grad()
    loss.mean().backward()
    trainer.step()
    # torch.cuda.synchronize()
    # loss.mean().item()
    # if previous: previous.synchronize()
    # previous = torch.cuda.Event(); previous.record()
torch.cuda.synchronize()
print(f'${batches} minibatches: {time.perf_counter() - start:.4f} sec')
print(torch.cuda.max_memory_allocated() / 1e6, 'MB at most')`,
    mxnet: `${MXNET}
ctx = ${mxnetDevice(device)}
net = gluon.nn.Sequential()
net.add(gluon.nn.Dense(${4 * width}, activation='relu'), gluon.nn.Dense(${width}, activation='relu'), gluon.nn.Dense(1))
net.initialize(ctx=ctx)
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': ${rate}})
l2 = gluon.loss.L2Loss()
y = np.ones((${rows}, 1), ctx=ctx)
previous = None  # to let one minibatch overlap: the loss of the one before
l2(net(np.random.normal(size=(${rows}, ${width}), ctx=ctx)), y).wait_to_read()${WARM_UP}

start = time.perf_counter()
for t in range(${batches}):
    x = np.random.normal(size=(${rows}, ${width}), ctx=ctx)
    with autograd.record():
        loss = l2(net(x), y)
    loss.backward()
    trainer.step(${rows})
    # loss.wait_to_read()
    # loss.mean().item()
    # if previous is not None: previous.wait_to_read()
    # previous = loss
npx.waitall()
print(f'${batches} minibatches: {time.perf_counter() - start:.4f} sec')
print(npx.gpu_memory_info()[0] / 1e6, 'MB free')`,
    pairs: [
      ['const lab', null, null, 'allocator'],
      ['new nn.Sequential', 'nn.Sequential', 'nn.Sequential'],
      ['net.initialize', null, 'net.initialize', 'initialize'],
      ['new nn.Trainer', 'torch.optim.SGD', 'gluon.Trainer'],
      ['new nn.L2Loss', 'nn.MSELoss', 'gluon.loss.L2Loss'],
      ['let previous', 'previous = None', 'previous = None'],
      ['lab.window(', null, null, 'window'],
      ['for (let t', 'for t in', 'for t in'],
      ['lab.tidy', null, null, 'dispose'],
      ['nd.random.normal', '    x = torch.randn', '    x = np.random.normal'],
      ['autograd.record', 'loss = l2', 'loss = l2'],
      ['loss.backward', 'loss.mean().backward', 'loss.backward'],
      ['trainer.step', 'trainer.step', 'trainer.step', 'zero-grad'],
      ['loss.waitToRead', '# torch.cuda.synchronize', '# loss.wait_to_read', 'wait-one'],
      ['loss.mean().item', '# loss.mean().item', '# loss.mean().item'],
      ['await previous', '# if previous', '# if previous'],
      ['window.next', null, null, 'window'],
      ['loss.dispose', null, null, 'dispose'],
      ['  await lab.waitAll', 'torch.cuda.synchronize()\nprint', 'npx.waitall'],
      ['lab.memory', 'max_memory_allocated', 'gpu_memory_info', 'memory'],
    ],
  };
};
