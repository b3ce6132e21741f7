/** The end of the work by the device’s own clock: no notification is in it. */
import { ms } from './quantities.js';

/**
 * The time from the last enqueue to the end of the work in the recorded round, within the uncertainty of the two clocks. NaN if the device
 * does not time its work.
 * @param {import('../../kit/types.js').Trace|null} trace
 */
export function endedIn(trace) {
  const ends = trace ? Array.from(trace.ended).filter(Number.isFinite) : [];
  if (!trace?.gpuClock || ends.length === 0) return ms(NaN);
  const value = Math.max(...ends) - Math.max(...trace.enqueued);
  const { uncertainty } = trace.gpuClock;
  return ms(value, { low: Math.max(0, value - uncertainty), high: value + uncertainty });
}

/**
 * The line on that time below a program's output; none if it is not known.
 * @param {Record<string, import('../../kit/types.js').Quantity>} measures @param {import('../../kit/say.js').Say} say
 */
export const endedLine = (measures, say) =>
  measures.ended?.value > 0 ? [say('line-ended', measures)] : [];
