/** The operations that one waited for, and those that waited for it. No drawing here. */

/** @typedef {import('../kit/types.js').Trace} Trace */

/** A longer chain than this would hide the rest. */
export const LONGEST = 200;

/**
 * The readers of each operation: the inputs turned round, as offsets and rows.
 * @param {Trace} trace
 */
function readersOf({ op, inputs, inputOffsets }) {
  const offsets = new Uint32Array(op.length + 1);
  for (const input of inputs) offsets[input + 1] += 1;
  for (let i = 0; i < op.length; i += 1) offsets[i + 1] += offsets[i];
  const next = offsets.slice();
  const readers = new Uint32Array(inputs.length);
  for (let i = 0; i < op.length; i += 1) {
    for (let k = inputOffsets[i]; k < inputOffsets[i + 1]; k += 1) readers[next[inputs[k]]++] = i;
  }
  return { offsets, readers };
}

/** Operations that share a kernel, by the last of them. @param {Uint32Array} kernel */
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

export class Relations {
  /** @type {ReturnType<typeof readersOf>|null} */ #readers = null;

  /** @type {Map<number, number[]>|null} */ #fused = null;

  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
  }

  /** The operations that one reads, each once. @param {number} i */
  inputs(i) {
    const { inputs, inputOffsets } = this.trace;
    return [...new Set(inputs.subarray(inputOffsets[i], inputOffsets[i + 1]))];
  }

  /** The operations that read one, each once. @param {number} i */
  consumers(i) {
    this.#readers ??= readersOf(this.trace);
    const { offsets, readers } = this.#readers;
    return [...new Set(readers.subarray(offsets[i], offsets[i + 1]))];
  }

  /** The other operations computed in one kernel with one. @param {number} i @returns {number[]} */
  fused(i) {
    const { kernel } = this.trace;
    if (!kernel) return [];
    this.#fused ??= groupsOf(kernel);
    return (this.#fused.get(kernel[i]) ?? []).filter((other) => other !== i);
  }

  /** All that had to come before one, the nearest first, up to a few hundred. @param {number} i */
  chain(i) {
    const found = new Set(this.inputs(i));
    for (const one of found) {
      if (found.size >= LONGEST) break;
      for (const input of this.inputs(one)) found.add(input);
    }
    return [...found].slice(0, LONGEST);
  }

  /** The frontend's waits that an operation had to end for: those for it and, while it was not yet seen done, those for all. @param {number} i */
  waits(i) {
    const { waits, enqueued, completed } = this.trace;
    return waits.filter(({ op, from, to }) =>
      op < 0 ? enqueued[i] <= from && completed[i] > from && completed[i] <= to : op === i,
    );
  }
}
