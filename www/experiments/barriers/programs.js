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
export default ({ n, behind, device }) => {
  const size = sized(n, 512);
  return {
    pytorch: `${TORCH}${BENCHMARK}
x = torch.rand(${size}, ${size}, device='${torchDevice(device)}')
product = lambda: torch.mm(x, x)
print(product().sum().item(), product().norm().item())${WARM_UP}

benchmark('wait for all', lambda: (product(), torch.cuda.synchronize()))
benchmark('to host array', lambda: product().cpu().numpy())
benchmark('sum to scalar', lambda: product().sum().item())
benchmark('norm to scalar', lambda: product().norm().item())
benchmark('print', lambda: print(product()))

first, ready = product(), torch.cuda.Event()
ready.record()  # stands in the queue behind the first product
for i in range(${behind}): product()
benchmark('wait for the first', ready.synchronize)
benchmark('wait for the rest', torch.cuda.synchronize)`,
    mxnet: `${MXNET}${BENCHMARK}
x = np.random.uniform(size=(${size}, ${size}), ctx=${mxnetDevice(device)})
product = lambda: np.dot(x, x)
print(product().sum().item(), np.linalg.norm(product()).item())${WARM_UP}

benchmark('wait for all', lambda: (product(), npx.waitall()))
benchmark('wait for one', lambda: product().wait_to_read())
benchmark('to host array', lambda: product().asnumpy())
benchmark('sum to scalar', lambda: product().sum().item())
benchmark('norm to scalar', lambda: np.linalg.norm(product()).item())
benchmark('print', lambda: print(product()))

first = product()
for i in range(${behind}): product()
benchmark('wait for the first', first.wait_to_read)
benchmark('wait for the rest', npx.waitall)`,
    pairs: [
      ['const lab', null, null, 'connect'],
      ['random.uniform', 'torch.rand', 'random.uniform'],
      ["'wait for all'", "'wait for all'", "'wait for all'"],
      ["'wait for one'", null, "'wait for one'", 'wait-one'],
      ["'to host array'", "'to host array'", "'to host array'"],
      ["'sum to scalar'", "'sum to scalar'", "'sum to scalar'"],
      ["'norm to scalar'", "'norm to scalar'", "'norm to scalar'"],
      ["'print'", "'print'", "'print'"],
      ['const first', 'first, ready', 'first ='],
      ['for (let i', 'for i in', 'for i in'],
      ["'wait for the first'", "'wait for the first'", "'wait for the first'"],
      ["'wait for the rest'", "'wait for the rest'", "'wait for the rest'"],
    ],
  };
};
