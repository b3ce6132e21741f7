import { ms, share } from './quantities.js';

/** @typedef {import('../../page/types.js').Message} Message */
/** @typedef {import('../../page/types.js').Quantity} Quantity */
/** @typedef {import('../../page/types.js').Info} Info */
/** @typedef {import('../../page/types.js').Trace} Trace */

/** A disturbance larger than this share of a figure is told. */
export const TELLING = 0.1;

/**
 * What may distort the numbers of a run on this machine, most telling first. Each has its words in `words.js` beside
 * this file; an experiment may say them in its own way.
 * @param {object} run
 * @param {Info} run.info
 * @param {Quantity} [run.seen] the shortest time that ends with the report of an end: the completion floor is in it
 * @param {Quantity} [run.shortest] the shortest time told: the clock's step is in it
 * @param {Trace|null} [run.trace]
 * @param {Record<string, number>} [run.leftOut] samples left out, by cause
 * @returns {Message[]}
 */
export function distortions({ info, seen, shortest, trace, leftOut = {} }) {
  const told = /** @type {Message[]} */ ([]);
  const tell = (
    /** @type {boolean|undefined|null} */ when,
    /** @type {string} */ key,
    /** @type {Message['values']} */ values = {},
  ) => {
    if (when) told.push({ key, values });
  };
  const gpu = info.device === 'webgpu';
  const floor = ms(info.floor.median);
  const step = info.clock.step;
  const quantum = info.timestamps?.quantum ?? 0;
  const operation = trace ? shortestOf(trace) : Infinity;
  if (seen) {
    const part = floor.value / seen.value;
    tell(part > TELLING, 'distortion-floor', { floor, seen, share: share(Math.min(1, part)) });
  }
  if (shortest)
    tell(step > TELLING * shortest.value, 'distortion-clock', { step: ms(step), shortest });
  tell(trace && !info.timestamps && gpu, 'distortion-no-timestamps');
  tell(gpu && quantum > TELLING * operation, 'distortion-quantum', {
    quantum: ms(quantum),
    shortest: ms(operation),
  });
  tell(info.adapter.software && gpu, 'distortion-software', { adapter: info.adapter.name });
  tell(info.nudged, 'distortion-nudged', { floor });
  tell(info.backendThread === 'same' && info.device !== 'sim', 'distortion-same-thread');
  tell(!!leftOut.hidden, 'distortion-hidden', { count: leftOut.hidden });
  return told;
}

/** The shortest operation the device timed, ms; Infinity where it timed none. @param {Trace} trace */
function shortestOf({ started, ended }) {
  let shortest = Infinity;
  for (let i = 0; i < started.length; i += 1) {
    const time = ended[i] - started[i];
    if (time < shortest) shortest = time;
  }
  return shortest;
}
