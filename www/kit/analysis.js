/** Waits in a trace: how long each blocked the program, and how long the device was idle because of it. */
import { countWhile } from './lazy.js';

/** @typedef {import('./types.js').Trace} Trace */
/** @typedef {import('./types.js').Wait} Wait */
/**
 * @typedef {object} IdleTime A time in which the device had nothing to do, from..to in ms.
 * @property {number} from
 * @property {number} to
 * @property {'wait'|'frontend'|'backend'} cause `backend`: the next operation was queued already; `frontend`: it was not, though
 *   the program did not wait; `wait`: it was not, because the program waited
 * @property {number} next the operation that ended it
 *
 * @typedef {object} WaitCost
 * @property {import('./types.js').Wait} wait
 * @property {number} blocked ms
 * @property {number} during idle time of the device while the program waited, ms; NaN where the device is not timed
 * @property {number} after idle time from the end of the wait until the device had work again, ms
 */

/**
 * @typedef {object} Between The waits between the enqueuing of an operation and of the one before it on the same device.
 * @property {Wait[]} long those that took time, by the clock
 * @property {Wait|null} last the one that ended last
 * @property {Set<number>} ops the operations that they waited for; -1 for all
 */

/**
 * The operations and waits before each operation.
 * @typedef {object} Sweep
 * @property {Int32Array} before for each operation, the last one before it that the device ran; -1 for none. Writes of the program are not run
 * @property {(next: number) => Between} between the waits between the enqueuing of an operation and of the one before it
 */

/** @type {WeakMap<Wait[], Sweep>} */
const sweeps = new WeakMap();

/**
 * One sweep over operations and waits, both in their order. It uses the program's order and not the clocks: those of device and
 * program agree only within some uncertainty. Stretches share no wait that took time, and each is computed once, so
 * all stretches of a device together take as long as sorting the waits.
 * @param {Trace} trace whose operations are in the order of enqueuing
 * @returns {Sweep}
 */
function sweepOf({ enqueued, started, waits, device }) {
  const known = sweeps.get(waits);
  if (known) return known;
  const before = new Int32Array(enqueued.length);
  /** Operations enqueued at one moment have the same stretch before them. */
  const stretch = new Uint32Array(enqueued.length);
  const bounds = /** @type {[number, number][]} */ ([]);
  /** By device, the operation before and that operation's stretch. */
  const last = /** @type {number[]} */ ([]);
  const latest = /** @type {number[]} */ ([]);
  for (let i = 0; i < enqueued.length; i += 1) {
    const of = device?.[i] ?? 0;
    before[i] = last[of] ?? -1;
    const [since, until] = [enqueued[before[i]] ?? -Infinity, enqueued[i]];
    const [begin, end] = bounds[latest[of]] ?? [];
    if (since !== begin || until !== end) latest[of] = bounds.push([since, until]) - 1;
    stretch[i] = latest[of];
    if (!Number.isNaN(started[i])) last[of] = i;
  }
  const order = waits
    .map((wait, i) => ({ wait, i }))
    .filter(({ wait }) => wait.from <= wait.to)
    .sort((a, b) => a.wait.from - b.wait.from);
  const from = order.map(({ wait }) => wait.from);
  const found = /** @type {Between[]} */ ([]);
  const between = (/** @type {number} */ next) =>
    (found[stretch[next]] ??= within(order, from, bounds[stretch[next]]));
  const sweep = { before, between };
  sweeps.set(waits, sweep);
  return sweep;
}

/** @type {Between} */
const NONE = { long: [], last: null, ops: new Set() };

/** @param {{wait: Wait, i: number}[]} order @param {number[]} from when each began, ms @param {[number, number]} bounds ms @returns {Between} */
function within(order, from, [since, until]) {
  const first = countWhile(from, (begin) => begin < since);
  const end = countWhile(from, (begin) => begin <= until);
  if (first >= end) return NONE;
  const waits = order
    .slice(first, end)
    .filter(({ wait }) => wait.to <= until)
    .sort((a, b) => a.i - b.i)
    .map(({ wait }) => wait);
  return {
    long: waits.filter((wait) => wait.to > wait.from),
    last: waits.reduce(
      (last, wait) => (last && last.to >= wait.to ? last : wait),
      /** @type {Wait|null} */ (null),
    ),
    ops: new Set(waits.map(({ op }) => op)),
  };
}

/**
 * Why a device was idle from a time on until it began an operation.
 * @param {Trace} trace
 * @param {number} from ms
 * @param {number} next the operation that ended it
 * @returns {IdleTime['cause']}
 */
export function idleCause(trace, from, next) {
  const { before, between } = sweepOf(trace);
  const { last, ops } = between(next);
  // A program that waited for the last operation, or for all, knows that the queue was empty then.
  const emptied = ops.has(-1) || ops.has(before[next]);
  if (!emptied && trace.enqueued[next] <= from) return 'backend';
  return last ? 'wait' : 'frontend';
}

/**
 * The times in which a device was idle between its first and its last work.
 * @param {Trace & {device?: Uint8Array}} trace
 * @param {number} [device] index
 * @returns {IdleTime[]|null} null where the device does not time its work
 */
export function idleTimes(trace, device = 0) {
  const { started, ended } = trace;
  const order = Array.from(started, (_, i) => i)
    .filter((i) => (trace.device?.[i] ?? 0) === device)
    .filter((i) => Number.isFinite(started[i]) && Number.isFinite(ended[i]))
    .sort((a, b) => started[a] - started[b]);
  if (order.length === 0) return null;
  const idle = /** @type {IdleTime[]} */ ([]);
  let free = ended[order[0]];
  for (const next of order) {
    const from = free;
    const to = started[next];
    free = Math.max(free, ended[next]);
    if (to <= from) continue;
    idle.push({ from, to, next, cause: idleCause(trace, from, next) });
  }
  return idle;
}

/**
 * The cost of each wait. Idle time counts for a wait when the queue was empty because of it: the device had finished all that
 * was enqueued, and its next work was enqueued only after the wait. Idle time after several such waits counts for the last one.
 * @param {Trace & {device?: Uint8Array}} trace
 * @param {number} [device] index
 * @returns {WaitCost[]}
 */
export function waitCosts(trace, device = 0) {
  const idle = idleTimes(trace, device);
  const costs = trace.waits.map((wait) => ({
    wait,
    blocked: wait.to - wait.from,
    during: idle ? 0 : NaN,
    after: idle ? 0 : NaN,
  }));
  const costOf = new Map(costs.map((cost) => [cost.wait, cost]));
  for (const { from, to, cause, next } of idle ?? []) {
    if (cause !== 'wait') continue;
    const { long, last } = sweepOf(trace).between(next);
    for (const wait of long) {
      const cost = /** @type {WaitCost} */ (costOf.get(wait));
      cost.during += Math.max(0, Math.min(to, wait.to) - Math.max(from, wait.from));
    }
    const lastCost = last && costOf.get(last);
    if (lastCost) lastCost.after += Math.max(0, to - Math.max(from, lastCost.wait.to));
  }
  return costs;
}

/**
 * @typedef {object} Site All waits of one place in the program.
 * @property {string} place
 * @property {string} kind
 * @property {number} count
 * @property {number} blocked ms, the sum over these waits, as are `during` and `after`
 * @property {number} during
 * @property {number} after
 */

/**
 * The costs by place in the program, by falling idle time of the device; by blocked time where that is equal or unknown.
 * @param {WaitCost[]} costs
 * @param {(wait: any) => string} placeOf
 * @returns {Site[]}
 */
export function bySite(costs, placeOf) {
  /** @type {Map<string, Site>} */
  const sites = new Map();
  for (const { wait, blocked, during, after } of costs) {
    const place = placeOf(wait);
    const key = `${place} ${wait.kind}`;
    const site = sites.get(key) ?? {
      place,
      kind: wait.kind,
      count: 0,
      blocked: 0,
      during: 0,
      after: 0,
    };
    site.count += 1;
    site.blocked += blocked;
    site.during += during;
    site.after += after;
    sites.set(key, site);
  }
  const weight = (/** @type {Site} */ { during, after, blocked }) =>
    Number.isFinite(during) ? during + after : blocked;
  return [...sites.values()].sort((a, b) => weight(b) - weight(a) || b.blocked - a.blocked);
}
