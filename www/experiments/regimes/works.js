/** The operations that are timed, with their arithmetic and their bytes; program.js has the text that the reader sees. */

/** Operations of a chain. */
export const CHAIN = 8;
/** Layers of a network that is too small for any device, and the side of its matrices. */
export const LAYERS = 120;
export const LAYER_SIDE = 16;
/** Bytes of an element. */
const ELEMENT = 4;

/**
 * @typedef {object} Cost The least that an operation can take: this much arithmetic, this many bytes to and from memory, and operations of the backend.
 * @property {number} flops
 * @property {number} bytes
 * @property {number} operations
 */

/** @param {number} n @param {number} flops of an element @param {number} passes arrays that are read or written @param {number} [operations] */
const elementwise = (n, flops, passes, operations = 1) => ({
  flops: flops * n * n,
  bytes: passes * ELEMENT * n * n,
  operations,
});

/** Each layer is a product, an added bias and a ReLU. @param {number} n @param {number} passes @param {number} operations */
const layers = (n, passes, operations) => ({
  flops: LAYERS * (2 * n ** 3 + 2 * n * n),
  bytes: LAYERS * ELEMENT * (passes * n * n + n),
  operations: LAYERS * operations,
});

/**
 * The cost of each operation on n×n arrays. `exp` and `tanh` count as one FLOP for each element; their true arithmetic depends on the device.
 * @type {Record<string, (n: number) => Cost>}
 */
export const COSTS = {
  add: (n) => elementwise(n, 1, 2),
  exp: (n) => elementwise(n, 1, 2),
  tanh: (n) => elementwise(n, 1, 2),
  chain: (n) => elementwise(n, CHAIN, 2 * CHAIN, CHAIN),
  fused: (n) => elementwise(n, CHAIN, 2),
  product: (n) => ({ flops: 2 * n ** 3, bytes: 3 * ELEMENT * n * n, operations: 1 }),
  layers: (n) => layers(n, 7, 3),
  replayed: (n) => layers(n, 3, 1),
};
/** Operations whose arithmetic is more than `COSTS` counts. */
export const UNCOUNTED = ['exp', 'tanh'];

/** @param {any} x */
function chain(x) {
  let y = x;
  for (let i = 0; i < CHAIN; i += 2) y = y.mul(0.5).add(1);
  return y;
}

/**
 * @param {any} lab @param {string} operation @param {any} x an array of n×n, which the caller disposes
 * @returns {{once: () => void, dispose: () => void}} `once` enqueues the operation
 */
export function prepare(lab, operation, x) {
  const { nd } = lab;
  const [n] = x.shape;
  const own = /** @type {{dispose: () => void}[]} */ ([]);
  const kept = (/** @type {any} */ one) => {
    own.push(one);
    return one;
  };
  const deep = () => {
    const [w, b] = [kept(nd.full([n, n], 1 / n)), kept(nd.zeros([n]))];
    return (/** @type {any} */ input) => {
      let y = input;
      for (let i = 0; i < LAYERS; i += 1) y = y.dot(w).add(b).relu();
      return y;
    };
  };
  /** @type {Record<string, () => (x: any) => any>} */
  const made = {
    add: () => (one) => one.add(1),
    exp: () => (one) => one.exp(),
    tanh: () => (one) => one.tanh(),
    chain: () => chain,
    fused: () => kept(lab.compile(chain)),
    product: () => (one) => one.dot(one),
    layers: deep,
    replayed: () => kept(lab.compile(deep())),
  };
  const fn = made[operation]();
  const once = () => void lab.tidy(() => void fn(x));
  return { once, dispose: () => own.forEach((one) => one.dispose()) };
}

/**
 * Enqueues an operation this many times, and waits for all of them.
 * @param {any} lab @param {{once: () => void}} work @param {number} times
 */
export async function loop(lab, { once }, times) {
  const start = lab.now();
  for (let i = 0; i < times; i += 1) once();
  await lab.waitAll();
  return lab.now() - start;
}
