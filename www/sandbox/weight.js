/** More than this is in no recording, bytes: what lies on its way to the page takes memory there, before anything is checked. */
export const HEAVIEST = 256 * 2 ** 20;
export const TOO_HEAVY = `it sent more than ${HEAVIEST / 2 ** 20} MiB`;

/** Of any value, bytes. */
const VALUE = 8;
/** Of any object: so much more than its memory that half a million, which take a second to be read, are too many. */
const OBJECT = 512;
/** Of an element of an array, bytes: to find an array's named properties, each of its elements is given its name first. */
const ELEMENT = 24;
const LIGHT = new Set(['number', 'boolean', 'undefined']);
const INDEX = /^\d{1,10}$/;

/**
 * How much a kind of object weighs, and the values that it carries. An object of no kind that is listed here weighs too much.
 * @type {[any, (object: any, parts: any[]) => number][]}
 */
const KINDS = [
  // The whole of its memory is sent, however little of it is seen.
  [ArrayBuffer, ({ byteLength, maxByteLength = byteLength }) => maxByteLength],
  [Map, (map, parts) => all(pairs(map), parts)],
  [Set, (set, parts) => all(set, parts)],
  [Error, ({ name, message, stack, cause }, parts) => all([name, message, stack, cause], parts)],
  [RegExp, ({ source }, parts) => all([source], parts)],
  [Date, () => VALUE],
  [Boolean, () => VALUE],
  [Number, () => VALUE],
  [String, (text) => 2 * text.length],
];

/** @param {Map<any, any>} map */
function* pairs(map) {
  for (const pair of map) yield* pair;
}

/** @param {Iterable<any>} carried @param {any[]} parts */
function all(carried, parts) {
  for (const one of carried) parts.push(one);
  return 0;
}

/** @param {any} object @param {any[]} parts takes what it carries @returns {number} bytes of its own; Infinity where its kind is not known */
function own(object, parts) {
  if (ArrayBuffer.isView(object)) {
    parts.push(object.buffer);
    return VALUE;
  }
  if (Array.isArray(object)) {
    const bytes = ELEMENT * object.length;
    // A copy has the properties too that are no elements.
    if (bytes <= HEAVIEST) named(object, parts);
    return bytes;
  }
  const prototype = Object.getPrototypeOf(object);
  if (prototype === Object.prototype || prototype === null) return (named(object, parts), 0);
  const weigh = KINDS.find(([kind]) => object instanceof kind)?.[1];
  return weigh ? weigh(object, parts) : Infinity;
}

/** @param {any} object @param {any[]} parts */
function named(object, parts) {
  for (const name of Object.keys(object)) {
    // The names of elements weigh nothing more.
    if (!INDEX.test(name)) parts.push(name);
    parts.push(object[name]);
  }
}

/**
 * The memory that a message takes, about. It counts all that a structured clone carries: an object once, however often it occurs, and a text
 * each time.
 * @param {any} message
 * @returns {number} bytes, beyond `HEAVIEST` not all of them; Infinity where it holds an object of a kind that is not known
 */
export function weightOf(message) {
  const seen = new Set();
  const parts = [message];
  let bytes = 0;
  while (parts.length > 0 && bytes <= HEAVIEST) {
    const part = parts.pop();
    bytes += VALUE;
    if (typeof part === 'string') bytes += 2 * part.length;
    else if (typeof part === 'object') {
      if (part === null || seen.has(part)) continue;
      seen.add(part);
      bytes += OBJECT + own(part, parts);
    } else if (!LIGHT.has(typeof part)) return Infinity;
  }
  return bytes;
}
