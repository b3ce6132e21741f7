/** Most characters of a value. */
const LONGEST = 2000;
/** Most elements of a list, or entries of an object, that are shown. */
const SHOWN = 20;

/** Up to this number, all whole numbers are exact in float32. */
const WHOLE = 2 ** 24;

/**
 * A number in the fewest digits that distinguish it from other float32 numbers. Labs compute in float32, so further digits of
 * their results mean nothing; neither do those of time differences.
 * @param {number} x
 */
function shortest(x) {
  if (Number.isInteger(x) || !(Math.abs(x) < WHOLE)) return String(x);
  for (let digits = 1; digits < 9; digits += 1) {
    const candidate = Number(x.toPrecision(digits));
    if (Math.fround(candidate) === Math.fround(x)) return String(candidate);
  }
  return String(Number(x.toPrecision(9)));
}

/**
 * A value as a console shows it.
 * @param {any} value
 * @param {number} [depth]
 * @returns {string}
 */
export function printable(value, depth = 0) {
  if (typeof value === 'string') return (depth ? JSON.stringify(value) : value).slice(0, LONGEST);
  if (typeof value === 'number') return shortest(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (depth > 2) return '…';
  const own = value.toString;
  if (
    own !== Object.prototype.toString &&
    own !== Array.prototype.toString &&
    !ArrayBuffer.isView(value)
  )
    return String(value).slice(0, LONGEST);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const list = /** @type {any} */ (value);
    const parts = Array.from(list.length > SHOWN ? list.slice(0, SHOWN) : list, (part) =>
      printable(part, depth + 1),
    );
    return `[${parts.join(', ')}${list.length > SHOWN ? `, … ${list.length} in all` : ''}]`;
  }
  const entries = Object.entries(value).slice(0, SHOWN);
  const parts = entries.map(([name, part]) => `${name}: ${printable(part, depth + 1)}`);
  return `{${parts.join(', ')}}`;
}
