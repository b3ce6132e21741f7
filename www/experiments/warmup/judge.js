/** @typedef {import('../../page/types.js').Message} Message */
/** @typedef {import('../../page/types.js').Quantity} Quantity */

/** A disturbance larger than this share of a figure is told. */
const TELLING = 0.1;

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
const ms = (value, more) => ({ value, unit: 'ms', ...more });

/** A time below the clock's step is known only to be no longer than the step. @param {number} value @param {number} step */
const measured = (value, step) => (value < step ? ms(step, { bound: '≤' }) : ms(value));

/**
 * Measures, finding and distortions, from the samples alone.
 * @param {object} run
 * @param {import('../../page/types.js').Way[]} run.ways blocking, enqueued, waited
 * @param {import('../../page/types.js').Spread} run.gap ms from control being back to all being seen done
 * @param {import('../../page/types.js').Info} run.info
 * @param {import('../../page/types.js').Trace} run.trace
 * @param {number} run.repetitions
 * @param {Record<string, number>} [run.leftOut]
 * @returns {{measures: Record<string, Quantity>, finding: Message, distortions: Message[]}}
 */
export function judge({ ways, gap, info, trace, repetitions, leftOut = {} }) {
  const [blocking, enqueued, waited] = ways;
  const { step } = info.clock;
  const returned = measured(enqueued.median, step);
  const corrected = Math.max(0, gap.median - info.floor.median);
  const measures = {
    blocking: ms(blocking.median, quartiles(blocking)),
    enqueued: { ...returned, ...quartiles(enqueued) },
    waited: ms(waited.median, { bound: '≤', ...quartiles(waited) }),
    ratio: /** @type {Quantity} */ ({ value: waited.median / returned.value, unit: 'x' }),
    gap: ms(gap.median, { bound: '≤', ...quartiles(gap) }),
    corrected: ms(corrected),
    floor: { ...measured(info.floor.median, info.clock.backendStep), ...quartiles(info.floor) },
    free: /** @type {Quantity} */ ({ value: gap.median / waited.median, unit: 'share' }),
  };
  return {
    measures,
    finding: finding(measures, info, repetitions),
    distortions: distortions(measures, info, trace, leftOut),
  };
}

/** @param {{low: number, high: number}} spread */
function quartiles({ low, high }) {
  return { low, high };
}

/** @param {Record<string, Quantity>} measures @param {import('../../page/types.js').Info} info @param {number} count @returns {Message} */
function finding({ enqueued, waited, gap, floor, free }, info, count) {
  const values = {
    returned: enqueued,
    done: ms(waited.value),
    gap: ms(gap.value),
    floor,
    free,
    count,
  };
  // Not to be told from an empty queue: the quartiles of the gap and of the floor overlap.
  if (/** @type {number} */ (gap.low) <= info.floor.high) return { key: 'coarse', values };
  const overlap = /** @type {number} */ (enqueued.high) >= /** @type {number} */ (waited.low);
  if (overlap || free.value < TELLING) return { key: 'disagrees', values };
  return { key: 'found', values };
}

/** @returns {Message[]} what disturbs the numbers of this run, most telling first */
function distortions(
  /** @type {Record<string, Quantity>} */ { gap, floor, enqueued },
  /** @type {import('../../page/types.js').Info} */ info,
  /** @type {import('../../page/types.js').Trace} */ trace,
  /** @type {Record<string, number>} */ leftOut,
) {
  const told = /** @type {Message[]} */ ([]);
  const tell = (
    /** @type {boolean} */ when,
    /** @type {string} */ key,
    /** @type {Message['values']} */ values = {},
  ) => {
    if (when) told.push({ key, values });
  };
  const share = floor.value / gap.value;
  tell(share > TELLING, 'distortion-floor', {
    floor,
    share: { value: Math.min(1, share), unit: 'share' },
  });
  const step = info.clock.step;
  tell(step > TELLING * enqueued.value, 'distortion-clock', { step: ms(step), returned: enqueued });
  tell(!info.timestamps && info.device === 'webgpu', 'distortion-no-timestamps');
  const shortest = shortestOf(trace);
  const quantum = info.timestamps?.quantum ?? 0;
  tell(quantum > TELLING * shortest, 'distortion-quantum', {
    quantum: ms(quantum),
    shortest: ms(shortest),
  });
  tell(info.adapter.software && info.device === 'webgpu', 'distortion-software', {
    adapter: info.adapter.name,
  });
  tell(info.nudged, 'distortion-nudged', { floor });
  tell(info.backendThread === 'same', 'distortion-same-thread');
  tell(!!leftOut.hidden, 'distortion-hidden', { count: leftOut.hidden });
  return told;
}

/** The shortest operation the device timed, ms; Infinity where it timed none. @param {import('../../page/types.js').Trace} trace */
function shortestOf({ started, ended }) {
  let shortest = Infinity;
  for (let i = 0; i < started.length; i += 1) {
    const time = ended[i] - started[i];
    if (time < shortest) shortest = time;
  }
  return shortest;
}
