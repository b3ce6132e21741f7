// Several devices record apart, each in the order of its own stream; a trace has all operations in the order of enqueuing.

const TIMES = ['enqueued', 'decoded', 'submitted', 'started', 'ended', 'completed'];
const NUMBERS = ['submission', 'turn'];

/**
 * @param {any[]} traces by device
 * @param {Uint8Array} order the device of each operation, in the order of enqueuing
 * @param {number[]} first operations enqueued on each device before
 * @returns {{trace: any, rows: Uint32Array[]}} one trace, and the row of each operation of each device
 */
export function merge(traces, order, first) {
  const total = traces.reduce((sum, trace) => sum + trace.op.length, 0);
  const rows = traces.map((trace) => new Uint32Array(trace.op.length));
  const device = order.slice(0, total);
  const next = traces.map(() => 0);
  for (let row = 0; row < total; row += 1) rows[device[row]][next[device[row]]++] = row;

  /** @type {Record<string, any>} */
  const trace = { names: [...traces[0].names], device, op: new Uint8Array(total) };
  trace.shapes = traces.flatMap(({ shapes }) => shapes);
  trace.shape = new Uint32Array(total);
  for (const name of TIMES) trace[name] = new Float64Array(total);
  for (const name of NUMBERS) trace[name] = new Uint32Array(total);
  // Where nothing was fused, every operation is a kernel of its own.
  const fused = traces.some(({ kernel }) =>
    kernel.some((/** @type {number} */ row, /** @type {number} */ k) => row !== k),
  );
  if (fused) trace.kernel = new Uint32Array(total);
  /** Rows that each one reads. @type {number[][]} */
  const reads = Array.from({ length: total }, () => []);
  let shapes = 0;
  for (const [index, one] of traces.entries()) {
    const to = rows[index];
    for (let k = 0; k < to.length; k += 1) {
      const row = to[k];
      for (const name of ['op', ...TIMES, ...NUMBERS]) trace[name][row] = one[name][k];
      trace.shape[row] = one.shape[k] + shapes;
      if (fused) trace.kernel[row] = to[one.kernel[k]];
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
  trace.inputOffsets = new Uint32Array(total + 1);
  for (let row = 0; row < total; row += 1)
    trace.inputOffsets[row + 1] = trace.inputOffsets[row] + reads[row].length;
  trace.enqueuedWithin = Math.max(...traces.map((one) => one.enqueuedWithin));
  trace.gpuClock = traces.map(({ gpuClock }) => gpuClock).find((clock) => clock) ?? null;
  return { trace, rows };
}
