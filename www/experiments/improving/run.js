import { seldom } from '../../kit/polling.js';
import { spread } from '../../kit/statistics.js';
import { latencyCurve, latencyIn, latencyWay } from '../lib/latency.js';
import { waysOf } from '../lib/ways.js';
import { costsOf, paceOf } from './costs.js';
import { judge } from './judge.js';
import { loopsOn, turnsPerMs } from './loops.js';
import * as model from './model.js';
import { batchesFor, LENGTHS, loneFor, longest, SINGLES } from './plan.js';
import { repeats } from './repeats.js';

/** Untimed operations before each timing, which wake the machine. */
const LEAD = 1;
/** The times by which the frontend is slowed down, as multiples of t2. */
const SLOWER = [0, 0.5, 1, 2, 3];
/** If the lab chooses the size, an operation takes at least this long, ms, since browsers only poll for completed work. */
const WORTH_SEEING = 0.5;
/** An operation that takes this many times as long is larger than necessary. */
const AMPLE = 1.8;
const SIDES = [16, 32, 64, 128, 256, 362, 512, 724, 1024, 1448, 2048, 2896, 4096];

/** Loops in which the device times each operation. */
const RECORDED = 8;
/** The longest loop that waits each time has at least this many operations, however long they take: fewer cannot show the cost of waiting. */
const ANSWERS = 20;
/** The same for a browser that polls so seldom that each of these operations takes long. */
const FEW_ANSWERS = 10;

/** @typedef {ReturnType<typeof loopsOn>} Loops */

/** The lab, and a function that returns the loops on a frontend that is slower by some ms. @param {import('../../kit/types.js').Context} ctx */
async function frontends(ctx) {
  const { t1, t2, t3, side } = /** @type {Record<string, any>} */ (ctx.parameters);
  const lab = await ctx.connect({ device: ctx.device });
  if (ctx.machine) {
    // Spinning takes no time of a virtual clock, so a slower frontend is modelled.
    const size = side === 'auto' ? await suitableSide(ctx, lab) : side;
    const { enqueue } = await ctx.described();
    const at = async (/** @type {number} */ slower, handsOver = slower > 0) => {
      const options = { device: ctx.device, sim: { enqueue: enqueue + slower } };
      const slowed = await ctx.connect(options, { known: true });
      return loopsOn(slowed, slowed.nd.ones([size, size]), { handsOver });
    };
    return { lab, at, side: size };
  }
  if (ctx.device === 'sim') {
    // A simulated device has the given costs at every size.
    const size = side === 'auto' ? 1 : side;
    const at = async (/** @type {number} */ slower, handsOver = slower > 0) => {
      const sim = { t1: t1 / 1000 + slower, t2: t2 / 1000, t3: t3 / 1000 };
      const slowed = await ctx.connect({ device: 'sim', sim });
      return loopsOn(slowed, slowed.nd.ones([size, size]), { handsOver });
    };
    return { lab, at, side: size };
  }
  const size = side === 'auto' ? await suitableSide(ctx, lab) : side;
  const x = lab.nd.ones([size, size]);
  await x.waitToRead();
  const turns = turnsPerMs();
  const at = async (/** @type {number} */ slower, handsOver = slower > 0) =>
    loopsOn(lab, x, { turns: Math.round(turns * slower), handsOver });
  return { lab, at, side: size };
}

/** The smallest side with which an operation takes `WORTH_SEEING`, or the largest that fits. @param {import('../../kit/types.js').Context} ctx @param {any} lab */
async function suitableSide(ctx, lab) {
  const room = SIDES.filter((side) => 4 * side * side <= lab.info().limits.arrayBytes / 4);
  for (const [i, side] of room.entries()) {
    ctx.note('calibrating', { n: side });
    const x = lab.nd.ones([side, side]);
    const loops = loopsOn(lab, x);
    await loops.once(20);
    // Other work on the machine may make a slope too small or too large, so there are two.
    const seen = [await slope(loops, 20, 60), await slope(loops, 20, 60)];
    x.dispose();
    if (!seen.some(({ t2 }) => t2 >= WORTH_SEEING)) continue;
    // With half as many elements an operation takes at least half as long, so the time at the smaller side was misread.
    const ample = (seen[0].t2 + seen[1].t2) / 2 >= AMPLE * WORTH_SEEING;
    return ample && i ? room[i - 1] : side;
  }
  return room[room.length - 1];
}

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const slower = Number(ctx.parameters.slower);
  ctx.expect(2);
  ctx.step('connecting');
  const { lab, at, side } = await frontends(ctx);
  const free = await at(0);
  const asked = slower ? await at(slower / 1000) : free;
  ctx.step('warming');
  const plan = await planFor(ctx, { free, asked }, lab.info());
  const { batches, lone, most } = plan;

  const { samples, leftOut } = await interleaved(ctx, { lab, free, asked, at }, plan);
  const one = Array.from({ length: lone }, (_, i) => samples[`single ${i}`]);
  const rest = samples.t1.map(
    (t1, i) => one.reduce((sum, times) => sum + times[i], 0) / lone - t1 - samples.t2[i],
  );
  const ways = waysOf({ t1: samples.t1, t2: samples.t2, t3: rest, single: one.flat() });
  const found = { t1: samples.t1, t2: samples.t2, rest, handing: samples.handing };
  const sizes = { ...batches, lone };
  const latency = latencyIn(samples);
  const paced = paceOf(found, sizes, lab.info(), latency) !== 'above';
  const own = paced ? await runTimes(asked, batches.short) : [];
  const info = lab.info();
  const known = costsOf({ ...found, own }, sizes, info, latency);
  const curves = { ...curvesOf(samples, plan, known), ...latencyCurve(latency) };
  return {
    parameters: { ...ctx.parameters, most, side },
    seed: ctx.seed,
    info,
    ways,
    leftOut,
    // The device's own times are stored if the costs rest on them.
    curves: own.length
      ? { ...curves, device: { points: { own: pointAt(batches.short, own) }, models: {} } }
      : curves,
    ...judge({ ...known, single: ways[3], curves, latency, info, leftOut, batches, lone }),
  };
}

/**
 * The lengths of all loops and batches, by first measurements.
 * @param {import('../../kit/types.js').Context} ctx @param {{free: Loops, asked: Loops}} loops
 * @param {import('../../kit/types.js').Info} info
 */
async function planFor(ctx, { free, asked }, info) {
  const { rounds, slower } = /** @type {Record<string, number>} */ (ctx.parameters);
  const early = await asked.each(SINGLES);
  const guess = Math.max(0.001, await middle(free, 20, 60));
  const late = info.floor.median;
  const first = batchesFor(guess, late, asked.step);
  const warm = await middle(free, first.short, first.long);
  const about = warm > 0 ? warm : guess;
  // Other work on the machine only lengthens this time, and seldom both times.
  const single = Math.min(early, await asked.each(SINGLES)) / SINGLES;
  const auto = ctx.parameters.most === 'auto';
  const fits = longest(single, rounds, asked.step);
  const answers = seldom(info) ? FEW_ANSWERS : ANSWERS;
  const most = auto ? Math.max(answers, fits) : Number(ctx.parameters.most);
  // If there is no time for all lengths, the longest is kept.
  const shorter = LENGTHS.filter((n) => n < (auto && fits < answers ? Math.min(5, most) : most));
  const reach = Math.max(most, longest(Math.max(warm, slower / 1000), rounds, asked.step));
  return {
    // Batches are longer if notifications are late.
    batches: batchesFor(about, late, asked.step),
    /** ms for each operation: `single` with a wait each time, `warm` in a long loop */
    single,
    warm,
    lone: loneFor(single),
    most,
    /** lengths of the loops that wait each time, and of those that wait once */
    waited: [...shorter, most],
    lengths: [...new Set([...LENGTHS, most])].filter((n) => n <= reach).sort((a, b) => a - b),
    /** ms by which the frontend is slowed down */
    added: SLOWER.map((share) => share * about),
  };
}

/** @typedef {Awaited<ReturnType<typeof planFor>>} Plan */

/**
 * Samples of costs and loops, which take turns, so that a machine that becomes slower does so for both.
 * @param {import('../../kit/types.js').Context} ctx
 * @param {{lab: any, free: Loops, asked: Loops, at: (slower: number, handsOver?: boolean) => Promise<Loops>}} loops @param {Plan} plan
 */
async function interleaved(ctx, { lab, free, asked, at }, plan) {
  const { batches, single, warm, lone, waited, lengths, added } = plan;
  const rounds = Number(ctx.parameters.rounds);
  const frontendsOf = await Promise.all(added.map((ms) => at(ms, true)));
  ctx.expect(rounds * (5 + waited.length + lengths.length + SLOWER.length));
  return ctx.interleave(
    {
      'cost-t1': async () => ({ t1: (await asked.once(batches.long)).enqueued / batches.long }),
      'cost-t2': () => slope(free, batches.short, batches.long),
      'cost-handing': async () => ({
        handing: (await frontendsOf[0].once(batches.bent)).enqueued / batches.bent,
      }),
      'cost-t3': () => singles(asked, lone),
      ...latencyWay(lab),
      ...timed('each', waited, (n) => mean(() => asked.each(n), n, asked, n * single)),
      ...timed('once', lengths, (n) =>
        mean(async () => (await asked.once(n)).done, n, asked, Math.max(single, n * warm)),
      ),
      ...timed('bend', added, (_, i) => {
        const loops = frontendsOf[i];
        const { bent } = batches;
        // By chance a longer batch may have been reported complete sooner than a shorter one, and `warm` is then negative.
        const takes = Math.max(single, bent * warm);
        return mean(async () => (await loops.once(bent)).done, bent, loops, takes);
      }),
    },
    rounds,
    wordOf,
  );
}

/**
 * The measured points, and the model's curves with the measured costs.
 * @param {Record<string, number[]>} samples @param {Plan} plan @param {Pick<ReturnType<typeof costsOf>, 'costs'|'unslowed'>} known
 */
function curvesOf(samples, { batches, waited, lengths, added }, { costs, unslowed }) {
  const points = (/** @type {string} */ form, /** @type {number[]} */ xs) =>
    xs.map((x) => ({ x, samples: samples[`${form} ${x}`], ...spread(samples[`${form} ${x}`]) }));
  return {
    loops: {
      points: { each: points('each', waited), once: points('once', lengths) },
      models: {
        each: waited.map((n) => ({ x: n, y: model.each(costs, n) })),
        once: lengths.map((n) => ({ x: n, y: model.once(costs, n) })),
        chapter: lengths.map((n) => ({ x: n, y: model.onceInTheChapter(costs, n) })),
      },
    },
    bend: {
      points: { once: points('bend', added), handing: pointAt(batches.bent, samples.handing) },
      models: {
        once: added.map((x) => ({
          x,
          y: model.once({ ...unslowed, t1: unslowed.t1 + x }, batches.bent),
        })),
      },
    },
  };
}

/** A curve of one point. @param {number} x @param {number[]} samples */
const pointAt = (x, samples) => [{ x, samples, ...spread(samples) }];

/**
 * The time of an operation by the device's own clock, ms, as the mean of each of several loops. It is needed where the frontend sets
 * the pace, since no loop then shows it. Empty if the device does not time its work.
 * @param {Loops} loops @param {number} n
 */
async function runTimes(loops, n) {
  await loops.profiled(2);
  const means = [];
  for (let i = 0; i < RECORDED; i += 1) {
    const { started, ended } = await loops.profiled(n);
    means.push(average(Array.from(started, (start, i) => ended[i] - start)));
  }
  return means.filter(Number.isFinite);
}

/** The mean; single times may be shorter than a step of the device's clock. @param {number[]} times */
const average = (times) => times.reduce((sum, time) => sum + time, 0) / times.length;

/** Time of each further operation of a long batch, ms. @param {Loops} loops @param {number} short @param {number} long */
async function slope(loops, short, long) {
  const before = (await loops.once(short)).done;
  const { done } = await loops.once(long);
  return { t2: (done - before) / (long - short) };
}

/** The median of three slopes, ms: other work may have disturbed one of them. @param {Loops} loops @param {number} short @param {number} long */
async function middle(loops, short, long) {
  const slopes = [];
  for (let i = 0; i < 3; i += 1) slopes.push((await slope(loops, short, long)).t2);
  return spread(slopes).median;
}

/** The times of operations that are waited for one by one, ms. @param {Loops} loops @param {number} lone how many */
async function singles(loops, lone) {
  await loops.each(LEAD);
  /** @type {Record<string, number>} */
  const times = {};
  for (let i = 0; i < lone; i += 1) times[`single ${i}`] = await loops.each(1);
  return times;
}

/**
 * A loop's time, ms. Short loops are run several times, so that their mean is as exact as the time of a long loop.
 * @param {() => Promise<number>} loop
 * @param {number} n its length
 * @param {Loops} loops
 * @param {number} takes the time of one run, about, ms
 */
async function mean(loop, n, loops, takes) {
  await loops.each(LEAD);
  const times = repeats(n, takes, loops.step);
  if (times === 1) return loop();
  // The clock is read twice for all runs together, so that its step counts less.
  const start = loops.now();
  for (let i = 0; i < times; i += 1) await loop();
  return (loops.now() - start) / times;
}

/** The ways of one form, one for each x. @param {string} form @param {number[]} xs @param {(x: number, i: number) => Promise<number>} time */
function timed(form, xs, time) {
  const way = (/** @type {number} */ x, /** @type {number} */ i) => {
    const name = `${form} ${x}`;
    return [name, async () => ({ [name]: await time(x, i) })];
  };
  return Object.fromEntries(xs.map(way));
}

/** The message shown while a way is timed. @param {string} way @returns {[string, Record<string, any>]} */
function wordOf(way) {
  if (way === 'latency') return ['timing-latency', {}];
  const [form, x] = way.split(' ');
  if (form === 'each' || form === 'once') return ['timing-loop', { way: form, n: Number(x) }];
  if (form === 'bend') return ['timing-bend', { slower: { value: Number(x), unit: 'ms' } }];
  return ['timing-cost', { cost: form.split('-')[1] }];
}
