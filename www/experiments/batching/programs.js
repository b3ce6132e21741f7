import {
  BENCHMARK,
  jaxOn,
  MXNET,
  mxnetDevice,
  sized,
  SYNC,
  tensorflowOn,
  TORCH,
  torchDevice,
  WARM_UP,
} from '../lib/python.js';

/** @param {unknown} count @param {string} wait */
const additions = (count, wait) => `def additions():
    y = x
    for i in range(${sized(count, 4096)}): y = y + 1
    ${wait}

additions()${WARM_UP}`;

/** @type {import('../../kit/types.js').Programs} */
export default ({ count, side, device }) => ({
  pytorch: `${TORCH}${BENCHMARK}
x = torch.ones(${side}, ${side}, device='${torchDevice(device)}')

${additions(count, 'torch.cuda.synchronize()')}
benchmark('one by one', additions)`,
  jax: `${jaxOn(device)}${BENCHMARK}
x = jnp.ones((${side}, ${side}))

${additions(count, 'y.block_until_ready()')}
benchmark('one by one', additions)`,
  tensorflow: `${tensorflowOn(device)}${BENCHMARK}
x = tf.ones((${side}, ${side}))

${additions(count, SYNC)}
benchmark('one by one', additions)`,
  mxnet: `import mxnet
${MXNET}${BENCHMARK}
x = np.ones((${side}, ${side}), ctx=${mxnetDevice(device)})

${additions(count, 'npx.waitall()')}
for size in [1, 16, 256, 4096]:
    with mxnet.engine.bulk(size):
        benchmark(f'{size} at once', additions)`,
  pairs: [
    { javascript: 'for (const opsPerSubmit', mxnet: 'for size in', note: 'bulk' },
    { javascript: 'const lab', mxnet: 'engine.bulk', note: 'bulk' },
    {
      javascript: 'nd.ones',
      pytorch: 'torch.ones',
      jax: 'jnp.ones',
      tensorflow: 'tf.ones',
      mxnet: 'np.ones',
    },
    { javascript: 'lab.benchmark', python: "benchmark('one by one'", mxnet: "benchmark(f'" },
    { javascript: 'for (let i', python: 'for i in' },
    {
      javascript: 'lab.waitAll',
      pytorch: 'torch.cuda.synchronize',
      jax: 'block_until_ready',
      tensorflow: SYNC,
      mxnet: 'npx.waitall',
    },
  ],
});
