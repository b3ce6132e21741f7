// The parts of Python's recording that the page reads, whatever a program sends as one. The frame extracts them, since a page that reads a
// million objects draws nothing meanwhile. The page extracts them again, since it does not trust the frame.
import { MOST } from '../kit/trace-form.js';
import { checkedTrace } from '../sandbox/checked.js';
import { checkedMemory } from './trace.js';

/** Most cells, waits, lines that operations came from, and lines of the program. */
const MOST_RECORDED = {
  parts: 1000,
  kernels: 10_000,
  waits: MOST.waits,
  sites: MOST.operations,
  lines: 100_000,
};

const text = (/** @type {any} */ value, /** @type {number} */ longest) =>
  typeof value === 'string' ? value.slice(0, longest) : '';
const number = (/** @type {any} */ value) => (typeof value === 'number' ? value : NaN);

/** @param {any} message */
export function recordedOf({ trace, memory, parts, waits, sites, lines, kernels }) {
  return {
    trace: checkedTrace(trace && withLines(trace)),
    memory: checkedMemory(memory ?? trace?.memory),
    parts: list(parts, MOST_RECORDED.parts, partOf),
    waits: list(waits, MOST_RECORDED.waits, waitOf),
    kernels: list(kernels, MOST_RECORDED.kernels, kernelOf),
    sites: checkedSites(sites),
    lines: checkedLines(lines),
  };
}

/** The form of a checked trace has a line for each wait. Here it is 0: the lines are in `waits`. @param {any} trace */
const withLines = ({ waits = [], ...trace }) => ({
  ...trace,
  waits: Array.isArray(waits) ? waits.map((wait) => ({ ...wait, line: 0 })) : waits,
});

/**
 * @template T
 * @param {any} given @param {number} most of them
 * @param {(one: any) => T} of extracts the expected parts of an element
 * @returns {T[]} empty where it is no list
 */
function list(given, most, of) {
  if (!Array.isArray(given) || given.length > most) return [];
  return Array.from(given, (one) => of(one ?? {}));
}
const partOf = (/** @type {any} */ { cell, number: of, from, to, first, end }) => ({
  cell: text(cell, MOST.name),
  number: number(of),
  from: number(from),
  to: number(to),
  first: number(first),
  end: number(end),
});
const waitOf = (/** @type {any} */ { kind, line, from, to }) => ({
  kind: text(kind, MOST.name),
  line: number(line),
  from: number(from),
  to: number(to),
});

/** @typedef {import('./gaps.js').Kernel} Kernel */
/** @returns {Kernel} */
const kernelOf = (/** @type {any} */ { name, from, to }) => ({
  name: text(name, MOST.name),
  from: number(from),
  to: number(to),
});

/** The line of the program that each operation from a row on came from: columns, as there may be one for each operation. @param {any} sites */
function checkedSites(sites) {
  const { line, row } = sites ?? {};
  const whole = [line, row].every(
    (column) => column instanceof Float64Array && column.length <= MOST_RECORDED.sites,
  );
  if (!whole || line.length !== row.length)
    return { line: new Float64Array(), row: new Float64Array() };
  return { line, row };
}

/** New lines of the program, by number. @param {any} lines @returns {{since: number, fresh: string[]} | undefined} undefined where they have another form */
function checkedLines(lines) {
  const { since, fresh } = lines ?? {};
  const most = MOST_RECORDED.lines;
  if (!Array.isArray(fresh) || !Number.isSafeInteger(since)) return undefined;
  if (since < 0 || since + fresh.length > most) return undefined;
  return { since, fresh: Array.from(fresh, (line) => text(line, 200)) };
}
