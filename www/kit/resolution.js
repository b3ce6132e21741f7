/** The least time that a trace's clocks resolve. No drawing here. */

/**
 * @typedef {object} Resolution The shortest times that are known, ms: a shorter one is only known to be at most this. 0 where all are known.
 * @property {number} frontend of waits
 * @property {number} enqueued of times between enqueues, which may share a reading of the clock
 * @property {number} device of the device's work
 */

/**
 * @param {import('./types.js').Trace} trace
 * @param {import('./types.js').Info} [info] of the run that the trace is of
 * @returns {Resolution}
 */
export function resolutionOf(trace, info) {
  // A virtual clock is exact, unless it is a modelled machine's, which moves in that machine's steps.
  const known = trace.clock === 'performance' || info?.machine ? info : undefined;
  const { step = 0, backendStep = 0 } = known?.clock ?? {};
  return {
    frontend: step,
    enqueued: Math.max(step, trace.enqueuedWithin ?? 0),
    // A device without a clock of its own is timed by its thread.
    device: (trace.gpuClock && known?.timestamps?.quantum) || backendStep,
  };
}
