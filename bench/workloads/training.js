// Steps of the chapter's network: forward, backward and gradient descent, of the whole batch, without waiting in between.
import { contenders } from '../contenders/index.js';
import { need } from '../contenders/library.js';
import { checkLength, numbers, trainedOnce } from '../reference.js';

const FULL = { sizes: [512, 2048, 512, 1], batch: 1024 };
export const SMALL = { sizes: [128, 512, 128, 1], batch: 256 };
/** Small enough that a hundred steps do not diverge, large enough that one is seen. */
const RATE = 0.02;
/** The relative tolerance of losses computed in single precision. */
const TOLERANCE = 1e-3;
/** The relative tolerance of the amount by which one step lowers the loss. */
const TOLERANCE_OF_STEP = 0.02;

/** @returns {import('../matrix.js').Case[]} */
export const cases = () =>
  [
    { name: 'training step', ...FULL, count: 1, slow: true },
    { name: 'training step', ...SMALL, count: 1 },
    { name: '200 training steps', ...SMALL, count: 200, share: 5000 },
  ].map(caseOf);

/** @returns {import('../matrix.js').Case} */
export function caseOf({ name, sizes, batch, ...rest }) {
  const training = trainingOf({ sizes, batch });
  const expected = lazily(() => trainedOnce(training));
  return {
    ...rest,
    name: `${name}, ${sizes.join('-')}, batch ${batch}`,
    figures: { enqueue: 'ms', done: 'ms' },
    work: workOf(sizes, batch),
    contenders: rest.contenders ?? contenders,
    async program(library) {
      need(library, 'train');
      await verify(library, training, expected());
      const trained = await library.train(training);
      return {
        start(count) {
          for (let i = 0; i < count; i += 1) trained.step();
        },
        wait: () => trained.wait(),
        read: async () => [await trained.loss()],
        finish() {},
        close: () => trained.close(),
      };
    },
    check([loss]) {
      checkLength([loss], 1);
      if (!(loss < expected()[0])) throw new Error(`the loss rose to ${loss}`);
    },
  };
}

/** @param {{sizes: number[], batch: number}} size @returns {import('../contenders/library.js').Training} */
export function trainingOf({ sizes, batch }) {
  const weights = sizes.slice(1).map((units, i) => {
    const bound = Math.sqrt(6 / (sizes[i] + units));
    return numbers(sizes[i] * units, i + 2).map((x) => x * bound);
  });
  return { sizes, batch, rate: RATE, x: numbers(batch * sizes[0]), weights };
}

/** Checks that the first step changes the loss as in double precision. */
async function verify(library, training, [before, after]) {
  const trained = await library.train(training);
  try {
    const first = await trained.loss();
    trained.step();
    await trained.wait();
    const second = await trained.loss();
    const wrong = (value, right, tolerance) =>
      Math.abs(value - right) > tolerance * Math.abs(right);
    if (
      wrong(first, before, TOLERANCE) ||
      wrong(second, after, TOLERANCE) ||
      wrong(first - second, before - after, TOLERANCE_OF_STEP)
    ) {
      throw new Error(`the loss went from ${first} to ${second}, not from ${before} to ${after}`);
    }
  } finally {
    trained.close();
  }
}

/** Products of the forward pass, and backward for weights and, except in the first layer, inputs. Weights are read twice, written once. */
function workOf(sizes, batch) {
  const products = sizes.slice(1).map((units, i) => sizes[i] * units);
  const weights = products.reduce((sum, one) => sum + one, 0);
  return {
    flops: 2 * batch * (3 * weights - products[0]),
    bytes: 4 * (3 * weights + batch * sizes.reduce((sum, units) => sum + 2 * units, 0)),
    dispatches: 3 * products.length - 1,
  };
}

/** @template T @param {() => T} compute @returns {() => T} computes once, when it is first needed */
function lazily(compute) {
  let value;
  return () => (value ??= compute());
}
