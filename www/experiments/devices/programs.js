import { MXNET, sized, TORCH, WARM_UP } from '../lib/python.js';

/** @type {import('../../kit/types.js').Programs} */
export default ({ n, m, products, batches }) => {
  const [large, small] = [sized(n, 256), sized(m, 256)];
  return {
    pytorch: `${TORCH}
x = torch.rand(${large}, ${large}, device='cuda')
y = torch.rand(${small}, ${small})  # on the CPU

def minibatch(x):
    for i in range(${products}): torch.mm(x, x)

minibatch(x), minibatch(y), torch.cuda.synchronize()${WARM_UP}

start = time.perf_counter()
for t in range(${batches}):
    minibatch(x)  # back at once
    minibatch(y)  # back when it is done
    # torch.cuda.synchronize()  # after every minibatch
torch.cuda.synchronize()
print('side by side', time.perf_counter() - start)`,
    mxnet: `${MXNET}
x = np.random.uniform(size=(${large}, ${large}), ctx=npx.gpu())
y = np.random.uniform(size=(${small}, ${small}), ctx=npx.cpu())

def minibatch(x):
    for i in range(${products}): np.dot(x, x)

minibatch(x), minibatch(y), npx.waitall()${WARM_UP}

start = time.perf_counter()
for t in range(${batches}):
    minibatch(x)  # back at once
    minibatch(y)  # back at once, too
    # npx.waitall()  # after every minibatch
npx.waitall()
print('side by side', time.perf_counter() - start)`,
    pairs: [
      ['const lab', null, null, 'connect'],
      ['const x =', 'x =', 'x ='],
      ['const y =', 'y =', 'y ='],
      ['const minibatch', 'def minibatch', 'def minibatch'],
      ['x.dot(x)', 'torch.mm', 'np.dot'],
      ['lab.benchmark', "'side by side'", "'side by side'"],
      ['for (let t', 'for t in', 'for t in'],
      ['    minibatch(x)', '    minibatch(x)', '    minibatch(x)'],
      ['    minibatch(y)', '    minibatch(y)', '    minibatch(y)', 'cpu-torch'],
      ['// await lab.waitAll', '# torch.cuda.synchronize', '# npx.waitall'],
      ['  await lab.waitAll', 'torch.cuda.synchronize()\nprint', 'npx.waitall()\nprint'],
    ],
  };
};
