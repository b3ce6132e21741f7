// Does work of the page in slices, between which the page is drawn and handles input.

/** Bounds of a slice: ms, and elements, whose layout takes longer than their making. */
const MOST = { ms: 12, elements: 500 };
/** A hidden page, which is not drawn, goes on after this time, ms. */
const UNSEEN = 100;

/** Resolves before the page is next drawn, or after `UNSEEN`. */
export const drawn = () =>
  new Promise((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, UNSEEN);
  });

/**
 * Takes steps, slice by slice, until one is not wanted.
 * @template {{elements: number}} S
 * @param {Iterator<S>} steps
 * @param {(step: S) => boolean} wanted whether the step after this one is wanted
 * @param {() => void} progress called after each slice but the last
 * @returns {Promise<boolean>} whether there may be more steps
 */
export async function inSlices(steps, wanted, progress) {
  for (;;) {
    const since = performance.now();
    let elements = 0;
    do {
      const { done, value } = steps.next();
      if (done) return false;
      if (!wanted(value)) return true;
      elements += value.elements;
    } while (elements < MOST.elements && performance.now() - since < MOST.ms);
    progress();
    await drawn();
  }
}
