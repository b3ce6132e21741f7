import { climb } from '../lib/ladder.js';
import { latencyCurve, latencyIn, latencyWay } from '../lib/latency.js';
import { products } from '../lib/products.js';
import { waysOf } from '../lib/ways.js';
import { judge } from './judge.js';

/** Extra steps beside the timed ones: connecting, warming up, recording. */
const STEPS = 3;
const SMALL = 8;

/**
 * The loop, called synchronously and through the queue; times in ms, with the queue empty before and after.
 * @param {any} queue an asynchronous lab
 * @param {any} blocking a lab that works inside each call
 * @param {{n: number, repetitions: number, seed: number}} work
 */
export function twoWays(queue, blocking, { n, repetitions, seed }) {
  return {
    synchronous: async () => {
      const start = blocking.now();
      products(blocking, n, repetitions, seed);
      return { synchronous: blocking.now() - start };
    },
    done: async () => {
      const start = queue.now();
      products(queue, n, repetitions, seed);
      const returned = queue.now() - start;
      await queue.waitAll();
      return { returned, done: queue.now() - start };
    },
  };
}

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const { repetitions, rounds, seed } = /** @type {Record<string, number>} */ (ctx.parameters);
  ctx.expect(STEPS + 3 * rounds);
  ctx.step('connecting');
  const queue = await ctx.connect({ device: 'cpu' });
  const blocking = await ctx.connect({ device: 'cpu', blocking: true });
  const waysAt = (/** @type {number} */ n) => twoWays(queue, blocking, { n, repetitions, seed });

  ctx.step('warming');
  const onAttempt = (/** @type {number} */ n) => ctx.note('calibrating', { n });
  const attempt = async (/** @type {number} */ n) =>
    (await waysAt(n).synchronous()).synchronous + (await waysAt(n).done()).done;
  const { limits } = queue.info();
  const n =
    ctx.parameters.n === 'auto'
      ? await climb({ attempt, limits, rounds, onAttempt })
      : Number(ctx.parameters.n);
  const ways = waysAt(n);
  for (const way of Object.values(ways)) await way();

  const { samples, leftOut } = await ctx.interleave({ ...ways, ...latencyWay(queue) }, rounds);
  const latency = latencyIn(samples);
  const timed = waysOf(samples, ['synchronous', 'returned', 'done']);

  ctx.step('recording');
  await queue.profile(() => products(queue, SMALL, repetitions, seed));
  const trace = await queue.profile(async () => {
    products(queue, n, repetitions, seed);
    await queue.waitAll();
  });
  const info = queue.info();
  return {
    parameters: { ...ctx.parameters, n },
    seed,
    info,
    ways: timed,
    curves: latencyCurve(latency),
    leftOut,
    trace: { ...trace, value: null },
    ...judge({ ways: timed, latency, info, trace, leftOut }),
  };
}
