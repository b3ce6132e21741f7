import { experiments, find } from '../experiments/index.js';
import { Fault } from './faults.js';
import { checkDevice, devicesOf, OWN, resolveParameters } from './parameters.js';
import { jsonSafe } from './result.js';

/**
 * What a program that drives the page finds as `globalThis.asynclab`.
 * @param {Promise<{sections: Map<string, import('./experiment-section.js').ExperimentSection>, ready: Promise<void>}>} page
 *   once it is in place; the sections by name
 * @param {import('./runner.js').Runner} runner
 */
export function driver(page, runner) {
  const ready = page.then((placed) => placed.ready);
  ready.catch(() => {});
  return {
    /** Settles when the page can run something; rejects when it cannot. */
    ready,
    experiments: experiments.map(({ name }) => name),

    /**
     * Runs an experiment as the reader would and gives back what the page shows.
     * @param {string} name
     * @param {{parameters?: Record<string, unknown>, device?: unknown}} [options]
     * @throws {Fault} UNKNOWN_EXPERIMENT, NOT_LOADED, INVALID_OPTION, BUSY, STOPPED, or what the engine says
     */
    async run(name, { parameters = {}, device } = {}) {
      find(name);
      const { sections } = await page;
      const section = /** @type {import('./experiment-section.js').ExperimentSection} */ (
        sections.get(name)
      );
      const view = await section.open();
      const { experiment } = view;
      const asked = {
        device: checkDevice(experiment, device ?? devicesOf(experiment)[0]),
        parameters: resolveParameters(experiment, parameters),
      };
      await ready.catch(() => {});
      if (runner.busy) throw new Fault('BUSY', 'another run is under way; stop it first');
      const own = Object.keys(parameters).some((key) => key !== 'preset');
      view.controls.chooseDevice(asked.device);
      view.controls.fill(
        asked.parameters,
        own ? OWN : String(parameters.preset ?? Object.keys(experiment.presets)[0]),
      );
      const result = await view.run(asked);
      return {
        result: jsonSafe(result),
        lines: experiment.lines(result, view.sayOwn),
        table: experiment.table(result, view.sayOwn),
      };
    },

    /**
     * The result that an experiment shows as a file. Pictures are of its first figure.
     * @param {string} name
     * @param {string} format a name in `FORMATS` of `export/formats.js`
     * @returns {Promise<Blob>}
     * @throws {Fault} UNKNOWN_EXPERIMENT, NOT_LOADED, or NOTHING_TO_EXPORT where there is no result, no trace or no figure
     */
    async export(name, format) {
      find(name);
      const { sections } = await page;
      const view = await sections.get(name)?.open();
      const { FORMATS, learnFormats } = await import('./export/formats.js');
      await learnFormats();
      const result = view?.told.result;
      const figure = view?.figures.find(({ surfaces }) => surfaces.length > 0);
      const { of, write } = FORMATS[format];
      const there = { result, figure, trace: result?.trace }[of];
      if (!result || !there) throw new Fault('NOTHING_TO_EXPORT', `${name} has no ${of} to export`);
      return write({ result, figure });
    },
  };
}
