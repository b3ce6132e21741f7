// What a lab says about itself and its surroundings.

/** The version of the package. */
export const VERSION = '0.1.0';

/** What is known of this thread before anything was measured. @param {number} clockStep ms */
export const surroundings = (clockStep) => ({
  version: VERSION,
  browser: browserName(),
  isolated: globalThis.crossOriginIsolated === true,
  clockStep,
  roundTrip: unknown(),
});

const unknown = () => ({ median: NaN, low: NaN, high: NaN, samples: 0 });

/**
 * What `lab.info()` gives: the surroundings, and each device that has told of itself; the first one's also by itself.
 *
 * @param {ReturnType<typeof surroundings>} known
 * @param {import('./channel.js').Device[]} devices
 */
export function infoOf({ clockStep: step, ...about }, devices) {
  const told = devices
    .filter(({ link }) => link.info)
    .map(({ name, kernels, link: { info, thread } }) => ({
      device: name,
      adapter: info.adapter,
      backendThread: thread,
      clock: { step, backendStep: info.backendStep },
      // Before they are measured it is only known whether there are any.
      timestamps: info.floor ? info.timestamps : info.adapter.timestamps ? { quantum: NaN } : null,
      floor: info.floor ?? unknown(),
      nudged: info.nudged,
      limits: { arrayBytes: info.arrayBytes },
      policy: { ...info.policy, blocking: info.policy.blocking },
      kernels,
    }));
  return structuredClone({ ...about, ...told[0], devices: told });
}

/**
 * Which browser this is, as far as it says.
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
