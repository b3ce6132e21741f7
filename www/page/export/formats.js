/** The formats in which a result is exported. */
import { sayer } from '../../kit/say.js';
import { learn } from '../../kit/words.js';
import { jsonSafe } from '../../kit/result.js';
import { written } from '../aside.js';
import { png, svg } from './picture.js';

/** @typedef {import('../../kit/types.js').Result} Result */
/** @typedef {import('../figures.js').ExperimentFigure} ExperimentFigure */

/**
 * @typedef {object} Subject The exported parts.
 * @property {Result} result
 * @property {ExperimentFigure} [figure] of pictures
 * @property {string} [part] the name of the figure, if there are several
 * @property {import('./picture.js').Ground} [ground] of pictures
 *
 * @typedef {object} Format
 * @property {string} ending of the file's name
 * @property {'result'|'figure'|'trace'} of the exported part
 * @property {(subject: any, stop?: AbortSignal) => Blob|Promise<Blob>} write
 */

/** Longer text parameters, such as programs, are left out of captions. */
const LONGEST = 60;

const json = (/** @type {unknown} */ document) =>
  new Blob([`${JSON.stringify(document)}\n`], { type: 'application/json' });
/** Writes on another thread. @param {string} format @returns {Format['write']} */
const aside = (format) => (subject, stop) => {
  const about = subject.result.trace && aboutTrace(subject);
  return written(format, { result: subject.result, about }, stop);
};

/** Loads the words of pictures. It must be awaited before anything is written. @throws {import('../../kit/faults.js').Fault} NOT_LOADED */
export const learnFormats = () => learn('page/export');

/** @type {Record<string, Format>} */
export const FORMATS = {
  json: { of: 'result', ending: '.json', write: ({ result }) => json(jsonSafe(result)) },
  csv: { of: 'result', ending: '.csv', write: aside('csv') },
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
  'trace-csv': { of: 'trace', ending: '-trace.csv', write: aside('trace-csv') },
  perfetto: { of: 'trace', ending: '.pftrace', write: aside('perfetto') },
  chrome: { of: 'trace', ending: '-trace.json', write: aside('chrome') },
};

/** A file's name, such as `asynclab-warmup-2026-11-21.json`. @param {Subject} subject @param {keyof FORMATS} format */
export function fileName({ result, part }, format) {
  const day = result.date.slice(0, 10);
  return (
    ['asynclab', result.experiment, part, day].filter(Boolean).join('-') + FORMATS[format].ending
  );
}

/** The machine on which the result was measured. @param {Result} result */
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
