/** The formats of a result that are text and numbers: what may take seconds of a result from elsewhere. */
import { chromeTrace } from '../../trace/chrome-trace.js';
import { perfettoTrace } from '../../trace/perfetto.js';
import { resultCsv, traceCsv } from './csv.js';

/** @typedef {{result: any, about: any}} Given `about` of traces: where it comes from */

const CSV = 'text/csv;charset=utf-8';

/** Each piece is a file of its own until they are put together: the browser keeps files elsewhere than in the memory of scripts. @param {Iterable<string>} pieces */
const table = (pieces) =>
  new Blob(
    Array.from(pieces, (piece) => new Blob([piece])),
    { type: CSV },
  );

/** @type {Record<string, (given: Given) => Blob>} */
const WRITERS = {
  csv: ({ result }) => table(resultCsv(result)),
  'trace-csv': ({ result }) => table(traceCsv(result)),
  perfetto: ({ result, about }) => new Blob([perfettoTrace(result.trace, about)]),
  chrome: ({ result, about }) =>
    new Blob([`${JSON.stringify(chromeTrace(result.trace, about))}\n`], {
      type: 'application/json',
    }),
};

/** @param {string} format @param {Given} given */
export const written = (format, given) => WRITERS[format](given);
