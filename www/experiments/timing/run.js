import { seldom } from '../../kit/polling.js';
import { LADDER } from '../lib/ladder.js';
import { latencyCurve, latencyIn, latencyWay } from '../lib/latency.js';
import { products } from '../lib/products.js';
import { waysOf } from '../lib/ways.js';
import { judge } from './judge.js';
import { timersOf } from './timers.js';

/** Extra steps beside the timed ones: connecting, warming up, recording. */
const STEPS = 3;
/** If the lab chooses the size, the work takes at least `LONG` ms, `FLOORS` notification latencies and `CLOCKS` steps of the clock. */
const LONG = 16;
const FLOORS = 6;
const CLOCKS = 16;

/** The smallest size with which the work takes long enough. @param {import('../../kit/types.js').Context} ctx @param {any} lab @param {(n: number) => () => Promise<number>} workOf */
async function suitable(ctx, lab, workOf) {
  const { floor, clock, limits } = lab.info();
  const [least] = LADDER;
  // The polling interval of such a browser is longer than any work that a reader would wait for.
  if (seldom({ floor })) return least;
  const long = Math.max(LONG, FLOORS * floor.median, CLOCKS * clock.step);
  for (const n of LADDER.filter((one) => 4 * one * one <= limits.arrayBytes)) {
    ctx.note('calibrating', { n });
    const once = workOf(n);
    await once(); // compiles
    if ((await once()) >= long) return n;
  }
  return LADDER[LADDER.length - 1];
}

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const { repetitions, rounds, seed } = /** @type {Record<string, number>} */ (ctx.parameters);
  ctx.expect(STEPS + 8 * rounds);
  ctx.step('connecting');
  const lab = await ctx.connect({ device: ctx.device });
  ctx.step('warming');
  const workOf = (/** @type {number} */ n) => async () => {
    const start = lab.now();
    products(lab, n, repetitions, seed);
    await lab.waitAll();
    return lab.now() - start;
  };
  const n =
    ctx.parameters.n === 'auto' ? await suitable(ctx, lab, workOf) : Number(ctx.parameters.n);
  let opened = 0;
  // A modelled machine that is opened anew with the same seed would repeat its noise, and always begin with the same disturbance.
  const noise = () => ctx.machine && { sim: { seed: (opened += 1) } };
  const timers = timersOf(lab, { n, repetitions, seed }, async () => {
    const fresh = await ctx.connect({ device: ctx.device, ...noise() }, { known: true });
    // The new lab's clock may start with it, and so always at the same point of a step.
    ctx.scatter();
    return fresh;
  });
  for (const timer of Object.values(timers)) await timer();
  const { samples, leftOut } = await ctx.interleave(
    { ...timers, ...latencyWay(lab) },
    rounds,
    (way) => (way === 'latency' ? ['timing-latency', {}] : ['timing', { way }]),
  );
  const latency = latencyIn(samples);
  const ways = waysOf(
    samples,
    Object.keys(timers).filter((way) => samples[way]),
  );

  ctx.step('recording');
  const trace = await lab.profile(async () => {
    products(lab, n, repetitions, seed);
    await lab.waitAll();
  });
  const info = lab.info();
  return {
    parameters: { ...ctx.parameters, n },
    seed,
    info,
    ways,
    leftOut,
    curves: latencyCurve(latency),
    ...judge({ ways, latency, info, trace, leftOut }),
    trace: { ...trace, value: null },
  };
}
