/** Filling a queue faster than it is emptied. */
import { thinned } from '../lib/series.js';

/** Bounds from the smallest to a roomy one, operations. */
export const BOUNDS = [1, 2, 4, 16, 64, 256, 1024];

/** Room is requested for a quarter of the queue at a time, since a request also sends the operations enqueued before it. */
const PARTS = 4;

/** Operations for each slot of the queue: enough that filling and draining it hardly matter. */
const TURNS = 8;

/** The number of operations with which a bound is timed. @param {number} bound @param {number} count */
export const turnsOf = (bound, count) => Math.min(Math.ceil(count / 2), TURNS * bound);

/** Bytes of the result of one operation. @param {any} x */
export const bytesOf = (x) => 4 * x.size;

/**
 * Enqueues operations as fast as the queue takes them, and waits for all.
 * @param {any} lab
 * @param {any} x
 * @param {number} count operations
 * @param {number} bound operations that the queue holds
 * @returns {Promise<{loop: number, done: number}>} ms from the start until all are enqueued (`loop`) and until all are done (`done`)
 */
export async function overfill(lab, x, count, bound) {
  const step = Math.min(count, Math.max(1, Math.floor(bound / PARTS)));
  const start = lab.now();
  for (let i = 0; i < count; i += 1) {
    if (i % step === 0) await lab.room(step, step * bytesOf(x));
    x.add(1).dispose();
  }
  const loop = lab.now() - start;
  await lab.waitAll();
  return { loop, done: lab.now() - start };
}

/**
 * Enqueues without yielding, until the queue rejects an operation.
 * @param {any} lab whose frontend cannot block
 * @param {any} x
 * @param {number} most operations to try
 * @returns {Promise<{taken: number, refusal: string}>} `taken`: the operations before the queue was full, or `most`
 */
export async function untilRejected(lab, x, most) {
  let taken = 0;
  let refusal = '';
  try {
    for (; taken < most; taken += 1) x.add(1).dispose();
  } catch (error) {
    const { code, message } = /** @type {any} */ (error);
    if (code !== 'QUEUE_FULL') throw error;
    refusal = `${code}: ${message}`;
  }
  await lab.waitAll();
  return { taken, refusal };
}

/**
 * The operations and bytes in the queue over time: enqueued, and not yet reported complete.
 * @param {import('../../kit/types.js').Trace} trace
 * @param {number} bytes of each result
 * @returns {import('../../kit/types.js').Series}
 */
export function depthOf({ enqueued, completed }, bytes) {
  const moments = [
    ...Array.from(enqueued, (time) => /** @type {[number, number]} */ ([time, 1])),
    ...Array.from(completed, (time) => /** @type {[number, number]} */ ([time, -1])),
  ].sort(([a], [b]) => a - b);
  const times = /** @type {number[]} */ ([]);
  const operations = /** @type {number[]} */ ([]);
  let depth = 0;
  for (const [time, change] of moments) {
    depth += change;
    const at = time - moments[0][0];
    // The operations of a submission are reported complete at the same time, which is one step of the curve.
    if (times.at(-1) === at) operations[operations.length - 1] = depth;
    else {
      times.push(at);
      operations.push(depth);
    }
  }
  return thinned(
    { times, values: { operations, bytes: operations.map((count) => count * bytes) } },
    'operations',
  );
}

/** The most that was in the queue. @param {import('../../kit/types.js').Series} depth @param {'operations'|'bytes'} what */
export const deepest = (depth, what) =>
  depth.values[what].reduce((most, value) => Math.max(most, value), 0);
