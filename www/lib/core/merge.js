// Several devices record apart, each in the order of its own stream; a trace has all operations in the order of enqueuing.
import { NUMBERS, TIMES, WORK } from './protocol.js';

/** @import {DeviceTrace} from './protocol.js' */
/** @typedef {Omit<import('./trace.js').Trace, 'clock' | 'origin' | 'waits' | 'devices' | 'memory' | 'memories' | 'value'>} Merged */

/**
 * @param {DeviceTrace[]} traces by device
 * @param {Uint8Array} order the device of each operation, in the order of enqueuing
 * @param {number[]} first operations enqueued on each device before the recording
 * @returns {{trace: Merged, rows: Uint32Array[]}} one trace, and the row of each operation of each device
 */
export function merge(traces, order, first) {
  const total = traces.reduce((sum, trace) => sum + trace.op.length, 0);
  const device = order.slice(0, total);
  const rows = rowsOf(traces, device);
  const reals = () => new Float64Array(total);
  const numbers = () => new Uint32Array(total);
  /** @type {Merged} */
  const trace = {
    names: [...traces[0].names],
    device,
    op: new Uint8Array(total),
    shapes: traces.flatMap(({ shapes }) => shapes),
    shape: numbers(),
    enqueued: reals(),
    enqueuedWithin: Math.max(...traces.map((one) => one.enqueuedWithin)),
    decoded: reals(),
    submitted: reals(),
    started: reals(),
    ended: reals(),
    completed: reals(),
    submission: numbers(),
    turn: numbers(),
    flops: reals(),
    bytes: reals(),
    ...inputsOf(traces, rows, first),
    gpuClock: traces.map(({ gpuClock }) => gpuClock).find((clock) => clock) ?? null,
  };
  // Where nothing was fused, every operation is a kernel of its own.
  const kernel = traces.some((one) => one.kernel.some((row, k) => row !== k)) && numbers();
  if (kernel) trace.kernel = kernel;
  let shapes = 0;
  for (const [index, one] of traces.entries()) {
    for (const [k, row] of rows[index].entries()) {
      trace.op[row] = one.op[k];
      for (const name of [...TIMES, ...WORK]) trace[name][row] = one[name][k];
      for (const name of NUMBERS) trace[name][row] = one[name][k];
      trace.shape[row] = one.shape[k] + shapes;
      if (kernel) kernel[row] = rows[index][one.kernel[k]];
    }
    shapes += one.shapes.length;
  }
  // Calls of one device may share a clock reading from before a call of another device. No call gets an earlier time than the call before it.
  for (let row = 1; row < total; row += 1)
    trace.enqueued[row] = Math.max(trace.enqueued[row], trace.enqueued[row - 1]);
  return { trace, rows };
}

/** The row of each operation of each device. @param {DeviceTrace[]} traces @param {Uint8Array} device of each row */
function rowsOf(traces, device) {
  const rows = traces.map((trace) => new Uint32Array(trace.op.length));
  const next = traces.map(() => 0);
  for (const [row, index] of device.entries()) rows[index][next[index]++] = row;
  return rows;
}

/** The rows that each row reads. @param {DeviceTrace[]} traces @param {Uint32Array[]} rows @param {number[]} first */
function inputsOf(traces, rows, first) {
  const total = rows.reduce((sum, { length }) => sum + length, 0);
  /** @type {number[][]} */
  const reads = Array.from({ length: total }, () => []);
  for (const [index, { inputs, inputOffsets, received }] of traces.entries()) {
    const to = rows[index];
    for (const [k, row] of to.entries())
      for (let i = inputOffsets[k]; i < inputOffsets[k + 1]; i += 1) reads[row].push(to[inputs[i]]);
    // A received value was computed on another device, perhaps before the recording began.
    for (let i = 0; i < received.length; i += 3) {
      const [k, from, operation] = received.subarray(i, i + 3);
      const row = rows[from]?.[operation - first[from]];
      if (row !== undefined) reads[to[k]].push(row);
    }
  }
  const inputOffsets = new Uint32Array(total + 1);
  for (const [row, { length }] of reads.entries())
    inputOffsets[row + 1] = inputOffsets[row] + length;
  return { inputs: Uint32Array.from(reads.flat()), inputOffsets };
}
