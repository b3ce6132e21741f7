// Waits that really block: the frontend sleeps on shared memory until the backend's thread writes the answer into it.
import { LabError } from './errors.js';
import { MEMORY, PROGRESS } from './protocol.js';

/** @import {Reply, Report, Status} from './protocol.js' */

const WAITING = 0;
const DONE = 1;
const DATA = 2;
const FAILED = 3;
/** As i32: status, length of the payload in bytes. */
const WORDS = 2;
/** The backend's progress and memory follow, as f64: a thread that sleeps gets them in no other way. */
const HEADER = 4 * WORDS + 8 * (PROGRESS.length + MEMORY.length);
/** How often in a slice a thread that sleeps looks whether it should go on. */
const LOOKS = 9;
/** Room for an error's text, whatever was asked for. */
const LEAST_PAYLOAD = 4096;

/**
 * @typedef {object} Blocked
 * @property {number} token the answer waited for
 * @property {SharedArrayBuffer} buffer where the answer is written
 *
 * @typedef {object} Woken
 * @property {Float32Array} [value] the elements, where elements were asked for
 * @property {Error} [error] the backend's answer where it failed, or the reason why the wait ended without one
 * @property {number[]} [failed] operations that could not be run; only beside an error
 * @property {Status} [status] of the backend, as it was then
 */

/** Whether this thread may block: only workers of cross-origin isolated pages may. It is read once, since browsers take long to answer. */
export const canBlock =
  globalThis.crossOriginIsolated === true && typeof globalThis.document === 'undefined';

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
 * @param {() => Error | undefined} between called after each slice without an answer; an error ends the wait
 * @param {() => Error | undefined} [look] called `LOOKS` times in a slice; an error ends the wait, too
 * @returns {Woken}
 */
export function block({ buffer }, slice, between, look) {
  const header = new Int32Array(buffer, 0, WORDS);
  const parts = look ? LOOKS : 1;
  for (let at = 1; Atomics.wait(header, 0, WAITING, slice / parts) === 'timed-out'; at += 1) {
    const error = look?.() ?? (at % parts === 0 ? between() : undefined);
    if (error) return { error };
  }
  const payload = new Uint8Array(buffer, HEADER, header[1]).slice();
  const status = readStatus(buffer);
  switch (Atomics.load(header, 0)) {
    case FAILED: {
      /** @type {Report & {failed: number[]}} */
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
 * @param {Reply} message
 * @param {number[]} [failures] operations that could not be run, to be sent with an error
 * @returns {boolean} whether it was in the message
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
  if (data instanceof Float32Array) {
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

/** An error whose text fits into `LEAST_PAYLOAD`. @param {Report} error */
function shortened({ code, message }) {
  return { code, message: message.slice(0, 800) };
}

/** @param {SharedArrayBuffer} buffer */
const numbers = (buffer) => new Float64Array(buffer, 4 * WORDS, PROGRESS.length + MEMORY.length);

/** @param {SharedArrayBuffer} buffer @param {Status} [status] without one every number is NaN */
function writeStatus(buffer, status) {
  numbers(buffer).set([
    ...PROGRESS.map((name) => status?.progress[name] ?? NaN),
    ...MEMORY.map((name) => status?.memory[name] ?? NaN),
  ]);
}

/** @param {SharedArrayBuffer} buffer @returns {Status | undefined} */
function readStatus(buffer) {
  const all = numbers(buffer);
  if (Number.isNaN(all[0])) return undefined;
  const [decoded, completed, handedOverBefore, completeBefore] = all;
  const [used, pending, pooled, allocated, peak] = all.subarray(PROGRESS.length);
  return {
    progress: { decoded, completed, handedOverBefore, completeBefore },
    memory: { used, pending, pooled, allocated, peak },
    failed: [],
  };
}
