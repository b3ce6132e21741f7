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

/** Both loops. @param {string} wait */
const loops = (wait) => `def synchronous():
    for i in range(n):
        y = x + 1
        ${wait}

def asynchronous():
    for i in range(n): y = x + 1
    ${wait}

benchmark('synchronous', synchronous)
benchmark('asynchronous', asynchronous)`;

/** @type {import('../../kit/types.js').Programs} */
export default ({ most, side, device }) => {
  const [size, n] = [sized(side, 512), sized(most, 1000)];
  return {
    pytorch: `${TORCH}${BENCHMARK}
x = torch.ones(${size}, ${size}, device='${torchDevice(device)}')
n = ${n}
(x + 1).sum().item()${WARM_UP}

${loops('torch.cuda.synchronize()')}`,
    jax: `${jaxOn(device)}${BENCHMARK}
x = jnp.ones((${size}, ${size}))
n = ${n}
(x + 1).block_until_ready()${WARM_UP}

${loops('y.block_until_ready()')}`,
    tensorflow: `${tensorflowOn(device)}${BENCHMARK}
x = tf.ones((${size}, ${size}))
n = ${n}
float(tf.reduce_sum(x + 1))${WARM_UP}

${loops(SYNC)}`,
    mxnet: `${MXNET}${BENCHMARK}
x = np.ones((${size}, ${size}), ctx=${mxnetDevice(device)})
n = ${n}
(x + 1).wait_to_read()${WARM_UP}

${loops('y.wait_to_read()')}`,
    pairs: [
      { javascript: 'const lab', note: 'connect' },
      {
        javascript: 'nd.ones',
        pytorch: 'torch.ones',
        jax: 'jnp.ones',
        tensorflow: 'tf.ones',
        mxnet: 'np.ones',
      },
      { javascript: 'const n', python: 'n =' },
      { javascript: "'synchronous'", python: 'def synchronous' },
      {
        javascript: 'await x.add(1)',
        pytorch: '        torch.cuda.synchronize()',
        jax: '        y.block_until_ready()',
        tensorflow: `        ${SYNC}`,
        mxnet: '        y.wait_to_read()',
        note: 'wait-one',
      },
      { javascript: "'asynchronous'", python: 'def asynchronous' },
      { javascript: 'y = x.add(1);', python: 'range(n): y' },
      {
        javascript: 'await y.wait',
        pytorch: '    torch.cuda.synchronize()\n\nb',
        jax: '    y.block_until_ready()\n\nb',
        tensorflow: `    ${SYNC}\n\nb`,
        mxnet: '    y.wait_to_read()\n\nb',
        note: 'wait-one',
      },
    ],
  };
};
