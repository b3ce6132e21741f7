/** The rough speed of a device, which shows before a run whether a size is too small for it. */

/** Sides of the products that are tried. */
const SIDES = [64, 128, 256, 512, 1024, 2048, 4096];
/** A product shows the speed of the device if it takes longer than this many times the notification latency, */
const SHOWS = 3;
/** and longer than this many steps of the clock. */
const STEPS = 8;
/** Tries of each size. The shortest counts, since other work on the machine only lengthens them. */
const TRIES = 4;
/** Tiny operations of the short loop, and of the long ones. The first long loop that takes enough steps of the clock is the last. */
const FEW = 20;
const MANY = [200, 2000];

/** @param {any} lab @returns {Promise<import('../kit/types.js').Pace>} */
export async function paceOf(lab) {
  const info = lab.info();
  const late = info.floor;
  const { step } = info.clock;
  const fits = SIDES.filter((n) => 4 * n * n <= info.limits.arrayBytes / 4);
  let product = { n: 0, ms: 0 };
  for (const n of fits) {
    const seen = await productOf(lab, n);
    product = { n, ms: Math.max(0, seen - late.median) };
    if (product.ms > Math.max(SHOWS * late.high, STEPS * step)) break;
  }
  const x = lab.nd.ones([1, 1]);
  await loop(lab, x, FEW); // compiles
  const few = await loop(lab, x, FEW);
  let operation = Infinity;
  for (const many of MANY) {
    const longer = Math.max(0, (await loop(lab, x, many)) - few);
    // Each of the two times may be a step shorter than it was read.
    operation = (longer + 2 * step) / (many - FEW);
    if (longer > STEPS * step) break;
  }
  x.dispose();
  return { info, product, operation };
}

/** The shortest time until a product is reported complete, ms. @param {any} lab @param {number} n */
async function productOf(lab, n) {
  const x = lab.nd.ones([n, n]);
  const once = async () => {
    const start = lab.now();
    const y = lab.nd.dot(x, x);
    await y.waitToRead();
    y.dispose();
    return lab.now() - start;
  };
  await once(); // compiles
  let least = Infinity;
  for (let i = 0; i < TRIES; i += 1) least = Math.min(least, await once());
  x.dispose();
  return least;
}

/** @param {any} lab @param {any} x @param {number} times */
async function loop(lab, x, times) {
  const start = lab.now();
  for (let i = 1; i < times; i += 1) x.add(1).dispose();
  const y = x.add(1);
  await y.waitToRead();
  y.dispose();
  return lab.now() - start;
}
