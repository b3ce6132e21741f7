/** The notification latency: sampled in every round, and carried as its samples, because it has states that last for seconds. */
import { spread } from '../../kit/statistics.js';

/** @typedef {import('./quantities.js').Sampled} Sampled */

/** The latency that a round's way of this name measures. */
const LATENCY = 'latency';

/**
 * The way of a round that measures how late next to no work is reported complete: an addition of two numbers, waited for.
 * @param {any} lab @returns {Record<string, () => Promise<Record<string, number>>>}
 */
export function latencyWay(lab) {
  const x = lab.nd.ones([1]);
  const once = async () => {
    const start = lab.now();
    const y = x.add(1);
    await y.waitToRead();
    const took = lab.now() - start;
    y.dispose();
    return took;
  };
  /** The first compiles. @type {Promise<number>|undefined} */
  let warm;
  return {
    [LATENCY]: async () => {
      await (warm ??= once());
      return { [LATENCY]: await once() };
    },
  };
}

/** The latency by all rounds. @param {Record<string, number[]>} samples @returns {Sampled} */
export const latencyIn = (samples) => ({ samples: samples[LATENCY] ?? [] });

/**
 * By how much one report came later than another in these rounds, ms; where none was sampled, by how much those of an empty queue did: they come
 * at any moment between two looks of the browser, so that they scatter over twice the distance of their quartiles.
 * @param {Sampled} latency @param {import('../../kit/types.js').Info} info
 */
export const scatterOf = ({ samples }, { floor }) =>
  samples.length ? Math.max(...samples) - Math.min(...samples) : 2 * (floor.high - floor.low);

/** The same, as a document carries it. @param {Sampled} latency @returns {Record<string, import('../../kit/types.js').Curves>} */
export const latencyCurve = ({ samples }) => ({
  [LATENCY]: { points: { [LATENCY]: [{ x: 0, samples, ...spread(samples) }] }, models: {} },
});
