/** @typedef {import('../lib/core/session.js').Session} Session */
/** @typedef {{kind: string, line: number, from: number, to: number}} Wait a wait of the program: the line's number, ms on the lab's clock */
/** @typedef {{line: number, operations: number, on: number[]}} Site the line's number, and how many operations were enqueued before it, in all and on each device */

/** The lines of a program: where it waited, and which line enqueued the operations that failed. */
export class Sites {
  #session;
  #tracing = false;
  /** The number of the program's line that is running. */
  #line = 0;
  /** @type {Site[]} */
  #sites = [];
  /** @type {Wait[]} */
  #waits = [];
  /** By device, how many failures were reported to the program. @type {number[]} */
  #known = [];
  /** The line that enqueued the first of the failed operations that the last wait reported; 0 where it is not known. */
  failedLine = 0;

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  #counts() {
    return this.#session.devices.map((_, at) => this.#session.progress(at)?.enqueued ?? 0);
  }

  /** Operations enqueued on all devices. */
  total() {
    return this.#counts().reduce((sum, count) => sum + count, 0);
  }

  /** A line begins. @param {number} line */
  at(line) {
    this.#line = line;
    if (!this.#tracing) return;
    const on = this.#counts();
    this.#sites.push({ line, operations: on.reduce((sum, count) => sum + count, 0), on });
  }

  /** A wait has ended. @param {string} kind @param {number} from ms */
  waited(kind, from) {
    if (this.#tracing) this.#waits.push({ kind, line: this.#line, from, to: this.#session.now() });
  }

  /** A wait has failed: finds the line that enqueued the first operation that failed since the last time. */
  failed() {
    this.failedLine = 0;
    for (const device of this.#session.devices.keys()) {
      const failures = this.#session.failed(device);
      const fresh = failures.slice(this.#known[device] ?? 0);
      this.#known[device] = failures.length;
      if (fresh.length === 0) continue;
      const first = Math.min(...fresh);
      this.failedLine ||= this.#sites.findLast(({ on }) => (on[device] ?? 0) <= first)?.line ?? 0;
    }
  }

  /** Starts or stops keeping lines and waits. @param {boolean} on */
  trace(on) {
    this.#tracing = on;
  }

  /** The lines so far. */
  get sites() {
    return this.#sites;
  }

  /** The waits so far. */
  get waits() {
    return this.#waits;
  }

  /** The lines and waits kept since the last time. */
  take() {
    const taken = { sites: this.#sites, waits: this.#waits };
    [this.#sites, this.#waits] = [[], []];
    return taken;
  }
}
