import { MXNET, mxnetDevice, sized, TORCH, torchDevice } from '../lib/python.js';

/** @type {import('../../kit/types.js').Programs} */
export default ({ n, repetitions, device }) => {
  const size = sized(n, 512);
  return {
    pytorch: `${TORCH}
def products(device):
    for i in range(${repetitions}):
        a = torch.randn(${size}, ${size}, device=device)
        b = torch.mm(a, a)

products('cpu')  # back when all is done
products('${torchDevice(device)}')  # back when all is enqueued
torch.cuda.synchronize()  # now that is done, too`,
    mxnet: `import numpy
${MXNET}
def products(lib, **device):
    for i in range(${repetitions}):
        a = lib.random.normal(size=(${size}, ${size}), **device)
        b = lib.dot(a, a)

products(numpy)  # back when all is done
products(np, ctx=${mxnetDevice(device)})  # back when all is enqueued
npx.waitall()  # now that is done, too`,
    pairs: [
      ['function products', 'def products', 'def products'],
      ['for (let i', 'for i in', 'for i in'],
      ['nd.random.normal', 'torch.randn', 'random.normal'],
      ['nd.dot', 'torch.mm', 'lib.dot'],
      ['a.dispose', null, null, 'dispose'],
      ['b.dispose', null, null, 'dispose'],
      ['blocking: true', null, 'import numpy', 'blocking'],
      ['const lab', null, null, 'connect'],
      ['// back when all is done', '# back when all is done', '# back when all is done'],
      [
        '// back when all is enqueued',
        '# back when all is enqueued',
        '# back when all is enqueued',
      ],
      ['lab.waitAll', 'synchronize', 'waitall'],
    ],
  };
};
