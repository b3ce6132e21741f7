import { BENCHMARK, MXNET, mxnetDevice, TORCH, torchDevice, WARM_UP } from '../lib/python.js';

/** @type {import('../../kit/types.js').Programs} */
export default ({ count, side, device }) => ({
  pytorch: `${TORCH}${BENCHMARK}
x = torch.ones(${side}, ${side}, device='${torchDevice(device)}')

def additions():
    y = x
    for i in range(${count}): y = y + 1
    torch.cuda.synchronize()

additions()${WARM_UP}
benchmark('one by one', additions)`,
  mxnet: `import mxnet
${MXNET}${BENCHMARK}
x = np.ones((${side}, ${side}), ctx=${mxnetDevice(device)})

def additions():
    y = x
    for i in range(${count}): y = y + 1
    npx.waitall()

additions()${WARM_UP}
for size in [1, 16, 256, 4096]:
    with mxnet.engine.bulk(size):
        benchmark(f'{size} at once', additions)`,
  pairs: [
    ['for (const opsPerSubmit', null, 'for size in', 'bulk'],
    ['const lab', null, 'engine.bulk', 'bulk'],
    ['nd.ones', 'torch.ones', 'np.ones'],
    ['lab.benchmark', "benchmark('one by one'", "benchmark(f'"],
    ['for (let i', 'for i in', 'for i in'],
    ['lab.waitAll', 'torch.cuda.synchronize', 'npx.waitall'],
  ],
});
