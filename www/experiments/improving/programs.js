import {
  BENCHMARK,
  MXNET,
  mxnetDevice,
  sized,
  TORCH,
  torchDevice,
  WARM_UP,
} from '../lib/python.js';

/** @type {import('../../kit/types.js').Programs} */
export default ({ most, side, device }) => {
  const [size, n] = [sized(side, 512), sized(most, 1000)];
  return {
    pytorch: `${TORCH}${BENCHMARK}
x = torch.ones(${size}, ${size}, device='${torchDevice(device)}')
n = ${n}
(x + 1).sum().item()${WARM_UP}

def synchronous():
    for i in range(n):
        y = x + 1
        torch.cuda.synchronize()

def asynchronous():
    for i in range(n): y = x + 1
    torch.cuda.synchronize()

benchmark('synchronous', synchronous)
benchmark('asynchronous', asynchronous)`,
    mxnet: `${MXNET}${BENCHMARK}
x = np.ones((${size}, ${size}), ctx=${mxnetDevice(device)})
n = ${n}
(x + 1).wait_to_read()${WARM_UP}

def synchronous():
    for i in range(n):
        y = x + 1
        y.wait_to_read()

def asynchronous():
    for i in range(n): y = x + 1
    y.wait_to_read()

benchmark('synchronous', synchronous)
benchmark('asynchronous', asynchronous)`,
    pairs: [
      ['const lab', null, null, 'connect'],
      ['nd.ones', 'torch.ones', 'np.ones'],
      ['const n', 'n =', 'n ='],
      ["'synchronous'", 'def synchronous', 'def synchronous'],
      [
        'await x.add(1)',
        '        torch.cuda.synchronize()',
        '        y.wait_to_read()',
        'wait-one',
      ],
      ["'asynchronous'", 'def asynchronous', 'def asynchronous'],
      ['y = x.add(1);', 'range(n): y', 'range(n): y'],
      ['await y.wait', '    torch.cuda.synchronize()\n\n', '    y.wait_to_read()\n\n', 'wait-one'],
    ],
  };
};
