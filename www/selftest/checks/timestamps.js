import { LADDER } from '../../experiments/lib/ladder.js';
import { count, ms, share } from '../../experiments/lib/quantities.js';
import { spread } from '../../kit/statistics.js';

/** Products that are timed, and how long each should take, ms. */
const PRODUCTS = 12;
const WORTH = 4;
/** Two that take so long in all are long enough, whatever the device says, ms. */
const LONGEST = 150;
/** In a queue that is never empty a product takes as long by the device's clock as it adds to the wait: so much of it at the least, and no more. */
const RATE = [0.6, 1.4];
const TRIES = 3;
/** A queue that is never empty keeps its device busy for most of the time. */
const BUSY = 0.3;

/**
 * The device's own clock: no operation ends before it begins, none begins before it was handed over nor ends after it was seen done, and
 * together they take no longer than the program waited; and its rate is that of the program's clock.
 * @type {import('../bench.js').Check}
 */
export async function check(bench, outcome) {
  const lab = await bench.connect({ device: 'webgpu' });
  const { timestamps } = await lab.calibrate();
  if (!timestamps) {
    outcome.open('no-timestamps');
    return;
  }
  const { values, samples } = outcome;
  values.quantum = ms(timestamps.quantum);
  const queue = async (/** @type {any} */ x, times = PRODUCTS) => {
    const start = performance.now();
    for (let i = 0; i < times; i += 1) x.dot(x).dispose();
    await lab.waitAll();
    return performance.now() - start;
  };
  /** @type {any} */
  let x;
  for (const n of LADDER) {
    x?.dispose();
    x = lab.nd.random.uniform([n, n], { seed: 1 });
    await queue(x, 2);
    bench.tell(n, LADDER[LADDER.length - 1]);
    let waited = 0;
    const { started, ended } = await lab.profile(async () => {
      waited = await queue(x, 2);
    });
    if (ended[1] - started[1] >= WORTH || waited >= LONGEST) break;
  }
  let wall = 0;
  const trace = await lab.profile(async () => {
    wall = await queue(x);
  });
  const { started, ended, submitted, completed, gpuClock } = trace;
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
  const took = rows.map((row) => ended[row] - started[row]);
  const busy = took.reduce((sum, time) => sum + time, 0);
  samples.product = took.map((time) => Math.round(time * 1e6) / 1e6);
  const { median, low, high } = spread(took);
  values.product = ms(median, { low, high });
  values.wall = ms(wall);
  values.busy = share(busy / wall);
  const most = wall + PRODUCTS * timestamps.quantum + 1;
  outcome.expect(busy <= most, 'timestamps-long', { got: ms(busy), expected: ms(wall) });
  const rates = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const few = await timed(lab, queue, x, PRODUCTS);
    const many = await timed(lab, queue, x, 2 * PRODUCTS);
    const each = (many.wall - few.wall) / PRODUCTS;
    rates.push({ each, own: many.busy / (2 * PRODUCTS), rate: many.busy / (2 * PRODUCTS) / each });
    if (isRight(rates[tries].rate)) break;
  }
  const nearest = rates.reduce((a, b) => (off(b.rate) < off(a.rate) ? b : a));
  values.rate = share(nearest.rate);
  // Products too short for the clock, or for the browser's looks, tell nothing of it.
  if (nearest.each > 0 && median >= WORTH / 2)
    outcome.expect(isRight(nearest.rate), 'timestamps-rate', {
      got: ms(nearest.own),
      expected: ms(nearest.each),
    });
  // Work that is not the program's may have held the device up.
  if (busy < BUSY * wall) outcome.open('timestamps-short', { got: ms(busy), expected: ms(wall) });
}

/** @param {number} rate */
const isRight = (rate) => rate >= RATE[0] && rate <= RATE[1];
/** @param {number} rate */
const off = (rate) => (rate > 0 ? Math.abs(Math.log(rate)) : Infinity);

/**
 * The wait for a queue of products, and how long the device says that it worked.
 * @param {any} lab @param {(x: any, times: number) => Promise<number>} queue @param {any} x @param {number} times
 */
async function timed(lab, queue, x, times) {
  let wall = 0;
  const { started, ended } = await lab.profile(async () => {
    wall = await queue(x, times);
  });
  let busy = 0;
  for (let row = 0; row < ended.length; row += 1) busy += ended[row] - started[row] || 0;
  return { wall, busy };
}
