import { spread } from '../../kit/statistics.js';
import { latencyCurve, latencyIn, latencyWay } from '../lib/latency.js';
import { waysOf } from '../lib/ways.js';
import { judge } from './judge.js';
import { BOUNDS, bytesOf, depthOf, overfill, turnsOf, untilRefused } from './queue.js';

/** Extra steps beside the timed ones: connecting, warming up, refusing, recording. */
const STEPS = 4;
/** Untimed ones, which compile and wake; no more than so many. */
const WARMING = 4;
const WARM = 512;

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const { bound, count, side, rounds } = /** @type {Record<string, number>} */ (ctx.parameters);
  ctx.expect(STEPS + (BOUNDS.length + 3) * rounds);
  ctx.step('connecting');
  const { device } = ctx;
  const open = async (/** @type {object} */ options) => {
    const lab = await ctx.connect({ device, ...options });
    return { lab, x: lab.nd.ones([side, side]) };
  };
  const free = await open({});
  const bounded = await open({ maxQueued: bound });
  const bytesBound = Math.ceil(bound / 2) * bytesOf(free.x);
  const inBytes = await open({ maxQueuedBytes: bytesBound });
  // A frontend that may block would be held back by itself; with its backend on its own thread, none may.
  const refusing = await open({ maxQueued: bound, backend: 'same' });
  const swept = /** @type {(typeof free)[]} */ ([]);
  for (const maxQueued of BOUNDS) swept.push(await open({ maxQueued }));

  ctx.step('warming');
  const few = Math.min(count, WARM);
  await overfill(free.lab, free.x, few, few);
  for (const { lab, x } of [bounded, inBytes]) await overfill(lab, x, few, Math.ceil(bound / 2));
  for (const [i, places] of BOUNDS.entries())
    await overfill(swept[i].lab, swept[i].x, Math.min(few, WARMING * places), places);
  ctx.step('refusing');
  const { taken, refusal } = await untilRefused(refusing.lab, refusing.x, 2 * bound + 2);
  refusing.lab.close();

  const whole =
    (/** @type {string} */ name, /** @type {typeof free} */ { lab, x }, held = bound) =>
    async () => {
      const { loop, done } = await overfill(lab, x, count, held);
      return { [`loop-${name}`]: loop, [`done-${name}`]: done };
    };
  const { samples, leftOut } = await ctx.interleave(
    {
      'done-free': whole('free', free, count),
      'done-bounded': whole('bounded', bounded),
      ...Object.fromEntries(
        BOUNDS.map((places, i) => [
          places,
          async () => {
            const operations = turnsOf(places, count);
            const { done } = await overfill(swept[i].lab, swept[i].x, operations, places);
            return { [`each ${places}`]: done / operations };
          },
        ]),
      ),
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
  const record = async (/** @type {typeof free} */ { lab, x }, /** @type {number} */ places) => {
    const trace = await lab.profile(() => overfill(lab, x, count, places), { measure: false });
    return depthOf(trace, bytesOf(x));
  };
  const series = {
    free: await record(free, count),
    bounded: await record(bounded, bound),
    inBytes: await record(inBytes, Math.ceil(bound / 2)),
  };
  const info = free.lab.info();
  return {
    parameters: ctx.parameters,
    seed: ctx.seed,
    info,
    ways,
    curves,
    series,
    leftOut,
    ...judge({
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
    }),
  };
}

const BOUNDS_BY_NAME = Object.fromEntries(BOUNDS.map((bound) => [bound, true]));
