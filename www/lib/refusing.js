/** What gives a name or a token, and 0 instead where it fails. */
const CALLS = [
  'unary',
  'binary',
  'scalar',
  'apply',
  'shaped',
  'create',
  'write',
  'transfer',
  'wait',
  'read',
  'item',
  'waitAll',
  'mark',
  'graph',
  'calibrate',
  'trace',
  'attachGrad',
  'zeroGrad',
  'grad',
  'backward',
  'assign',
];

/** What tells nothing any more. */
const SILENT = [
  'shape',
  'release',
  'retain',
  'trim',
  'takeWords',
  'completeBefore',
  'startRecording',
  'stopRecording',
  'gradients',
];

/**
 * A frontend that refuses everything: what is left of one whose device is gone.
 *
 * @param {import('./errors.js').LabError} error why
 * @param {any} last the frontend as it was, which can still tell where its arrays were
 */
export function refusing({ code, message }, last) {
  const each = (/** @type {string[]} */ names, /** @type {any} */ value) =>
    Object.fromEntries(names.map((name) => [name, () => value]));
  return {
    ...each(CALLS, 0),
    ...each(SILENT, undefined),
    now: () => last.now(),
    device: (/** @type {number} */ array) => last.device(array),
    producer: (/** @type {number} */ array) => last.producer(array),
    enqueued: (/** @type {number} */ device) => last.enqueued(device),
    live: 0,
    room: () => -1,
    endChunk: () => 0,
    inFlight: () => [0, 0],
    order: () => new Uint8Array(),
    takeError: () => ({ code, message }),
  };
}
