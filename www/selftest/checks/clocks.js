import { spread } from '../../kit/statistics.js';
import { ms } from '../../experiments/lib/quantities.js';

const READINGS = 20_000;
const EMPTY = 40;
/** The pause in a recording, over which the clocks of both threads are compared, ms. */
const STRETCH = 400;
/** The length of a comparison with the time of day, whose step is 1 ms; ms. A failure is repeated, since computers set their time of day. */
const DAY_STRETCH = 1200;
const TRIES = 3;
/** The difference allowed between the clocks of threads, ms, since their origins are rounded. */
const APART = 1.5;
/** The difference allowed between the clock and the time of day over `DAY_STRETCH`, ms. The time of day is an independent source, but an
 * error that both share cannot be found here. */
const DAY = 5;

const pause = (/** @type {number} */ time) => new Promise((next) => setTimeout(next, time));
/** @param {number[]} samples */
const quantity = (samples) => {
  const { median, low, high } = spread(samples);
  return ms(median, { low, high });
};
/** Rounds to a thousandth of a millisecond. @param {number[]} samples */
const rounded = (samples) => samples.map((time) => Math.round(time * 1000) / 1000);

/**
 * Checks that the clock never goes back, agrees with the time of day, and that both threads' clocks agree, so that an operation's moments
 * are in order. Measures the latency of an empty queue.
 * @type {import('../bench.js').Check}
 */
export async function check(bench, outcome) {
  const lab = await bench.connect({ device: 'webgpu' });
  const { clock, floor, roundTrip, nudged, questions } = await lab.calibrate();
  const { values, samples } = outcome;
  values.step = ms(clock.step);
  values.backendStep = ms(clock.backendStep);
  neverGoesBack(outcome);
  bench.onProgress(1, 4);
  await agreesWithDay(outcome, 2 * clock.step);
  bench.onProgress(2, 4);
  const x = lab.nd.ones([64, 64]);
  await x.waitToRead();
  const slack = APART + 2 * Math.max(clock.step, clock.backendStep);
  for (let i = 0; i < 10; i += 1) await livesInOrder(outcome, lab, x, slack, i === 5);
  bench.onProgress(3, 4);
  const empty = await timesOf(() => lab.waitAll());
  samples.emptyWait = rounded(empty);
  values.emptyWait = quantity(empty);
  values.floor = ms(floor.median, { low: floor.low, high: floor.high });
  values.roundTrip = ms(roundTrip.median, { low: roundTrip.low, high: roundTrip.high });
  outcome.expect(floor.samples >= 8 && floor.low <= floor.high && floor.low >= 0, 'floor-odd');
  const small = await timesOf(async () => {
    const y = x.add(1);
    await y.waitToRead();
    return y;
  });
  samples.smallWait = rounded(small);
  values.smallWait = quantity(small);
  outcome.more = { nudged, questions };
}

/** @param {import('../outcome.js').Outcome} outcome */
function neverGoesBack(outcome) {
  let back = 0;
  let before = performance.now();
  for (let i = 0; i < READINGS; i += 1) {
    const now = performance.now();
    if (now < before) back += 1;
    before = now;
  }
  outcome.expect(back === 0, 'clock-back', { count: back });
}

/**
 * Records operations, and checks that each was enqueued, decoded, submitted and completed in this order.
 * @param {import('../outcome.js').Outcome} outcome
 * @param {any} lab
 * @param {any} x
 * @param {number} slack ms by which two clocks may differ
 * @param {boolean} pauses whether there is a pause between two operations
 */
async function livesInOrder(outcome, lab, x, slack, pauses) {
  const stage = ['begin', 'enqueued', 'decoded', 'submitted', 'completed', 'end'];
  const from = performance.now();
  const trace = await lab.profile(
    async () => {
      const y = x.add(1);
      await y.waitToRead();
      y.dispose();
      if (pauses) await pause(STRETCH);
      x.add(2).dispose();
      await lab.waitAll();
    },
    { measure: false },
  );
  const to = performance.now();
  for (let row = 0; row < trace.op.length; row += 1) {
    const { enqueued, decoded, submitted, completed } = trace;
    const life = [from, enqueued[row], decoded[row], submitted[row], completed[row], to];
    const late = life.findIndex((time, at) => at > 0 && !(time >= life[at - 1] - slack));
    outcome.expect(late < 0, 'clock-order', {
      case: late < 0 ? '' : `${stage[late - 1]} → ${stage[late]}`,
      got: ms(late < 0 ? 0 : life[late] - life[late - 1]),
    });
  }
}

/**
 * Times of `EMPTY` waits, ms.
 * @param {() => Promise<any>} wait may resolve to an array, which is disposed
 */
async function timesOf(wait) {
  const times = [];
  for (let i = 0; i < EMPTY; i += 1) {
    const start = performance.now();
    const y = await wait();
    times.push(performance.now() - start);
    y?.dispose();
  }
  return times;
}

/** @param {import('../outcome.js').Outcome} outcome @param {number} reading ms by which two readings may be wrong */
async function agreesWithDay(outcome, reading) {
  const most = DAY + reading;
  let apart = NaN;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [day, start] = [Date.now(), performance.now()];
    await pause(DAY_STRETCH);
    apart = performance.now() - start - (Date.now() - day);
    if (Math.abs(apart) <= most) break;
  }
  outcome.values.dayApart = ms(apart);
  outcome.expect(Math.abs(apart) <= most, 'clock-rate', {
    got: ms(apart),
    expected: ms(DAY_STRETCH),
  });
}
