// Waits that really block: the frontend sleeps on shared memory until the backend's thread writes the answer into it.
import { LabError } from './errors.js';

const WAITING = 0;
const DONE = 1;
const DATA = 2;
const FAILED = 3;
/** Status and length in bytes. */
const HEADER = 8;
/** Room for an error's text, whatever was asked for. */
const LEAST_PAYLOAD = 4096;

/**
 * @typedef {object} Blocked
 * @property {number} token the answer waited for
 * @property {SharedArrayBuffer} buffer where it goes
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
 * Sleeps until the answer is there.
 *
 * @param {Blocked} blocked
 * @returns {Float32Array | undefined} the elements, where elements were asked for
 * @throws {LabError} what the backend answered
 */
export function block({ buffer }) {
  const header = new Int32Array(buffer, 0, 2);
  Atomics.wait(header, 0, WAITING);
  const payload = new Uint8Array(buffer, HEADER, header[1]).slice();
  switch (Atomics.load(header, 0)) {
    case FAILED:
      throw LabError.from(JSON.parse(new TextDecoder().decode(payload)));
    case DATA:
      return new Float32Array(payload.buffer);
    default:
      return undefined;
  }
}

/**
 * Writes the answer to a blocked frontend, if it is in this message of the backend.
 *
 * @param {Blocked} blocked
 * @param {{done: number[], data: [number, Float32Array][], failed: [number, object][], lost?: object}} message
 * @returns {boolean} whether it was
 */
export function answerBlocked({ token, buffer }, message) {
  const data = message.data.find(([asked]) => asked === token)?.[1];
  const error = message.failed.find(([asked]) => asked === token)?.[1] ?? message.lost;
  if (data) {
    answer(buffer, DATA, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  } else if (message.done.includes(token)) {
    answer(buffer, DONE, new Uint8Array());
  } else if (error) {
    answer(buffer, FAILED, new TextEncoder().encode(JSON.stringify(shortened(error))));
  } else {
    return false;
  }
  return true;
}

/** An error that fits. @param {{code?: string, message?: string}} error */
function shortened({ code, message = '' }) {
  return { code, message: message.slice(0, 800) };
}

/**
 * @param {SharedArrayBuffer} buffer
 * @param {number} status
 * @param {Uint8Array} payload
 */
function answer(buffer, status, payload) {
  const header = new Int32Array(buffer, 0, 2);
  new Uint8Array(buffer, HEADER, payload.length).set(payload);
  header[1] = payload.length;
  Atomics.store(header, 0, status);
  Atomics.notify(header, 0);
}
