/** Most bytes that a program may send; no recording has more. A message takes memory of the page before it can be checked. */
export const HEAVIEST = 256 * 2 ** 20;
export const TOO_HEAVY = `it sent more than ${HEAVIEST / 2 ** 20} MiB`;

/** Weight of any value, bytes. */
const VALUE = 8;
/** Weight of any object, bytes. It is more than its memory, so that half a million objects, which take a second to be read, are too heavy. */
const OBJECT = 512;
/** Weight of an element of an array, bytes, since `Object.keys` makes a name for each element. */
const ELEMENT = 24;
const LIGHT = new Set(['number', 'boolean', 'undefined']);
const INDEX = /^\d{1,10}$/;

/**
 * For each kind of object, a function that returns its own weight and collects its values. Any other kind of object is too heavy.
 * @type {[any, (object: any, parts: any[]) => number][]}
 */
const KINDS = [
  // The whole memory of a buffer is sent, even if its length or a view of it is shorter.
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

/** @param {any} object @param {any[]} parts receives its values @returns {number} its own bytes; Infinity if its kind is not known */
function own(object, parts) {
  if (ArrayBuffer.isView(object)) {
    parts.push(object.buffer);
    return VALUE;
  }
  if (Array.isArray(object)) {
    const bytes = ELEMENT * object.length;
    // A structured clone also copies properties that are no elements.
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
    // Names of elements are already in the weight of the elements.
    if (!INDEX.test(name)) parts.push(name);
    parts.push(object[name]);
  }
}

/**
 * The approximate memory of a message. It counts all values of a structured clone: an object once even if it occurs repeatedly, and a text each
 * time.
 * @param {any} message
 * @returns {number} bytes, not all of them if they exceed `HEAVIEST`; Infinity if the message has a value of an unknown kind
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
