// The times of a modelled machine, computed from its description by formulas of their own: no code of the lab or of the experiments.

/** A number without an interval may lie outside of what is true by so much: noise, an outlier. */
export const FAR = 1.5;
/** The middle of one with an interval, by so much: of six short rounds three may fall into one outlier. */
export const FAR_WITHIN = 2;
/** Work that takes so many times the delay of its report is long enough to be measured. */
export const SHORT = 5;
/** Noise and the browser's looks may move a measured time by so much; a single operation scatters with the machine. */
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

/** From the end of the work to its report: at least, and at most. Browsers look up to half a step late. */
export const late = ({ seen = 0, poll = 0, message = 0 }) => [
  seen + message,
  seen + 1.5 * poll + message,
];
/** Time that the backend's thread takes for so many operations before the device may begin. */
export const handed = ({ message = 0, submission = 0, encode = 0 }, operations) =>
  message + submission + encode * operations;

/** The lab closes a submission whose operations have as much work, flops and bytes. */
export const WORK_PER_SUBMIT = 1e7;

/** Quotients of two ranges. */
export const over = ([a, b], [c, d]) => [Math.max(0, a) / d, c > 0 ? b / c : Infinity];

export const decides = (key) => !/^(few|coarse|uneven|unsteady|cramped)/.test(key);

/**
 * Experiments in which control comes back before the work is done. `total` is the time until all is seen done, least and most.
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

/** From the last call to the report of its end. @param {Record<string, number>} machine */
export const gapOf = (machine, work, operations) => {
  const { step = 0 } = machine;
  const [least, most] = late(machine);
  return [work + least - step, work + handed(machine, operations) + most + step];
};
/** A time of so much, as the clock reads it. */
export const read = (time, { step = 0 }) => [time - step, time + step];
export const plus = ([a, b], [c, d]) => [a + c, b + d];

/** How late an empty queue is seen done. */
export function floorOf(machine) {
  const [least, most] = late(machine);
  return [least - machine.step, most + handed(machine, 1) + machine.step + machine.message];
}
