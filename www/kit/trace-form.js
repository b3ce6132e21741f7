/**
 * The form that every trace has, wherever it comes from: a run, a file, a link, or the sandbox. Types of columns are checked
 * before, by the schema or by `instanceof`; here their lengths, and that their references exist.
 */

import { INDICES, NUMBERS, TIMES, WORK } from '../lib/core/protocol.js';

const COUNTS = ['op', 'shape', ...NUMBERS];

/** The most of each: no lab records more. Times in ms. */
export const MOST = {
  operations: 2_000_000,
  /** Read by an operation. The engine's operations read three at most. */
  inputs: 8,
  names: 256,
  name: 80,
  shapes: 100_000,
  dimensions: 6,
  waits: 100_000,
  devices: 16,
  line: 1_000_000,
  /** Floating-point operations or bytes of a kernel. */
  work: 1e18,
  time: 1e12,
};

/** @param {unknown} value ms */
const isTime = (value) => typeof value === 'number' && Math.abs(value) <= MOST.time;
/** Whether all are times. Unless all must be known, NaN and JSON's null are times, too. @param {ArrayLike<number|null>} column @param {boolean} known */
function areTimes(column, known) {
  for (let i = 0; i < column.length; i += 1) {
    const time = column[i];
    if (!(isTime(time) || (!known && (time === null || Number.isNaN(time))))) return false;
  }
  return true;
}

/** @param {ArrayLike<number>} column */
function areAmounts(column) {
  for (let i = 0; i < column.length; i += 1)
    if (!(column[i] >= 0 && column[i] <= MOST.work)) return false;
  return true;
}

/** @param {ArrayLike<number>} column @param {number} bound */
function areBelow(column, bound) {
  for (let i = 0; i < column.length; i += 1) if (!(column[i] < bound)) return false;
  return true;
}

/** The list itself. Any other object throws, since one that only names a length would take as much memory. @param {unknown} list @returns {any[]} */
function listed(list) {
  if (Array.isArray(list)) return list;
  throw new TypeError('a column of a trace is a list');
}

/** Numbers, with NaN for unknown ones, which are null in JSON. @param {unknown} list */
const numbers = (list) => Float64Array.from(listed(list), (value) => value ?? NaN);

/** @param {any} memory */
const seriesOf = (memory) =>
  Object.fromEntries(Object.entries(memory).map(([name, list]) => [name, numbers(list)]));

/**
 * The trace of a document: JSON has its columns as lists. This is done once, where a document is read.
 * @param {any} document
 * @returns {any} the trace
 * @throws {TypeError} where a column is no list
 */
export function traceFrom(document) {
  const trace = { ...document, value: null };
  for (const name of TIMES) trace[name] = numbers(trace[name]);
  for (const name of WORK) if (trace[name]) trace[name] = numbers(trace[name]);
  for (const name of INDICES) trace[name] = Uint32Array.from(listed(trace[name]));
  trace.op = Uint8Array.from(listed(trace.op));
  if (trace.kernel) trace.kernel = Uint32Array.from(listed(trace.kernel));
  if (trace.device) trace.device = Uint8Array.from(listed(trace.device));
  if (trace.memory) trace.memory = seriesOf(trace.memory);
  if (trace.memories) trace.memories = listed(trace.memories).map(seriesOf);
  return trace;
}

/**
 * The first invalid part of a trace.
 * @param {any} trace whose columns are arrays or typed arrays of numbers
 * @returns {string} its name; empty where all is valid
 */
export function faultOf(trace) {
  const { op, names, shapes, inputs, inputOffsets, waits, kernel, device, replayed } = trace;
  const count = op.length;
  const devices = trace.devices?.length ?? 1;
  const work = WORK.filter((name) => trace[name]);
  const columns = [
    ...TIMES,
    ...COUNTS,
    ...(kernel ? ['kernel'] : []),
    ...(device ? ['device'] : []),
    ...work,
  ];
  const holds = /** @type {[string, () => boolean][]} */ ([
    ...columns.map((name) => [name, () => trace[name].length === count]),
    ['op', () => count <= MOST.operations && areBelow(op, names.length)],
    ['names', () => names.length <= MOST.names],
    ['shapes', () => shapes.length <= MOST.shapes && shapes.every(isShape)],
    ['shape', () => areBelow(trace.shape, shapes.length)],
    ...TIMES.map((name) => [name, () => areTimes(trace[name], name === 'enqueued')]),
    ['enqueued', () => isSorted(trace.enqueued)],
    ['kernel', () => !kernel || areBelow(kernel, count)],
    ...work.map((name) => [name, () => areAmounts(trace[name])]),
    ['replayed', () => !replayed || areRuns(replayed, count)],
    ['devices', () => devices <= MOST.devices],
    ['device', () => !device || areBelow(device, devices)],
    ['inputs', () => inputs.length <= MOST.inputs * count],
    ['inputOffsets', () => inputOffsets.length === count + 1 && leadBack(inputs, inputOffsets)],
    [
      'waits',
      () => waits.length <= MOST.waits && waits.every((/** @type {any} */ w) => isWait(w, count)),
    ],
  ]);
  return holds.find(([, held]) => !held())?.[0] ?? '';
}

/** Rows are in the order of enqueuing. @param {ArrayLike<number>} column */
function isSorted(column) {
  for (let i = 1; i < column.length; i += 1) if (!(column[i - 1] <= column[i])) return false;
  return true;
}

/** Whether runs of rows follow each other. @param {unknown} runs @param {number} count of rows */
function areRuns(runs, count) {
  let end = 0;
  for (const [row, rows] of listed(runs)) {
    if (!(Number.isInteger(row) && Number.isInteger(rows) && row >= end && rows >= 1)) return false;
    end = row + rows;
  }
  return end <= count;
}

/** @param {number[]} shape */
const isShape = (shape) =>
  shape.length <= MOST.dimensions &&
  shape.every((n) => Number.isInteger(n) && n >= 0 && n < 2 ** 32);

/**
 * Whether every operation reads at most `MOST.inputs` others, all of which were enqueued before it.
 * @param {ArrayLike<number>} inputs
 * @param {ArrayLike<number>} offsets
 */
function leadBack(inputs, offsets) {
  const count = offsets.length - 1;
  if (offsets[0] !== 0 || offsets[count] !== inputs.length) return false;
  for (let row = 0; row < count; row += 1) {
    const [from, to] = [offsets[row], offsets[row + 1]];
    if (!(from <= to && to - from <= MOST.inputs && to <= inputs.length)) return false;
    for (let i = from; i < to; i += 1) if (!(inputs[i] < row)) return false;
  }
  return true;
}

/** @param {any} wait @param {number} count operations */
const isWait = ({ op, from, to, line = 0 }, count) =>
  Number.isInteger(op) &&
  op >= -1 &&
  op < count &&
  isTime(from) &&
  isTime(to) &&
  from <= to &&
  Number.isInteger(line) &&
  line >= 0 &&
  line <= MOST.line;
