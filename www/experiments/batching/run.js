import { seldom } from '../../kit/polling.js';
import { wide } from '../../kit/inference.js';
import { spread } from '../../kit/statistics.js';
import { latencyCurve, latencyIn, latencyWay } from '../lib/latency.js';
import { enoughRounds, nowOf } from '../lib/rounds.js';
import { rangeOf } from '../lib/verdict.js';
import { judge, MANY } from './judge.js';

/** Time that the quickest loop should take if the lab chooses its length: in ms, and in multiples of the notification latency. */
const WORTH = 14;
const WORTH_FLOORS = 4;
/** Lengths of that loop to choose from, operations. */
const COUNTS = [256, 512, 768, 1024, 1536, 2048, 3072, 4096, 5120];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 1024];
/** Length of the loop that is timed to choose one. */
const LONGEST = 1024;

/**
 * Enqueues operations and waits for all; each needs the one before.
 * @param {any} lab
 * @param {any} x
 * @param {number} count
 */
async function chain(lab, x, count) {
  const start = lab.now();
  let y = x.add(1);
  for (let i = 1; i < count; i += 1) {
    const next = y.add(1);
    y.dispose();
    y = next;
  }
  const enqueued = lab.now() - start;
  await lab.waitAll();
  const done = lab.now() - start;
  y.dispose();
  return { enqueue: enqueued / count, each: done / count };
}

/** The number of operations with which a loop is long enough beside the notification latency. @param {any[]} labs @param {any[]} arrays */
async function suitable(labs, arrays) {
  const [i, longest] = [SIZES.indexOf(MANY), LONGEST];
  const { floor } = labs[0].info();
  // Where completion is reported so late, the longest loop cannot be distinguished either, and the shortest takes the least time.
  if (seldom({ floor })) return COUNTS[0];
  await chain(labs[i], arrays[i], longest);
  const { each } = await chain(labs[i], arrays[i], longest);
  const one = Math.max(1e-6, each - floor.median / longest);
  const worth = Math.max(WORTH, WORTH_FLOORS * floor.median);
  return COUNTS.find((count) => count * one >= worth) ?? COUNTS[COUNTS.length - 1];
}

/** The age of results when they are reported complete, ms: the first result's, and the mean. @param {import('../../kit/types.js').Trace} trace */
export function ages({ enqueued, completed }) {
  const all = Array.from(completed, (time, i) => time - enqueued[i]);
  return { first: all[0], age: all.reduce((a, b) => a + b, 0) / all.length };
}

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const { rounds, side } = /** @type {Record<string, number>} */ (ctx.parameters);
  ctx.expect(2 + (SIZES.length + 1) * rounds);
  const since = await nowOf(ctx);
  ctx.step('connecting');
  const labs = /** @type {any[]} */ ([]);
  // All labs stay open, at some 16 MiB each, because the sizes take turns. The first lab measures the clocks for all.
  for (const opsPerSubmit of SIZES) {
    ctx.note('opening', { way: opsPerSubmit });
    // The bound on work per submission is lifted, so that only the count closes a submission.
    const options = { opsPerSubmit, workPerSubmit: Number.MAX_VALUE };
    const known = labs.length > 0;
    labs.push(await ctx.connect({ device: ctx.device, ...options }, { known }));
  }
  const arrays = labs.map((lab) => lab.nd.ones([side, side]));
  ctx.step('warming');
  const count =
    ctx.parameters.count === 'auto' ? await suitable(labs, arrays) : +ctx.parameters.count;
  // With a size above the count, all operations would be in one submission.
  const sizes = SIZES.filter((size) => size <= count);
  for (const lab of labs.splice(sizes.length)) lab.close();
  ctx.expect((sizes.length + 1) * rounds);
  for (const [i, lab] of labs.entries()) await chain(lab, arrays[i], Math.min(count, 2 * SIZES[i]));

  const ways = waysOn(labs, arrays, { sizes, count, rounds });
  const conclude = concluderOf(labs[0], sizes, count);
  const { samples, leftOut } = await enoughRounds(
    ctx,
    { ...ways, ...latencyWay(labs[0]) },
    rounds,
    (taken) => {
      const { info, measures } = conclude(taken);
      return wide(rangeOf(measures.gain, info));
    },
    {
      word: (way) => (way in ways ? ['timing', { way: Number(way) }] : ['timing-latency', {}]),
      since,
      // The sizes that are compared were chosen beforehand.
      decisive: ['1', `${sizes.findLast((size) => size <= MANY)}`, 'latency'],
      // In a first round every size ran two loops (one of them recorded); in a further round only two loops run.
      part: () => 1 / sizes.length,
    },
  );
  const concluded = conclude(samples, leftOut);
  for (const lab of labs) lab.close();
  return {
    parameters: { ...ctx.parameters, count, rounds: Math.max(rounds, samples['each 1'].length) },
    seed: ctx.seed,
    ...concluded,
  };
}

/**
 * A way for each size of a submission.
 * @param {any[]} labs @param {any[]} arrays @param {{sizes: number[], count: number, rounds: number}} run
 */
function waysOn(labs, arrays, { sizes, count, rounds }) {
  const recorded = /** @type {Record<number, number>} */ ({});
  return Object.fromEntries(
    sizes.map((size, i) => [
      size,
      async (spare = false) => {
        const { enqueue, each } = await chain(labs[i], arrays[i], count);
        if (spare) return {};
        recorded[size] = (recorded[size] ?? 0) + 1;
        // Further rounds serve the finding alone, so they are not recorded.
        if (recorded[size] > rounds) return { [`each ${size}`]: each };
        const trace = await labs[i].profile(() => chain(labs[i], arrays[i], count), {
          measure: false,
        });
        const { first, age } = ages(trace);
        return {
          [`enqueue ${size}`]: enqueue,
          [`each ${size}`]: each,
          [`first ${size}`]: first,
          [`age ${size}`]: age,
        };
      },
    ]),
  );
}

/**
 * From samples to curves, measures and finding.
 * @param {any} lab @param {number[]} sizes @param {number} count
 */
function concluderOf(lab, sizes, count) {
  return (
    /** @type {Record<string, number[]>} */ samples,
    /** @type {Record<string, number>} */ leftOut = {},
  ) => {
    const info = lab.info();
    const points = (/** @type {string} */ name) =>
      sizes.map((x) => {
        const own = samples[`${name} ${x}`];
        return { x, samples: own, ...spread(own) };
      });
    const latency = latencyIn(samples);
    const curves = {
      cost: { points: { enqueue: points('enqueue'), each: points('each') }, models: {} },
      age: { points: { first: points('first'), age: points('age') }, models: {} },
      ...latencyCurve(latency),
    };
    return { info, curves, leftOut, ...judge({ curves, latency, info, count, leftOut }) };
  };
}
