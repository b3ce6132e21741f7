/**
 * A list whose elements are made when they are asked for; an array is one, too.
 * @template T
 * @typedef {{length: number, at: (i: number) => T|undefined}} Lazy
 */

/** @template T @param {number} length @param {(i: number) => T} make @returns {Lazy<T>} */
export const lazily = (length, make) => ({
  length,
  at: (i) => (i >= 0 && i < length ? make(i) : undefined),
});

/** A list's elements from `from` to before `to`; all by default. @template T @param {Lazy<T>} list @param {number} [from] @param {number} [to] @returns {T[]} */
export const elements = (list, from = 0, to = list.length) =>
  Array.from({ length: to - from }, (_, k) => /** @type {T} */ (list.at(from + k)));

/**
 * The number of elements at the beginning of a list that meet a condition, which no later element may meet: a binary search.
 * @template T
 * @param {Lazy<T>} list
 * @param {(one: T) => boolean} holds
 */
export function countWhile(list, holds) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(/** @type {T} */ (list.at(middle)))) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A function that is computed once for each object.
 * @template {object} A
 * @template B
 * @param {(of: A) => B} compute
 * @returns {(of: A) => B}
 */
export function remembered(compute) {
  /** @type {WeakMap<A, {value: B}>} */
  const known = new WeakMap();
  return (of) => {
    let kept = known.get(of);
    if (!kept) known.set(of, (kept = { value: compute(of) }));
    return kept.value;
  };
}
