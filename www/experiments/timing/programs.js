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

/** The timers around the work. @param {string} synchronised the work and the wait for it */
const timers = (synchronised) => `
benchmark('without warm-up', lambda: ${synchronised})${WARM_UP}
benchmark('naive', work)  # stops when all is enqueued
benchmark('no barrier before', lambda: ${synchronised})
benchmark('synchronised', lambda: ${synchronised})
`;

/**
 * The loop that reads its loss in each step or once.
 * @param {number|string} repetitions @param {string} zero
 * @param {string[]} step the lines that add to `total` @param {string} read
 */
const losses = (repetitions, zero, step, read) => `
def losses(each):
    total = ${zero}
    for i in range(${repetitions}):
        ${step.join('\n        ')}
        if each: ${read}
    ${read}

losses(True)  # warm-up
benchmark('loss read in each step', lambda: losses(True))
benchmark('loss read once', lambda: losses(False))`;

/** @typedef {{size: number, repetitions: number|string, device: unknown}} Work */

/** @param {Work} work */
function pytorch({ size, repetitions, device }) {
  const drawn = `a = torch.randn(size=(${size}, ${size}), device=device)`;
  return `${TORCH}${BENCHMARK}
device = '${torchDevice(device)}'

def work():
    for i in range(${repetitions}):
        ${drawn}
        b = torch.mm(a, a)
${timers('(work(), torch.cuda.synchronize())')}
begin, end = [torch.cuda.Event(enable_timing=True) for i in range(2)]
begin.record(); work(); end.record()
torch.cuda.synchronize()
print('device', begin.elapsed_time(end), 'ms')
${losses(
  repetitions,
  'torch.zeros([], device=device)',
  [drawn, 'total = total + torch.mm(a, a).mean()'],
  'total.item()',
)}`;
}

/** @param {Work} work */
function jax({ size, repetitions, device }) {
  const drawn = `a = jax.random.normal(jax.random.key(i), (${size}, ${size}))`;
  return `${jaxOn(device)}${BENCHMARK}
def work():
    done = []
    for i in range(${repetitions}):
        ${drawn}
        done.append(jnp.dot(a, a))
    return done
${timers('jax.block_until_ready(work())')}${losses(
    repetitions,
    'jnp.zeros(())',
    [drawn, 'total = total + jnp.dot(a, a).mean()'],
    'total.item()',
  )}`;
}

/** @param {Work} work */
function tensorflow({ size, repetitions, device }) {
  const drawn = `a = tf.random.normal((${size}, ${size}))`;
  return `${tensorflowOn(device)}${BENCHMARK}
def work():
    for i in range(${repetitions}):
        ${drawn}
        b = tf.matmul(a, a)
${timers(`(work(), ${SYNC})`)}${losses(
    repetitions,
    'tf.zeros(())',
    [drawn, 'total = total + tf.reduce_mean(tf.matmul(a, a))'],
    'float(total)',
  )}`;
}

/** @param {Work} work */
function mxnet({ size, repetitions, device }) {
  const drawn = `a = np.random.normal(size=(${size}, ${size}), ctx=device)`;
  return `${MXNET}${BENCHMARK}
device = ${mxnetDevice(device)}

def work():
    for i in range(${repetitions}):
        ${drawn}
        b = np.dot(a, a)
${timers('(work(), npx.waitall())')}${losses(
    repetitions,
    'np.zeros((), ctx=device)',
    [drawn, 'total = total + np.dot(a, a).mean()'],
    'total.item()',
  )}`;
}

/** The same text in every program. @param {string} text */
const everywhere = (text) => ({ javascript: text, python: text });

/** @type {import('../../kit/types.js').Programs} */
export default ({ n, repetitions, device }) => {
  const work = { size: sized(n, 512), repetitions, device };
  return {
    pytorch: pytorch(work),
    jax: jax(work),
    tensorflow: tensorflow(work),
    mxnet: mxnet(work),
    pairs: [
      { javascript: 'const lab', pytorch: 'device =', mxnet: 'device =', note: 'connect' },
      { javascript: 'function work', python: 'def work' },
      { javascript: 'for (let i', python: `in range(${repetitions})` },
      ...PRODUCT_PAIRS,
      { javascript: 'a.dispose', note: 'dispose' },
      { javascript: 'b.dispose', note: 'dispose' },
      everywhere("'without warm-up'"),
      everywhere("'naive'"),
      everywhere("'no barrier before'"),
      everywhere("'synchronised'"),
      { javascript: 'lab.profile', pytorch: 'begin.record', note: 'profile' },
      { javascript: 'console.log', pytorch: "print('device'", note: 'profile' },
      { javascript: 'function losses', python: 'def losses' },
      { javascript: 'return total.add', python: 'total = total +' },
      { javascript: 'if (each)', python: 'if each', note: 'await' },
      {
        javascript: '  await total.item();\n  total',
        python: '\n    total.item()',
        tensorflow: '\n    float(total)',
      },
      everywhere("'loss read in each step'"),
      everywhere("'loss read once'"),
    ],
  };
};
