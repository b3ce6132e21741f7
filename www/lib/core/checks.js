// Checks of the arguments of a session's calls. Each returns the error of an invalid argument, or undefined.
import { LabError } from './errors.js';
import { describe, text } from './values.js';

/** @param {string} problem */
const option = (problem) => new LabError('INVALID_OPTION', `session: ${problem}`);

/** @param {string} what @param {unknown} value */
export function wrongNumber(what, value) {
  if (typeof value === 'number') return undefined;
  return new LabError('INVALID_NUMBER', `session: ${what} is ${describe(value)}; give a number`);
}

/** The engine would take 2³² + x and x + ½ for the handle x. @param {number} x */
export function wrongHandle(x) {
  if (typeof x === 'number' && x >>> 0 === x) return undefined;
  const problem = `${text(x)} is no handle; handles are whole numbers that the session gave`;
  return wrongNumber('a handle', x) ?? option(problem);
}

/** @param {number} code @param {readonly string[]} kinds by code */
export function wrongCode(code, kinds) {
  if (typeof code === 'number' && kinds[code] !== undefined) return undefined;
  const problem = `there is no operation ${text(code)}; take its code from codes`;
  return wrongNumber('a code', code) ?? option(problem);
}

/** @param {number} device @param {readonly unknown[]} devices by index */
export function wrongDevice(device, devices) {
  if (typeof device === 'number' && devices[device] !== undefined) return undefined;
  const problem = `there is no device ${text(device)}; take its index from devices`;
  return wrongNumber('a device', device) ?? option(problem);
}

/** @param {string} what @param {object} questions that there are */
export function wrongQuestion(what, questions) {
  if (typeof what === 'string' && Object.hasOwn(questions, what)) return undefined;
  return option(`asked for ${describe(what)}; ask for ${Object.keys(questions).join(', ')}`);
}

/** @param {number} operations */
export function wrongBound(operations) {
  if (Number.isSafeInteger(operations) && operations > 0) return undefined;
  const problem = `at most ${text(operations)} operations are no bound; give a whole number of 1 or more`;
  return wrongNumber('a number of operations', operations) ?? option(problem);
}

/** @param {() => unknown} look */
export const wrongFunction = (look) =>
  typeof look === 'function' ? undefined : option('what looks is no function');

/** Room that is asked for. @param {number} operations @param {number} bytes */
export function wrongRoom(operations, bytes) {
  const isAmount = (/** @type {unknown} */ n) => typeof n === 'number' && n >= 0;
  if (isAmount(operations) && isAmount(bytes)) return undefined;
  const asked = `${text(operations)} operations and ${text(bytes)} bytes`;
  return LabError.of('room', 'INVALID_NUMBER', `asked for ${asked}; give numbers of 0 or more`);
}

/** @param {ArrayLike<number>} list @param {(value: number) => LabError | undefined} [wrong] of an element */
export function wrongList(list, wrong = (value) => wrongNumber('an element of a list', value)) {
  if (typeof list !== 'object' || list === null) return wrong(list);
  if (list instanceof Float32Array || list instanceof Float64Array || list instanceof Uint32Array)
    if (wrong !== wrongHandle || list instanceof Uint32Array) return undefined;
  for (let at = 0; at < list.length; at += 1) {
    const error = wrong(list[at]);
    if (error) return error;
  }
  return undefined;
}

/** The words of a list. @param {ArrayLike<number>} list */
export const words = (list) => (list instanceof Uint32Array ? list : Uint32Array.from(list));

/** The dimensions of a list. @param {ArrayLike<number>} list */
export const dims = (list) => (list instanceof Float64Array ? list : Float64Array.from(list));

/** The elements of a list. @param {ArrayLike<number>} list */
export const floats = (list) => (list instanceof Float32Array ? list : Float32Array.from(list));
