import {
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

/** @typedef {{width: number, rows: number, batches: number, rate: number, device: unknown}} Work */

/** @param {Work} work */
const torchOf = ({ width, rows, batches, rate, device }) => `${TORCH}from torch import nn

device = '${torchDevice(device)}'
net = nn.Sequential(
    nn.Linear(${width}, ${4 * width}), nn.ReLU(), nn.Linear(${4 * width}, ${width}), nn.ReLU(), nn.Linear(${width}, 1)
).to(device)
trainer = torch.optim.SGD(net.parameters(), lr=${rate})
l2 = nn.MSELoss(reduction='none')
y = torch.ones(${rows}, 1, device=device)
previous = None  # to let one minibatch overlap: an event behind the one before
(l2(net(torch.randn(${rows}, ${width}, device=device)), y) / 2).mean().backward()
trainer.step()
torch.cuda.synchronize()${WARM_UP}

start = time.perf_counter()
for t in range(${batches}):
    x = torch.randn(${rows}, ${width}, device=device)
    loss = l2(net(x), y) / 2
    trainer.zero_grad()
    loss.mean().backward()
    trainer.step()
    # torch.cuda.synchronize()
    # loss.mean().item()
    # if previous: previous.synchronize()
    # previous = torch.cuda.Event(); previous.record()
torch.cuda.synchronize()
print(f'${batches} minibatches: {time.perf_counter() - start:.4f} sec')
print(torch.cuda.max_memory_allocated() / 1e6, 'MB at most')`;

/** JAX and TensorFlow's core have no layers, so the network is written out. @param {number} width */
const sizes = (width) => `sizes = [${width}, ${4 * width}, ${width}, 1]`;

/** @param {Work} work */
const jaxProgram = ({ width, rows, batches, rate, device }) => `${jaxOn(device)}
${sizes(width)}
key = jax.random.key(0)
weights = [jax.random.normal(key, (m, n)) * 0.01 for m, n in zip(sizes, sizes[1:])]
params = [(w, jnp.zeros(w.shape[1])) for w in weights]
y = jnp.ones((${rows}, 1))

def l2(params, x):
    *hidden, (w, b) = params
    for v, c in hidden: x = jax.nn.relu(x @ v + c)
    return ((x @ w + b - y) ** 2).mean() / 2

@jax.jit
def step(params, x):
    loss, grads = jax.value_and_grad(l2)(params, x)
    return loss, jax.tree.map(lambda p, g: p - ${rate} * g, params, grads)

def draw(t): return jax.random.normal(jax.random.fold_in(key, t), (${rows}, ${width}))

previous = None  # to let one minibatch overlap: the loss of the one before
jax.block_until_ready(step(params, draw(0)))${WARM_UP}

start = time.perf_counter()
for t in range(${batches}):
    loss, params = step(params, draw(t))
    # loss.block_until_ready()
    # loss.item()
    # if previous is not None: previous.block_until_ready()
    # previous = loss
jax.block_until_ready(params)
print(f'${batches} minibatches: {time.perf_counter() - start:.4f} sec')${
  device === 'cpu'
    ? ''
    : "\nprint(jax.devices()[0].memory_stats()['peak_bytes_in_use'] / 1e6, 'MB at most')"
}`;

/** @param {Work} work */
const tensorflowOf = ({ width, rows, batches, rate, device }) => `${tensorflowOn(device)}
${sizes(width)}
weights = [tf.Variable(tf.random.normal((m, n)) * 0.01) for m, n in zip(sizes, sizes[1:])]
biases = [tf.Variable(tf.zeros((n,))) for n in sizes[1:]]
params = weights + biases
y = tf.ones((${rows}, 1))

def l2(x):
    *hidden, (w, b) = zip(weights, biases)
    for v, c in hidden: x = tf.nn.relu(x @ v + c)
    return tf.square(x @ w + b - y) / 2

def step(x):
    with tf.GradientTape() as tape: loss = tf.reduce_mean(l2(x))
    grads = tape.gradient(loss, params)
    for p, g in zip(params, grads): p.assign_sub(${rate} * g)
    return loss

float(step(tf.random.normal((${rows}, ${width}))))${WARM_UP}

start = time.perf_counter()
for t in range(${batches}):
    x = tf.random.normal((${rows}, ${width}))
    loss = step(x)
    # ${SYNC}
    # float(loss)
${SYNC}
print(f'${batches} minibatches: {time.perf_counter() - start:.4f} sec')${
  device === 'cpu'
    ? ''
    : "\nprint(tf.config.experimental.get_memory_info('GPU:0')['peak'] / 1e6, 'MB at most')"
}`;

/** @param {Work} work */
const mxnetOf = ({ width, rows, batches, rate, device }) => `${MXNET}
ctx = ${mxnetDevice(device)}
net = gluon.nn.Sequential()
net.add(gluon.nn.Dense(${4 * width}, activation='relu'), gluon.nn.Dense(${width}, activation='relu'), gluon.nn.Dense(1))
net.initialize(ctx=ctx)
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': ${rate}})
l2 = gluon.loss.L2Loss()
y = np.ones((${rows}, 1), ctx=ctx)
previous = None  # to let one minibatch overlap: the loss of the one before
with autograd.record():
    first = l2(net(np.random.normal(size=(${rows}, ${width}), ctx=ctx)), y)
first.backward()
trainer.step(${rows})
npx.waitall()${WARM_UP}

start = time.perf_counter()
for t in range(${batches}):
    x = np.random.normal(size=(${rows}, ${width}), ctx=ctx)
    with autograd.record():
        loss = l2(net(x), y)
    loss.backward()
    trainer.step(${rows})
    # loss.wait_to_read()
    # loss.mean().item()
    # if previous is not None: previous.wait_to_read()
    # previous = loss
npx.waitall()
print(f'${batches} minibatches: {time.perf_counter() - start:.4f} sec')
print(npx.gpu_memory_info()[0] / 1e6, 'MB free')`;

/** @type {import('../../kit/types.js').Programs} */
export default ({ features, batch, batches, rate, device }) => {
  const width = sized(features, 512);
  const rows = sized(batch, 2 * width);
  const work = { width, rows, batches: Number(batches), rate: Number(rate), device };
  const onCpu = device === 'cpu';
  return {
    pytorch: torchOf(work),
    jax: jaxProgram(work),
    tensorflow: tensorflowOf(work),
    mxnet: mxnetOf(work),
    pairs: [
      { javascript: 'const lab', note: 'allocator' },
      {
        javascript: 'new nn.Sequential',
        python: 'nn.Sequential',
        jax: 'params = [',
        tensorflow: 'params = w',
        note: 'layers',
      },
      {
        javascript: 'net.initialize',
        jax: 'weights = [',
        tensorflow: 'weights = [',
        mxnet: 'net.initialize',
        note: 'initialize',
      },
      {
        javascript: 'new nn.Trainer',
        pytorch: 'torch.optim.SGD',
        mxnet: 'gluon.Trainer',
        note: 'layers',
      },
      {
        javascript: 'new nn.L2Loss',
        pytorch: 'nn.MSELoss',
        python: 'def l2',
        mxnet: 'gluon.loss.L2Loss',
      },
      { javascript: 'let previous', python: 'previous = None', tensorflow: null, note: 'wait-one' },
      { javascript: 'lab.window(', note: 'window' },
      { javascript: 'for (let t', python: 'for t in' },
      { javascript: 'lab.tidy', note: 'dispose' },
      {
        javascript: 'nd.random.normal',
        pytorch: '    x = torch.randn',
        jax: 'def draw',
        tensorflow: '    x = tf.random.normal',
        mxnet: '    x = np.random.normal',
      },
      {
        javascript: 'autograd.record',
        python: 'loss = l2',
        jax: 'loss, params = step',
        tensorflow: 'tf.GradientTape',
        note: 'jit',
      },
      {
        javascript: 'loss.backward',
        pytorch: 'loss.mean().backward',
        jax: 'jax.value_and_grad',
        tensorflow: 'tape.gradient',
        mxnet: 'loss.backward',
      },
      {
        javascript: 'trainer.step',
        python: '    trainer.step',
        jax: 'jax.tree.map',
        tensorflow: 'p.assign_sub',
        note: 'zero-grad',
      },
      {
        javascript: 'loss.waitToRead',
        pytorch: '# torch.cuda.synchronize',
        jax: '# loss.block_until_ready',
        tensorflow: `# ${SYNC}`,
        mxnet: '# loss.wait_to_read',
        note: 'wait-one',
      },
      {
        javascript: 'loss.mean().item',
        python: '# loss.mean().item',
        jax: '# loss.item',
        tensorflow: '# float(loss)',
      },
      { javascript: 'await previous', python: '# if previous', tensorflow: null, note: 'wait-one' },
      { javascript: 'window.next', note: 'window' },
      { javascript: 'loss.dispose', note: 'dispose' },
      {
        javascript: '  await lab.waitAll',
        pytorch: 'torch.cuda.synchronize()\nprint',
        jax: 'jax.block_until_ready(params)\nprint',
        tensorflow: `${SYNC}\nprint`,
        mxnet: 'npx.waitall()\nprint',
      },
      {
        javascript: 'lab.memory',
        pytorch: 'max_memory_allocated',
        jax: onCpu ? null : 'memory_stats',
        tensorflow: onCpu ? null : 'get_memory_info',
        mxnet: 'gpu_memory_info',
        note: 'memory',
      },
    ],
  };
};
