/** The timers that are compared, each around the same products; experiment.js shows them to the reader. */
import { products } from '../lib/products.js';

/**
 * @typedef {{n: number, repetitions: number, seed: number}} Work
 * @typedef {Record<string, (spare?: boolean) => Promise<Record<string, number>>>} Timers
 */

/** The time from the start of the device's first operation to the end of its last, ms; NaN if it does not time its work. @param {import('../../kit/types.js').Trace} trace */
const spanOf = ({ started, ended }) => Math.max(...ended) - Math.min(...started);

/**
 * The timers. Each returns its time in ms by name, with the queue empty before and after it.
 * @param {any} lab @param {Work} work @param {() => Promise<any>} open another lab of the same device
 * @returns {Timers}
 */
export function timersOf(lab, { n, repetitions, seed }, open) {
  const work = (on = lab) => products(on, n, repetitions, seed);
  const until = async (/** @type {any} */ on, /** @type {() => any} */ end) => {
    const start = on.now();
    work(on);
    await end();
    return on.now() - start;
  };
  const losses = async (/** @type {(sum: any) => Promise<any>|void} */ each) => {
    const start = lab.now();
    let total = lab.nd.zeros([]);
    for (let i = 0; i < repetitions; i += 1) {
      const next = lab.tidy(() => {
        const a = lab.nd.random.normal([n, n], { seed: seed + i });
        return total.add(lab.nd.dot(a, a).mean());
      });
      total.dispose();
      total = next;
      await each(total);
    }
    await total.item();
    total.dispose();
    return lab.now() - start;
  };
  const none = /** @type {Record<string, number>} */ ({});
  return {
    naive: async () => {
      const naive = await until(lab, () => {});
      await lab.waitAll();
      return { naive };
    },
    right: async () => ({ right: await until(lab, () => lab.waitAll()) }),
    queued: async () => {
      // The device still has this work to do when the timer starts.
      work();
      return { queued: await until(lab, () => lab.waitAll()) };
    },
    cold: async (spare = false) => {
      if (spare) return none;
      const fresh = await open();
      const cold = await until(fresh, () => fresh.waitAll());
      fresh.close();
      return { cold };
    },
    device: async () => {
      const span = spanOf(await lab.profile(() => work()));
      return Number.isFinite(span) ? { device: span } : none;
    },
    once: async () => ({ once: await losses(() => {}) }),
    each: async () => ({ each: await losses((total) => total.item()) }),
  };
}
