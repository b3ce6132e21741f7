import { LADDER } from '../../experiments/lib/ladder.js';
import { count, ms, share } from '../../experiments/lib/quantities.js';
import { spread } from '../../kit/statistics.js';
import { judged, narrowed, UNKNOWN } from '../clock-rate.js';

const pause = (/** @type {number} */ time) => new Promise((next) => setTimeout(next, time));

/** The number of timed products, and the least time of each, ms. */
const PRODUCTS = 12;
const WORTH = 4;
/** Two products whose wait takes this long are long enough, regardless of the device's times, ms. */
const LONGEST = 150;
/** The longest comparison of the device's clock with the program's, ms, and the pause between readings, ms. */
const COMPARED = 4000;
const APART = 15;
/** The least share of the wait for which the device should be busy while its queue is not empty. */
const BUSY = 0.3;
/** Most tries, since other work may delay the device. */
const TRIES = 3;

/**
 * Checks the device's own clock. No operation ends before it begins, begins before it was submitted, or ends after it was reported complete.
 * Together operations take no longer than the program waited. The clock's rate equals that of the program's clock.
 * @type {import('../bench.js').Check}
 */
export async function check(bench, outcome) {
  const lab = await bench.connect({ device: 'webgpu' });
  const { timestamps, clock } = await lab.calibrate();
  if (!timestamps) {
    outcome.open('no-timestamps');
    return;
  }
  const { values, samples } = outcome;
  values.quantum = ms(timestamps.quantum);
  await rate(bench, lab, outcome, { quantum: timestamps.quantum, step: clock.backendStep });
  // With a wrong clock the other checks mean nothing.
  if (outcome.failed) return;
  const queue = async (/** @type {any} */ x, times = PRODUCTS) => {
    const start = performance.now();
    for (let i = 0; i < times; i += 1) x.dot(x).dispose();
    await lab.waitAll();
    return performance.now() - start;
  };
  const x = await factor(bench, lab, queue);
  let { trace, wall, busy } = await timed(lab, queue, x);
  for (let tries = 1; tries < TRIES && busy < BUSY * wall; tries += 1)
    ({ trace, wall, busy } = await timed(lab, queue, x));
  const { gpuClock } = trace;
  if (!gpuClock || gpuClock.refused) {
    outcome.expect(!gpuClock?.refused, 'timestamps-refused');
    if (!gpuClock) outcome.open('no-timestamps');
    return;
  }
  const { uncertainty, residual, dropped = 0 } = gpuClock;
  values.uncertainty = ms(uncertainty);
  values.residual = ms(residual);
  values.dropped = count(dropped);
  const slack = uncertainty + residual + timestamps.quantum;
  const took = timesIn(trace, outcome, { slack, dropped });
  samples.product = took.map((time) => Math.round(time * 1e6) / 1e6);
  const { median, low, high } = spread(took);
  values.product = ms(median, { low, high });
  values.wall = ms(wall);
  values.busy = share(busy / wall);
  const most = wall + PRODUCTS * timestamps.quantum + 1;
  outcome.expect(busy <= most, 'timestamps-long', { got: ms(busy), expected: ms(wall) });
  if (busy < BUSY * wall) outcome.open('timestamps-short', { got: ms(busy), expected: ms(wall) });
}

/**
 * The smallest matrix whose product takes long enough to be timed, or the largest of the ladder.
 * @param {import('../bench.js').Bench} bench @param {any} lab @param {(x: any, times?: number) => Promise<number>} queue
 */
async function factor(bench, lab, queue) {
  /** @type {any} */
  let x;
  for (const n of LADDER) {
    x?.dispose();
    x = lab.nd.random.uniform([n, n], { seed: 1 });
    await queue(x, 2);
    bench.onProgress(n, LADDER[LADDER.length - 1]);
    let waited = 0;
    const { started, ended } = await lab.profile(async () => {
      waited = await queue(x, 2);
    });
    if (ended[1] - started[1] >= WORTH || waited >= LONGEST) break;
  }
  return x;
}

/**
 * The times of operations by the device's clock, ms, without operations that end before they begin. Expects only dropped operations to be
 * missing, and each operation to lie between its submission and its report.
 * @param {import('../../lib/core/trace.js').Trace} trace @param {import('../outcome.js').Outcome} outcome
 * @param {{slack: number, dropped: number}} known `slack`: by which the clocks may differ, ms; `dropped`: operations without a time
 */
function timesIn({ started, ended, submitted, completed }, outcome, { slack, dropped }) {
  const rows = Array.from(started.keys()).filter((row) => ended[row] >= started[row]);
  outcome.expect(rows.length + dropped >= started.length, 'timestamps-turned', {
    count: started.length - rows.length,
  });
  for (const row of rows) {
    const early = submitted[row] - started[row];
    const late = ended[row] - completed[row];
    outcome.expect(early <= slack, 'timestamps-early', { got: ms(early), expected: ms(slack) });
    outcome.expect(late <= slack, 'timestamps-late', { got: ms(late), expected: ms(slack) });
  }
  return rows.map((row) => ended[row] - started[row]);
}

/**
 * The trace of a queue of products, the time for which the program waited, and the time for which the device worked by its own clock, ms.
 * @param {any} lab @param {(x: any) => Promise<number>} queue @param {any} x
 */
async function timed(lab, queue, x) {
  let wall = 0;
  const trace = await lab.profile(async () => {
    wall = await queue(x);
  });
  let busy = 0;
  for (let row = 0; row < trace.ended.length; row += 1)
    busy += Math.max(0, trace.ended[row] - trace.started[row]) || 0;
  return { trace, wall, busy };
}

/**
 * The rate of the device's clock against the program's.
 * @param {import('../bench.js').Bench} bench @param {any} lab @param {import('../outcome.js').Outcome} outcome
 * @param {{quantum: number, step: number}} coarse ms
 */
async function rate(bench, lab, outcome, coarse) {
  const x = lab.nd.ones([16]);
  const readings = /** @type {import('../clock-rate.js').Reading[]} */ ([]);
  let known = UNKNOWN;
  for (const from = performance.now(); performance.now() - from < COMPARED;) {
    bench.signal.throwIfAborted();
    const trace = await lab.profile(async () => {
      x.add(1).dispose();
      await lab.waitAll();
    });
    const [after, before] = [trace.submitted[0], trace.completed[0]];
    const offset = trace.gpuClock?.offset;
    // The times of each trace were moved to the program's clock by an offset of its own, which is undone here.
    const [start, end] = [trace.started[0] - offset, trace.ended[0] - offset];
    if (end >= start) {
      readings.push({ start, end, after, before });
      known = narrowed(known, readings, coarse);
      if (judged(known) !== 'open') break;
    }
    await pause(APART);
  }
  x.dispose();
  if (!readings.length) return;
  const { values, samples } = outcome;
  const [first] = readings;
  const rounded = (/** @type {number} */ time) => Math.round(time * 1e4) / 1e4;
  samples.deviceStart = readings.map(({ start }) => rounded(start - first.start));
  samples.deviceEnd = readings.map(({ end }) => rounded(end - first.start));
  samples.handedOver = readings.map(({ after }) => rounded(after - first.after));
  samples.seenDone = readings.map(({ before }) => rounded(before - first.after));
  const { low, high } = { low: share(known.low), high: share(known.high) };
  Object.assign(values, { rateLow: low, rateHigh: high });
  const verdict = judged(known);
  if (verdict === 'open') outcome.open('timestamps-busy', { low, high });
  else outcome.expect(verdict === 'alike', 'timestamps-rate', { low, high });
}
