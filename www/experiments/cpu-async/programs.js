import {
  BENCHMARK,
  jaxOn,
  MXNET,
  PRODUCT_PAIRS,
  sized,
  tensorflowOn,
  TORCH,
} from '../lib/python.js';

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
    jax: `${jaxOn('cpu')}${BENCHMARK}
done = []

def products():
    for i in range(${repetitions}):
        a = jax.random.normal(jax.random.key(i), (${size}, ${size}))
        done.append(jnp.dot(a, a))

products(), jax.block_until_ready(done)  # warm-up
benchmark('asynchronous', products)  # JAX queues work for the CPU, too
benchmark('and its rest', lambda: jax.block_until_ready(done))`,
    tensorflow: `${tensorflowOn('cpu')}${BENCHMARK}
def products():
    for i in range(${repetitions}):
        a = tf.random.normal((${size}, ${size}))  # on the CPU, computed within the call
        tf.matmul(a, a)

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
      { javascript: 'function products', python: 'def products' },
      { javascript: 'for (let i', python: 'for i in' },
      ...PRODUCT_PAIRS,
      { javascript: 'a.dispose();', note: 'dispose' },
      { javascript: 'blocking: true', note: 'blocking' },
      { javascript: 'const lab', note: 'connect' },
      {
        javascript: "'synchronous'",
        pytorch: "'synchronous'",
        tensorflow: "'synchronous'",
        note: 'cpu-queued',
      },
      {
        javascript: "'asynchronous'",
        jax: "'asynchronous'",
        mxnet: "'asynchronous'",
        note: 'cpu-called',
      },
      {
        javascript: "'and its rest'",
        jax: "'and its rest'",
        mxnet: "'and its rest'",
        note: 'cpu-called',
      },
    ],
  };
};
