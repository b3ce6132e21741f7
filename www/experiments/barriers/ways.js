/** The calls that wait, and what is enqueued before each. */

/** The calls on the product. */
const BLOCKERS = {
  nothing: () => undefined,
  waitAll: (/** @type {any} */ y) => y.lab.waitAll(),
  waitToRead: (/** @type {any} */ y) => y.waitToRead(),
  data: (/** @type {any} */ y) => y.data(),
  sum: (/** @type {any} */ y) => scalar(y.sum()),
  norm: (/** @type {any} */ y) => scalar(y.norm()),
  print: (/** @type {any} */ y) => y.print(),
};

/** The calls that wait, in the order in which they are shown. All but the first wait for one array. */
export const WAITING = ['waitAll', 'waitToRead', 'data', 'sum', 'norm', 'print'];

/** @param {any} y */
async function scalar(y) {
  const value = await y.item();
  y.dispose();
  return value;
}

/**
 * Each way returns how long its call held the program up, ms, with the queue empty before and after it. `nothing`
 * returns what enqueuing the product took.
 * @param {any} lab
 * @param {any} x the matrix that is multiplied with itself
 * @param {number} behind products queued behind the one that is waited for
 * @returns {Record<string, () => Promise<Record<string, number>>>}
 */
export function waysToBlock(lab, x, behind) {
  const { nd } = lab;
  const single = (/** @type {keyof typeof BLOCKERS} */ way) => async () => {
    const start = lab.now();
    const y = nd.dot(x, x);
    const enqueued = lab.now();
    await BLOCKERS[way](y);
    const returned = lab.now();
    y.dispose();
    await lab.waitAll();
    return { [way]: way === 'nothing' ? enqueued - start : returned - enqueued };
  };
  return {
    ...Object.fromEntries(
      Object.keys(BLOCKERS).map((way) => [way, single(/** @type {any} */ (way))]),
    ),
    two: async () => {
      const pair = [nd.dot(x, x), nd.dot(x, x)];
      const enqueued = lab.now();
      await lab.waitAll();
      const two = lab.now() - enqueued;
      for (const y of pair) y.dispose();
      return { two };
    },
    first: async () => {
      const { first } = await intermediate(lab, x, behind);
      return { first };
    },
    every: async () => {
      const all = many(nd, x, behind);
      const enqueued = lab.now();
      await lab.waitAll();
      const every = lab.now() - enqueued;
      for (const y of all) y.dispose();
      return { every };
    },
  };
}

/** @param {any} nd @param {any} x @param {number} behind */
function many(nd, x, behind) {
  return Array.from({ length: behind + 1 }, () => nd.dot(x, x));
}

/**
 * Enqueues many products, waits for the first, then for all.
 * @param {any} lab
 * @param {any} x
 * @param {number} behind
 */
export async function intermediate(lab, x, behind) {
  const all = many(lab.nd, x, behind);
  const enqueued = lab.now();
  await all[0].waitToRead();
  const first = lab.now() - enqueued;
  await lab.waitAll();
  for (const y of all) y.dispose();
  return { first };
}
