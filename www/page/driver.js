import { experiments } from '../experiments/index.js';

/**
 * The object with which a program drives the page: `globalThis.asynclab`. Its functions for experiments are loaded on demand.
 * @param {Promise<{sections: Map<string, import('./experiment-section.js').ExperimentSection>, ready: Promise<void>}>} page
 *   resolves after the page's layout; the sections by name
 * @param {import('../run/runner.js').Runner} runner
 */
export function driver(page, runner) {
  const ready = page.then(({ ready }) => ready);
  ready.catch(() => {});
  /** @returns {Promise<import('./drive.js').Stage>} */
  const stage = async () => ({ ...(await page), ready, runner });
  return {
    /** Resolves when the page can run experiments; rejects if it cannot. */
    ready,
    experiments: experiments.map(({ name }) => name),

    /** See `run` in `drive.js`. @param {string} name @param {import('./drive.js').Asked} [asked] */
    async run(name, asked) {
      const { run } = await import('./drive.js');
      return run(await stage(), name, asked);
    },

    /** See `binding` in `drive.js`. @param {string} name */
    async binding(name) {
      const { binding } = await import('./drive.js');
      return binding(await stage(), name);
    },

    /** See `save` in `drive.js`. @param {string} name @param {string} format */
    async export(name, format) {
      const { save } = await import('./drive.js');
      return save(await stage(), name, format);
    },

    /** See `poster` in `drive.js`. @param {string} name */
    async poster(name) {
      const { poster } = await import('./drive.js');
      return poster(await stage(), name);
    },
  };
}
