import { spread } from '../../kit/statistics.js';
import { latencyCurve, latencyIn, latencyWay } from '../lib/latency.js';
import { waysOf } from '../lib/ways.js';
import { judge } from './judge.js';
import { BOUNDS, bytesOf, depthOf, overfill, turnsOf, untilRejected } from './queue.js';

/** Extra steps beside the timed ones: connecting, warming up, overfilling, recording. */
const STEPS = 4;
/** Untimed operations, which compile and wake: `WARMING` for each slot of a bound, `WARM` at most. */
const WARMING = 4;
const WARM = 512;

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const { bound, count, rounds } = /** @type {Record<string, number>} */ (ctx.parameters);
  ctx.expect(STEPS + (BOUNDS.length + 3) * rounds);
  ctx.step('connecting');
  const labs = await opened(ctx);
  const { free, bounded, bytesBound } = labs;
  ctx.step('warming');
  await warm(labs, count, bound);
  ctx.step('overfilling');
  const { taken, refusal } = await untilRejected(labs.small.lab, labs.small.x, 2 * bound + 2);
  labs.small.lab.close();

  const { samples, leftOut } = await ctx.interleave(
    {
      ...waysOn(labs, count, bound),
      ...latencyWay(free.lab),
    },
    rounds,
    (way) =>
      way in BOUNDS_BY_NAME ? ['timing-bound', { bound: Number(way) }] : ['timing', { way }],
  );
  const ways = waysOf(samples, ['loop-free', 'done-free', 'loop-bounded', 'done-bounded']);
  const each = BOUNDS.map((x) => ({
    x,
    samples: samples[`each ${x}`],
    ...spread(samples[`each ${x}`]),
  }));
  const latency = latencyIn(samples);
  const curves = { price: { points: { each }, models: {} }, ...latencyCurve(latency) };

  ctx.step('recording');
  const record = async (/** @type {Opened} */ { lab, x }, /** @type {number} */ limit) => {
    const trace = await lab.profile(() => overfill(lab, x, count, limit), { measure: false });
    return depthOf(trace, bytesOf(x));
  };
  const series = {
    free: await record(free, count),
    bounded: await record(bounded, bound),
    inBytes: await record(labs.inBytes, Math.ceil(bound / 2)),
  };
  const info = free.lab.info();
  const run = {
    ways,
    curves,
    series,
    latency,
    info,
    bound,
    bytesBound,
    taken,
    refusal,
    count,
    leftOut,
  };
  const { parameters, seed } = ctx;
  return { parameters, seed, info, ways, curves, series, leftOut, ...judge(run) };
}

/** The loops without a bound, with the run's, and with each of `BOUNDS`. @param {Awaited<ReturnType<typeof opened>>} labs @param {number} count @param {number} bound */
function waysOn({ free, bounded, swept }, count, bound) {
  const whole =
    (/** @type {string} */ name, /** @type {Opened} */ { lab, x }, held = bound) =>
    async () => {
      const { loop, done } = await overfill(lab, x, count, held);
      return { [`loop-${name}`]: loop, [`done-${name}`]: done };
    };
  return {
    'done-free': whole('free', free, count),
    'done-bounded': whole('bounded', bounded),
    ...Object.fromEntries(
      BOUNDS.map((limit, i) => [
        limit,
        async () => {
          const operations = turnsOf(limit, count);
          const { done } = await overfill(swept[i].lab, swept[i].x, operations, limit);
          return { [`each ${limit}`]: done / operations };
        },
      ]),
    ),
  };
}

/** @typedef {{lab: any, x: any}} Opened a lab and the array that its operations read */

/** The labs of all bounds. @param {import('../../kit/types.js').Context} ctx */
async function opened(ctx) {
  const { bound, side } = /** @type {Record<string, number>} */ (ctx.parameters);
  const open = async (/** @type {object} */ options) => {
    const lab = await ctx.connect({ device: ctx.device, ...options });
    return { lab, x: lab.nd.ones([side, side]) };
  };
  const free = await open({});
  const bounded = await open({ maxQueued: bound });
  const bytesBound = Math.ceil(bound / 2) * bytesOf(free.x);
  const inBytes = await open({ maxQueuedBytes: bytesBound });
  // A frontend that may block would block at the bound. With its backend on the same thread it may not, so the queue rejects.
  const small = await open({ maxQueued: bound, backend: 'same' });
  const swept = /** @type {Opened[]} */ ([]);
  for (const maxQueued of BOUNDS) swept.push(await open({ maxQueued }));
  return { free, bounded, inBytes, small, swept, bytesBound };
}

/** Untimed operations on each lab, which compile and wake. @param {Awaited<ReturnType<typeof opened>>} labs @param {number} count @param {number} bound */
async function warm({ free, bounded, inBytes, swept }, count, bound) {
  const few = Math.min(count, WARM);
  await overfill(free.lab, free.x, few, few);
  for (const { lab, x } of [bounded, inBytes]) await overfill(lab, x, few, Math.ceil(bound / 2));
  for (const [i, limit] of BOUNDS.entries())
    await overfill(swept[i].lab, swept[i].x, Math.min(few, WARMING * limit), limit);
}

const BOUNDS_BY_NAME = Object.fromEntries(BOUNDS.map((bound) => [bound, true]));
