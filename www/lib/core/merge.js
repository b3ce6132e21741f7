// Several devices record apart, each in the order of its own stream; a trace has all operations in the order of enqueuing.
import { NUMBERS, TIMES } from './protocol.js';

/** @import {DeviceTrace} from './protocol.js' */
/** @typedef {Omit<import('./trace.js').Trace, 'clock' | 'origin' | 'waits' | 'devices' | 'memory' | 'memories' | 'value'>} Merged */

/**
 * @param {DeviceTrace[]} traces by device
 * @param {Uint8Array} order the device of each operation, in the order of enqueuing
 * @param {number[]} first operations enqueued on each device before
 * @returns {{trace: Merged, rows: Uint32Array[]}} one trace, and the row of each operation of each device
 */
export function merge(traces, order, first) {
  const total = traces.reduce((sum, trace) => sum + trace.op.length, 0);
  const rows = traces.map((trace) => new Uint32Array(trace.op.length));
  const device = order.slice(0, total);
  const next = traces.map(() => 0);
  for (let row = 0; row < total; row += 1) rows[device[row]][next[device[row]]++] = row;

  const times = () => new Float64Array(total);
  const numbers = () => new Uint32Array(total);
  /** Rows that each one reads. @type {number[][]} */
  const reads = Array.from({ length: total }, () => []);
  /** @type {Merged} */
  const trace = {
    names: [...traces[0].names],
    device,
    op: new Uint8Array(total),
    shapes: traces.flatMap(({ shapes }) => shapes),
    shape: numbers(),
    enqueued: times(),
    enqueuedWithin: Math.max(...traces.map((one) => one.enqueuedWithin)),
    decoded: times(),
    submitted: times(),
    started: times(),
    ended: times(),
    completed: times(),
    submission: numbers(),
    turn: numbers(),
    inputs: numbers(),
    inputOffsets: new Uint32Array(total + 1),
    gpuClock: traces.map(({ gpuClock }) => gpuClock).find((clock) => clock) ?? null,
  };
  // Where nothing was fused, every operation is a kernel of its own.
  const kernel = traces.some((one) => one.kernel.some((row, k) => row !== k)) && numbers();
  if (kernel) trace.kernel = kernel;
  let shapes = 0;
  for (const [index, one] of traces.entries()) {
    const to = rows[index];
    for (let k = 0; k < to.length; k += 1) {
      const row = to[k];
      trace.op[row] = one.op[k];
      for (const name of TIMES) trace[name][row] = one[name][k];
      for (const name of NUMBERS) trace[name][row] = one[name][k];
      trace.shape[row] = one.shape[k] + shapes;
      if (kernel) kernel[row] = to[one.kernel[k]];
      for (let i = one.inputOffsets[k]; i < one.inputOffsets[k + 1]; i += 1)
        reads[row].push(to[one.inputs[i]]);
    }
    shapes += one.shapes.length;
    // A received value was computed on another device, perhaps before the recording began.
    for (let i = 0; i < one.received.length; i += 3) {
      const [k, from, operation] = one.received.subarray(i, i + 3);
      const row = rows[from]?.[operation - first[from]];
      if (row !== undefined) reads[to[k]].push(row);
    }
  }
  // Calls of one device may share a reading of the clock from before another's: a call is no earlier than the one before it.
  for (let row = 1; row < total; row += 1)
    trace.enqueued[row] = Math.max(trace.enqueued[row], trace.enqueued[row - 1]);
  trace.inputs = Uint32Array.from(reads.flat());
  for (let row = 0; row < total; row += 1)
    trace.inputOffsets[row + 1] = trace.inputOffsets[row] + reads[row].length;
  return { trace, rows };
}
