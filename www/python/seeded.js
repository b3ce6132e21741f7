/** Random numbers as `nd.random` draws them: from the two halves of a seed and the number of arrays drawn before. @param {number} seed */
export function seeded(seed) {
  let [low, high, drawn] = [seed, Math.floor(seed / 2 ** 32), 0];
  let interrupted = 0;
  /** The two words of the next random array. */
  const key = () => [low, high ^ Math.imul(++drawn, 0x9e3779b9)];
  const python = {
    /** Sets the seed from the two halves of its 64 bits, which one number of JavaScript cannot hold. */
    seed(/** @type {number} */ lower, /** @type {number} */ upper) {
      interrupted += 1;
      [low, high, drawn] = [lower, upper, 0];
    },
    /** Has random numbers continue from a state, if it is given; returns the state before. @param {string} [state] */
    randomState(state) {
      const before = [low, high, drawn].join(',');
      if (!state) return before;
      interrupted += 1;
      [low, high, drawn] = state.split(',').map(Number);
      return before;
    },
    /** A seed for a generator of the program's own. It counts as a random array. */
    randomKey() {
      interrupted += 1;
      return key().join(',');
    },
  };
  /** How often a call other than `key` has drawn, or changed the state. */
  const interruptions = () => interrupted;
  return { key, interruptions, python };
}
