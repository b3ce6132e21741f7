import { spread } from '../../kit/statistics.js';
import { enoughRounds, nowOf } from '../lib/rounds.js';
import { waysOf } from '../lib/ways.js';
import { judge, wideIn } from './judge.js';
import { Loops } from './loops.js';
import { openPeak } from './peak.js';
import { LAYER_SIDE } from './works.js';

/** Sides of the arrays that are tried until an operation takes longer than `enough` ms: arrays that large exceed the caches. */
const STREAMS = { sides: [512, 1024, 2048, 4096], enough: 3 };
const PRODUCTS = { sides: [64, 128, 256, 512, 1024, 2048, 4096], enough: 3 };
/** Work per submission, so large that only the count closes one: a product of 256 would otherwise be a submission by itself. */
const WORK = 1e9;
/** Most rounds if nothing will be found. */
const HASTY = 2;
/** With the default number of rounds, operations whose interval is too wide get more, as long as the run takes no more than `WITHIN` ms. */
const [USUAL, WITHIN] = [8, 9500];
/** The prefix of the products' ways, whose samples are stored as a curve. */
const PRODUCT = 'product ';

/**
 * The rates of the device without the lab; null for a device that is not this machine's GPU, or if the lab nudges the browser to report sooner.
 * @param {import('../../kit/types.js').Context} ctx @param {any} lab @param {number} side
 */
async function peakOf({ device }, lab, side) {
  if (device !== 'webgpu' || lab.info().nudged) return null;
  // The copy takes 8 KiB at a time.
  return openPeak(Math.max(2 ** 20, 4 * side * side));
}

/** @param {Record<string, number[]>} samples @param {string[]} products their ways */
const pointsOf = (samples, products) =>
  products.map((name) => ({
    x: Number(name.slice(PRODUCT.length)),
    samples: samples[name],
    ...spread(samples[name]),
  }));

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const operation = String(ctx.parameters.operation);
  const since = await nowOf(ctx);
  ctx.step('connecting');
  const lab = await ctx.connect({ device: ctx.device, workPerSubmit: WORK }, { compiles: true });
  ctx.step('warming');
  const loops = new Loops(ctx, lab);
  const side = await loops.climb('add', STREAMS, () => 'add');
  for (const name of ['exp', 'tanh', 'chain', 'fused']) await loops.add(name, name, side);
  const most = await loops.climb('product', PRODUCTS, (n) => `${PRODUCT}${n}`);
  await loops.add('tiny', 'add', 1);
  const ceilings = ['add', 'tiny', `${PRODUCT}${most}`];
  loops.lengthen(ceilings);
  for (const name of ['layers', 'replayed']) await loops.add(name, name, LAYER_SIDE);
  const suitable = { product: most, layers: LAYER_SIDE, replayed: LAYER_SIDE }[operation] ?? side;
  const n = ctx.parameters.n === 'auto' ? suitable : Number(ctx.parameters.n);
  await loops.add('own', operation, n);
  const peak = loops.hasty ? null : await peakOf(ctx, lab, side);
  if (peak) {
    await loops.time('copied', peak.bytes.loop);
    await loops.time('multiplied', peak.compute.loop);
  }

  const names = Object.keys(loops.timed);
  const rounds = Math.min(Number(ctx.parameters.rounds), loops.hasty ? HASTY : Infinity);
  ctx.expect(names.length * rounds);
  const products = names.filter((name) => name.startsWith(PRODUCT));
  const resultOf = (/** @type {Record<string, number[]>} */ samples) => ({
    ways: waysOf(
      samples,
      names.filter((name) => !products.includes(name)),
    ),
    curves: { products: { points: { each: pointsOf(samples, products) }, models: {} } },
    info: lab.info(),
    parameters: { ...ctx.parameters, n, loop: loops.target },
  });
  const { samples, leftOut } = await enoughRounds(
    ctx,
    loops.ways,
    rounds,
    (taken) => wideIn({ ...resultOf(taken), side }),
    {
      word: (way) => ['timing-work', { operation: way }],
      decisive: ceilings,
      part: (taken) => loops.lengthOf(taken) / loops.lengthOf(names),
      since,
      usual: USUAL,
      within: WITHIN,
    },
  );
  loops.dispose();
  peak?.close();
  const result = { ...resultOf(samples), leftOut };
  const amounts = peak && { bytes: peak.bytes.amount, compute: peak.compute.amount };
  return { ...result, seed: ctx.seed, ...judge({ ...result, side, amounts }) };
}
