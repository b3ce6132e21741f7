/** Parts that the experiments' programs for Python libraries share. */

/** The lab's device by PyTorch's name: the GPU, unless the lab's device is the CPU. @param {unknown} device */
export const torchDevice = (device) => (device === 'cpu' ? 'cpu' : 'cuda');

/** The lab's device in MXNet. @param {unknown} device */
export const mxnetDevice = (device) => (device === 'cpu' ? 'npx.cpu()' : 'npx.gpu()');

/** Imports for PyTorch, with a timer that prints as the chapter's does. */
export const TORCH = `import time
import torch
`;

/** Imports for JAX, which takes the first GPU by itself. @param {unknown} device @param {string} [timer] '' for none */
export const jaxOn = (device, timer = 'import time\n') => `${timer}import jax
import jax.numpy as jnp
${device === 'cpu' ? "jax.config.update('jax_default_device', jax.devices('cpu')[0])\n" : ''}`;

/** Imports for TensorFlow, which takes the first GPU by itself. @param {unknown} device @param {string} [timer] '' for none */
export const tensorflowOn = (device, timer = 'import time\n') => `${timer}import tensorflow as tf
${device === 'cpu' ? "tf.config.set_visible_devices([], 'GPU')  # before anything else\n" : ''}`;

export const MXNET = `import time
from mxnet import autograd, gluon, np, npx
npx.set_np()
`;

/** A short replacement for the chapter's timer. */
export const BENCHMARK = `
def benchmark(label, work):
    start = time.perf_counter()
    work()
    print(f'{label}: {time.perf_counter() - start:.4f} sec')
`;

/** The comment on the line that runs before a program is timed: native libraries also open the device and load kernels at their first use. */
export const WARM_UP = '  # warm-up: the first use opens the device and loads the kernels';

/** TensorFlow's wait for everything. */
export const SYNC = 'tf.test.experimental.sync_devices()';

/** A parameter as a number for a program's text; `auto` becomes `otherwise`. @param {unknown} value @param {number} otherwise */
export const sized = (value, otherwise) => (value === 'auto' ? otherwise : Number(value));

/** The lines of a product of random matrices. @type {import('../../kit/types.js').Pair[]} */
export const PRODUCT_PAIRS = [
  {
    javascript: 'nd.random.normal',
    pytorch: 'torch.randn',
    jax: 'jax.random.normal',
    tensorflow: 'tf.random.normal',
    mxnet: 'np.random.normal',
  },
  {
    javascript: 'nd.dot',
    pytorch: 'torch.mm',
    jax: 'jnp.dot',
    tensorflow: 'tf.matmul',
    mxnet: 'np.dot',
  },
];
