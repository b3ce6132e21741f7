import { MXNET, mxnetDevice, sized, TORCH, torchDevice, WARM_UP } from '../lib/python.js';

/** @type {import('../../kit/types.js').Programs} */
export default ({ n, device }) => {
  const size = sized(n, 512);
  return {
    pytorch: `${TORCH}
device = '${torchDevice(device)}'
a = torch.rand(${size}, ${size}, device=device)
torch.mm(a, a).sum().item()${WARM_UP}

start = time.perf_counter()
x = torch.rand(${size}, ${size}, device=device)
y = torch.mm(x, x).sum()
print('queued after', time.perf_counter() - start, 's')
print(y)  # needs the value, so it waits
print('printed after', time.perf_counter() - start, 's')`,
    mxnet: `${MXNET}
ctx = ${mxnetDevice(device)}
a = np.random.uniform(size=(${size}, ${size}), ctx=ctx)
np.dot(a, a).sum().item()${WARM_UP}

start = time.perf_counter()
x = np.random.uniform(size=(${size}, ${size}), ctx=ctx)
y = np.dot(x, x).sum()
print('queued after', time.perf_counter() - start, 's')
print(y)  # needs the value, so it waits
print('printed after', time.perf_counter() - start, 's')`,
    pairs: [
      ['const lab', null, null, 'connect'],
      ['const start', 'start =', 'start ='],
      ['random.uniform', 'x = torch.rand', 'x = np.random'],
      ['.sum()', 'y = torch.mm', 'y = np.dot'],
      ['queued after', 'queued after', 'queued after'],
      ['y.print', 'print(y)', 'print(y)', 'await'],
      ['printed after', 'printed after', 'printed after'],
    ],
  };
};
