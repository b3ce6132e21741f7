import { floorOf, measured, ms, share, withoutBounds } from './quantities.js';

/** @typedef {import('../../kit/types.js').Message} Message */
/** @typedef {import('../../kit/types.js').Quantity} Quantity */
/** @typedef {import('../../kit/types.js').Info} Info */
/** @typedef {import('../../kit/types.js').Spread} Spread */
/** @typedef {import('../../kit/types.js').Trace} Trace */

/** The message for a tab that was hidden during the only recording. @type {Message} */
export const UNSEEN = { key: 'distortion-unseen', values: {} };
/** A disturbance larger than this share of a number is reported. */
export const NOTABLE = 0.1;
/** Quartiles of a long time that are further apart than this share of the median come from a machine that is not idle. */
export const UNEVEN = 0.25;

/**
 * Distortions of a run's numbers on this machine, the most important first. Each has its message in `words/` beside
 * this file; an experiment may replace them.
 * @param {object} run
 * @param {Info} run.info
 * @param {Quantity} [run.latency] as sampled in the rounds; by default an empty queue's before them
 * @param {Quantity} [run.seen] the shortest time that ends with a notification, and so includes its latency
 * @param {Quantity} [run.shortest] the shortest time shown, which has the clock's step as its error
 * @param {Trace|null} [run.trace]
 * @param {Spread[]} [run.even] times of repeated equal work, ms, long enough that only other work disturbs them
 * @param {Record<string, number>} [run.leftOut] samples left out, by cause
 * @returns {Message[]}
 */
export function distortions({
  info,
  latency = floorOf(info),
  seen,
  shortest,
  trace,
  even = [],
  leftOut = {},
}) {
  const found = /** @type {Message[]} */ ([]);
  const add = (
    /** @type {unknown} */ when,
    /** @type {string} */ key,
    /** @type {Message['values']} */ values = {},
  ) => {
    if (when) found.push({ key, values });
  };
  const gpu = isGpu(info);
  const { machine, timestamps } = info;
  const { step, backendStep } = info.clock;
  const { software, name } = info.adapter;
  add(machine, 'distortion-modelled', { machine: `${machine}` });
  const floor = ms(info.floor.median, { step: backendStep });
  const quantum = timestamps?.quantum ?? 0;
  const operation = trace ? shortestOf(trace) : Infinity;
  if (seen) {
    const part = latency.value / seen.value;
    // The upper end of the latency's interval bounds the share.
    const most = Math.min(1, (latency.high ?? latency.value) / seen.value);
    // The sentence itself states the bound.
    const values = { floor: latency, ...withoutBounds({ seen }), share: share(most) };
    add(part > NOTABLE, 'distortion-floor', values);
  }
  if (shortest)
    add(step > NOTABLE * shortest.value, 'distortion-clock', { step: ms(step), shortest });
  add(trace && !timestamps && gpu, 'distortion-no-timestamps');
  add(gpu && quantum > NOTABLE * operation, 'distortion-quantum', {
    quantum: ms(quantum),
    shortest: measured(operation, quantum),
  });
  const uneven = even
    .filter(({ median }) => median > WORTH * latency.value)
    .map((one) => unevenness(one, step));
  const worst = uneven.sort((a, b) => b.share - a.share)[0];
  add(worst?.share > UNEVEN, 'distortion-uneven', worst?.values);
  // Firefox does not name its adapters.
  if (name) add(software && gpu, 'distortion-software', { adapter: name });
  else add(software && gpu, 'distortion-software-unnamed');
  add(info.nudged, 'distortion-nudged', { floor });
  add(info.backendThread === 'same' && info.device !== 'sim' && !machine, 'distortion-same-thread');
  add(leftOut.hidden, 'distortion-hidden', { count: leftOut.hidden });
  add(leftOut.late, 'distortion-late', { count: leftOut.late, floor });
  return found;
}

/** Whether the device is a GPU, real or modelled. @param {Info} info */
export const isGpu = ({ device, machine }) =>
  device === 'webgpu' || (device === 'sim' && !!machine);

/** Times of less than this many notification latencies are uneven by themselves, because a browser polls for completed work. */
const WORTH = 10;

/** @param {Spread} spread @param {number} step of the clock, ms */
const unevenness = ({ median, low, high }, step) => ({
  share: (high - low) / median,
  values: { low: ms(low, { step }), high: ms(high, { step }) },
});

/** The operation that needs no work of the device. */
const IDLE = 'reshape';

/** The shortest time of an operation by the device, ms; Infinity if it timed none. @param {Trace} trace */
const shortestOf = ({ started, ended, names, op }) =>
  ended.reduce((least, end, i) => {
    const time = end - started[i];
    return time < least && names[op[i]] !== IDLE ? time : least;
  }, Infinity);
