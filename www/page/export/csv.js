import { MOMENTS } from '../../trace/moments.js';
/** Results and traces as comma-separated values (RFC 4180): a header, one observation per line, points for decimals. */

/** @typedef {import('../../kit/types.js').Result} Result */
/** @typedef {string|number|null|undefined} Cell */

/**
 * Spreadsheets take a text that begins so for a formula, in wide letters too and behind white space; a text may come from a link. A quote
 * before it says it is none.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** @param {Cell} cell */
function written(cell) {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA.test(cell ?? '') ? `'${cell}` : String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {Cell[][]} rows */
const csv = (rows) => rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');

/** Longer texts, such as programs, are left out: a file would hold them as often as it has lines. Characters. */
const LONGEST = 120;

/** The cells that every line repeats, so that files can be put under each other. @param {Result} result @returns {[string, Cell][]} */
function provenance({ parameters, device, info, date }) {
  return [
    ...Object.entries(parameters)
      .filter(([, value]) => String(value).length <= LONGEST)
      .map(([name, value]) => /** @type {[string, Cell]} */ ([`parameter ${name}`, value])),
    ['device', device],
    ['adapter', info.adapter.name || info.adapter.vendor],
    ['browser', info.browser],
    ['date', date],
  ];
}

/**
 * All numbers of a result in one tidy table.
 *
 * `table` says where in the result a number stands: `samples` (of a way, per round), `curves` (per x), `models` (computed, not
 * measured), `series` (x is ms since the start; the unit is the series' own and stays empty) or `measures`.
 * @param {Result} result
 * @returns {string}
 */
export function resultCsv(result) {
  const about = provenance(result);
  const rows = /** @type {Cell[][]} */ ([]);
  const add = (/** @type {Cell[]} */ ...cells) =>
    rows.push([result.experiment, ...cells, ...about.map(([, value]) => value)]);
  for (const { way, samples, bytes } of result.ways) {
    samples.forEach((value, i) => add('samples', way, null, i + 1, value, 'ms', null));
    bytes?.forEach((value, i) => add('samples', way, null, i + 1, value, 'B', null));
  }
  for (const [figure, { points, models }] of Object.entries(result.curves ?? {})) {
    for (const [name, list] of Object.entries(points))
      for (const { x, samples } of list)
        samples.forEach((value, i) =>
          add('curves', `${figure}: ${name}`, x, i + 1, value, 'ms', null),
        );
    for (const [name, list] of Object.entries(models))
      for (const { x, y } of list) add('models', `${figure}: ${name}`, x, null, y, 'ms', null);
  }
  for (const [figure, { times, values }] of Object.entries(result.series ?? {}))
    for (const [name, list] of Object.entries(values))
      list.forEach((value, i) =>
        add('series', `${figure}: ${name}`, times[i], null, value, null, null),
      );
  for (const [name, { value, unit, bound }] of Object.entries(result.measures))
    add('measures', name, null, null, value, unit, bound);
  const head = ['experiment', 'table', 'way', 'x', 'round', 'value', 'unit', 'bound'];
  return csv([[...head, ...about.map(([name]) => name)], ...rows]);
}

/**
 * The operations of a result's trace, one per line, with every moment in ms on the lab's clock; empty where unknown.
 * @param {Result} result with a trace
 * @returns {string}
 */
export function traceCsv(result) {
  const trace = /** @type {any} */ (result.trace);
  const about = provenance(result);
  const rows = Array.from(trace.op, (name, i) => [
    result.experiment,
    i,
    trace.names[/** @type {number} */ (name)],
    trace.shapes[trace.shape[i]].join('×'),
    trace.devices?.[trace.device[i]] ?? result.device,
    ...MOMENTS.map((moment) => trace[moment][i]),
    trace.enqueuedWithin,
    trace.gpuClock?.uncertainty,
    trace.submission[i],
    trace.turn[i],
    trace.kernel?.[i] ?? i,
    trace.inputs.slice(trace.inputOffsets[i], trace.inputOffsets[i + 1]).join(' '),
    ...about.map(([, value]) => value),
  ]);
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
    'reads',
  ];
  return csv([[...head, ...about.map(([name]) => name)], ...rows]);
}
