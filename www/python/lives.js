// Divides a recording by cells: each has its operations with their lines, its waits, its compiled kernels and its gaps.

import { gapsOf } from './gaps.js';

/** @typedef {{name: string, shape: number[], line: number, file: string, enqueued: number, started: number, ended: number}} Operation ms */
/** @typedef {import('./gaps.js').Wait} Wait */
/** @typedef {{from: number, to: number, end: number, operations: Operation[], waits: Wait[], kernels: import('./gaps.js').Kernel[], gaps: import('./gaps.js').Gap[]}} Life of a cell: `to` when it ended, `end` when its last work was complete */

/** The most cells that have a life. */
const MOST_PARTS = 1000;

/** The program's lines, which a recording has by number. */
export class Lines {
  /** @type {string[]} */
  #known = [];

  /** @param {{since: number, fresh: string[]} | undefined} lines */
  learn(lines) {
    lines?.fresh.forEach((line, i) => (this.#known[lines.since + i] = line));
  }

  /** @param {number} number @returns {{file: string, line: number}} */
  at(number) {
    const [, file = '', line = '0'] = /^(.*):(\d+)$/.exec(this.#known[number] ?? '') ?? [];
    return { file, line: Number(line) };
  }
}

/** The part of a gap from a cell's beginning on. A wait that ended before the cell began is not its cause. @param {import('./gaps.js').Gap} gap @param {number} from ms @returns {import('./gaps.js').Gap} */
function within(gap, from) {
  const own = { ...gap, from: Math.max(from, gap.from) };
  if (gap.wait && gap.wait.to <= from)
    return { from: own.from, to: gap.to, next: gap.next, cause: 'frontend' };
  return own;
}

/**
 * @param {any} recorded as the kernel reports it
 * @param {Lines} lines
 * @param {number} [limit] most bytes that may be allocated on the lab's own device
 * @returns {Map<string, Life>} by cell
 */
export function livesOf(
  { trace, parts, waits, sites, lines: fresh, kernels = [], memory },
  lines,
  limit,
) {
  lines.learn(fresh);
  const lives = new Map();
  const located = waits.map((/** @type {any} */ { line, ...wait }) => ({
    ...wait,
    ...lines.at(line),
  }));
  // The frame and the trace have the same clock, with different origins.
  const compiled = kernels.map((/** @type {any} */ { name, from, to }) => ({
    name,
    from: from - (trace?.origin ?? 0),
    to: to - (trace?.origin ?? 0),
  }));
  const gaps = trace ? gapsOf(trace, located, compiled, { memory, limit }) : [];
  // All lists are in the order of time: each is read once.
  let [before, site, next] = [0, -1, 0];
  const known = parts.filter((/** @type {any} */ { first }) => Number.isSafeInteger(first));
  for (const { cell, from, to, first, end } of known.slice(0, MOST_PARTS)) {
    /** @type {Operation[]} */
    const operations = [];
    while (site + 1 < sites.row.length && sites.row[site + 1] <= first) site += 1;
    // Cells follow each other. The reader's code may send a part that claims rows of another cell, or rows that do not exist.
    let row = Math.max(before, first);
    for (; trace && row < Math.min(end, trace.op.length); row += 1) {
      while (site + 1 < sites.row.length && sites.row[site + 1] <= row) site += 1;
      const ended = trace.ended[row] > 0 ? trace.ended[row] : trace.completed[row];
      const started = trace.started[row] > 0 ? trace.started[row] : trace.submitted[row];
      operations.push({
        name: trace.names[trace.op[row]],
        shape: trace.shapes[trace.shape[row]],
        ...lines.at(sites.line[site] ?? 0),
        enqueued: trace.enqueued[row],
        started,
        ended: Math.max(started, ended),
      });
    }
    const begun = Math.max(before, first);
    before = Math.max(before, row);
    /** @type {Wait[]} */
    const own = [];
    for (; next < located.length && located[next].to <= to; next += 1)
      if (located[next].from >= from) own.push(located[next]);
    const last = operations.reduce((most, { ended }) => Math.max(most, ended || 0), to);
    lives.set(cell, {
      from,
      to,
      end: last,
      operations,
      waits: own,
      kernels: compiled.filter((/** @type {any} */ one) => one.to > from && one.from < last),
      // Gaps that ended before the cell began are not the cell's.
      gaps: gaps
        .filter(({ next, to }) => next >= begun && next < row && to > from)
        .map((gap) => within(gap, from)),
    });
  }
  return lives;
}
