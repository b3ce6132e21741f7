import { waitCosts } from '../../kit/analysis.js';
import { latencyCurve, latencyIn, latencyWay } from '../lib/latency.js';
import { enoughRounds } from '../lib/rounds.js';
import { wide } from '../../kit/inference.js';
import { rangeOf } from '../lib/verdict.js';
import { byName, waysOf } from '../lib/ways.js';
import { costOf, judge } from './judge.js';
import { prepare, withoutWait, withWait } from './loop.js';

/** Extra steps beside the timed ones: connecting, warming up, recording. */
const STEPS = 3;
const SIZES = [16, 32, 64, 128, 256, 512, 1024];
/** A training step of about this length gives the device enough work and is short enough for the wait to show, ms. */
const WORTH_SEEING = 1.5;
const TRIED = 8;
/** The places of waits in the loop, by the kind of the wait. @type {Record<string, string>} */
const PLACES = { item: 'item', print: 'print', data: 'copy', waitAll: 'end' };

/**
 * @typedef {import('./loop.js').Work} Work
 */

/** The smallest size whose training step is worth seeing. @param {import('../../kit/types.js').Context} ctx @param {any} lab @param {Work} work */
async function suitableSize(ctx, lab, work) {
  for (const n of SIZES) {
    ctx.note('calibrating', { n });
    const training = prepare(lab, { ...work, n });
    const few = { ...work, n, batches: TRIED };
    await withoutWait(training, few, lab);
    const start = lab.now();
    await withoutWait(training, few, lab);
    const each = (lab.now() - start) / TRIED;
    training.dispose();
    if (each >= WORTH_SEEING) return n;
  }
  return SIZES[SIZES.length - 1];
}

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const { batches, rounds, seed, wait, read, task } = /** @type {Record<string, any>} */ (
    ctx.parameters
  );
  ctx.expect(STEPS + 3 * rounds);
  ctx.step('connecting');
  const lab = await ctx.connect({ device: ctx.device });

  ctx.step('warming');
  const asked = { n: Number(ctx.parameters.n), batches, seed, wait, read, task };
  const n = ctx.parameters.n === 'auto' ? await suitableSize(ctx, lab, asked) : asked.n;
  const work = { ...asked, n };
  const training = prepare(lab, work);
  const timed = (/** @type {string} */ way, /** @type {() => Promise<any>} */ loop) => async () => {
    const start = lab.now();
    await loop();
    await lab.waitAll();
    return { [way]: lab.now() - start };
  };
  const ways = {
    with: timed('with', () => withWait(training, work, lab)),
    without: timed('without', () => withoutWait(training, work, lab)),
  };
  for (const way of Object.values(ways)) await way();
  const { samples, leftOut } = await enoughRounds(
    ctx,
    { ...ways, ...latencyWay(lab) },
    rounds,
    (taken) => wide(rangeOf(costOf(byName(waysOf(taken)), lab.info()).ratio, lab.info())),
  );

  ctx.step('recording');
  const { trace, costs, uploads } = await recordedOn(lab, training, work);
  const info = lab.info();
  const parameters = { ...ctx.parameters, n, rounds: Math.max(rounds, samples.with.length) };
  const timedWays = waysOf(samples, Object.keys(ways));
  const latency = latencyIn(samples);
  const run = { ways: timedWays, info, trace, costs, latency, uploads, parameters, leftOut };
  const curves = latencyCurve(latency);
  return { parameters, seed, info, leftOut, trace, curves, ...judge(run) };
}

/**
 * Records the loop with its wait and the loop without it.
 * Returns the trace, the cost of each wait with its place in the program, and the time of each upload, ms.
 * @param {any} lab @param {ReturnType<typeof prepare>} training @param {Parameters<typeof withWait>[1]} work
 */
async function recordedOn(lab, training, work) {
  // The first recording of a lab is its slowest, so one of a single minibatch is made before.
  await lab.profile(() => withoutWait(training, { ...work, batches: 1 }, lab));
  let uploads = /** @type {number[]} */ ([]);
  const recorded = await lab.profile(async () => {
    uploads = await withWait(training, work, lab);
    await lab.waitAll();
    await withoutWait(training, work, lab);
  });
  const once = recorded.waits.at(-1);
  const placeOf = (/** @type {any} */ wait) =>
    wait === once ? 'once' : (PLACES[wait.kind] ?? 'unknown');
  const costs = waitCosts(recorded).map(({ wait, ...cost }) => ({
    ...cost,
    wait: { ...wait, place: placeOf(wait) },
  }));
  return { trace: { ...recorded, value: null }, costs, uploads };
}
