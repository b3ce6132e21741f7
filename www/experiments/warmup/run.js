import { spread } from '../../kit/statistics.js';
import { climb, LADDER } from '../lib/ladder.js';
import { latencyCurve, latencyIn, latencyWay } from '../lib/latency.js';
import { products } from '../lib/products.js';
import { waysOf } from '../lib/ways.js';
import { judge } from './judge.js';

/** Extra steps beside the timed ones: connecting, warming up, recording. */
const STEPS = 3;

/** The time that the device's ways may take if the lab chooses the size, and the time that the blocking way may take, ms. */
const BUDGET = 2500;
const BUDGET_BLOCKING = 1500;
/** A size at which the device has next to nothing to do. */
const SMALL = 8;

/**
 * The three ways to do the work. Each returns its times in ms by name, with the queue empty before and after it.
 * @param {any} lab asynchronous
 * @param {any} blocking executes within each call
 * @param {{n: number, repetitions: number, seed: number}} work
 * @returns {Record<'blocking'|'enqueued'|'waited', () => Promise<Record<string, number>>>}
 */
export function threeWays(lab, blocking, { n, repetitions, seed }) {
  return {
    blocking: async () => {
      const start = blocking.now();
      products(blocking, n, repetitions, seed);
      return { blocking: blocking.now() - start };
    },
    enqueued: async () => {
      const start = lab.now();
      products(lab, n, repetitions, seed);
      const enqueued = lab.now() - start;
      await lab.waitAll();
      return { enqueued };
    },
    waited: async () => {
      const start = lab.now();
      products(lab, n, repetitions, seed);
      const returned = lab.now();
      await lab.waitAll();
      const done = lab.now();
      return { waited: done - start, gap: done - returned };
    },
  };
}

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const { repetitions, rounds, seed } = /** @type {Record<string, number>} */ (ctx.parameters);
  ctx.expect(STEPS + 4 * rounds);
  ctx.step('connecting');
  const lab = await ctx.connect({ device: ctx.device });
  const blocking = await ctx.connect({ device: 'cpu', blocking: true });
  /** @param {number} n */
  const waysAt = (n) => threeWays(lab, blocking, { n, repetitions, seed });

  ctx.step('warming');
  const { n, smaller } = await sizesFor(ctx, lab.info(), waysAt);
  const scale = (n / smaller) ** 3;
  const ways = {
    ...waysAt(n),
    blocking: async () => ({ blocking: scale * (await waysAt(smaller).blocking()).blocking }),
  };
  for (const way of Object.values(ways)) await way();

  const { samples, leftOut } = await ctx.interleave({ ...ways, ...latencyWay(lab) }, rounds);
  const latency = latencyIn(samples);
  const timed = waysOf(samples, Object.keys(ways));
  const gap = { samples: samples.gap, ...spread(samples.gap) };

  ctx.step('recording');
  // The first recording of a lab is its slowest, so one of tiny products is made before.
  await lab.profile(() => products(lab, SMALL, repetitions, seed));
  const trace = await lab.profile(async () => {
    products(lab, n, repetitions, seed);
    await lab.waitAll();
  });
  const info = lab.info();
  return {
    parameters: { ...ctx.parameters, n },
    seed,
    info,
    ways: timed,
    leftOut,
    // The gap's samples are from the runs that waited.
    curves: {
      gap: { points: { gap: [{ x: n, ...gap }] }, models: {} },
      ...latencyCurve(latency),
    },
    ...judge({
      ways: timed,
      gap,
      latency,
      info,
      trace,
      repetitions,
      leftOut,
      n,
      blockingN: smaller,
    }),
    trace: { ...trace, value: null },
  };
}

/**
 * The size of the matrices, and the size that the blocking way computes.
 * @param {import('../../kit/types.js').Context} ctx @param {import('../../kit/types.js').Info} info
 * @param {(n: number) => ReturnType<typeof threeWays>} waysAt
 */
async function sizesFor(ctx, { limits, floor }, waysAt) {
  const rounds = Number(ctx.parameters.rounds);
  const onAttempt = (/** @type {number} */ n) => ctx.note('calibrating', { n });
  // The size suits the measured device. A round takes twice the time of the way that waits, since the way that only
  // enqueues is followed by an untimed wait.
  const attempt = async (/** @type {number} */ n) => 2 * (await waysAt(n).waited()).waited;
  const n =
    ctx.parameters.n === 'auto'
      ? await climb({ attempt, limits, rounds, onAttempt, budget: BUDGET, floor: 2 * floor.median })
      : Number(ctx.parameters.n);
  // On a device that is much faster than a CPU, the blocking way would take too long at n.
  const attemptBlocking = async (/** @type {number} */ m) => (await waysAt(m).blocking()).blocking;
  const m = await climb({
    attempt: attemptBlocking,
    limits,
    rounds,
    onAttempt: () => {},
    budget: BUDGET_BLOCKING,
    largest: n,
  });
  // If n is below the rung after m, the blocking way computes n itself.
  return { n, smaller: m < n && (LADDER.find((rung) => rung > m) ?? n) <= n ? m : n };
}
