import { duration } from '../kit/format.js';

/**
 * How well the device's clock is known, in words.
 * @param {import('../kit/types.js').GpuClock} gpuClock
 * @param {import('../kit/say.js').Say} say
 * @param {{always?: boolean}} [options] `always`: the residual is told even where it is 0
 */
export function clockText({ uncertainty, residual }, say, { always = false } = {}) {
  const values = { time: duration(uncertainty), residual: duration(residual) };
  return say(always || residual > 0 ? 'uncertainty-residual' : 'uncertainty', values);
}
