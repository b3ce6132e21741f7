/**
 * A trace as `performance.measure` entries, which the browser's own profiler shows: Chrome as tracks of their own
 * (developer.chrome.com/docs/devtools/performance/extension).
 */
import { tracksOf } from './tracks.js';

const GROUP = 'asynclab';
/** Measures are objects of the page, and profilers draw each: more than this help nobody. */
const MOST = 20_000;
/** Chrome traces a measure of no length as an instant, which its panel leaves out of the tracks; its traces have whole µs. In ms. */
const SHORTEST = 0.002;
const COLOURS = {
  enqueue: 'primary',
  wait: 'primary-light',
  decode: 'tertiary',
  submit: 'tertiary-dark',
  queue: 'secondary-light',
  execution: 'secondary',
  done: 'tertiary-light',
};

/** The names under which measures were written, to find them again. @type {Set<string>} */
const written = new Set();

/**
 * The offset from the trace's times to those of this thread's `performance.now()`. A trace of another
 * page, or on a virtual clock, ends now.
 * @param {import('../lib/core/trace.js').Trace} trace
 * @param {number} first ms
 * @param {number} last ms
 */
function shiftOf({ clock, origin }, first, last) {
  const now = performance.now();
  const shift = origin - performance.timeOrigin;
  const here = clock === 'performance' && first + shift >= 0 && last + shift <= now;
  return here ? shift : Math.max(-first, now - last);
}

/**
 * Writes measures for what the trace records of the frontend, the backend and the device, in place of those written before.
 * @param {import('../lib/core/trace.js').Trace} trace
 * @returns {number} how many were written: of a trace with more than 20,000 entries, the first
 */
export function markPerformance(trace) {
  clearPerformance();
  const { tracks } = tracksOf(trace);
  const entries = tracks
    .flatMap(({ group, name, stage, marks }) =>
      marks.map((mark) => ({ track: `${group}: ${name}`, stage, mark })),
    )
    .sort((a, b) => a.mark.from - b.mark.from);
  if (entries.length === 0) return 0;
  const last = entries.reduce((most, { mark }) => Math.max(most, mark.to ?? mark.from), -Infinity);
  const shift = shiftOf(trace, entries[0].mark.from, last);
  const shown = entries.slice(0, MOST);
  for (const { track, stage, mark } of shown) {
    const name = `${GROUP}: ${mark.name}`;
    written.add(name);
    const properties = Object.entries(mark.notes).map(([key, value]) => [key, String(value)]);
    performance.measure(name, {
      start: mark.from + shift,
      end: Math.max(mark.to ?? mark.from, mark.from + SHORTEST) + shift,
      detail: {
        devtools: {
          dataType: 'track-entry',
          trackGroup: GROUP,
          track,
          color: COLOURS[stage],
          properties,
        },
      },
    });
  }
  return shown.length;
}

/** Takes away what `markPerformance` wrote. */
export function clearPerformance() {
  for (const name of written) performance.clearMeasures(name);
  written.clear();
}
