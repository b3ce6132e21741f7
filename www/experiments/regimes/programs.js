import {
  jaxOn,
  MXNET,
  mxnetDevice,
  SYNC,
  tensorflowOn,
  TORCH,
  torchDevice,
  WARM_UP,
} from '../lib/python.js';
import { LONG, SHORT, sizeOf } from './program.js';
import { CHAIN, LAYERS } from './works.js';

const TIMED = (/** @type {string} */ wait) => `
def timed(count):
    start = time.perf_counter()
    for i in range(count): y = operation(x)
    ${wait}
    return time.perf_counter() - start

timed(2)${WARM_UP}
short = timed(${SHORT})
print('ms each', 1000 * (timed(${LONG}) - short) / ${LONG - SHORT})`;

const CHAINED = `def chain(x):
    for i in range(${CHAIN / 2}): x = x * 0.5 + 1
    return x

`;

/** @param {string} layer */
const layered = (layer) => `def layers(x):
    for i in range(${LAYERS}): x = ${layer}
    return x

`;

/** A function of MXNet is compiled as a block. @param {string} name */
const hybrid = (name) => `class Compiled(gluon.HybridBlock):
    def forward(self, x): return ${name}(x)

operation = Compiled()
operation.hybridize(static_alloc=True, static_shape=True)`;

/** @param {number} n @param {string} device @returns {Record<string, string>} */
const torchOf = (n, device) => {
  const weights = `w = torch.full((${n}, ${n}), 1 / ${n}, device='${device}')
b = torch.zeros(${n}, device='${device}')
${layered('torch.relu(x @ w + b)')}`;
  return {
    add: 'operation = lambda x: x + 1',
    tanh: 'operation = torch.tanh',
    chain: `${CHAINED}operation = chain`,
    fused: `${CHAINED}operation = torch.compile(chain)`,
    product: 'operation = lambda x: x @ x',
    layers: `${weights}operation = layers`,
    replayed: `${weights}operation = torch.compile(layers, mode='reduce-overhead')`,
  };
};

/** @param {number} n @returns {Record<string, string>} */
const jaxProgram = (n) => {
  const weights = `w = jnp.full((${n}, ${n}), 1 / ${n})
b = jnp.zeros(${n})
${layered('jax.nn.relu(x @ w + b)')}`;
  return {
    add: 'operation = lambda x: x + 1',
    tanh: 'operation = jnp.tanh',
    chain: `${CHAINED}operation = chain`,
    fused: `${CHAINED}operation = jax.jit(chain)`,
    product: 'operation = lambda x: x @ x',
    layers: `${weights}operation = layers`,
    replayed: `${weights}operation = jax.jit(layers)`,
  };
};

/** @param {number} n @returns {Record<string, string>} */
const tensorflowProgram = (n) => {
  const weights = `w = tf.fill((${n}, ${n}), 1 / ${n})
b = tf.zeros((${n},))
${layered('tf.nn.relu(x @ w + b)')}`;
  return {
    add: 'operation = lambda x: x + 1',
    tanh: 'operation = tf.tanh',
    chain: `${CHAINED}operation = chain`,
    fused: `${CHAINED}operation = tf.function(chain, jit_compile=True)`,
    product: 'operation = lambda x: x @ x',
    layers: `${weights}operation = layers`,
    replayed: `${weights}operation = tf.function(layers, jit_compile=True)`,
  };
};

/** @param {number} n @param {string} ctx @returns {Record<string, string>} */
const mxnetOf = (n, ctx) => {
  const weights = `w = np.full((${n}, ${n}), 1 / ${n}, ctx=${ctx})
b = np.zeros(${n}, ctx=${ctx})
${layered('npx.relu(np.dot(x, w) + b)')}`;
  return {
    add: 'operation = lambda x: x + 1',
    tanh: 'operation = np.tanh',
    chain: `${CHAINED}operation = chain`,
    fused: `${CHAINED}${hybrid('chain')}`,
    product: 'operation = lambda x: np.dot(x, x)',
    layers: `${weights}operation = layers`,
    replayed: `${weights}${hybrid('layers')}`,
  };
};

/** @type {import('../../kit/types.js').Programs} */
export default (values) => {
  const n = sizeOf(values);
  const operation = String(values.operation);
  const [torch, ctx] = [torchDevice(values.device), mxnetDevice(values.device)];
  return {
    pytorch: `${TORCH}
x = torch.ones(${n}, ${n}, device='${torch}')
${torchOf(n, torch)[operation]}
${TIMED('torch.cuda.synchronize()')}`,
    jax: `${jaxOn(values.device)}
x = jnp.ones((${n}, ${n}))
${jaxProgram(n)[operation]}
${TIMED('y.block_until_ready()')}`,
    tensorflow: `${tensorflowOn(values.device)}
x = tf.ones((${n}, ${n}))
${tensorflowProgram(n)[operation]}
${TIMED(SYNC)}`,
    mxnet: `${MXNET}
x = np.ones((${n}, ${n}), ctx=${ctx})
${mxnetOf(n, ctx)[operation]}
${TIMED('npx.waitall()')}`,
    pairs: [
      { javascript: 'const lab', note: 'connect' },
      {
        javascript: 'const x',
        pytorch: 'x = torch.ones',
        jax: 'x = jnp.ones',
        tensorflow: 'x = tf.ones',
        mxnet: 'x = np.ones',
      },
      { javascript: 'const operation', python: 'operation =' },
      { javascript: 'async function timed', python: 'def timed' },
      { javascript: 'const start', python: 'start =' },
      { javascript: 'i < count', python: 'in range(count)' },
      {
        javascript: 'await lab.waitAll',
        pytorch: 'torch.cuda.synchronize',
        jax: 'y.block_until_ready',
        tensorflow: SYNC,
        mxnet: 'npx.waitall',
        note: 'wait-last',
      },
      { javascript: 'await timed(2)', python: 'timed(2)' },
      { javascript: 'const short', python: 'short = timed' },
      { javascript: 'console.log', python: "print('ms each'" },
    ],
  };
};
