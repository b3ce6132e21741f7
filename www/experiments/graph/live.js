/**
 * The graph while the operations run. A GPU completes most operations too fast to be seen, so each operation
 * is called several times in a row. Operations that depend on it read the result of the last call.
 */
import { LADDER } from '../lib/ladder.js';
import { call } from './steps.js';

/** The time that each node should be running, ms. */
const VISIBLE = 350;
/** The most time for all of them, ms. */
const TOTAL = 6000;
/** Most operations in the queue, since the whole queue is polled. */
const MOST = 4000;
/** The polling interval, ms. */
const EVERY = 40;
/** The least time that a node must last to be seen, ms. */
const LEAST = 120;
/** Calls are timed together for at least this long, ms, since the wait itself takes time. */
const TIMED = 12;

/** @typedef {import('./expression.js').Step} Step */
/** @typedef {{n: number, times: number[]}} Pace the size of the arrays, and how often each step is called */
/** @typedef {'queued'|'running'|'waiting'|'done'} Stage */

/** The device gets one operation at a time, so that the operation reported as running is running. */
export const LIVE = { opsPerSubmit: 1, maxInFlight: 1 };

/**
 * The smallest size, from `least` on, with which most steps can be made to last, and how often each has to be called.
 * @param {any} lab
 * @param {Step[]} steps
 * @param {number} least rows and columns
 * @returns {Promise<Pace>}
 */
export async function paceOf(lab, steps, least) {
  const visible = Math.min(VISIBLE, TOTAL / steps.length);
  const most = Math.floor(MOST / steps.length);
  const { arrayBytes } = lab.info().limits;
  const larger = LADDER.filter((n) => n > least && 4 * n * n <= arrayBytes);
  for (const n of [least, ...larger]) {
    const took = await timesOf(lab, steps, n, most);
    const lasting = took.filter((time) => time * most >= Math.min(LEAST, visible));
    const enough = 2 * lasting.length > steps.length || Math.max(...took) > VISIBLE;
    const times = took.map((time) => Math.max(1, Math.min(most, Math.round(visible / time))));
    if (enough || n === larger.at(-1)) return { n, times };
  }
  return { n: least, times: steps.map(() => most) };
}

/** The time of each step, ms; the first compilation is not counted. @param {any} lab @param {Step[]} steps @param {number} n @param {number} most calls */
async function timesOf(lab, steps, n, most) {
  const times = /** @type {number[]} */ ([]);
  const arrays = /** @type {any[]} */ ([]);
  const timed = async (/** @type {Step} */ step, /** @type {number} */ count) => {
    const start = lab.now();
    const array = repeat(lab, step, arrays, n, count);
    await lab.waitAll();
    return { array, took: lab.now() - start };
  };
  for (const step of steps) {
    (await timed(step, 1)).array.dispose();
    for (let count = 1; ; count *= 4) {
      const { array, took } = await timed(step, count);
      if (took >= TIMED || 4 * count > most) {
        arrays.push(array);
        times.push(took / count);
        break;
      }
      array.dispose();
    }
  }
  for (const array of arrays) array.dispose();
  return times;
}

/** Calls a step `count` times and returns the array of the last call. @param {any} lab @param {Step} step @param {any[]} arrays @param {number} n @param {number} count */
function repeat(lab, step, arrays, n, count) {
  for (let i = 1; i < count; i += 1) call(lab, step, arrays, n).dispose();
  return call(lab, step, arrays, n);
}

/**
 * Calls the operations, prints the result, and reports meanwhile how far each operation is.
 * @param {any} lab connected with `LIVE`
 * @param {Step[]} steps
 * @param {Pace} pace
 * @param {(stages: Stage[]) => void} report of each step, and last of the print
 */
export async function watch(lab, steps, { n, times }, report) {
  const arrays = /** @type {any[]} */ ([]);
  const first = lab.progress().enqueued;
  for (const [i, step] of steps.entries()) arrays.push(repeat(lab, step, arrays, n, times[i]));
  let printed = false;
  // With a wait for the result alone, the operations it needs would overtake the other calls.
  const printing = lab.waitAll().then(() => arrays.at(-1).print());
  const over = printing.then(
    () => (printed = true),
    () => (printed = true),
  );
  while (!printed) {
    report([...stagesOf(await lab.graph(), times, first), 'waiting']);
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, EVERY))]);
  }
  await printing;
  report([...steps, null].map(() => 'done'));
  for (const array of arrays) array.dispose();
}

/**
 * The state of each step: running from the first of its calls to the last.
 * @param {{operation: number, stage: string}[]} graph the operations that are not complete
 * @param {number[]} times how often each step was called
 * @param {number} first number of the first call
 * @returns {Stage[]}
 */
export function stagesOf(graph, times, first) {
  let from = first;
  return times.map((count) => {
    const own = graph.filter(({ operation }) => operation >= from && operation < from + count);
    from += count;
    if (own.length === 0) return 'done';
    const begun = own.length < count || own.some(({ stage }) => stage === 'running');
    return begun ? 'running' : 'queued';
  });
}
