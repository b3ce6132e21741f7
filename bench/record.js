// The figures of record as tables. `node bench/record.js` writes them into README.md, between its marks; with a file of
// `cargo xtask bench --json` it prints that run's medians and quartiles, which are then entered in record.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { quantile, short } from './measure.js';

const here = (name) => new URL(name, import.meta.url);

/**
 * A median, a median with both quartiles, or why there is no number.
 * @typedef {number | [median: number, low: number, high: number] | string} Figure
 *
 * @typedef {object} Run
 * @property {string} name
 * @property {string} title with the unit
 * @property {string} date
 * @property {string} machine
 * @property {string | null} browser
 * @property {string | null} load average of the machine before and during the run
 * @property {number | null} rounds
 * @property {string} command
 * @property {string} rows heading of the first column
 * @property {string[]} [columns] their order
 * @property {string[]} [readme] rows that README.md shows, all by default
 * @property {Record<string, Record<string, Figure>>} figures by row and column
 */

/** @returns {Run[]} */
export const runs = () => JSON.parse(readFileSync(here('record.json'), 'utf8')).runs;

const digits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });

/** @param {Figure} [figure] */
function shown(figure) {
  if (figure === undefined) return '–';
  if (typeof figure === 'string') return figure;
  if (typeof figure === 'number') return digits.format(figure);
  const [median, low, high] = figure.map((value) => digits.format(value));
  return `${median} (${low}–${high})`;
}

/** The run as a heading, a table and its circumstances. @param {Run} run */
export function tableOf({ title, date, browser, load, rounds, command, figures, ...run }) {
  const names = run.readme ?? Object.keys(figures);
  const columns = run.columns ?? [...new Set(names.flatMap((name) => Object.keys(figures[name])))];
  const cells = [
    [run.rows, ...columns],
    ...names.map((name) => [name, ...columns.map((column) => shown(figures[name][column]))]),
  ];
  const widths = cells[0].map((_, at) => Math.max(3, ...cells.map((row) => row[at].length)));
  const line = (/** @type {string[]} */ row) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  const circumstances = [
    date,
    browser ?? 'no browser',
    rounds && `${rounds} rounds`,
    load && `load ${load}`,
  ];
  return [
    `### ${title}`,
    '',
    line(cells[0]),
    line(widths.map((width) => '-'.repeat(width))),
    ...cells.slice(1).map(line),
    '',
    `${circumstances.filter(Boolean).join('; ')}: \`${command}\``,
  ].join('\n');
}

/** The tables that README.md shows. */
export const tables = () =>
  runs()
    .filter(({ readme }) => readme?.length !== 0)
    .map(tableOf)
    .join('\n\n');

const MARKS = /(<!-- record -->)[^]*(<!-- end -->)/;

/** A document with its tables replaced. @param {string} text */
export const withTables = (text) =>
  text.replace(MARKS, (_, begin, end) => `${begin}\n\n${tables()}\n\n${end}`);

/** @param {number[]} samples @returns {Figure} */
const figureOf = (samples) =>
  /** @type {[number, number, number]} */ (
    [0.5, 0.25, 0.75].map((q) => Number(short(quantile(samples, q))))
  );

/**
 * The figures of a run by workload, case, contender and figure; a contender without samples has its reason.
 *
 * @param {{workloads: Record<string, {cases?: import('./matrix.js').Result[]}>}} document of `cargo xtask bench --json`
 */
export function figuresOf({ workloads }) {
  const of = (/** @type {object} */ object, /** @type {(value: any) => unknown} */ change) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
  const contender = (/** @type {any} */ { samples, reason }) =>
    samples ? of(samples, figureOf) : reason;
  return of(workloads, ({ cases = [] }) =>
    Object.fromEntries(
      cases.map((/** @type {any} */ { name, contenders }) => [name, of(contenders, contender)]),
    ),
  );
}

const [, program, file] = process.argv;
if (import.meta.filename === program && file) {
  console.log(JSON.stringify(figuresOf(JSON.parse(readFileSync(file, 'utf8'))), null, 2));
} else if (import.meta.filename === program) {
  const readme = here('README.md');
  writeFileSync(readme, withTables(readFileSync(readme, 'utf8')));
}
