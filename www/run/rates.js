/** The rates of a device, by which the time of a program is divided (`www/kit/binding.js`): measured as `regimes` measures its ceilings. */
import { ceilingsOf } from '../experiments/regimes/judge.js';
import { Loops } from '../experiments/regimes/loops.js';
import { loop, prepare } from '../experiments/regimes/works.js';
import { LEAST, middleOf } from '../kit/inference.js';

/** Sides of the arrays that are tried, until an operation takes more than `enough` ms. */
const STREAMS = { sides: [512, 1024, 2048, 4096], enough: 3 };
const PRODUCTS = { sides: [64, 128, 256, 512, 1024, 2048, 4096], enough: 3 };
/** Flops and bytes at which a submission is closed: enough that a product of 256 is no submission by itself, as in `regimes`. */
const WORK = 1e9;
/** Operations on one number whose times on the device are averaged. The mean is off by about a step of the device's clock over the root of this number. */
const TIMED = 1024;
/** The largest side. A simulation by given costs is no faster on small arrays, whose values it computes. */
const LARGEST = { given: 64, other: 4096 };
/** The parameters of `regimes` that its loops read. @param {string} device @param {string} [machine] */
export const parametersOf = (device, machine) => ({
  loop: 'auto',
  largest: device === 'sim' && !machine ? LARGEST.given : LARGEST.other,
  seed: 1,
});

/** The mean time of an operation of one number on the device, ms; NaN where the device does not time its work. @param {any} lab @param {{once: () => void}} tiny */
async function dispatchOf(lab, tiny) {
  const { started, ended } = await lab.profile(() => loop(lab, tiny, TIMED));
  let [sum, count] = [0, 0];
  for (const [row, start] of started.entries()) {
    if (!Number.isFinite(start)) continue;
    sum += ended[row] - start;
    count += 1;
  }
  return sum / count;
}

/**
 * @param {import('../kit/types.js').Context} ctx
 * @returns {Promise<{rates: import('../kit/binding-model.js').Rates, info: import('../kit/types.js').Info}>}
 */
export async function ratesOf(ctx) {
  const lab = await ctx.connect({ device: ctx.device, workPerSubmit: WORK });
  const loops = new Loops(ctx, lab);
  const side = await loops.climb('add', STREAMS, () => 'add');
  const n = await loops.climb('product', PRODUCTS, (size) => `product ${size}`);
  const product = `product ${n}`;
  for (const name of Object.keys(loops.timed))
    if (name.startsWith('product ') && name !== product) {
      loops.timed[name].dispose();
      delete loops.timed[name];
    }
  await loops.add('tiny', 'add', 1);
  loops.lengthen(['add', 'tiny', product]);
  const x = lab.nd.ones([1, 1]);
  const tiny = prepare(lab, 'add', x);
  const ways = {
    ...loops.ways,
    latency: async () => ({ latency: await loop(lab, tiny, 1) }),
    dispatch: async () => ({ dispatch: await dispatchOf(lab, tiny) }),
  };
  const { samples } = await ctx.interleave(ways, LEAST, (way) => [
    'timing-work',
    { operation: way },
  ]);
  loops.dispose();
  x.dispose();
  const info = lab.info();
  return { rates: ratesFrom(samples, { product, side, n, info, target: loops.target }), info };
}

/** @param {Record<string, number[]>} samples @param {{product: string, side: number, n: number, info: import('../kit/types.js').Info, target: number}} about */
function ratesFrom(samples, { product, side, n, info, target }) {
  const of = (/** @type {string} */ name) => {
    const sorted = samples[name].toSorted((a, b) => a - b);
    const median = sorted[sorted.length >> 1];
    return { samples: samples[name], median, low: sorted[0], high: sorted[sorted.length - 1] };
  };
  const ceilings = ceilingsOf({ tiny: of('tiny'), add: of('add'), product: of(product), side, n });
  // The time of a loop is that of a long one less that of a short one; each ends with a reading of the clock.
  const part = (2 * info.clock.step) / (0.75 * target);
  const rate = (/** @type {number[]} */ times, step = part * middleOf(times).value) => {
    const { value, low, high } = middleOf(times, { step });
    return { value: Math.max(0, value), low: Math.max(0, low), high: Math.max(0, high) };
  };
  const cost = rate(ceilings.overhead);
  const timed = samples.dispatch.every(Number.isFinite);
  return {
    compute: rate(ceilings.compute),
    bytes: rate(ceilings.bytes),
    cost,
    dispatch: timed
      ? rate(samples.dispatch, (info.timestamps?.quantum ?? 0) / Math.sqrt(TIMED))
      : cost,
    latency: rate(samples.latency, info.clock.step),
  };
}
