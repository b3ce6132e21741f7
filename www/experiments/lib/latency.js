/** The notification latency: sampled in every round, and carried as its samples, because it has states that last for seconds. */
import { spread } from '../../kit/statistics.js';

/** @typedef {import('./quantities.js').Sampled} Sampled */

/** What a round's way of this name tells. */
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

/** What the rounds tell of it. @param {Record<string, number[]>} samples @returns {Sampled} */
export const latencyIn = (samples) => ({ samples: samples[LATENCY] ?? [] });

/** The same, as a document carries it. @param {Sampled} latency @returns {Record<string, import('../../kit/types.js').Curves>} */
export const latencyCurve = ({ samples }) => ({
  [LATENCY]: { points: { [LATENCY]: [{ x: 0, samples, ...spread(samples) }] }, models: {} },
});
