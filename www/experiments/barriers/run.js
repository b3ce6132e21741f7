import { climb, LADDER } from '../lib/ladder.js';
import { latencyCurve, latencyIn, latencyWay } from '../lib/latency.js';
import { drowned } from '../lib/verdict.js';
import { waysOf } from '../lib/ways.js';
import { judge } from './judge.js';
import { intermediate, waysToBlock } from './ways.js';

/** Extra steps beside the timed ones: connecting, warming up, recording. */
const STEPS = 3;
/** Time that a run should take if the lab chooses the size, ms: ten ways share it. */
const BUDGET = 2800;
/** Waits in a round. */
const WAITS = 12;
/** Tries of a size that is compared with an empty queue. */
const TRIED = 6;
/** A product can be distinguished if it surely takes this many times as long as an empty queue. */
const CLEARLY = 1.5;
/** The next size is taken only if a round of the present one takes less than this, ms: a round of the next takes some four times as long. */
const LONGEST = 450;
const SMALL = 8;

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const { rounds, seed, behind } = /** @type {Record<string, number>} */ (ctx.parameters);
  ctx.expect(STEPS + 11 * rounds);
  ctx.step('connecting');
  const lab = await ctx.connect({ device: ctx.device });
  const matrix = (/** @type {number} */ n) => lab.nd.random.uniform([n, n], { seed });

  ctx.step('warming');
  const { limits, floor } = lab.info();
  const waits = WAITS * floor.median;
  const empty = latencyWay(lab);
  const attempt = async (/** @type {number} */ n) => {
    const x = matrix(n);
    const { every } = await waysToBlock(lab, x, behind).every();
    x.dispose();
    // The two long ways, and the nine products of the short ways counted twice.
    return 2 * Math.max(0, every - floor.median) * (1 + 9 / (behind + 1)) + waits;
  };
  /** The next size if a product of this size cannot be distinguished from an empty queue; else this size. @param {number} n */
  const clear = async (n) => {
    const next = LADDER[LADDER.indexOf(n) + 1] ?? n;
    const x = matrix(n);
    const alone = /** @type {number[]} */ ([]);
    const nothing = /** @type {number[]} */ ([]);
    for (let i = 0; i < TRIED; i += 1) {
      alone.push((await waysToBlock(lab, x, behind).waitToRead()).waitToRead / CLEARLY);
      nothing.push((await empty.latency()).latency);
    }
    x.dispose();
    const room = 4 * next * next <= limits.arrayBytes && (await attempt(n)) < LONGEST;
    const short = drowned({ samples: alone }, { samples: nothing }, lab.info().clock.step);
    return room && short ? next : n;
  };
  const onAttempt = (/** @type {number} */ n) => ctx.note('calibrating', { n });
  const fits = () => climb({ attempt, limits, rounds, onAttempt, budget: BUDGET, floor: waits });
  const n = ctx.parameters.n === 'auto' ? await clear(await fits()) : Number(ctx.parameters.n);
  const x = matrix(n);
  const ways = waysToBlock(lab, x, behind);
  for (const way of Object.values(ways)) await way();

  const { samples, leftOut } = await ctx.interleave({ ...ways, ...empty }, rounds);
  const latency = latencyIn(samples);
  const timed = waysOf(samples, Object.keys(ways));

  ctx.step('recording');
  // The first recording of a lab is its slowest, so one of tiny products is made before.
  const small = matrix(SMALL);
  await lab.profile(() => intermediate(lab, small, behind));
  const trace = await lab.profile(() => intermediate(lab, x, behind));
  const info = lab.info();
  return {
    parameters: { ...ctx.parameters, n },
    seed,
    info,
    ways: timed,
    curves: latencyCurve(latency),
    leftOut,
    trace: { ...trace, value: null },
    ...judge({ ways: timed, latency, info, trace, behind, leftOut }),
  };
}
