// Joins successive recordings: a program that asks for the times so far ends one recording and begins the next.
import { TIMES, WORK } from '../lib/core/protocol.js';

/** @typedef {import('../lib/core/trace.js').Trace} Trace */

/** @param {any[]} parts typed arrays of one type */
function concatenated(parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const all = new parts[0].constructor(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {any[]} series of one device @returns {any} */
const memoryOf = (series) =>
  Object.fromEntries(
    Object.keys(series[0]).map((name) => [name, concatenated(series.map((one) => one[name]))]),
  );

/** For each length the sum of those before it. @param {number[]} lengths */
const sumsBefore = (lengths) =>
  lengths.map((_, i) => lengths.slice(0, i).reduce((sum, length) => sum + length, 0));

/**
 * @param {Trace[]} traces in the order of time. Reads of an earlier trace's results are left out, as a trace leaves out reads of results from before it
 * @returns {Trace}
 */
export function joined(traces) {
  if (traces.length === 1) return traces[0];
  const last = traces[traces.length - 1];
  const names = [...new Set(traces.flatMap((trace) => trace.names))];
  const firsts = sumsBefore(traces.map(({ op }) => op.length));
  /** @param {(trace: any, i: number) => any} of */
  const all = (of) => concatenated(traces.map(of));
  const shapes = sumsBefore(traces.map((trace) => trace.shapes.length));
  const reads = sumsBefore(traces.map(({ inputs }) => inputs.length));
  const fused = traces.some(({ kernel }) => kernel);
  const replayed = traces.flatMap(({ replayed = [] }, i) =>
    replayed.map(([row, count]) => /** @type {[number, number]} */ ([row + firsts[i], count])),
  );
  const clocks = traces.flatMap(({ gpuClock }) => gpuClock ?? []);
  return {
    ...last,
    ...Object.fromEntries([...TIMES, ...WORK].map((name) => [name, all((trace) => trace[name])])),
    ...(replayed.length > 0 && { replayed }),
    names,
    op: all(({ names: own, op }) =>
      op.map((/** @type {number} */ index) => names.indexOf(own[index])),
    ),
    shapes: traces.flatMap((trace) => trace.shapes),
    shape: all(({ shape }, i) => shape.map((/** @type {number} */ index) => index + shapes[i])),
    submission: all(({ submission }) => submission),
    turn: all(({ turn }) => turn),
    device: all(({ device }) => device),
    ...(fused && {
      kernel: all(({ kernel, op }, i) =>
        Uint32Array.from(op, (_, row) => (kernel?.[row] ?? row) + firsts[i]),
      ),
    }),
    inputs: all(({ inputs }, i) => inputs.map((/** @type {number} */ row) => row + firsts[i])),
    inputOffsets: all(({ inputOffsets }, i) =>
      inputOffsets.subarray(i ? 1 : 0).map((/** @type {number} */ offset) => offset + reads[i]),
    ),
    waits: traces.flatMap(({ waits }, i) =>
      waits.map((wait) => ({ ...wait, op: wait.op < 0 ? -1 : wait.op + firsts[i] })),
    ),
    memory: memoryOf(traces.map(({ memory }) => memory)),
    memories: last.memories.map((_, device) =>
      memoryOf(traces.flatMap(({ memories }) => memories[device] ?? [])),
    ),
    enqueuedWithin: Math.max(...traces.map(({ enqueuedWithin }) => enqueuedWithin)),
    // The clock with the largest uncertainty.
    gpuClock: clocks.toSorted((a, b) => b.uncertainty - a.uncertainty)[0] ?? null,
  };
}

/** The parts of runs from a row on, which is row 0 of the result. @param {[row: number, count: number][]} runs @param {number} first @returns {[row: number, count: number][]} */
const later = (runs, first) =>
  runs.flatMap(([row, count]) => {
    const from = Math.max(row, first);
    return from < row + count ? [[from - first, row + count - from]] : [];
  });

/**
 * The operations of a trace from a row on, and the waits that ended after the first of them was enqueued.
 *
 * @param {Trace} trace @param {number} first @param {number} from ms @returns {Trace}
 */
export function since(trace, first, from) {
  if (first === 0) return trace;
  /** @type {number[]} */
  const inputs = [];
  const offsets = [0];
  for (let row = first; row < trace.op.length; row += 1) {
    for (let i = trace.inputOffsets[row]; i < trace.inputOffsets[row + 1]; i += 1)
      if (trace.inputs[i] >= first) inputs.push(trace.inputs[i] - first);
    offsets.push(inputs.length);
  }
  const columns = [...TIMES, ...WORK, 'op', 'shape', 'submission', 'turn', 'device'];
  return {
    ...trace,
    ...Object.fromEntries(
      columns.map((name) => [name, /** @type {any} */ (trace)[name].subarray(first)]),
    ),
    ...(trace.kernel && { kernel: trace.kernel.subarray(first).map((row) => row - first) }),
    ...(trace.replayed && { replayed: later(trace.replayed, first) }),
    inputs: Uint32Array.from(inputs),
    inputOffsets: Uint32Array.from(offsets),
    waits: trace.waits
      .filter(({ to }) => to >= from)
      .map((wait) => ({ ...wait, op: wait.op < first ? -1 : wait.op - first })),
  };
}
