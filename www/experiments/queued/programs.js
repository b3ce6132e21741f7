import { MXNET, mxnetDevice, sized, TORCH, torchDevice } from '../lib/python.js';

/** @type {import('../../kit/types.js').Programs} */
export default ({ n, device }) => {
  const size = sized(n, 512);
  return {
    pytorch: `${TORCH}
start = time.perf_counter()
x = torch.rand(${size}, ${size}, device='${torchDevice(device)}')
y = torch.mm(x, x).sum()
print('queued after', time.perf_counter() - start, 's')
print(y)  # needs the value, so it waits
print('printed after', time.perf_counter() - start, 's')`,
    mxnet: `${MXNET}
start = time.perf_counter()
x = np.random.uniform(size=(${size}, ${size}), ctx=${mxnetDevice(device)})
y = np.dot(x, x).sum()
print('queued after', time.perf_counter() - start, 's')
print(y)  # needs the value, so it waits
print('printed after', time.perf_counter() - start, 's')`,
    pairs: [
      ['const lab', null, null, 'connect'],
      ['const start', 'start =', 'start ='],
      ['random.uniform', 'torch.rand', 'random.uniform'],
      ['.sum()', '.sum()', '.sum()'],
      ['queued after', 'queued after', 'queued after'],
      ['y.print', 'print(y)', 'print(y)', 'await'],
      ['printed after', 'printed after', 'printed after'],
    ],
  };
};
