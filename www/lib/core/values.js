// A program's values as text for messages, and numbers as the stream encodes them.

/** The most characters of a value that a message shows. */
const LONGEST = 200;

const bits = new DataView(new ArrayBuffer(4));

/** The bits of a number as a float32, as the stream encodes it. @param {number} value */
export function toBits(value) {
  bits.setFloat32(0, value);
  return bits.getUint32(0);
}

/**
 * The given value, for a message: `string 2`, `an Array`, `undefined`.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
  if (value === undefined || value === null) return String(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object') return `${typeof value} ${text(value)}`;
  const name = nameOf(value);
  return `${/^(?:[AEIOUaeiou]|ND)/.test(name) ? 'an' : 'a'} ${name}`;
}

/** @param {object} value */
function nameOf(value) {
  try {
    const { name } = value.constructor;
    if (typeof name === 'string' && name !== '' && name !== 'Object') return name;
  } catch {
    // It has no constructor, or one that throws.
  }
  return 'object';
}

/**
 * Any value as a few words, for a message. Never throws, even if the value's own `toString` does.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function text(value) {
  try {
    const whole = String(value);
    return whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole;
  } catch {
    return describe(value);
  }
}
