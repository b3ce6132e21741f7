import { Fault } from './faults.js';

/**
 * A device that does not answer. The listener decides whether to wait.
 * @typedef {{device: 'webgpu'|'cpu', silent: number, patience: number, wait?: () => void}} Silence `silent`: ms, 0 once it answers again; `patience`: ms of
 *   silence that its work explains; `wait`: called when the reader chooses to wait
 */

/**
 * The handler of silence for a thread's labs: the page is notified, and ends the thread or lets it wait.
 * @param {(message: {type: 'silent'} & Silence) => void} post
 */
export const silenceThrough =
  (post) =>
  (/** @type {import('../lib/core/heartbeat.js').Silence} */ { device, silent, patience }) => {
    post({ type: 'silent', device: device === 'cpu' ? 'cpu' : 'webgpu', silent, patience });
    return true;
  };

/** A program's message about a silence; null for any other. @param {any} message @returns {{type: 'silent'} & Silence | null} */
export function checkedSilence({ device, silent, patience }) {
  if (!['webgpu', 'cpu'].includes(device) || !(silent >= 0) || !(patience >= 0)) return null;
  return { type: 'silent', device, silent: Number(silent), patience: Number(patience) };
}

/** The error of work that ended because its device was not waited for any longer. @param {Silence} silence */
export function lostTo({ silent }) {
  const seconds = Math.floor(silent / 1000);
  return new Fault(
    'DEVICE_LOST',
    `the device had given no sign of life for over ${seconds} s, and was not waited for any longer`,
  );
}
