import { describe, text } from '../array/arguments.js';
import { LabError } from '../core/errors.js';
import { NDArray } from '../array/ndarray.js';

/**
 * @param {string} op
 * @param {string} name
 * @param {unknown} value
 * @param {object} known by name
 * @param {string[]} others what else may be given, for the message
 */
export function oneOf(op, name, value, known, ...others) {
  if (typeof value === 'string' && Object.hasOwn(known, value)) return;
  const names = [...Object.keys(known).map((known) => `'${known}'`), ...others];
  throw new LabError(
    'INVALID_OPTION',
    `${op}: ${name} is ${text(value)}; give ${names.join(' or ')}`,
  );
}

/** @param {string} op @param {string} name @param {unknown} value */
export function whole(op, name, value) {
  if (Number.isSafeInteger(value) && Number(value) > 0) return;
  throw new LabError(
    'INVALID_NUMBER',
    `${op}: ${name} is ${text(value)}; give a whole number above 0`,
  );
}

/** @param {string} op @param {string} name @param {unknown} value */
export function positive(op, name, value) {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return;
  throw new LabError('INVALID_NUMBER', `${op}: ${name} is ${text(value)}; give a number above 0`);
}

/** Throws for what is no array. @param {string} op @param {...unknown} values */
export function arrays(op, ...values) {
  for (const value of values)
    if (!(value instanceof NDArray))
      throw new LabError(
        'INVALID_NUMBER',
        `${op}: an operand is ${describe(value)}; give an array`,
      );
}

/** @param {string} op @param {string} name @param {unknown} value */
export function notNegative(op, name, value) {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return;
  throw new LabError(
    'INVALID_NUMBER',
    `${op}: ${name} is ${text(value)}; give a number of 0 or more`,
  );
}
