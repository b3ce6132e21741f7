// The life of every operation of a notebook: recorded over as many cells as follow each other, so that work of one cell may still be
// under way in the next, and taken apart by cells when all of it is done.

/** @typedef {import('../lib/lab.js').Lab} Lab */
/** @typedef {{cell: string, number: number, from: number, to: number, first: number, end: number}} Part of a recording: rows and ms */

export class Recording {
  #lab;
  #sites;
  /** @type {Promise<any> | undefined} */
  #trace;
  #end = () => {};
  /** Operations enqueued before it. */
  #before = 0;
  /** @type {Part[]} */
  #parts = [];
  /** Lines of the program that the page knows. */
  #known = 0;

  /** @param {Lab} lab @param {import('./sites.js').Sites} sites */
  constructor(lab, sites) {
    this.#lab = lab;
    this.#sites = sites;
  }

  /** From here on, unless it is under way. */
  begin() {
    if (this.#trace) return;
    this.#before = this.#sites.total();
    const ended = new Promise((resolve) => (this.#end = () => resolve(undefined)));
    this.#trace = this.#lab.profile(() => ended);
    // Where the lab is lost there is none; why, the program is told itself.
    this.#trace.catch(() => {});
    this.#sites.trace(true);
  }

  /** A cell begins. @param {string} cell @param {number} number @param {number} from ms */
  cell(cell, number, from) {
    const first = this.#sites.total() - this.#before;
    this.#parts.push({ cell, number, from, to: NaN, first, end: first });
  }

  /** It has ended. @param {number} to ms */
  ended(to) {
    const part = /** @type {Part} */ (this.#parts.at(-1));
    part.to = to;
    part.end = this.#sites.total() - this.#before;
  }

  /** Facts known of the last cell without waiting. */
  facts() {
    const { first, end, from, to } = /** @type {Part} */ (this.#parts.at(-1));
    const waits = this.#sites.waits.filter((wait) => wait.from >= from && wait.to <= to);
    return {
      operations: end - first,
      waited: waits.reduce((sum, wait) => sum + wait.to - wait.from, 0),
    };
  }

  /** @param {(since: number) => string} lines of the program */
  async finish(lines) {
    const recorded = this.#trace;
    const parts = this.#parts;
    this.#parts = [];
    this.#trace = undefined;
    if (!recorded) return { parts, trace: null };
    this.#sites.trace(false);
    this.#end();
    const { sites, waits } = this.#sites.take();
    const known = this.#known;
    const text = lines(known);
    const fresh = text ? text.split('\n') : [];
    this.#known += fresh.length;
    const trace = await recorded.catch(() => null);
    const before = this.#before;
    return {
      parts,
      waits,
      // Columns, as there may be one for each operation.
      sites: {
        line: Float64Array.from(sites, ({ line }) => line),
        row: Float64Array.from(sites, ({ operations }) => operations - before),
      },
      lines: { since: known, fresh },
      trace: trace && { ...trace, value: null },
    };
  }
}
