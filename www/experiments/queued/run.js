import { climb } from '../lib/ladder.js';
import { latencyCurve, latencyIn, latencyWay } from '../lib/latency.js';
import { waysOf } from '../lib/ways.js';
import { judge } from './judge.js';

/** Extra steps beside the timed ones: connecting, warming up, recording. */
const STEPS = 3;
const SMALL = 8;

/** The three calls of the chapter; experiment.js shows them to the reader. @param {any} lab @param {number} n @param {number} seed */
function sumOfProduct({ nd }, n, seed) {
  const x = nd.random.uniform([n, n], { seed });
  const product = nd.dot(x, x);
  const y = product.sum();
  // The program keeps only y.
  x.dispose();
  product.dispose();
  return y;
}

/**
 * Queues the three operations, then prints.
 * @param {any} lab
 * @param {number} n
 * @param {number} seed
 * @param {(text: string) => void} [onPrinted] gets the printed text
 * @returns {Promise<Record<'queued'|'printed', number>>} ms since the first call
 */
export async function queueAndPrint(lab, n, seed, onPrinted = () => {}) {
  const start = lab.now();
  const y = sumOfProduct(lab, n, seed);
  const queued = lab.now() - start;
  const text = await y.print();
  const printed = lab.now() - start;
  onPrinted(text);
  y.dispose();
  return { queued, printed };
}

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const { rounds, seed } = /** @type {Record<string, number>} */ (ctx.parameters);
  ctx.expect(STEPS + 2 * rounds);
  ctx.step('connecting');
  const lab = await ctx.connect({ device: ctx.device });

  ctx.step('warming');
  const attempt = async (/** @type {number} */ n) => (await queueAndPrint(lab, n, seed)).printed;
  const { limits, floor } = lab.info();
  const onAttempt = (/** @type {number} */ n) => ctx.note('calibrating', { n });
  const n =
    ctx.parameters.n === 'auto'
      ? await climb({ attempt, limits, rounds, onAttempt, floor: floor.median })
      : Number(ctx.parameters.n);
  await attempt(n);

  const { samples, leftOut } = await ctx.interleave(
    { printed: () => queueAndPrint(lab, n, seed), ...latencyWay(lab) },
    rounds,
  );
  const ways = waysOf(samples, ['queued', 'printed']);
  const latency = latencyIn(samples);

  ctx.step('recording');
  // The first recording of a lab is its slowest, so one of tiny arrays is made before.
  await lab.profile(() => queueAndPrint(lab, SMALL, seed));
  const output = /** @type {string[]} */ ([]);
  const trace = await lab.profile(() => queueAndPrint(lab, n, seed, (text) => output.push(text)));
  const info = lab.info();
  return {
    parameters: { ...ctx.parameters, n },
    seed,
    info,
    ways,
    curves: latencyCurve(latency),
    leftOut,
    ...(ctx.device !== 'sim' && { output }), // A simulated device computes no values.
    trace: { ...trace, value: null },
    ...judge({ ways, latency, info, trace, leftOut }),
  };
}
