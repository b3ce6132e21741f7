import {
  jaxOn,
  MXNET,
  mxnetDevice,
  sized,
  tensorflowOn,
  TORCH,
  torchDevice,
  WARM_UP,
} from '../lib/python.js';

/** @type {import('../../kit/types.js').Programs} */
export default ({ n, device }) => {
  const size = sized(n, 512);
  return {
    pytorch: `${TORCH}
device = '${torchDevice(device)}'
a = torch.rand(${size}, ${size}, device=device)
print(torch.mm(a, a).sum())${WARM_UP}

start = time.perf_counter()
x = torch.rand(${size}, ${size}, device=device)
y = torch.mm(x, x).sum()
print('queued after', time.perf_counter() - start, 's')
print(y)  # needs the value, so it waits
print('printed after', time.perf_counter() - start, 's')`,
    jax: `${jaxOn(device)}
a = jax.random.uniform(jax.random.key(0), (${size}, ${size}))
print(jnp.dot(a, a).sum())${WARM_UP}

start = time.perf_counter()
x = jax.random.uniform(jax.random.key(1), (${size}, ${size}))
y = jnp.dot(x, x).sum()
print('queued after', time.perf_counter() - start, 's')
print(y)  # needs the value, so it waits
print('printed after', time.perf_counter() - start, 's')`,
    tensorflow: `${tensorflowOn(device)}
a = tf.random.uniform((${size}, ${size}))
print(tf.reduce_sum(tf.matmul(a, a)))${WARM_UP}

start = time.perf_counter()
x = tf.random.uniform((${size}, ${size}))
y = tf.reduce_sum(tf.matmul(x, x))
print('queued after', time.perf_counter() - start, 's')
print(y)  # needs the value, so it waits
print('printed after', time.perf_counter() - start, 's')`,
    mxnet: `${MXNET}
ctx = ${mxnetDevice(device)}
a = np.random.uniform(size=(${size}, ${size}), ctx=ctx)
print(np.dot(a, a).sum())${WARM_UP}

start = time.perf_counter()
x = np.random.uniform(size=(${size}, ${size}), ctx=ctx)
y = np.dot(x, x).sum()
print('queued after', time.perf_counter() - start, 's')
print(y)  # needs the value, so it waits
print('printed after', time.perf_counter() - start, 's')`,
    pairs: [
      { javascript: 'const lab', note: 'connect' },
      { javascript: 'const start', python: 'start =' },
      {
        javascript: 'random.uniform',
        pytorch: 'x = torch.rand',
        jax: 'x = jax.random',
        tensorflow: 'x = tf.random',
        mxnet: 'x = np.random',
      },
      {
        javascript: '.sum()',
        pytorch: 'y = torch.mm',
        jax: 'y = jnp.dot',
        tensorflow: 'y = tf.reduce_sum',
        mxnet: 'y = np.dot',
      },
      { javascript: 'queued after', python: 'queued after' },
      { javascript: 'y.print', python: 'print(y)', note: 'await' },
      { javascript: 'printed after', python: 'printed after' },
    ],
  };
};
