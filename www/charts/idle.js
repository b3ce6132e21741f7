/** The reason why a device was idle, if the trace proves one. No drawing here. */
import { idleCause } from '../kit/analysis.js';

/** @typedef {'wait'|'empty'|'backend'|'device'|'unknown'} Reason */

/**
 * The reason why a device was idle from a time until it began an operation. It is `unknown` if the clocks of device and lab
 * do not agree well enough, or if the time of the enqueue is not known well enough.
 * @param {import('./trace-facts.js').Trace} trace
 * @param {number} from ms
 * @param {number} next the operation that ended the idle time
 * @returns {Reason} `wait`: the queue was empty because the program waited; `empty`: the queue was empty; `backend`: the
 *   next operation was enqueued but not yet submitted; `device`: it was also submitted
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
