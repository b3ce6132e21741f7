/** The finding of a recording: why the device was idle, or how long the program waited. No elements here. */
import { bySite, idleTimes, waitCosts } from '../../kit/analysis.js';
import { reasonOf } from '../../charts/idle.js';

/** @typedef {import('../../kit/types.js').Trace} Trace */
/** @typedef {import('../../kit/types.js').Message} Message */
/** @typedef {import('../../kit/analysis.js').Site} Site */
/** @typedef {{reason: string, count: number, time: number}} Idle ms */
/** @typedef {ReturnType<typeof findingOf>} Found */

/** An idle share below this counts as busy. */
const LITTLE = 0.05;
/** Compilations are mentioned if they take more than this share of the recording. */
const MUCH = 0.1;
/** With fewer operations per submission than this, and at least this many submissions, submitting costs more than the work on most machines. */
const SMALL = { operations: 2, submissions: 50 };

/** @param {number} value */
const ms = (value) => ({ value, unit: /** @type {const} */ ('ms') });
/** @param {number} value */
const share = (value) => ({ value, unit: /** @type {const} */ ('share') });

/** The length of the spans' union. @param {{from: number, to: number}[]} spans */
function covered(spans) {
  let [sum, until] = [0, -Infinity];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}

/**
 * The cost of each wait: the idle time summed over the devices, and the time for which it blocked the program, counted once.
 * @param {Trace} trace
 * @param {number[]} timed devices with work whose times are known
 */
function costsOf(trace, timed) {
  if (timed.length === 0) return waitCosts({ ...trace, started: new Float64Array() });
  const [costs, ...others] = timed.map((device) => waitCosts(trace, device));
  for (const other of others)
    other.forEach(({ during, after }, i) => {
      costs[i].during += during;
      costs[i].after += after;
    });
  return costs;
}

/** @param {Trace} trace @param {number} device */
function idleOf(trace, device) {
  const idle = idleTimes(trace, device);
  if (!idle) return null;
  /** @type {Map<string, Idle>} */
  const reasons = new Map();
  for (const { from, to, next } of idle) {
    const reason = reasonOf(trace, from, next);
    const known = reasons.get(reason) ?? { reason, count: 0, time: 0 };
    known.count += 1;
    known.time += to - from;
    reasons.set(reason, known);
  }
  return [...reasons.values()];
}

/**
 * @param {any} recording
 * @param {Trace} trace with the device's times, if they are known
 * @param {number} quantum of the device's times, ms
 */
export function findingOf(recording, trace, quantum) {
  const { places, waitPlaces } = recording;
  const placeOf = new Map(trace.waits.map((wait, i) => [wait, places[waitPlaces[i]] ?? '']));
  const devices = Math.max(1, trace.devices?.length ?? 1);
  /** @type {Map<string, Idle>} */
  const idle = new Map();
  const timed = [];
  let [untimed, span] = [0, 0];
  for (let device = 0; device < devices; device += 1) {
    const own = (/** @type {number} */ i) => (trace.device?.[i] ?? 0) === device;
    let [first, last, unknown] = [Infinity, -Infinity, 0];
    trace.started.forEach((from, i) => {
      if (!own(i)) return;
      if (Number.isNaN(from) || Number.isNaN(trace.ended[i])) unknown += 1;
      else [first, last] = [Math.min(first, from), Math.max(last, trace.ended[i])];
    });
    untimed += unknown;
    const found = unknown ? null : idleOf(trace, device);
    if (!found) continue;
    timed.push(device);
    span += last - first;
    for (const { reason, count, time } of found) {
      const known = idle.get(reason) ?? { reason, count: 0, time: 0 };
      idle.set(reason, { reason, count: known.count + count, time: known.time + time });
    }
  }
  const whole = timed.length > 0 && untimed === 0;
  const costs = costsOf(trace, whole ? timed : []);
  const sites = bySite(costs, (wait) => placeOf.get(wait) ?? '');
  const reasons = [...idle.values()].sort((a, b) => b.time - a.time);
  return {
    verdict: verdictOf(recording, trace, { whole, span, reasons, sites, quantum }),
    also: alsoOf(recording),
    sites,
    costs: costs.map((cost) => ({ ...cost, place: placeOf.get(cost.wait) ?? '' })),
    idle: whole ? reasons : [],
    /** The time from the first to the last work, summed over the devices, ms; NaN if not all work is timed. */
    span: whole ? span : NaN,
    blocked: covered(trace.waits),
  };
}

/** The verdict on a program that submitted nothing. @param {any} counts */
function unusedOf({ devices, devicesRefused, adaptersMissing }) {
  if (devices > 0) return 'verdict-unused';
  if (devicesRefused > 0) return 'verdict-refused';
  return adaptersMissing > 0 ? 'verdict-no-adapter' : 'verdict-unused';
}

/**
 * @param {any} recording
 * @param {Trace} trace
 * @param {{whole: boolean, span: number, reasons: Idle[], sites: Site[], quantum: number}} known
 * @returns {Message}
 */
function verdictOf({ webgpu, counts, from, to }, trace, { whole, span, reasons, sites, quantum }) {
  if (!webgpu) return { key: 'verdict-no-webgpu', values: {} };
  if (counts.submissions === 0) return { key: unusedOf(counts), values: {} };
  const [site] = sites;
  const place = site?.place || '–';
  if (!whole) {
    const waited = covered(trace.waits);
    const values = { time: ms(waited), share: share(waited / (to - from)), place };
    return {
      key: waited > LITTLE * (to - from) ? 'verdict-untimed' : 'verdict-untimed-free',
      values,
    };
  }
  const time = reasons.reduce((sum, one) => sum + one.time, 0);
  const gaps = reasons.reduce((sum, one) => sum + one.count, 0);
  // Each end of a gap may be off by the step of the clock.
  const within = 2 * quantum * gaps;
  // The shown uncertainty is at least the rounding of the shown time to three digits.
  const shown = ms(Math.max(within, time / 200));
  const values = { time: ms(time), share: share(time / span), within: shown };
  if (time + within < LITTLE * span) return { key: 'verdict-busy', values };
  if (time - within <= 0) return { key: 'verdict-unresolved', values };
  const [{ reason, time: most }] = reasons;
  const part = share(most / span);
  if (reason !== 'wait') return { key: `verdict-${reason}`, values: { ...values, part } };
  return {
    key: 'verdict-wait',
    values: { ...values, part, place, lost: ms(site.during + site.after) },
  };
}

/** @param {any} recording @returns {Message[]} */
function alsoOf({ counts, devices, compilations, cut, from, to }) {
  const compiling = covered(compilations);
  const lost = devices.find((/** @type {any} */ one) => one.lost)?.lost;
  const left = counts.rowsLeftOut + counts.waitsLeftOut;
  const { submissions, dispatches, draws, canvasReads, unknown, overlapped } = counts;
  const small =
    submissions >= SMALL.submissions && dispatches + draws < SMALL.operations * submissions;
  const said = /** @type {[boolean, string, Message['values']][]} */ ([
    [Boolean(lost), 'also-lost', { reason: lost?.reason ?? '', message: lost?.message ?? '' }],
    [cut, 'also-cut', {}],
    [
      compiling > MUCH * (to - from),
      'also-compiling',
      { time: ms(compiling), count: counts.compilations },
    ],
    [small, 'also-small', { submissions, dispatches }],
    [canvasReads > 0, 'also-canvas', { count: canvasReads }],
    [overlapped > 0, 'also-overlapped', { count: overlapped }],
    [
      counts.devices > devices.length,
      'also-devices',
      { count: counts.devices, most: devices.length },
    ],
    [devices.some((/** @type {any} */ { late }) => late), 'also-late', {}],
    [unknown > 0, 'also-unknown', { count: unknown }],
    [left > 0, 'also-left-out', { count: left }],
    [counts.faults > 0, 'also-faults', { count: counts.faults }],
  ]);
  return said.filter(([holds]) => holds).map(([, key, values]) => ({ key, values }));
}
