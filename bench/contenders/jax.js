// jax-js, operation by operation and with `jit`: https://jax-js.com/docs. Its calls consume their arguments; `.ref` keeps them.
import { eagerChain } from './library.js';

/** @type {import('./library.js').Contender} */
export const jax = { name: 'jax-js', kind: 'eager', open: async () => eager(await loaded()) };

/** @type {import('./library.js').Contender} */
export const jaxJit = {
  name: 'jax-js, jit',
  kind: 'fused',
  async open() {
    const jax = await loaded();
    const { array, constant, free, wait, ready, read, lazy, close, ...operations } = eager(jax);
    const stepwise = { ...operations, constant, free };
    return {
      ...{ array, constant, free, wait, ready, read, lazy, close },
      // Traces the steps of the eager form once. jax-js makes them into as few kernels as it can.
      chain(steps, n) {
        const traced = jax.jit((x, y) => {
          const value = eagerChain(stepwise, steps, n)(x, y);
          for (const input of [x, y]) input.dispose();
          return value;
        });
        return (x, y) => traced(x.ref, y.ref);
      },
      layers(weights, biases) {
        const traced = jax.jit(layersOf(jax));
        return (x) => traced(x.ref, weights.map(kept), biases.map(kept));
      },
      train: (training) => train(jax, training, jax.jit),
      lacks: Object.fromEntries(
        ['add', 'matmul', 'sum', 'norm', 'normal'].map((name) => [name, 'nothing to fuse']),
      ),
    };
  },
};

async function loaded() {
  const jax = await import('../pkg/jax.js');
  if (!(await jax.init('webgpu')).includes('webgpu')) throw new Error('it found no WebGPU');
  jax.defaultDevice('webgpu');
  return jax;
}

/** @returns {import('./library.js').Library} */
function eager(jax) {
  const { numpy: np, random } = jax;
  return {
    add: (x, y) => x.ref.add(kept(y)),
    sub: (x, y) => x.ref.sub(kept(y)),
    mul: (x, y) => x.ref.mul(kept(y)),
    exp: (x) => np.exp(x.ref),
    log: (x) => np.log(x.ref),
    square: (x) => np.square(x.ref),
    matmul: (a, b, t) => np.matmul(turned(a, t.a), turned(b, t.b)),
    sum: (x) => np.sum(x.ref),
    norm: (x) => np.linalg.norm(x.ref),
    normal: (shape, seed) => random.normal(random.key(seed), shape),
    layers: (weights, biases) => (x) => layersOf(jax)(x.ref, weights.map(kept), biases.map(kept)),
    train: (training) => train(jax, training, (step) => step),
    array: (values, shape) => np.array(values, { shape }),
    constant: (value) => value,
    free: (x) => x.dispose(),
    wait: (handles) => jax.blockUntilReady(handles),
    ready: (x) => x.blockUntilReady(),
    read: (x) => x.ref.data(),
    lazy: true,
    close() {},
  };
}

/** Consumes all its arguments. */
const layersOf = (jax) => (x, weights, biases) =>
  weights.reduce((y, weight, i) => jax.numpy.tanh(jax.numpy.matmul(y, weight).add(biases[i])), x);

const kept = (y) => (typeof y === 'number' ? y : y.ref);
const turned = (x, yes) => (yes ? x.ref.transpose() : x.ref);

/** @param {any} jax @param {import('./library.js').Training} training @param {(step: any) => any} compile */
function train(jax, { sizes, batch, rate, x: values, weights }, compile) {
  const { numpy: np, nn } = jax;
  let parameters = weights.flatMap((weight, i) => [
    np.array(weight, { shape: [sizes[i], sizes[i + 1]] }),
    np.zeros([sizes[i + 1]]),
  ]);
  const x = np.array(values, { shape: [batch, sizes[0]] });
  const lossOf = (given, input) => {
    let value = input;
    for (let i = 0; i < given.length; i += 2) {
      value = np.matmul(value, given[i]).add(given[i + 1]);
      if (i < given.length - 2) value = nn.relu(value);
    }
    return np.mean(np.square(value.sub(1))).mul(0.5);
  };
  const descend = compile((given, input) => {
    const [loss, gradients] = jax.valueAndGrad(lossOf)(jax.tree.ref(given), input);
    return [loss, given.map((one, i) => one.sub(gradients[i].mul(rate)))];
  });
  let losses = [];
  return {
    step() {
      const [loss, updated] = descend(parameters, x.ref);
      losses.push(loss);
      parameters = updated;
    },
    async wait() {
      await jax.blockUntilReady([...losses, ...parameters]);
      for (const loss of losses) loss.dispose();
      losses = [];
    },
    async loss() {
      const [number] = await lossOf(jax.tree.ref(parameters), x.ref).data();
      return number;
    },
    close() {
      for (const one of [...parameters, x]) one.dispose();
    },
  };
}
