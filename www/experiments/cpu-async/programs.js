import { BENCHMARK, MXNET, sized, TORCH } from '../lib/python.js';

/** @type {import('../../kit/types.js').Programs} */
export default ({ n, repetitions }) => {
  const size = sized(n, 256);
  return {
    pytorch: `${TORCH}${BENCHMARK}
def products():
    for i in range(${repetitions}):
        a = torch.randn(${size}, ${size})  # on the CPU, computed within the call
        torch.mm(a, a)

products()  # warm-up
benchmark('synchronous', products)`,
    mxnet: `${MXNET}${BENCHMARK}
def products():
    for i in range(${repetitions}):
        a = np.random.normal(size=(${size}, ${size}), ctx=npx.cpu())
        np.dot(a, a)

products(), npx.waitall()  # warm-up
benchmark('asynchronous', products)  # MXNet's engine queues work for the CPU, too
benchmark('and its rest', npx.waitall)`,
    pairs: [
      ['function products', 'def products', 'def products'],
      ['for (let i', 'for i in', 'for i in'],
      ['nd.random.normal', 'torch.randn', 'np.random.normal'],
      ['nd.dot', 'torch.mm', 'np.dot'],
      ['a.dispose();', null, null, 'dispose'],
      ['blocking: true', null, null, 'blocking'],
      ['const lab', null, null, 'connect'],
      ["'synchronous'", "'synchronous'", null, 'cpu-mxnet'],
      ["'asynchronous'", null, "'asynchronous'", 'cpu-torch'],
      ["'and its rest'", null, "'and its rest'", 'cpu-torch'],
    ],
  };
};
