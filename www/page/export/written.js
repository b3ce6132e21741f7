/** The export formats of text and numbers, whose writing may take seconds for an imported result. */
import { chromeTrace } from '../../trace/chrome-trace.js';
import { perfettoTrace } from '../../trace/perfetto.js';
import { resultCsv, traceCsv } from './csv.js';

/** @typedef {{result: any, about: any}} Given `about`: the provenance of a trace */

const CSV = 'text/csv;charset=utf-8';

/** A table from pieces. Each piece is a Blob first, since browsers keep Blobs outside the memory of scripts. @param {Iterable<string>} pieces */
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
