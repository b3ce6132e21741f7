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
export default ({ n, repetitions, device }) => {
  const size = sized(n, 512);
  return {
    pytorch: `import numpy
${TORCH}${BENCHMARK}
def products():
    for i in range(${repetitions}):
        a = torch.randn(size=(${size}, ${size}), device=device)
        b = torch.mm(a, a)

def blocking():
    for i in range(${repetitions}):
        a = numpy.random.normal(size=(${size}, ${size}))
        b = numpy.dot(a, a)

device = '${torchDevice(device)}'
products()${WARM_UP}
torch.cuda.synchronize()
benchmark('blocking', blocking)  # back when all is done
benchmark('enqueued', products)  # back when all is enqueued
torch.cuda.synchronize()
benchmark('enqueued and waited for', lambda: (products(), torch.cuda.synchronize()))`,
    mxnet: `import numpy
${MXNET}${BENCHMARK}
def products():
    for i in range(${repetitions}):
        a = np.random.normal(size=(${size}, ${size}), ctx=device)
        b = np.dot(a, a)

def blocking():
    for i in range(${repetitions}):
        a = numpy.random.normal(size=(${size}, ${size}))
        b = numpy.dot(a, a)

device = ${mxnetDevice(device)}
products()${WARM_UP}
npx.waitall()
benchmark('blocking', blocking)  # back when all is done
benchmark('enqueued', products)  # back when all is enqueued
npx.waitall()
benchmark('enqueued and waited for', lambda: (products(), npx.waitall()))`,
    pairs: [
      ['function products', 'def products', 'def products'],
      ['for (let i', 'for i in', 'for i in'],
      ['nd.random.normal', 'torch.randn', 'np.random.normal'],
      ['nd.dot', 'torch.mm', 'np.dot'],
      ['a.dispose', null, null, 'dispose'],
      ['b.dispose', null, null, 'dispose'],
      ['const blocking', 'def blocking', 'def blocking', 'blocking'],
      ['const lab', 'device =', 'device =', 'connect'],
      ['// warm-up', '# warm-up', '# warm-up'],
      ["'blocking'", "'blocking'", "'blocking'"],
      ["'enqueued'", "'enqueued'", "'enqueued'"],
      ["'enqueued and waited for'", "'enqueued and waited for'", "'enqueued and waited for'"],
    ],
  };
};
