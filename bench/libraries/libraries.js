// Two loops in libraries. `sums`: the chapter's, ten products of a matrix with itself and their sums, added up. `train`: ten steps of least
// squares by gradient descent, e = x·w − y, loss = Σe², w −= r·xᵀ·e. Each loop reads every step's number, or only the last one.
// Numbers are read in the way that each library's documentation shows.
import { model } from './model.js';

const STEPS = 10;
const values = (n) => Float32Array.from({ length: n * n }, (_, i) => ((i % 7) - 3) / n);
/** r·xᵀ: the rate is in it, so that no step multiplies by it. */
const turned = (n) => Float32Array.from({ length: n * n }, (_, i) => valueAt(n, i) / 4);
const valueAt = (n, i) => ((((i % n) * n + Math.floor(i / n)) % 7) - 3) / n;
const ones = (n) => new Float32Array(n).fill(1);

/**
 * The step and the reading of each loop.
 * @typedef {{step: () => any, read: () => Promise<number>}} Loop
 * @type {Record<string, (n: number) => Promise<{sums: Loop, train: Loop}>>}
 */
const programs = {
  async 'hand-written'(n) {
    const { productsOn, descentOn } = await import('./products.js');
    const adapter = await navigator.gpu.requestAdapter();
    const device = await adapter.requestDevice();
    const products = productsOn(device, values(n), n);
    const descent = descentOn(device, values(n), turned(n), n);
    return {
      sums: { step: () => products.step(), read: () => products.read() },
      train: { step: () => descent.step(), read: () => descent.read() },
    };
  },

  async 'TensorFlow.js'(n) {
    const tf = await import('./pkg/tensorflow.js');
    await tf.setBackend('webgpu');
    await tf.ready();
    const [a, rt] = [values(n), turned(n)].map((list) => tf.tensor2d(list, [n, n]));
    const y = tf.ones([n, 1]);
    let [total, w, loss] = [tf.scalar(0), tf.zeros([n, 1]), tf.scalar(0)];
    const descend = () => {
      const e = tf.sub(tf.matMul(a, w), y);
      loss = tf.sum(tf.mul(e, e));
      w = tf.sub(w, tf.matMul(rt, e));
    };
    return {
      sums: {
        step: () => (total = tf.add(total, tf.sum(tf.matMul(a, a)))),
        read: async () => (await total.data())[0],
      },
      train: { step: descend, read: async () => (await loss.data())[0] },
    };
  },

  async 'jax-js'(n) {
    const { init, defaultDevice, numpy: np } = await import('./pkg/jax.js');
    await init('webgpu');
    defaultDevice('webgpu');
    const [a, rt] = [values(n), turned(n)].map((list) => np.array(list).reshape([n, n]));
    const y = np.array(ones(n)).reshape([n, 1]);
    let [total, w, loss] = [np.array([0]), np.zeros([n, 1]), np.array([0])];
    const descend = () => {
      const e = np.dot(a.ref, w.ref).sub(y.ref);
      loss = e.ref.mul(e.ref).sum();
      w = w.sub(np.dot(rt.ref, e));
    };
    return {
      sums: {
        step: () => (total = total.add(np.dot(a.ref, a.ref).sum())),
        read: async () => (await total.ref.data())[0],
      },
      train: { step: descend, read: async () => (await loss.ref.data())[0] },
    };
  },

  async 'ONNX Runtime Web'(n) {
    const ort = await import('./pkg/onnx.js');
    ort.env.wasm.wasmPaths = {
      wasm: new URL('./ort/ort-wasm-simd-threaded.asyncify.wasm', import.meta.url),
    };
    ort.env.logLevel = 'error';
    const sessionOf = (graph) =>
      ort.InferenceSession.create(model(graph), {
        executionProviders: ['webgpu'],
        preferredOutputLocation: 'gpu-buffer',
      });
    const summing = await sessionOf({
      nodes: [
        { op: 'MatMul', inputs: ['a', 'a'], output: 'product' },
        { op: 'ReduceSum', inputs: ['product'], output: 'sum', attributes: { keepdims: 0 } },
        { op: 'Add', inputs: ['total', 'sum'], output: 'out' },
      ],
      inputs: { a: [n, n], total: [1] },
      outputs: { out: [1] },
    });
    const descending = await sessionOf({
      nodes: [
        { op: 'MatMul', inputs: ['a', 'w'], output: 'p' },
        { op: 'Sub', inputs: ['p', 'y'], output: 'e' },
        { op: 'Mul', inputs: ['e', 'e'], output: 'squares' },
        { op: 'ReduceSum', inputs: ['squares'], output: 'loss' },
        { op: 'MatMul', inputs: ['rt', 'e'], output: 'g' },
        { op: 'Sub', inputs: ['w', 'g'], output: 'out' },
      ],
      inputs: { a: [n, n], rt: [n, n], w: [n, 1], y: [n, 1] },
      outputs: { out: [n, 1], loss: [1, 1] },
    });
    const [a, rt] = [values(n), turned(n)].map((list) => new ort.Tensor('float32', list, [n, n]));
    const y = new ort.Tensor('float32', ones(n), [n, 1]);
    let w = new ort.Tensor('float32', new Float32Array(n), [n, 1]);
    let [total, loss] = [1, 2].map(() => new ort.Tensor('float32', Float32Array.of(0), [1]));
    return {
      sums: {
        step: async () => (total = (await summing.run({ a, total })).out),
        read: async () => (await total.getData())[0],
      },
      train: {
        step: async () => ({ out: w, loss } = await descending.run({ a, rt, w, y })),
        read: async () => (await loss.getData())[0],
      },
    };
  },

  async 'webgpu-torch'(n) {
    const { torch } = await import('./pkg/torch.js');
    await torch.initWebGPUAsync();
    const array = (list, shape, strides) => torch.tensor([...list]).withShape(shape, strides);
    const [a, rt] = [values(n), turned(n)].map((list) => array(list, [n, n], [n, 1]));
    const y = array(ones(n), [n, 1], [1, 1]);
    let w = array(new Float32Array(n), [n, 1], [1, 1]);
    /** @type {any} */
    let [total, loss] = [null, null];
    const add = () => {
      const sum = torch.mm(a, a).sum();
      total = total ? total.add(sum) : sum;
    };
    const descend = () => {
      const e = torch.mm(a, w).sub(y);
      loss = e.mul(e).sum();
      w = w.sub(torch.mm(rt, e));
    };
    const first = (list) => [list].flat(Infinity)[0];
    return {
      sums: { step: add, read: async () => first(await total.toArrayAsync()) },
      train: { step: descend, read: async () => first(await loss.toArrayAsync()) },
    };
  },

  async 'this lab'(n) {
    const { connect } = await import('./www/asynclab.js');
    // On the program's own thread, where the script is.
    const lab = await connect({ device: 'webgpu', backend: 'same' });
    const { nd } = lab;
    const [a, rt] = [values(n), turned(n)].map((list) => nd.array(list).reshape([n, n]));
    const y = nd.ones([n, 1]);
    let [total, w, loss] = [nd.zeros([1]), nd.zeros([n, 1]), nd.zeros([1])];
    const descend = () => {
      const e = nd.dot(a, w).sub(y);
      loss = e.mul(e).sum();
      w = w.sub(nd.dot(rt, e));
    };
    return {
      sums: {
        step: () => (total = total.add(nd.dot(a, a).sum())),
        read: async () => await total.item(),
      },
      train: { step: descend, read: async () => await loss.item() },
    };
  },
};

/**
 * The loops of a library: `once` and `each` for the sums, `train-once` and `train-each` for the training. They mark when the program reads,
 * and when it awaits a promise of a step.
 */
export const libraries = Object.fromEntries(
  Object.entries(programs).map(([name, open]) => [
    name,
    async (n) => {
      const { sums, train } = await open(n);
      return {
        once: () => once(sums),
        each: () => each(sums),
        'train-once': () => once(train),
        'train-each': () => each(train),
      };
    },
  ]),
);

async function advance(step) {
  const made = step();
  if (typeof made?.then !== 'function') return;
  performance.mark('await');
  await made;
}

function reading(read) {
  performance.mark('read');
  return read();
}

async function each({ step, read }) {
  let value = 0;
  for (let i = 0; i < STEPS; i += 1) {
    await advance(step);
    value = await reading(read); // reads in every step
  }
  return value;
}

async function once({ step, read }) {
  for (let i = 0; i < STEPS; i += 1) await advance(step);
  return reading(read); // reads once
}
