import { duration } from '../kit/format.js';

/**
 * The uncertainty of the device's clock, in words.
 * @param {import('../kit/types.js').GpuClock} gpuClock
 * @param {import('../kit/say.js').Say} say
 * @param {{always?: boolean}} [options] `always`: whether to show the residual even if it is 0
 */
export function clockText(gpuClock, say, { always = false } = {}) {
  const { uncertainty, residual, dropped = 0, refused = false } = gpuClock;
  const values = { time: duration(uncertainty), residual: duration(residual) };
  if (refused) return say('uncertainty-refused', { residual: values.residual });
  const clock = say(always || residual > 0 ? 'uncertainty-residual' : 'uncertainty', values);
  return dropped > 0 ? say('uncertainty-dropped', { clock, count: dropped }) : clock;
}
