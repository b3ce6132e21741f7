// Records the life of every operation of a notebook over all cells that follow each other, since work of one cell may still be under
// way in the next. The recording is divided by cells when all work is done.

import { countWhile } from '../kit/lazy.js';
import { joined } from './joined.js';

/** The most sites that are kept after a recording, to find the line that made an array. */
const KEPT = 1_000_000;

/** @typedef {import('../lib/lab.js').Lab} Lab */
/** @typedef {{cell: string, number: number, from: number, to: number, first: number, end: number}} Part of a recording: rows and ms */

export class Recording {
  #lab;
  #sites;
  /** @type {Promise<any> | undefined} */
  #trace;
  #end = () => {};
  /** The recorded segments before the one that is under way. @type {any[]} */
  #segments = [];
  /** Sites of recordings that are over. @type {import('./sites.js').Site[]} */
  #oldSites = [];
  /** Operations enqueued before the recording. */
  #before = 0;
  /** @type {Part[]} */
  #parts = [];
  /** The number of lines of the program that the page knows. */
  #known = 0;

  /** @param {Lab} lab @param {import('./sites.js').Sites} sites */
  constructor(lab, sites) {
    this.#lab = lab;
    this.#sites = sites;
  }

  /** Begins a recording, unless one is under way. */
  begin() {
    if (this.#trace) return;
    this.#before = this.#sites.total();
    this.#segments = [];
    this.#record();
    this.#sites.trace(true);
  }

  #record() {
    const ended = new Promise((resolve) => (this.#end = () => resolve(undefined)));
    this.#trace = this.#lab.profile(() => ended);
    // Where the lab is lost there is no trace. The program's own calls get the reason.
    this.#trace.catch(() => {});
  }

  get goesOn() {
    return this.#trace !== undefined;
  }

  /** The recording up to now, once all of its operations are complete. The recording continues. */
  async soFar() {
    this.#end();
    this.#segments.push(await this.#trace);
    this.#record();
    const trace = joined(this.#segments);
    const sites = this.#sites.sites;
    const before = this.#before;
    const lineOf = (/** @type {number} */ row) =>
      sites[countWhile(sites, ({ operations }) => operations - before <= row) - 1]?.line ?? 0;
    return { trace, lineOf, before };
  }

  /** The number of the line that enqueued an operation of a device; 0 where that is not known. @param {number} device @param {number} operation */
  lineAt(device, operation) {
    const of = (/** @type {import('./sites.js').Site[]} */ sites) =>
      sites[countWhile(sites, ({ on }) => (on[device] ?? 0) <= operation) - 1]?.line;
    return of(this.#sites.sites) ?? of(this.#oldSites) ?? 0;
  }

  /** A cell begins. @param {string} cell @param {number} number @param {number} from ms */
  cell(cell, number, from) {
    const first = this.#sites.total() - this.#before;
    this.#parts.push({ cell, number, from, to: NaN, first, end: first });
  }

  /** The cell has ended. @param {number} to ms */
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

  /** Ends the recording. @param {(since: number) => string} lines returns the program's lines from a number on */
  async finish(lines) {
    const recorded = this.#trace;
    const parts = this.#parts;
    this.#parts = [];
    this.#trace = undefined;
    if (!recorded) return { parts, trace: null };
    this.#sites.trace(false);
    this.#end();
    const { sites, waits } = this.#sites.take();
    this.#oldSites = [...this.#oldSites, ...sites].slice(-KEPT);
    const known = this.#known;
    const text = lines(known);
    const fresh = text ? text.split('\n') : [];
    this.#known += fresh.length;
    const segments = this.#segments;
    const last = await recorded.catch(() => null);
    const trace = last && joined([...segments, last]);
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
