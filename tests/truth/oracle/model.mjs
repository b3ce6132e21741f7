// The times of a modelled machine, computed from its description by independent formulas, without code of the lab or of the experiments.

/** The factor by which a number without an interval may lie outside the true range: noise, an outlier. */
export const FAR = 1.5;
/** The same factor for the median of a number with an interval: of six short rounds three may fall into one outlier. */
export const FAR_WITHIN = 2;
/** Work that takes this many times the delay of its report is long enough to be measured. */
export const SHORT = 5;
/** The factor by which noise and the browser's polling may change a measured time. A single operation varies with the machine's jitter. */
export const slackOf = ({ jitter = 0 }) => Math.max(1.1, Math.exp(1.5 * jitter));

/** Time of an operation, ms. @param {Record<string, number>} machine */
export const op = ({ flops, bandwidth, dispatch = 0 }, work, bytes) =>
  Math.max(work / (flops * 1e6), bytes / (bandwidth * 1e6)) + dispatch;
export const square = (n) => 4 * n * n;
export const product = (machine, n) => op(machine, 2 * n ** 3, 3 * square(n));
export const normal = (machine, n) => op(machine, 84 * n * n, square(n));
export const uniform = (machine, n) => op(machine, 64 * n * n, square(n));
export const sum = (machine, n) => op(machine, n * n, square(n) + 4);
export const elementwise = (machine, n, inputs) => op(machine, n * n, (inputs + 1) * square(n));

/** From the end of the work to its report: the least and the most time. Browsers poll up to half an interval late. */
export const late = ({ seen = 0, poll = 0, message = 0 }) => [
  seen + message,
  seen + 1.5 * poll + message,
];
/** Time that the backend's thread takes for this many operations before the device may begin. */
export const handed = ({ message = 0, submission = 0, encode = 0 }, operations) =>
  message + submission + encode * operations;

/** The lab closes a submission once its operations have this much work, flops plus bytes. */
export const WORK_PER_SUBMIT = 1e7;

/** The range of the quotients of two ranges. */
export const over = ([a, b], [c, d]) => [Math.max(0, a) / d, c > 0 ? b / c : Infinity];

export const decides = (key) => !/^(few|coarse|uneven|unsteady|cramped)/.test(key);

/**
 * Checks the finding of experiments in which control returns before the work is done. `seen` is the time within which an end is observed.
 */
export function ahead(check, { key, enqueueing, work, step, seen }) {
  const free = work / (work + enqueueing);
  check.claim(
    key !== 'found' || free > 0.08,
    `“found”, but the device has only ${free} of the time`,
  );
  check.claim(
    key !== 'disagrees' || free < 0.15,
    `“disagrees”, but ${free} of the time is the device’s`,
  );
  check.claim(
    key !== 'coarse' || work < SHORT * seen + 2 * step,
    `“coarse”, but the work takes ${work} ms and its end is seen within ${seen}`,
  );
}

/** The time from the last call to the report of its completion. @param {Record<string, number>} machine */
export const gapOf = (machine, work, operations) => {
  const { step = 0 } = machine;
  const [least, most] = late(machine);
  return [work + least - step, work + handed(machine, operations) + most + step];
};
/** The range of a clock's readings of a time. */
export const read = (time, { step = 0 }) => [time - step, time + step];
export const plus = ([a, b], [c, d]) => [a + c, b + d];

/** The time until an empty queue is reported complete. */
export function floorOf(machine) {
  const [least, most] = late(machine);
  return [least - machine.step, most + handed(machine, 1) + machine.step + machine.message];
}
