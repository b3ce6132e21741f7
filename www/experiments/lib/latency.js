/** The notification latency. It is sampled in every round and kept as samples, because it has states that last for seconds. */
import { spread } from '../../kit/statistics.js';

/** @typedef {import('./quantities.js').Sampled} Sampled */

/** The name of the way that measures the latency. */
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
  /** The first addition, which compiles. @type {Promise<number>|undefined} */
  let warm;
  return {
    [LATENCY]: async () => {
      await (warm ??= once());
      return { [LATENCY]: await once() };
    },
  };
}

/** The latency of all rounds. @param {Record<string, number[]>} samples @returns {Sampled} */
export const latencyIn = (samples) => ({ samples: samples[LATENCY] ?? [] });

/**
 * The scatter of reports in these rounds, ms: the latest less the earliest. Without samples it is that of an empty queue's reports, which come
 * at any moment of the browser's polling interval and so scatter over twice the distance of their quartiles.
 * @param {Sampled} latency @param {import('../../kit/types.js').Info} info
 */
export const scatterOf = ({ samples }, { floor }) =>
  samples.length ? Math.max(...samples) - Math.min(...samples) : 2 * (floor.high - floor.low);

/** The latency as a curve of a stored document. @param {Sampled} latency @returns {Record<string, import('../../kit/types.js').Curves>} */
export const latencyCurve = ({ samples }) => ({
  [LATENCY]: { points: { [LATENCY]: [{ x: 0, samples, ...spread(samples) }] }, models: {} },
});
