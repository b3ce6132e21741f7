/** The formats in which a result leaves the page. */
import { chromeTrace } from '../../trace/chrome-trace.js';
import { perfettoTrace } from '../../trace/perfetto.js';
import { sayer } from '../../kit/say.js';
import { learn } from '../../kit/words.js';
import { jsonSafe } from '../../kit/result.js';
import { resultCsv, traceCsv } from './csv.js';
import { png, svg } from './picture.js';

/** @typedef {import('../../kit/types.js').Result} Result */
/** @typedef {import('../figures.js').ExperimentFigure} ExperimentFigure */

/**
 * @typedef {object} Subject What is taken out.
 * @property {Result} result
 * @property {ExperimentFigure} [figure] of pictures
 * @property {string} [part] which of several figures
 * @property {import('./picture.js').Ground} [ground] of pictures
 *
 * @typedef {object} Format
 * @property {string} ending of the file's name, with what the file holds
 * @property {'result'|'figure'|'trace'} of what it is written
 * @property {(subject: any) => Blob|Promise<Blob>} write
 */

/** A longer text parameter, such as a program, is no part of a caption. */
const LONGEST = 60;

const json = (/** @type {unknown} */ document) =>
  new Blob([`${JSON.stringify(document)}\n`], { type: 'application/json' });
const table = (/** @type {string} */ text) => new Blob([text], { type: 'text/csv;charset=utf-8' });

/** Loads what pictures say, which comes before anything is written. @throws {import('../../kit/faults.js').Fault} NOT_LOADED */
export const learnFormats = () => learn('page/export');

/** @type {Record<string, Format>} */
export const FORMATS = {
  json: { of: 'result', ending: '.json', write: ({ result }) => json(jsonSafe(result)) },
  csv: { of: 'result', ending: '.csv', write: ({ result }) => table(resultCsv(result)) },
  png: {
    of: 'figure',
    ending: '.png',
    write: (subject) => png(subject.figure, captionOf(subject), subject.ground ?? 'white'),
  },
  svg: {
    of: 'figure',
    ending: '.svg',
    write: (subject) => svg(subject.figure, captionOf(subject), subject.ground ?? 'white'),
  },
  'trace-csv': {
    of: 'trace',
    ending: '-trace.csv',
    write: ({ result }) => table(traceCsv(result)),
  },
  perfetto: {
    of: 'trace',
    ending: '.pftrace',
    write: (subject) => new Blob([/** @type {any} */ (perfettoOf(subject))]),
  },
  chrome: {
    of: 'trace',
    ending: '-trace.json',
    write: (subject) => json(chromeTrace(subject.result.trace, aboutTrace(subject))),
  },
};

/** A trace for Perfetto. @param {Subject} subject with a trace */
export function perfettoOf(subject) {
  return perfettoTrace(/** @type {any} */ (subject.result.trace), aboutTrace(subject));
}

/** Such as `asynclab-warmup-2026-11-21.json`. @param {Subject} subject @param {keyof FORMATS} format */
export function fileName({ result, part }, format) {
  const day = result.date.slice(0, 10);
  return (
    ['asynclab', result.experiment, part, day].filter(Boolean).join('-') + FORMATS[format].ending
  );
}

/** The machine that it ran on. @param {Result} result */
function adapterOf({ info }) {
  const { name, vendor } = info.adapter;
  return info.device === 'webgpu' ? name || vendor : sayer('page')(`device-${info.device}`);
}

/** @param {Required<Subject>} subject @returns {import('./picture.js').Caption} */
function captionOf({ result, figure }) {
  const say = sayer('page/export');
  const parameters = Object.entries(result.parameters)
    .filter(([, value]) => String(value).length <= LONGEST && !String(value).includes('\n'))
    .map(([name, value]) => `${name} = ${value}`);
  return {
    title: sayer('experiments')(`${result.experiment}-title`),
    sentence: figure.sentence,
    provenance: [
      figure.provenance,
      say('parameters', { parameters: parameters.join(', '), version: result.info.version }),
    ],
  };
}

/** @param {Subject} subject */
function aboutTrace({ result }) {
  const { experiment, parameters, info, date, device } = result;
  const adapter = adapterOf(result);
  const named = Object.entries(parameters).map(([name, value]) => [
    `parameter ${name}`,
    String(value),
  ]);
  return {
    title: `asynclab: ${experiment}`,
    labels: [adapter, info.browser, date],
    attributes: {
      experiment,
      device,
      adapter,
      browser: info.browser,
      date,
      version: info.version,
      ...Object.fromEntries(named),
    },
  };
}
