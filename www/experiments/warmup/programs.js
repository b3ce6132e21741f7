import {
  BENCHMARK,
  jaxOn,
  MXNET,
  mxnetDevice,
  PRODUCT_PAIRS,
  sized,
  SYNC,
  tensorflowOn,
  TORCH,
  torchDevice,
  WARM_UP,
} from '../lib/python.js';

/** The blocking loop, in NumPy. @param {number} size @param {number|string} repetitions */
const blocking = (size, repetitions) => `
def blocking():
    for i in range(${repetitions}):
        a = numpy.random.normal(size=(${size}, ${size}))
        b = numpy.dot(a, a)
`;

/** The timed calls. @param {string} wait for everything */
const timed = (wait) => `
products()${WARM_UP}
${wait}
benchmark('blocking', blocking)  # back when all is done
benchmark('enqueued', products)  # back when all is enqueued
${wait}
benchmark('enqueued and waited for', lambda: (products(), ${wait}))`;

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
${blocking(size, repetitions)}
device = '${torchDevice(device)}'${timed('torch.cuda.synchronize()')}`,
    jax: `import numpy
${jaxOn(device)}${BENCHMARK}
def products():
    for i in range(${repetitions}):
        a = jax.random.normal(jax.random.key(i), (${size}, ${size}))
        done.append(jnp.dot(a, a))
${blocking(size, repetitions)}
done = []  # JAX waits for arrays, so the program keeps them${timed('jax.block_until_ready(done)')}`,
    tensorflow: `import numpy
${tensorflowOn(device)}${BENCHMARK}
def products():
    for i in range(${repetitions}):
        a = tf.random.normal((${size}, ${size}))
        b = tf.matmul(a, a)
${blocking(size, repetitions)}${timed(SYNC)}`,
    mxnet: `import numpy
${MXNET}${BENCHMARK}
def products():
    for i in range(${repetitions}):
        a = np.random.normal(size=(${size}, ${size}), ctx=device)
        b = np.dot(a, a)
${blocking(size, repetitions)}
device = ${mxnetDevice(device)}${timed('npx.waitall()')}`,
    pairs: [
      { javascript: 'function products', python: 'def products' },
      { javascript: 'for (let i', python: 'for i in' },
      ...PRODUCT_PAIRS,
      { javascript: 'a.dispose', note: 'dispose' },
      { javascript: 'b.dispose', note: 'dispose' },
      { javascript: 'const blocking', python: 'def blocking', note: 'blocking' },
      {
        javascript: 'const lab',
        pytorch: 'device =',
        mxnet: 'device =',
        note: 'connect',
      },
      { javascript: '// warm-up', python: '# warm-up' },
      { javascript: "'blocking'", python: "'blocking'" },
      { javascript: "'enqueued'", python: "'enqueued'" },
      { javascript: "'enqueued and waited for'", python: "'enqueued and waited for'" },
    ],
  };
};
