// A lab's account of itself and its surroundings.

/** The version of the package. */
export const VERSION = '0.1.0';

/** Facts known of this thread before anything was measured. @param {number} clockStep ms */
export const surroundings = (clockStep) => ({
  version: VERSION,
  browser: browserName(),
  isolated: globalThis.crossOriginIsolated === true,
  clockStep,
  roundTrip: unknown(),
});

const unknown = () => ({ median: NaN, low: NaN, high: NaN, samples: 0 });

/**
 * @typedef {object} Summary Of samples, in ms; NaN without any.
 * @property {number} median half of them are shorter
 * @property {number} low the lower quartile
 * @property {number} high the upper quartile
 * @property {number} samples how many there are
 *
 * @typedef {object} DeviceInfo The facts that a device has reported of itself.
 * @property {string} device its name
 * @property {{name: string, vendor: string, architecture: string, software: boolean, timestamps: boolean}} adapter which hardware it is, as far as
 *   the browser says
 * @property {'worker' | 'same'} backendThread where its backend runs
 * @property {{step: number, backendStep: number}} clock the smallest steps of the clocks of both threads, ms
 * @property {null | {quantum: number}} timestamps the step of the device's own clock, ms; null where it has none
 * @property {Summary} floor how late the completion of an empty queue is seen
 * @property {boolean} nudged whether completions were asked for more often than the browser looks by itself
 * @property {number} questions asked at most, a message each that is no work for the device, where work handed to an idle device is not told to
 *   be complete after 1 ms; 0 where none are
 * @property {number} [rate] 10⁹ flops a second of products on the CPU device, once `calibrate` has measured it
 * @property {{arrayBytes: number}} limits the largest array
 * @property {Policy} policy how operations are grouped and memory is used
 * @property {Record<string, string>} kernels by class of calls, as chosen
 *
 * @typedef {object} Policy As of `Options`.
 * @property {number} opsPerSubmit most operations handed to the device at once
 * @property {number} workPerSubmit flops and bytes after which a submission is closed
 * @property {number} maxInFlight most operations handed over and not yet complete
 * @property {boolean} blocking whether every operation is complete before the next begins
 * @property {'stream-ordered' | 'on-completion'} allocator when the memory of a disposed array is used again
 * @property {boolean} lazy whether nothing begins before it is needed
 * @property {number} memoryLimit most bytes allocated
 * @property {'tuned' | 'fixed'} kernels how kernels are chosen
 *
 * @typedef {DeviceInfo & {version: string, browser: string, isolated: boolean, roundTrip: Summary, devices: DeviceInfo[]}} Info What
 *   a lab says of itself: of its own device, of all, and of where it runs; `roundTrip` is how long an empty wait takes
 */

/**
 * The value of `lab.info()`: the surroundings, and each device that has reported itself; the first one's also by itself.
 *
 * @param {ReturnType<typeof surroundings>} known
 * @param {import('./channel.js').Device[]} devices
 * @returns {Info}
 */
export function infoOf({ clockStep: step, ...about }, devices) {
  const reported = devices
    .filter(({ link }) => link.info)
    .map(({ name, kernels, link: { info, thread } }) => ({
      device: name,
      ...(info.machine && { machine: info.machine }),
      adapter: info.adapter,
      backendThread: thread,
      clock: { step, backendStep: info.backendStep },
      // Before they are measured it is only known whether there are any.
      timestamps: info.floor ? info.timestamps : info.adapter.timestamps ? { quantum: NaN } : null,
      floor: info.floor ?? unknown(),
      nudged: info.nudged,
      questions: info.questions,
      ...(info.rate > 0 && { rate: info.rate }),
      limits: { arrayBytes: info.arrayBytes },
      policy: { ...info.policy, blocking: info.policy.blocking },
      kernels,
    }));
  return structuredClone({ ...about, ...reported[0], devices: reported });
}

/**
 * The browser's name, as far as it tells.
 *
 * @returns {string} such as `Chrome 156`
 */
export function browserName() {
  const { node } = /** @type {any} */ (globalThis).process?.versions ?? {};
  if (node) return `Node.js ${node.split('.')[0]}`;
  const agent = globalThis.navigator?.userAgent ?? '';
  const known = [
    [/Firefox\/(\d+)/, 'Firefox'],
    [/Edg\/(\d+)/, 'Edge'],
    [/(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
    [/Version\/(\d+).*Safari/, 'Safari'],
  ];
  for (const [pattern, name] of /** @type {[RegExp, string][]} */ (known)) {
    const version = pattern.exec(agent)?.[1];
    if (version) return `${name} ${version}`;
  }
  return agent || 'unknown';
}
