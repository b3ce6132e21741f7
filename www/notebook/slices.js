// Work of the page in slices: between two of them it draws, and hears its reader.

/** Of a slice: ms, and elements, which take longer to be laid out than to be made. */
const MOST = { ms: 12, elements: 500 };
/** A page that is not drawn goes on all the same, ms. */
const UNSEEN = 100;

/** Until the page has been drawn. */
export const drawn = () =>
  new Promise((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, UNSEEN);
  });

/**
 * Takes steps, slice by slice, as long as they are wanted.
 * @template {{elements: number}} S
 * @param {Iterator<S>} steps
 * @param {(step: S) => boolean} wanted whether the step after this one is wanted
 * @param {() => void} progress called after each slice but the last
 * @returns {Promise<boolean>} whether steps may be left
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
