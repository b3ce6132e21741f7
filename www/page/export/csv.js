import { MOMENTS } from '../../trace/moments.js';
/** Results and traces as comma-separated values (RFC 4180): a header, one observation per line, points for decimals. */

/** @typedef {import('../../kit/types.js').Result} Result */
/** @typedef {string|number|null|undefined} Cell */

/**
 * Spreadsheets read a text with such a beginning as a formula, also with full-width characters and after white space. Since a text may come
 * from a link, it gets a quote before it, which makes it text.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** @param {Cell} cell */
function written(cell) {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA.test(cell ?? '') ? `'${cell}` : String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Characters of a piece. A file of a million lines may exceed the longest possible string. */
const PIECE = 1 << 20;

/**
 * @param {Cell[]} head
 * @param {Iterable<Cell[]>} rows
 * @param {[string, Cell][]} about the cells at the end of every line, with the names of their columns
 * @returns {Generator<string, void>}
 */
function* csv(head, rows, about) {
  const line = (/** @type {Cell[]} */ cells) => cells.map(written).join(',');
  const end = ['', ...about.map(([, value]) => written(value))].join(',');
  let piece = `${line([...head, ...about.map(([name]) => name)])}\r\n`;
  for (const row of rows) {
    piece += `${line(row)}${end}\r\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** Longer texts, such as programs, are left out, since every line would repeat them. Characters. */
const LONGEST = 120;
/** @param {string} [text] */
const short = (text) => text?.slice(0, LONGEST);

/** The cells that every line repeats, so that files can be concatenated. @param {Result} result @returns {[string, Cell][]} */
function provenance({ parameters, device, info, date }) {
  return [
    ...Object.entries(parameters)
      .filter(([, value]) => String(value).length <= LONGEST)
      .map(([name, value]) => /** @type {[string, Cell]} */ ([`parameter ${name}`, value])),
    ['device', device],
    ['adapter', short(info.adapter.name || info.adapter.vendor)],
    ['browser', short(info.browser)],
    ['date', date],
  ];
}

/**
 * All numbers of a result in one tidy table.
 *
 * `table` is the part of the result that a number is from: `samples` (of a way, per round), `curves` (per x), `models` (computed, not
 * measured), `series` (x is ms since the start; each series has its own unit, which is left out) or `measures`.
 * @param {Result} result
 * @returns {Generator<string, void>} the file, a piece at a time
 */
export function resultCsv(result) {
  const head = ['experiment', 'table', 'way', 'x', 'round', 'value', 'unit', 'bound'];
  return csv(head, numbersOf(result), provenance(result));
}

/** @param {Result} result @returns {Generator<Cell[], void>} */
function* numbersOf({ experiment, ways, curves, series, measures }) {
  const row = (/** @type {Cell[]} */ ...cells) => [experiment, ...cells];
  for (const { way, samples, bytes = [] } of ways) {
    for (const [i, value] of samples.entries())
      yield row('samples', way, null, i + 1, value, 'ms', null);
    for (const [i, value] of bytes.entries())
      yield row('samples', way, null, i + 1, value, 'B', null);
  }
  for (const [figure, { points, models }] of Object.entries(curves ?? {})) {
    for (const [name, list] of Object.entries(points))
      for (const { x, samples } of list)
        for (const [i, value] of samples.entries())
          yield row('curves', `${figure}: ${name}`, x, i + 1, value, 'ms', null);
    for (const [name, list] of Object.entries(models))
      for (const { x, y } of list)
        yield row('models', `${figure}: ${name}`, x, null, y, 'ms', null);
  }
  for (const [figure, { times, values }] of Object.entries(series ?? {}))
    for (const [name, list] of Object.entries(values))
      for (const [i, value] of list.entries())
        yield row('series', `${figure}: ${name}`, times[i], null, value, null, null);
  for (const [name, { value, unit, bound }] of Object.entries(measures))
    yield row('measures', name, null, null, value, unit, bound);
}

/**
 * The operations of a result's trace, one per line, with every moment in ms on the lab's clock; empty where unknown.
 * @param {Result} result with a trace
 * @returns {Generator<string, void>} the file, a piece at a time
 */
export function traceCsv(result) {
  const head = [
    'experiment',
    'operation',
    'name',
    'shape',
    'ran on',
    ...MOMENTS.map((moment) => `${moment} ms`),
    'enqueued + ms',
    'device clock ± ms',
    'submission',
    'turn',
    'kernel of',
    'FLOP',
    'bytes',
    'reads',
  ];
  return csv(head, operationsOf(result), provenance(result));
}

/** @param {Result} result with a trace @returns {Generator<Cell[], void>} */
function* operationsOf({ experiment, device, ...result }) {
  const trace = /** @type {any} */ (result.trace);
  for (const [i, name] of trace.op.entries())
    yield [
      experiment,
      i,
      trace.names[name],
      trace.shapes[trace.shape[i]].join('×'),
      trace.devices?.[trace.device[i]] ?? device,
      ...MOMENTS.map((moment) => trace[moment][i]),
      trace.enqueuedWithin,
      trace.gpuClock?.uncertainty,
      trace.submission[i],
      trace.turn[i],
      trace.kernel?.[i] ?? i,
      trace.flops?.[i],
      trace.bytes?.[i],
      trace.inputs.slice(trace.inputOffsets[i], trace.inputOffsets[i + 1]).join(' '),
    ];
}
