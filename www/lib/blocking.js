// Waits that really block: the frontend sleeps on shared memory until the backend's thread writes the answer into it.
import { LabError } from './errors.js';

const WAITING = 0;
const DONE = 1;
const DATA = 2;
const FAILED = 3;
/** As i32: status, length of the payload in bytes. */
const WORDS = 2;
/** The backend's progress and memory, as f64: a thread that sleeps hears of them in no other way. */
const PROGRESS = ['decoded', 'completed', 'handedOverBefore', 'completeBefore'];
const MEMORY = ['used', 'pending', 'pooled', 'allocated', 'peak'];
const HEADER = 4 * WORDS + 8 * (PROGRESS.length + MEMORY.length);
/** How often in a slice a thread that sleeps looks whether it should go on. */
const LOOKS = 9;
/** Room for an error's text, whatever was asked for. */
const LEAST_PAYLOAD = 4096;

/**
 * @typedef {object} Blocked
 * @property {number} token the answer waited for
 * @property {SharedArrayBuffer} buffer where it goes
 *
 * @typedef {object} Woken
 * @property {Float32Array} [value] the elements, where elements were asked for
 * @property {LabError} [error] what the backend answered instead
 * @property {number[]} [failed] operations that could not be run, with an error
 * @property {{progress: any, memory: any}} [status] of the backend, as it was then
 */

/** @returns {boolean} whether this thread may block: only workers of cross-origin isolated pages may */
export function canBlock() {
  return globalThis.crossOriginIsolated === true && typeof globalThis.document === 'undefined';
}

/**
 * @param {number} token
 * @param {number} bytes of the answer at most
 * @returns {Blocked}
 */
export function prepareToBlock(token, bytes) {
  return { token, buffer: new SharedArrayBuffer(HEADER + Math.max(LEAST_PAYLOAD, bytes)) };
}

/**
 * Sleeps until the answer is there, a slice at a time.
 *
 * @param {Blocked} blocked
 * @param {number} slice ms
 * @param {() => void} [between] called after each slice without an answer; it throws to end the wait
 * @param {() => void} [look] called more often than that; it throws to end the wait, too
 * @returns {Woken}
 */
export function block({ buffer }, slice, between = () => {}, look = undefined) {
  const header = new Int32Array(buffer, 0, WORDS);
  const parts = look ? LOOKS : 1;
  for (let at = 1; Atomics.wait(header, 0, WAITING, slice / parts) === 'timed-out'; at += 1) {
    look?.();
    if (at % parts === 0) between();
  }
  const payload = new Uint8Array(buffer, HEADER, header[1]).slice();
  const status = readStatus(buffer);
  switch (Atomics.load(header, 0)) {
    case FAILED: {
      const { failed, ...report } = JSON.parse(new TextDecoder().decode(payload));
      return { status, failed, error: LabError.from(report) };
    }
    case DATA:
      return { status, value: new Float32Array(payload.buffer) };
    default:
      return { status };
  }
}

/**
 * Writes the answer to a blocked frontend, if it is in this message of the backend.
 *
 * @param {Blocked} blocked
 * @param {{done: number[], data: [number, Float32Array][], failed: [number, object][], lost?: object, status?: any}} message
 * @param {number[]} [failures] operations that could not be run, to go with an error
 * @returns {boolean} whether it was
 */
export function answerBlocked({ token, buffer }, message, failures = []) {
  const data = message.data.find(([asked]) => asked === token)?.[1];
  const error = message.failed.find(([asked]) => asked === token)?.[1] ?? message.lost;
  const answer = (/** @type {number} */ status, /** @type {Uint8Array} */ payload) => {
    const header = new Int32Array(buffer, 0, WORDS);
    new Uint8Array(buffer, HEADER, payload.length).set(payload);
    header[1] = payload.length;
    writeStatus(buffer, message.status);
    Atomics.store(header, 0, status);
    Atomics.notify(header, 0);
  };
  if (data) {
    answer(DATA, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  } else if (message.done.includes(token)) {
    answer(DONE, new Uint8Array());
  } else if (error) {
    answer(
      FAILED,
      new TextEncoder().encode(JSON.stringify({ ...shortened(error), failed: failures })),
    );
  } else {
    return false;
  }
  return true;
}

/** An error that fits. @param {{code?: string, message?: string}} error */
function shortened({ code, message = '' }) {
  return { code, message: message.slice(0, 800) };
}

/** @param {SharedArrayBuffer} buffer */
const numbers = (buffer) => new Float64Array(buffer, 4 * WORDS, PROGRESS.length + MEMORY.length);

/** @param {SharedArrayBuffer} buffer @param {any} status NaN stands for what is not known */
function writeStatus(buffer, status) {
  const all = [
    ...PROGRESS.map((name) => status?.progress[name] ?? NaN),
    ...MEMORY.map((name) => status?.memory[name] ?? NaN),
  ];
  numbers(buffer).set(all);
}

/** @param {SharedArrayBuffer} buffer @returns {Woken['status']} */
function readStatus(buffer) {
  const status = numbers(buffer);
  if (Number.isNaN(status[0])) return undefined;
  const named = (/** @type {string[]} */ names, /** @type {number} */ from) =>
    Object.fromEntries(names.map((name, at) => [name, status[from + at]]));
  return { progress: named(PROGRESS, 0), memory: named(MEMORY, PROGRESS.length) };
}
