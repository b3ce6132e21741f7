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

/** The same label in every program. @param {string} label @param {{[library: string]: null|string}} [more] */
const labelled = (label, more = {}) => ({
  javascript: `'${label}'`,
  python: `'${label}'`,
  ...more,
});

/** @type {import('../../kit/types.js').Programs} */
export default ({ n, behind, device }) => {
  const size = sized(n, 512);
  return {
    pytorch: `${TORCH}${BENCHMARK}
x = torch.rand(${size}, ${size}, device='${torchDevice(device)}')
product = lambda: torch.mm(x, x)
print(product(), product().sum().item(), product().norm().item())${WARM_UP}

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
    jax: `import numpy
${jaxOn(device)}${BENCHMARK}
x = jax.random.uniform(jax.random.key(1), (${size}, ${size}))
product = lambda: jnp.dot(x, x)
print(product(), product().sum().item(), jnp.linalg.norm(product()).item())${WARM_UP}

benchmark('wait for one', lambda: product().block_until_ready())
benchmark('to host array', lambda: numpy.asarray(product()))
benchmark('sum to scalar', lambda: product().sum().item())
benchmark('norm to scalar', lambda: jnp.linalg.norm(product()).item())
benchmark('print', lambda: print(product()))

first, rest = product(), []
for i in range(${behind}): rest.append(product())
benchmark('wait for the first', first.block_until_ready)
benchmark('wait for the rest', lambda: jax.block_until_ready(rest))`,
    tensorflow: `${tensorflowOn(device)}${BENCHMARK}
x = tf.random.uniform((${size}, ${size}))
product = lambda: tf.matmul(x, x)
print(product(), float(tf.reduce_sum(product())), float(tf.norm(product())))${WARM_UP}

benchmark('wait for all', lambda: (product(), ${SYNC}))
benchmark('to host array', lambda: product().numpy())
benchmark('sum to scalar', lambda: float(tf.reduce_sum(product())))
benchmark('norm to scalar', lambda: float(tf.norm(product())))
benchmark('print', lambda: print(product()))`,
    mxnet: `${MXNET}${BENCHMARK}
x = np.random.uniform(size=(${size}, ${size}), ctx=${mxnetDevice(device)})
product = lambda: np.dot(x, x)
print(product(), product().sum().item(), np.linalg.norm(product()).item())${WARM_UP}

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
      { javascript: 'const lab', note: 'connect' },
      {
        javascript: 'random.uniform',
        pytorch: 'torch.rand',
        jax: 'random.uniform',
        tensorflow: 'random.uniform',
        mxnet: 'random.uniform',
      },
      labelled('wait for all', { jax: null, note: 'wait-last' }),
      labelled('wait for one', { pytorch: null, tensorflow: null, note: 'wait-one' }),
      labelled('to host array'),
      labelled('sum to scalar'),
      labelled('norm to scalar'),
      labelled('print'),
      {
        javascript: 'const first',
        python: 'first, r',
        mxnet: 'first =',
        tensorflow: null,
        note: 'wait-one',
      },
      { javascript: 'for (let i', python: 'for i in', tensorflow: null, note: 'wait-one' },
      labelled('wait for the first', { tensorflow: null, note: 'wait-one' }),
      labelled('wait for the rest', { tensorflow: null, note: 'wait-one' }),
    ],
  };
};
