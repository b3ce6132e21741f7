/**
 * The loop of the chapter, on any lab: products of random matrices.
 * @param {any} lab
 * @param {number} n rows and columns of each matrix
 * @param {number} repetitions
 * @param {number} seed of the first matrix
 */
export function products({ nd }, n, repetitions, seed) {
  for (let i = 0; i < repetitions; i += 1) {
    const a = nd.random.normal([n, n], { seed: seed + i });
    const b = nd.dot(a, a);
    // The chapter's loop rebinds the names, so its program does not reference these arrays any longer either.
    a.dispose();
    b.dispose();
  }
}
