/** The operations that an operation waited for, and the operations that waited for it. No drawing here. */
import { Levels, lowerBound } from './levels.js';

/** @typedef {import('../kit/types.js').Trace} Trace */
/** @typedef {import('../kit/types.js').Wait} Wait */

/** Most operations of a chain and most waits: more would hide the rest of the figure. */
export const LONGEST = 200;

/** Lists of rows, by row. */
class Lists {
  /** @param {Uint32Array} offsets @param {Uint32Array} rows */
  constructor(offsets, rows) {
    this.offsets = offsets;
    this.rows = rows;
  }

  /** @param {number} i @returns {Uint32Array} no copy */
  of(i) {
    return this.rows.subarray(this.offsets[i], this.offsets[i + 1]);
  }
}

/** The operations that each operation reads, without duplicates. @param {Trace} trace */
function inputsOf({ op, inputs, inputOffsets }) {
  const offsets = new Uint32Array(op.length + 1);
  const rows = new Uint32Array(inputs.length);
  /** The last reader of each operation, counted from 1. */
  const read = new Uint32Array(op.length);
  let count = 0;
  for (let i = 0; i < op.length; i += 1) {
    for (let k = inputOffsets[i]; k < inputOffsets[i + 1]; k += 1) {
      if (read[inputs[k]] === i + 1) continue;
      read[inputs[k]] = i + 1;
      rows[count++] = inputs[k];
    }
    offsets[i + 1] = count;
  }
  return new Lists(offsets, rows.subarray(0, count));
}

/** The lists inverted: for each row, the rows whose lists contain it, rising. @param {Lists} lists */
function turned({ offsets, rows }) {
  const count = offsets.length - 1;
  const begin = new Uint32Array(count + 1);
  for (const row of rows) begin[row + 1] += 1;
  for (let i = 0; i < count; i += 1) begin[i + 1] += begin[i];
  const next = begin.slice();
  const readers = new Uint32Array(rows.length);
  for (let i = 0; i < count; i += 1)
    for (let k = offsets[i]; k < offsets[i + 1]; k += 1) readers[next[rows[k]]++] = i;
  return new Lists(begin, readers);
}

/** Operations that share a kernel, by the last operation of each group. @param {Uint32Array} kernel */
function groupsOf(kernel) {
  /** @type {Map<number, number[]>} */
  const groups = new Map();
  kernel.forEach((last, i) => {
    const group = groups.get(last);
    if (group) group.push(i);
    else groups.set(last, [i]);
  });
  return groups;
}

/** The indices of waits: waits for one operation by that operation, waits for everything by their beginning. @param {Wait[]} waits */
function waitsOf(waits) {
  /** @type {Map<number, number[]>} */
  const forOne = new Map();
  waits.forEach(({ op }, i) => {
    const known = forOne.get(op);
    if (known) known.push(i);
    else forOne.set(op, [i]);
  });
  const forAll = (forOne.get(-1) ?? []).toSorted((a, b) => waits[a].from - waits[b].from);
  return {
    forOne,
    forAll,
    from: Float64Array.from(forAll, (i) => waits[i].from),
    to: new Levels(Float64Array.from(forAll, (i) => waits[i].to)),
  };
}

/** The relations of operations. Each list is made at its first use; later queries do not search all operations. */
export class Relations {
  /** @type {Lists|undefined} */ #inputs;
  /** @type {Lists|undefined} */ #consumers;
  /** @type {Map<number, number[]>|undefined} */ #groups;
  /** @type {ReturnType<typeof waitsOf>|undefined} */ #waits;

  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
  }

  /** The operations that an operation reads, without duplicates. @param {number} i */
  inputs(i) {
    this.#inputs ??= inputsOf(this.trace);
    return this.#inputs.of(i);
  }

  /** The operations that read an operation, without duplicates. @param {number} i */
  consumers(i) {
    this.#inputs ??= inputsOf(this.trace);
    this.#consumers ??= turned(this.#inputs);
    return this.#consumers.of(i);
  }

  /** The operations that share a kernel with an operation, including it. @param {number} i @returns {number[]} */
  group(i) {
    const { kernel } = this.trace;
    if (!kernel) return [i];
    this.#groups ??= groupsOf(kernel);
    return this.#groups.get(kernel[i]) ?? [i];
  }

  /** The operations that an operation depends on, directly or not, the nearest first; at most `LONGEST`. @param {number} i */
  chain(i) {
    const found = new Set(this.inputs(i));
    for (const one of found) {
      if (found.size >= LONGEST) break;
      for (const input of this.inputs(one)) found.add(input);
    }
    return [...found].slice(0, LONGEST);
  }

  /**
   * The frontend's waits that could not end before an operation: waits for it, and waits for everything that began after its enqueue and
   * ended after its completion was reported; at most `LONGEST` of each.
   * @param {number} i
   */
  waits(i) {
    const { waits, enqueued, completed } = this.trace;
    this.#waits ??= waitsOf(waits);
    const { forOne, forAll, from, to } = this.#waits;
    const [begin, end] = [lowerBound(from, enqueued[i]), lowerBound(from, completed[i])];
    const around = to.reaching(begin, end, completed[i], LONGEST).map((k) => forAll[k]);
    const found = [...(forOne.get(i) ?? []).slice(0, LONGEST), ...around];
    return found.sort((a, b) => a - b).map((k) => waits[k]);
  }
}
