import {
  jaxOn,
  MXNET,
  mxnetDevice,
  sized,
  tensorflowOn,
  TORCH,
  torchDevice,
} from '../lib/python.js';
import { named } from './program.js';

/** @typedef {import('../../kit/languages.js').Library} Library */
/** @typedef {'item'|'print'|'copy'} Way */
/** @typedef {{size: number, trains: boolean, wait: Way, read: unknown, batches: unknown, device: unknown}} Work */

/** The line that waits, in each library. */
const WAITING = {
  pytorch: {
    item: 'total += loss.item()',
    print: 'print(loss)',
    copy: 'total += torch.from_numpy(loss.cpu().numpy()).to(device)  # to the host, and back',
  },
  jax: {
    item: 'total += loss.item()',
    print: 'print(loss)',
    copy: 'total = total + jax.device_put(jax.device_get(loss))  # to the host, and back',
  },
  tensorflow: {
    item: 'total += float(loss)',
    print: 'print(loss)',
    copy: 'total = total + tf.constant(loss.numpy())  # to the host, and back',
  },
  mxnet: {
    item: 'total += loss.item()',
    print: 'print(loss)',
    copy: 'total = total + np.array(loss.asnumpy(), ctx=ctx)  # to the host, and back',
  },
};

/**
 * Both loops: one waits in each minibatch, the other at its end.
 * @param {Library} library @param {Work} work
 * @param {{forward: string, update: string, zero: string, detached?: string, read?: string}} lines
 */
function loops(
  library,
  { trains, wait, read, batches },
  { forward, update, zero, detached = '', read: value = 'sum.item()' },
) {
  const waiting = WAITING[library][wait].replace('loss.cpu()', `loss${detached}.cpu()`);
  const updates = trains ? [update] : [];
  const turn = read === 'before' ? [waiting, ...updates] : [...updates, waiting];
  const loop = (/** @type {string[]} */ lines) =>
    [`for i in range(${batches}):`, ...[forward, ...lines].map((line) => `    ${line}`)].join('\n');
  return `total = ${wait === 'copy' ? zero : '0'}
${loop(turn)}

sum = ${zero}
${loop([...updates, `sum = sum + loss${detached}`])}
print('mean', ${value} / ${batches})`;
}

/** @param {Work} work */
function pytorch(work) {
  const { size, trains, device } = work;
  const step = trains
    ? `l2 = nn.MSELoss()
trainer = torch.optim.SGD(net.parameters(), lr=0.01)

def forward():
    return l2(net(x), labels) / 2

def update(loss):
    trainer.zero_grad()
    loss.backward()
    trainer.step()`
    : `
@torch.no_grad()
def forward():
    return net(x).mean()  # inference: no gradients`;
  return `${TORCH}from torch import nn

device = '${torchDevice(device)}'
x = torch.randn(${size}, ${size}, device=device)
${trains ? `labels = torch.ones(${size}, 1, device=device)\n` : ''}net = nn.Sequential(nn.Linear(${size}, ${size}), nn.ReLU(), nn.Linear(${size}, 1)).to(device)
${step}

${loops('pytorch', work, {
  forward: 'loss = forward()',
  update: 'update(loss)',
  zero: 'torch.zeros([], device=device)',
  detached: trains ? '.detach()' : '',
})}`;
}

/** In JAX the network is a function of immutable parameters; each step makes new ones. @param {Work} work */
function jax(work) {
  const { size, trains, device } = work;
  const step = trains
    ? `def l2(params):
    return ((net(params) - labels) ** 2).mean() / 2

forward = jax.jit(jax.value_and_grad(l2))

@jax.jit
def update(params, grads):
    return jax.tree.map(lambda p, g: p - 0.01 * g, params, grads)`
    : 'forward = jax.jit(lambda params: net(params).mean())  # inference: no gradients';
  return `${jaxOn(device)}
keys = jax.random.split(jax.random.key(1), 3)
x = jax.random.normal(keys[0], (${size}, ${size}))
${trains ? `labels = jnp.ones((${size}, 1))\n` : ''}weights = [jax.random.normal(keys[1], (${size}, ${size})) * 0.01, jax.random.normal(keys[2], (${size}, 1)) * 0.01]
params = weights + [jnp.zeros(${size}), jnp.zeros(1)]

def net(params):
    w, v, b, c = params
    return jax.nn.relu(x @ w + b) @ v + c

${step}

${loops('jax', work, {
  forward: trains ? 'loss, grads = forward(params)' : 'loss = forward(params)',
  update: 'params = update(params, grads)',
  zero: 'jnp.zeros(())',
})}`;
}

/** @param {Work} work */
function tensorflow(work) {
  const { size, trains, device } = work;
  const step = trains
    ? `def forward():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net() - labels)) / 2
    return loss, tape

def update(loss, tape):
    grads = tape.gradient(loss, params)
    for p, g in zip(params, grads): p.assign_sub(0.01 * g)`
    : `def forward():
    return tf.reduce_mean(net())  # inference: no gradients`;
  return `${tensorflowOn(device)}
x = tf.random.normal((${size}, ${size}))
${trains ? `labels = tf.ones((${size}, 1))\n` : ''}weights = [tf.Variable(tf.random.normal(shape) * 0.01) for shape in [(${size}, ${size}), (${size}, 1)]]
params = weights + [tf.Variable(tf.zeros((${size},))), tf.Variable(tf.zeros((1,)))]

def net():
    w, v, b, c = params
    return tf.nn.relu(x @ w + b) @ v + c

${step}

${loops('tensorflow', work, {
  forward: trains ? 'loss, tape = forward()' : 'loss = forward()',
  update: 'update(loss, tape)',
  zero: 'tf.zeros(())',
  read: 'float(sum)',
})}`;
}

/** @param {Work} work */
function mxnet(work) {
  const { size, trains, device } = work;
  const step = trains
    ? `l2 = gluon.loss.L2Loss()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.01})

def forward():
    with autograd.record():
        return l2(net(x), labels).mean()

def update(loss):
    loss.backward()
    trainer.step(1)`
    : `
def forward():
    return net(x).mean()  # inference: no gradients`;
  return `${MXNET}
ctx = ${mxnetDevice(device)}
x = np.random.normal(size=(${size}, ${size}), ctx=ctx)
${trains ? `labels = np.ones((${size}, 1), ctx=ctx)\n` : ''}net = gluon.nn.Sequential()
net.add(gluon.nn.Dense(${size}, activation='relu'), gluon.nn.Dense(1))
net.initialize(ctx=ctx)
${step}

${loops('mxnet', work, {
  forward: 'loss = forward()',
  update: 'update(loss)',
  zero: 'np.zeros((), ctx=ctx)',
})}`;
}

/** The pairs of training alone. @type {import('../../kit/types.js').Pair[]} */
const TRAINING = [
  {
    javascript: 'new nn.L2Loss',
    pytorch: 'nn.MSELoss',
    jax: 'def l2',
    tensorflow: 'tf.square',
    mxnet: 'gluon.loss.L2Loss',
  },
  {
    javascript: 'new nn.Trainer',
    pytorch: 'torch.optim.SGD',
    mxnet: 'gluon.Trainer',
    note: 'layers',
  },
  { javascript: 'const update', python: 'def update' },
  {
    javascript: 'loss.backward',
    python: 'loss.backward',
    jax: 'jax.value_and_grad',
    tensorflow: 'tape.gradient',
    note: 'value-and-grad',
  },
  {
    javascript: 'trainer.step',
    python: 'trainer.step',
    jax: 'jax.tree.map',
    tensorflow: 'p.assign_sub',
    note: 'zero-grad',
  },
];

const CODE = { item: 'total += await', print: 'loss.print', copy: 'total = total.add' };

/** @param {Way} wait @param {unknown} task @returns {import('../../kit/types.js').Pair} the line that waits */
const waitingPair = (wait, task) => ({
  javascript: named(CODE[wait], task),
  ...Object.fromEntries(
    Object.entries(WAITING).map(([library, lines]) => [
      library,
      named(lines[wait], task).slice(0, 12),
    ]),
  ),
  note: wait === 'copy' ? 'copy' : 'await',
});

/** @type {import('../../kit/types.js').Programs} */
export default ({ n, batches, wait, device, read = 'after', task = 'training' }) => {
  const trains = task === 'training';
  const way = /** @type {Way} */ (wait);
  const work = { size: sized(n, 128), trains, wait: way, read, batches, device };
  return {
    pytorch: named(pytorch(work), task),
    jax: named(jax(work), task),
    tensorflow: named(tensorflow(work), task),
    mxnet: named(mxnet(work), task),
    pairs: [
      { javascript: 'const lab', note: 'connect' },
      {
        javascript: 'nd.random.normal',
        pytorch: 'torch.randn',
        jax: 'x = jax.random.normal',
        tensorflow: 'x = tf.random.normal',
        mxnet: 'np.random.normal',
      },
      ...(trains ? [{ javascript: 'nd.ones', python: 'labels =' }] : []),
      {
        javascript: 'new nn.Sequential',
        python: 'nn.Sequential',
        jax: 'def net',
        tensorflow: 'def net',
        note: 'layers',
      },
      {
        javascript: 'net.initialize',
        jax: 'weights = [',
        tensorflow: 'weights = [',
        mxnet: 'net.initialize',
        note: 'initialize',
      },
      { javascript: 'const forward', python: 'def forward', jax: 'forward = jax.jit', note: 'jit' },
      ...(trains ? TRAINING : []),
      waitingPair(way, task),
      { javascript: 'let sum', python: '\nsum = ' },
      { javascript: 'sum = sum.add', python: 'sum = sum +' },
      { javascript: 'console.log', python: "print('mean'" },
    ],
  };
};
