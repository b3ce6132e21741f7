/**
 * A result as JSON can carry it: typed arrays become arrays, NaN becomes null.
 * @param {any} value
 * @returns {any}
 */
export function jsonSafe(value) {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === null || typeof value !== 'object') return value === undefined ? null : value;
  if (ArrayBuffer.isView(value)) return Array.from(/** @type {any} */ (value), jsonSafe);
  if (Array.isArray(value)) return value.map(jsonSafe);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, jsonSafe(part)]));
}
