import { jaxOn, mxnetDevice, sized, tensorflowOn, torchDevice } from '../lib/python.js';
import { parse } from './expression.js';
import { rowsOf } from './steps.js';

/** Functions of an expression, and where each framework has them. */
const TORCH = { dot: 'torch.mm', norm: 'torch.linalg.norm', relu: 'torch.relu' };
const JAX = { norm: 'jnp.linalg.norm', relu: 'jax.nn.relu' };
const TENSORFLOW = {
  dot: 'tf.matmul',
  sum: 'tf.reduce_sum',
  mean: 'tf.reduce_mean',
  max: 'tf.reduce_max',
  log: 'tf.math.log',
  relu: 'tf.nn.relu',
};
const MXNET = { dot: 'np.dot', norm: 'np.linalg.norm', relu: 'npx.relu' };

/** An expression as Python, with its functions called by their full names. @param {string} text @param {string} module @param {Record<string, string>} special */
function inPython(text, module, special) {
  return text.replace(/([a-z]\w*)\s*\(/gi, (_, name) => `${special[name] ?? `${module}.${name}`}(`);
}

/** @type {import('../../kit/types.js').Programs} */
export default ({ expression, n, rows, device }) => {
  const { result, steps } = parse(String(expression));
  const size = sized(n, 512);
  const shape = `${rowsOf(steps, rows, Number(size))}, ${size}`;
  const names = steps.filter(({ name }) => name === 'ones').map(({ label }) => label.split(' ')[0]);
  const formula = String(expression)
    .replace(/^\s*\w+\s*=(?!=)/, '')
    .trim();
  const made = (/** @type {(name: string) => string} */ line) => names.map(line).join('\n');
  return {
    pytorch: `import torch

${made((name) => `${name} = torch.ones(${shape}, device='${torchDevice(device)}')`)}
${result} = ${inPython(formula, 'torch', TORCH)}
print(${result})  # needs the value, so it waits`,
    jax: `${jaxOn(device, '')}
${made((name) => `${name} = jnp.ones((${shape}))`)}
${result} = ${inPython(formula, 'jnp', JAX)}
print(${result})  # needs the value, so it waits`,
    tensorflow: `${tensorflowOn(device, '')}
${made((name) => `${name} = tf.ones((${shape}))`)}
${result} = ${inPython(formula, 'tf', TENSORFLOW)}
print(${result})  # needs the value, so it waits`,
    mxnet: `from mxnet import np, npx
npx.set_np()

${made((name) => `${name} = np.ones((${shape}), ctx=${mxnetDevice(device)})`)}
${result} = ${inPython(formula, 'np', MXNET)}
print(${result})  # needs the value, so it waits`,
    pairs: [
      { javascript: 'const lab', note: 'connect' },
      { javascript: 'lab.profile', note: 'profile' },
      ...names.map((name) => ({ javascript: `const ${name} =`, python: `${name} = ` })),
      { javascript: `const ${result} =`, python: `${result} = ` },
      { javascript: `await ${result}.print`, python: `print(${result})`, note: 'await' },
    ],
  };
};
