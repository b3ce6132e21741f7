import { spread } from '../../page/statistics.js';
import { waysOf } from '../lib/ways.js';
import { judge } from './judge.js';
import { loopsOn, turnsPerMs } from './loops.js';
import * as model from './model.js';

/** Where the model is tested. None of these lengths is used to find its three costs. */
const LENGTHS = [2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
/** Lengths from which the costs are found: two long batches, and single operations in a row. */
const SHORT = 1500;
const LONG = 4500;
const SINGLES = 30;
/** Length of the loop on which the frontend is slowed down, and by how much, as shares of t2. */
const BENT = 3000;
const SLOWER = [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3];
/** What the loop that waits each time may take in all where its length is left to the lab, ms. */
const BUDGET = 6000;

/** @typedef {ReturnType<typeof loopsOn>} Loops */

/** The loops at a frontend that is slower by some ms. @param {import('../../page/context.js').Context} ctx */
async function frontends(ctx) {
  const { t1, t2, t3, side } = /** @type {Record<string, number>} */ (ctx.parameters);
  if (ctx.device === 'sim') {
    const at = async (/** @type {number} */ slower) => {
      const sim = { t1: t1 / 1000 + slower, t2: t2 / 1000, t3: t3 / 1000 };
      const lab = await ctx.connect({ device: 'sim', sim });
      return loopsOn(lab, lab.nd.ones([side, side]), 0);
    };
    const lab = await ctx.connect({ device: 'sim' });
    return { lab, at };
  }
  const lab = await ctx.connect({ device: ctx.device });
  const x = lab.nd.ones([side, side]);
  await x.waitToRead();
  const turns = turnsPerMs();
  const at = async (/** @type {number} */ slower) => loopsOn(lab, x, Math.round(turns * slower));
  return { lab, at };
}

/** @param {import('../../page/context.js').Context} ctx */
export async function run(ctx) {
  const { rounds, slower } = /** @type {Record<string, number>} */ (ctx.parameters);
  ctx.expect(2 + rounds * (3 + LENGTHS.length * 2 + SLOWER.length));
  ctx.step('connecting');
  const { lab, at } = await frontends(ctx);
  const free = await at(0);
  const asked = await at(slower / 1000);

  ctx.step('warming');
  await free.once(LONG);
  const single = (await asked.each(SINGLES)) / SINGLES;
  const most =
    ctx.parameters.most === 'auto' ? longest(single, rounds) : Number(ctx.parameters.most);

  const costs = await ctx.interleave(
    {
      t1: async () => ({ t1: (await asked.once(LONG)).enqueued / LONG }),
      t2: async () => {
        const short = (await free.once(SHORT)).done;
        const long = (await free.once(LONG)).done;
        return { t2: (long - short) / (LONG - SHORT) };
      },
      single: async () => ({ single: (await asked.each(SINGLES)) / SINGLES }),
      free: async () => ({ free: (await free.once(LONG)).enqueued / LONG }),
    },
    rounds,
    (way) => ['timing-cost', { cost: way }],
  );
  const { samples } = costs;
  const rest = samples.single.map((time, i) => time - samples.t1[i] - samples.t2[i]);
  const ways = waysOf({ t1: samples.t1, t2: samples.t2, t3: rest, single: samples.single });

  const loops = await testLoops(ctx, asked, rounds, most);
  const fitted = { t1: ways[0].median, t2: ways[1].median, t3: ways[2].median };
  const unslowed = { ...fitted, t1: spread(samples.free).median };
  const bend = await testBend(ctx, at, rounds, unslowed);
  const info = lab.info();
  const leftOut = { hidden: costs.leftOut.hidden + loops.leftOut.hidden + bend.leftOut.hidden };
  const curves = { loops: loops.curves(fitted), bend: bend.curves };
  return {
    parameters: { ...ctx.parameters, most },
    seed: 0,
    info,
    ways,
    leftOut,
    curves,
    ...judge({ costs: fitted, unslowed, curves, info, leftOut, most }),
  };
}

/** The longest loop for which waiting each time stays within the budget. @param {number} single ms @param {number} rounds */
function longest(single, rounds) {
  const total = (/** @type {number} */ most) =>
    LENGTHS.reduce((sum, n) => sum + (n <= most ? n : 0), 0) * single * rounds;
  return LENGTHS.findLast((n) => total(n) <= BUDGET) ?? LENGTHS[0];
}

/** @param {Record<string, number[]>} samples @param {[string, number][]} named */
function pointsOf(samples, named) {
  return named.map(([name, x]) => ({ x, samples: samples[name], ...spread(samples[name]) }));
}

/** Both loops at every length. @param {import('../../page/context.js').Context} ctx @param {Loops} loops @param {number} rounds @param {number} most */
async function testLoops(ctx, loops, rounds, most) {
  const waited = LENGTHS.filter((n) => n <= most);
  const ways = Object.fromEntries([
    ...waited.map((n) => [`each-${n}`, async () => ({ [`each-${n}`]: await loops.each(n) })]),
    ...LENGTHS.map((n) => [
      `once-${n}`,
      async () => ({ [`once-${n}`]: (await loops.once(n)).done }),
    ]),
  ]);
  const { samples, leftOut } = await ctx.interleave(ways, rounds, (way) => {
    const [form, n] = way.split('-');
    return ['timing-loop', { way: form, n: Number(n) }];
  });
  const points = {
    each: pointsOf(
      samples,
      waited.map((n) => [`each-${n}`, n]),
    ),
    once: pointsOf(
      samples,
      LENGTHS.map((n) => [`once-${n}`, n]),
    ),
  };
  const curves = (/** @type {import('./model.js').Costs} */ costs) => ({
    points,
    models: {
      each: waited.map((n) => ({ x: n, y: model.each(costs, n) })),
      once: LENGTHS.map((n) => ({ x: n, y: model.once(costs, n) })),
    },
  });
  return { curves, leftOut };
}

/** One length on ever slower frontends. @param {import('../../page/context.js').Context} ctx @param {(slower: number) => Promise<Loops>} at @param {number} rounds @param {import('./model.js').Costs} costs unslowed */
async function testBend(ctx, at, rounds, costs) {
  const added = SLOWER.map((share) => share * costs.t2);
  const loops = await Promise.all(added.map(at));
  const ways = Object.fromEntries(
    loops.map((one, i) => [
      `bend-${i}`,
      async () => ({ [`bend-${i}`]: (await one.once(BENT)).done }),
    ]),
  );
  const { samples, leftOut } = await ctx.interleave(ways, rounds, (way) => [
    'timing-bend',
    { slower: { value: added[Number(way.split('-')[1])], unit: 'ms' } },
  ]);
  const curves = {
    points: {
      once: pointsOf(
        samples,
        added.map((x, i) => [`bend-${i}`, x]),
      ),
    },
    models: {
      once: added.map((x) => ({ x, y: model.once({ ...costs, t1: costs.t1 + x }, BENT) })),
    },
  };
  return { curves, leftOut };
}
