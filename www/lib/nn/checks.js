import { describe, invalid, text } from '../array/arguments.js';
import { LabError } from '../core/errors.js';
import { NDArray } from '../array/ndarray.js';

/**
 * @param {string} op
 * @param {string} name
 * @param {unknown} value
 * @param {object} known by name
 * @param {string[]} others further allowed values, for the message
 */
export function oneOf(op, name, value, known, ...others) {
  if (typeof value === 'string' && Object.hasOwn(known, value)) return;
  const names = [...Object.keys(known).map((known) => `'${known}'`), ...others];
  throw LabError.of(op, 'INVALID_OPTION', `${name} is ${text(value)}; give ${names.join(' or ')}`);
}

/**
 * A check that throws unless a value is a number for which `holds` is true.
 *
 * @param {(value: number) => boolean} holds
 * @param {string} expected
 * @returns {(op: string, name: string, value: unknown) => void}
 */
export const checkOf = (holds, expected) => (op, name, value) => {
  if (typeof value === 'number' && holds(value)) return;
  throw invalid(op, `${name} is ${text(value)}; give ${expected}`);
};

export const whole = checkOf((n) => Number.isSafeInteger(n) && n > 0, 'a whole number above 0');
export const positive = checkOf((n) => Number.isFinite(n) && n > 0, 'a number above 0');
export const notNegative = checkOf((n) => Number.isFinite(n) && n >= 0, 'a number of 0 or more');

/** Throws if a value is no array. @param {string} op @param {...unknown} values */
export function arrays(op, ...values) {
  for (const value of values)
    if (!(value instanceof NDArray))
      throw invalid(op, `an operand is ${describe(value)}; give an array`);
}
