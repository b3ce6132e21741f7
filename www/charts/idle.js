/** Why a device was idle, as far as the trace proves it. No drawing here. */
import { idleCause } from '../kit/analysis.js';

/** @typedef {'wait'|'empty'|'backend'|'device'|'unknown'} Reason */

/**
 * Why a device had nothing to do from a time until it began an operation. Where the clocks of device and lab do not agree
 * well enough, or the time of the enqueuing is not known well enough, nothing is claimed.
 * @param {import('./trace-facts.js').Trace} trace
 * @param {number} from ms
 * @param {number} next the operation that ended it
 * @returns {Reason} `wait`: the queue was empty, because the program waited; `empty`: the queue was empty; `backend`: what
 *   came next was enqueued, but not yet submitted; `device`: it was submitted, too
 */
export function reasonOf(trace, from, next) {
  const uncertainty = trace.gpuClock?.uncertainty ?? 0;
  const cause = idleCause(trace, from, next);
  if (cause === 'wait') return 'wait';
  const within = uncertainty + (trace.enqueuedWithin ?? 0);
  if (Math.abs(trace.enqueued[next] - from) < within) return 'unknown';
  if (cause === 'frontend') return 'empty';
  if (Math.abs(trace.submitted[next] - from) < uncertainty) return 'unknown';
  return trace.submitted[next] > from ? 'backend' : 'device';
}
