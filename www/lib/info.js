// Facts about a lab and where it runs.
import { host } from './host.js';

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

/** @import {Adapter, Policy, Summary} from './core/protocol.js' */

/**
 * @typedef {object} DeviceInfo The facts that a device has reported of itself.
 * @property {string} device its name
 * @property {Adapter} adapter its hardware, as the browser reports it
 * @property {'worker' | 'same'} backendThread where its backend runs
 * @property {{step: number, backendStep: number}} clock the smallest steps of the clocks of both threads, ms
 * @property {null | {quantum: number}} timestamps the step of the device's own clock, ms; null where it has none
 * @property {Summary} floor notification latency: how late an empty queue is reported complete
 * @property {boolean} nudged whether completions were asked for more often than the browser looks by itself
 * @property {number} questions the most questions that the browser is asked while an idle device has not reported new work complete after 1 ms. Each is a
 *   message, and no work for the device; 0 where it is not asked
 * @property {number} [rate] 10⁹ flops a second of products on the CPU device, once `calibrate` has measured it
 * @property {{arrayBytes: number}} limits the largest array
 * @property {Policy} policy how operations are grouped and memory is used
 * @property {Record<string, string>} kernels the kernel chosen for each class of calls
 * @property {Record<string, string>} trials by class of calls, the times by which its kernel was chosen, how many runs each was timed for, and the step of the device's clock
 *
 * @typedef {DeviceInfo & {version: string, browser: string, isolated: boolean, roundTrip: Summary, devices: DeviceInfo[]}} Info Facts
 *   about a lab: its own device, all `devices`, and where it runs; `roundTrip` is how long an empty wait takes
 */

/**
 * The value of `lab.info()`: the surroundings, the facts of the first device, and in `devices` those of each device that has reported itself.
 *
 * @param {ReturnType<typeof surroundings>} known
 * @param {import('./core/session.js').Session['reports']} reports
 * @returns {Info}
 */
export function infoOf({ clockStep: step, ...about }, reports) {
  const reported = reports.map(({ name, kernels, trials, info, thread }) => {
    const { machine, adapter, floor, timestamps = null, rate = NaN } = info;
    return {
      device: name,
      ...(machine && { machine }),
      adapter,
      backendThread: thread,
      clock: { step, backendStep: info.backendStep },
      // Before timestamps are measured it is only known whether there are any.
      timestamps: floor ? timestamps : adapter.timestamps ? { quantum: NaN } : null,
      floor: floor ?? unknown(),
      nudged: info.nudged,
      questions: info.questions,
      ...(rate > 0 && { rate }),
      limits: { arrayBytes: info.arrayBytes },
      policy: info.policy,
      kernels,
      trials,
    };
  });
  return structuredClone({ ...about, ...reported[0], devices: reported });
}

/**
 * The name and version of the browser, or of Node.js.
 *
 * @returns {string} such as `Chrome 156`
 */
export function browserName() {
  const node = host.process?.versions?.node;
  if (node) return `Node.js ${node.split('.')[0]}`;
  const agent = globalThis.navigator?.userAgent ?? '';
  /** @type {[RegExp, string][]} */
  const known = [
    [/Firefox\/(\d+)/, 'Firefox'],
    [/Edg\/(\d+)/, 'Edge'],
    [/(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
    [/Version\/(\d+).*Safari/, 'Safari'],
  ];
  for (const [pattern, name] of known) {
    const version = pattern.exec(agent)?.[1];
    if (version) return `${name} ${version}`;
  }
  return agent || 'unknown';
}
