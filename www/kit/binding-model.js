/** The roofline model of a trace's kernels: the time of their arithmetic, their bytes and their starts, by the rates of their device. */
import { MARGINS } from './inference.js';

/** @typedef {import('./types.js').Known} Known */
/** @typedef {{from: number, to: number, step: number, quantum: number}} Window ms; steps of the clocks of frontend and device */
/** @typedef {import('./types.js').Trace} Trace */
/**
 * @typedef {object} Rates of a device, measured in the session or known of a modelled machine: the ms that one unit takes.
 * @property {Known} compute a floating-point operation
 * @property {Known} bytes a byte
 * @property {Known} cost an operation on one number in a long queue, from its enqueuing on
 * @property {Known} dispatch the same on the device alone; at most `cost`
 * @property {Known} latency one such operation on an idle device, until it is reported complete
 */
/**
 * @typedef {object} KernelClass Kernels of equal work.
 * @property {number} count how many; a kernel that is partly in the window counts as that part
 * @property {number} flops of all
 * @property {number} bytes of all
 * @property {number} time that the device spent on them, ms; NaN where it is not timed
 * @property {boolean} uncounted has more arithmetic than the engine counts, one FLOP for each element
 * @property {boolean} fusible is elementwise, and reads the result of another elementwise kernel
 */

/** Operations that take any device more than the one FLOP that the engine counts. */
const UNCOUNTED = new Set('exp log tanh sigmoid sin cos pow sqrt div sort'.split(' '));
/** Operations that count one FLOP for each element, as elementwise ones do, and are not elementwise. */
const SEQUENTIAL = ['cumsum', 'sort'];
/** The most classes whose kernels have exactly equal work, more than a program needs. Further kernels share a class by their work's powers of four. */
const EXACT = 1024;
/** The largest power of four that counts: 4³¹ FLOPs or bytes. */
const LARGEST = 31;

/**
 * The kernels of the lab's own device in a window, by classes of equal work.
 * @param {Trace} trace @param {Window} window
 */
export function kernelsIn(trace, { from, to }) {
  const { op, names, started, ended, enqueued, completed, device, kernel } = trace;
  const flops = /** @type {Float64Array} */ (trace.flops);
  const bytes = /** @type {Float64Array} */ (trace.bytes);
  const members = membersOf(trace);
  const elements = trace.shapes.map((shape) => shape.reduce((product, dim) => product * dim, 1));
  const own = (/** @type {number} */ row) => (device?.[row] ?? 0) === 0;
  const order = Array.from(op.keys())
    .filter((row) => own(row) && (kernel?.[row] ?? row) === row && flops[row] + bytes[row] > 0)
    .sort((a, b) => (started[a] || 0) - (started[b] || 0) || a - b);
  const timed = order.some((row) => Number.isFinite(started[row]));
  const classes = new Classes();
  let free = -Infinity;
  for (const row of order) {
    // The time in which two kernels overlap counts for the earlier one.
    const begin = Math.max(started[row], free);
    const all = ended[row] - started[row];
    free = Math.max(free, ended[row] || free);
    const time = Math.max(0, Math.min(to, ended[row]) - Math.max(from, begin));
    const part = timed ? partOf(started[row], ended[row], { from, to }) : within(row);
    if (!(part > 0) || (timed && !(all >= 0))) continue;
    const uncounted = UNCOUNTED.has(names[op[row]]) || (members.get(row)?.uncounted ?? false);
    const fusible = isFusible(trace, members, elements, row);
    const found = classes.of(flops[row], bytes[row], uncounted, fusible);
    found.count += part;
    found.flops += part * flops[row];
    found.bytes += part * bytes[row];
    found.time += timed ? time : NaN;
  }
  return { classes: classes.all };

  /** Whether an operation without times of the device lies in the window. @param {number} row */
  function within(row) {
    return completed[row] >= from && enqueued[row] <= to ? 1 : 0;
  }
}

/** The classes of kernels. However many different amounts of work a trace names, their number is bounded. */
class Classes {
  /** @type {Map<string, KernelClass>} */ #exact = new Map();
  /** @type {Map<string, KernelClass>} */ #merged = new Map();

  /** @param {number} flops @param {number} bytes @param {boolean} uncounted @param {boolean} fusible @returns {KernelClass} */
  of(flops, bytes, uncounted, fusible) {
    const kind = `${uncounted} ${fusible}`;
    const id = `${flops} ${bytes} ${kind}`;
    const exact = this.#exact.get(id);
    if (exact) return exact;
    const isExact = this.#exact.size < EXACT;
    const [classes, key] = isExact
      ? [this.#exact, id]
      : [this.#merged, `${powerOf(flops)} ${powerOf(bytes)} ${kind}`];
    const found = classes.get(key) ?? { count: 0, flops: 0, bytes: 0, time: 0, uncounted, fusible };
    classes.set(key, found);
    return found;
  }

  get all() {
    return [...this.#exact.values(), ...this.#merged.values()];
  }
}

/** @param {number} amount of FLOPs or bytes, 0 or more */
const powerOf = (amount) => Math.min(LARGEST, Math.round(Math.log2(amount + 1) / 2));

/** The part of a kernel that lies in a window. @param {number} start @param {number} end @param {{from: number, to: number}} window ms */
function partOf(start, end, { from, to }) {
  if (!(end >= from && start <= to)) return 0;
  return end > start ? (Math.min(to, end) - Math.max(from, start)) / (end - start) : 1;
}

/** By kernel of several operations: how many these are, and whether one is in `UNCOUNTED`. @param {Trace} trace */
function membersOf({ op, names, kernel }) {
  /** @type {Map<number, {count: number, uncounted: boolean}>} */
  const members = new Map();
  kernel?.forEach((last, row) => {
    const one = members.get(last) ?? { count: 0, uncounted: false };
    one.count += 1;
    one.uncounted ||= UNCOUNTED.has(names[op[row]]);
    members.set(last, one);
  });
  return members;
}

/**
 * Whether all operations of a kernel are elementwise: one FLOP for each element of the result.
 * @param {Trace} trace @param {ReturnType<typeof membersOf>} members @param {number[]} elements of each shape @param {number} row
 */
function isElementwise({ op, names, shape, flops }, members, elements, row) {
  const each = elements[shape[row]];
  const count = members.get(row)?.count ?? 1;
  return flops?.[row] === count * each && each > 0 && !SEQUENTIAL.includes(names[op[row]]);
}

/** @param {Trace} trace @param {ReturnType<typeof membersOf>} members @param {number[]} elements of each shape @param {number} row */
function isFusible(trace, members, elements, row) {
  if (!isElementwise(trace, members, elements, row)) return false;
  const { inputs, inputOffsets, kernel } = trace;
  for (let i = inputOffsets[row]; i < inputOffsets[row + 1]; i += 1) {
    const from = kernel?.[inputs[i]] ?? inputs[i];
    if (from !== row && isElementwise(trace, members, elements, from)) return true;
  }
  return false;
}

/** The time of an amount at a rate, ms. @param {number} amount @param {Known} rate @returns {Known} */
export const costTime = (amount, rate) => ({
  value: amount * rate.value,
  low: (amount * rate.low) / MARGINS.same,
  high: amount * rate.high * MARGINS.same,
});

const ENDS = /** @type {const} */ (['low', 'high']);
const PARTS = /** @type {const} */ (['compute', 'bytes', 'overhead', 'rest']);

/** @returns {Record<typeof PARTS[number], Known>} */
const nothing = () => {
  const none = () => ({ value: 0, low: 0, high: 0 });
  return { compute: none(), bytes: none(), overhead: none(), rest: none() };
};

/**
 * Divides the device's time among compute, bytes, overhead and the rest, and returns also the division that the model expects: sums over classes of kernels.
 * @param {KernelClass[]} classes @param {Rates} rates @param {number} quantum step of the device's clock, ms
 */
export function splitOf(classes, rates, quantum) {
  const [device, model] = [nothing(), nothing()];
  /** Kernels that could be fused with another: the time of their bytes, ms, and how many there are. */
  const fusible = { time: 0, count: 0 };
  let count = 0;
  for (const one of classes) {
    const costs = {
      compute: costTime(one.flops, rates.compute),
      bytes: costTime(one.bytes, rates.bytes),
      overhead: costTime(one.count, rates.dispatch),
    };
    // Starts and ends fall anywhere in a step, so the errors of many kernels cancel.
    const off = quantum * Math.sqrt(one.count);
    const time = { value: one.time, low: Math.max(0, one.time - off), high: one.time + off };
    const spent = corners(costs, time, one.uncounted);
    const expected = corners(costs, null, false);
    for (const name of PARTS) {
      addTo(device[name], spent[name]);
      addTo(model[name], expected[name]);
    }
    count += one.count;
    if (!one.fusible) continue;
    fusible.time += Number.isNaN(one.time) ? expected.bytes.value : spent.bytes.value;
    fusible.count += one.count;
  }
  return { device, model, fusible, count };
}

/** @param {Known} sum @param {Known} more */
function addTo(sum, more) {
  for (const end of /** @type {const} */ (['value', 'low', 'high'])) sum[end] += more[end];
}

/**
 * The split of a time, with bounds: for each part its value, and the least and the most over all ends of the intervals that are given.
 * @param {Record<'compute'|'bytes'|'overhead', Known>} costs ms @param {Known|null} time ms; null: the time that the model expects
 * @param {boolean} uncounted
 */
function corners({ compute, bytes, overhead }, time, uncounted) {
  const found = split(compute.value, bytes.value, overhead.value, time?.value, uncounted);
  const all = nothing();
  PARTS.forEach((name, at) => {
    all[name] = { value: found[at], low: found[at], high: found[at] };
  });
  for (const c of ENDS)
    for (const b of ENDS)
      for (const o of ENDS)
        for (const t of time ? ENDS : ENDS.slice(1)) {
          const one = split(compute[c], bytes[b], overhead[o], time?.[t], uncounted);
          for (let at = 0; at < one.length; at += 1) {
            const part = all[PARTS[at]];
            part.low = Math.min(part.low, one[at]);
            part.high = Math.max(part.high, one[at]);
          }
        }
  return all;
}

/**
 * Splits a time of kernels into parts, in the order of `PARTS`. The expected time is that of their starts and the longer of the times for arithmetic and bytes.
 * Up to `MARGINS.much` times the expected time is divided in its proportions. Time beyond is the rest, or arithmetic where not all of that is counted.
 * @param {number} compute ms @param {number} bytes ms @param {number} overhead ms @param {number} [time] ms; as expected by default @param {boolean} [uncounted]
 */
function split(compute, bytes, overhead, time, uncounted) {
  const longest = Math.max(compute, bytes);
  const expected = longest + overhead;
  const took = time ?? expected;
  const beyond = Math.max(0, took - MARGINS.much * expected);
  const scale = expected > 0 ? (took - beyond) / expected : 0;
  const bound = longest * scale;
  return [
    (compute >= bytes ? bound : 0) + (uncounted ? beyond : 0),
    compute >= bytes ? 0 : bound,
    overhead * scale,
    uncounted ? 0 : beyond,
  ];
}
