import { jaxOn, MXNET, sized, SYNC, tensorflowOn, TORCH, WARM_UP } from '../lib/python.js';

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
    jax: `${jaxOn('gpu')}
key = jax.random.key(1)
x = jax.device_put(jax.random.uniform(key, (${large}, ${large})), jax.devices()[0])
y = jax.device_put(jax.random.uniform(key, (${small}, ${small})), jax.devices('cpu')[0])
done = []

def minibatch(x):
    for i in range(${products}): done.append(jnp.dot(x, x))

minibatch(x), minibatch(y), jax.block_until_ready(done)${WARM_UP}

start = time.perf_counter()
for t in range(${batches}):
    minibatch(x)  # back at once
    minibatch(y)  # back at once, too
    # jax.block_until_ready(done)  # after every minibatch
jax.block_until_ready(done)
print('side by side', time.perf_counter() - start)`,
    tensorflow: `${tensorflowOn('gpu')}
with tf.device('GPU:0'): x = tf.random.uniform((${large}, ${large}))
with tf.device('CPU:0'): y = tf.random.uniform((${small}, ${small}))

def minibatch(x, device):
    with tf.device(device):
        for i in range(${products}): tf.matmul(x, x)

minibatch(x, 'GPU:0'), minibatch(y, 'CPU:0'), ${SYNC}${WARM_UP}

start = time.perf_counter()
for t in range(${batches}):
    minibatch(x, 'GPU:0')  # back at once
    minibatch(y, 'CPU:0')  # back when it is done
    # ${SYNC}  # after every minibatch
${SYNC}
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
      { javascript: 'const lab', note: 'connect' },
      { javascript: 'const x =', python: 'x =' },
      { javascript: 'const y =', python: 'y =' },
      { javascript: 'const minibatch', python: 'def minibatch' },
      {
        javascript: 'x.dot(x)',
        pytorch: 'torch.mm',
        jax: 'jnp.dot',
        tensorflow: 'tf.matmul',
        mxnet: 'np.dot',
      },
      { javascript: 'lab.benchmark', python: "'side by side'" },
      { javascript: 'for (let t', python: 'for t in' },
      { javascript: '    minibatch(x)', python: '    minibatch(x' },
      { javascript: '    minibatch(y)', python: '    minibatch(y', note: 'cpu-called' },
      {
        javascript: '// await lab.waitAll',
        pytorch: '# torch.cuda.synchronize',
        jax: '# jax.block_until_ready',
        tensorflow: `# ${SYNC}`,
        mxnet: '# npx.waitall',
      },
      {
        javascript: '  await lab.waitAll',
        pytorch: 'torch.cuda.synchronize()\nprint',
        jax: 'jax.block_until_ready(done)\nprint',
        tensorflow: `${SYNC}\nprint`,
        mxnet: 'npx.waitall()\nprint',
      },
    ],
  };
};
