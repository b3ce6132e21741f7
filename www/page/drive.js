import { find } from '../experiments/index.js';
import { Fault } from '../kit/faults.js';
import { checkDevice, devicesOf, OWN, resolveParameters } from '../kit/parameters.js';
import { elements } from '../kit/lazy.js';
import { jsonSafe } from '../kit/result.js';

/** @typedef {{parameters?: Record<string, unknown>, device?: unknown}} Asked */
/**
 * @typedef {object} Stage The page after its layout.
 * @property {Map<string, import('./experiment-section.js').ExperimentSection>} sections by name
 * @property {Promise<void>} ready
 * @property {import('../run/runner.js').Runner} runner
 */

/** @param {Stage} stage @param {string} name @throws {Fault} UNKNOWN_EXPERIMENT or NOT_LOADED */
function open({ sections }, name) {
  find(name);
  const section = sections.get(name);
  return /** @type {import('./experiment-section.js').ExperimentSection} */ (section).open();
}

/**
 * Runs an experiment as a reader would and returns the shown result.
 * @param {Stage} stage
 * @param {string} name
 * @param {Asked} [asked]
 * @throws {Fault} UNKNOWN_EXPERIMENT, NOT_LOADED, INVALID_OPTION, BUSY, STOPPED, or the engine's error
 */
export async function run(stage, name, { parameters = {}, device } = {}) {
  const view = await open(stage, name);
  const { experiment } = view;
  const asked = {
    device: checkDevice(experiment, device ?? devicesOf(experiment)[0]),
    parameters: resolveParameters(experiment, parameters),
  };
  await stage.ready.catch(() => {});
  if (stage.runner.busy) throw new Fault('BUSY', 'another run is under way; stop it first');
  const own = Object.keys(parameters).some((key) => key !== 'preset');
  view.controls.chooseDevice(asked.device);
  view.controls.fill(
    asked.parameters,
    own ? OWN : String(parameters.preset ?? Object.keys(experiment.presets)[0]),
  );
  const result = await view.run(asked);
  const { columns, rows } = experiment.table(result, view.sayOwn);
  return {
    result: jsonSafe(result),
    lines: experiment.lines(result, view.sayOwn),
    table: { columns, rows: elements(rows) },
  };
}

/**
 * The verdict on what binds the program whose result an experiment shows. The device is measured for it.
 * @param {Stage} stage
 * @param {string} name
 * @throws {Fault} UNKNOWN_EXPERIMENT, NOT_LOADED, BUSY, or NOTHING_TO_EXPORT if no program was recorded
 */
export async function binding(stage, name) {
  const view = await open(stage, name);
  await (await view.optionalParts)?.settled();
  const found = await view.binding?.ask();
  if (!found) throw new Fault('NOTHING_TO_EXPORT', `${name} shows no recorded program`);
  const { sentencesOf } = await import('./binding/view.js');
  return { binding: jsonSafe(found), lines: sentencesOf(found) };
}

/**
 * The result that an experiment shows, as a file. Pictures show its first figure.
 * @param {Stage} stage
 * @param {string} name
 * @param {string} format a name in `FORMATS` of `export/formats.js`
 * @returns {Promise<Blob>}
 * @throws {Fault} UNKNOWN_EXPERIMENT, NOT_LOADED, or NOTHING_TO_EXPORT if there is no result, no trace or no figure
 */
export async function save(stage, name, format) {
  const view = await open(stage, name);
  const { FORMATS, learnFormats } = await import('./export/formats.js');
  await learnFormats();
  const { result } = view.outcome;
  const figure = view.figures.find(({ surfaces }) => surfaces.length > 0);
  const { of, write } = FORMATS[format];
  const there = { result, figure, trace: result?.trace }[of];
  if (!result || !there) throw new Fault('NOTHING_TO_EXPORT', `${name} has no ${of} to export`);
  return write({ result, figure });
}

/**
 * The poster that is shown before an experiment is loaded: the first chart of its recorded run.
 * @param {Stage} stage
 * @param {string} name
 * @returns {Promise<string>} SVG
 * @throws {Fault} UNKNOWN_EXPERIMENT, NOT_LOADED, or NOTHING_TO_EXPORT if the recording has no figure
 */
export async function poster(stage, name) {
  const view = await open(stage, name);
  await view.showRecording();
  const figure = view.figures.find(({ surfaces }) => surfaces.length > 0);
  if (!figure) throw new Fault('NOTHING_TO_EXPORT', `the recording of ${name} has no figure`);
  const { poster: draw } = await import('./export/poster.js');
  return draw(figure);
}
