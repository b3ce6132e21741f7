import { sizeOf, whole } from '../bench.js';
import { compare } from '../outcome.js';
import { PRODUCTS } from './kernels.js';

/** The kernels of the product in `src/ops/lib/matrix.rs`. */
export const KERNELS = ['registers 8×8', 'registers 4×4', 'shared 8×8', 'shared 4×4'];

/** In a quick check, each kernel is tried on one shape in this many, and different kernels on different shapes. */
const QUICK = 3;

/** @param {number} size */
const powerOfTwo = (size) => 2 ** Math.ceil(Math.log2(Math.max(1, size)));

/**
 * The class of a product, under which a kernel is pinned.
 * @param {number[]} a shape @param {number[]} b shape @param {{transposeA?: boolean, transposeB?: boolean}} options
 */
function classOf(a, b, { transposeA = false, transposeB = false } = {}) {
  const left = a.length > 1 ? a.slice(-2) : [1, a[0]];
  const right = b.length > 1 ? b.slice(-2) : [b[0], 1];
  const [turnA, turnB] = [transposeA && a.length > 1, transposeB && b.length > 1];
  const [m, k] = turnA ? left.toReversed() : left;
  const n = turnB ? right[0] : right[1];
  const outer = [a, b].map((shape) => shape.slice(0, -2));
  const rank = Math.max(...outer.map(({ length }) => length));
  const padded = outer.map((dims) => [...Array(rank - dims.length).fill(1), ...dims]);
  const batch = sizeOf(padded[0].map((length, i) => Math.max(length, padded[1][i])));
  const sizes = [batch, m, n, k].map(powerOfTwo).join('×');
  const turned = `${turnA ? ' aᵀ' : ''}${turnB ? ' bᵀ' : ''}`;
  return `matmul ${sizes}${turned}${[m, n, k].every((size) => size % 4 === 0) ? '' : ', odd'}`;
}

/**
 * Tries every kernel of the product on every shape, not only the kernel that this device would take. The numbers are whole, so all results
 * must be equal to the last bit.
 * @type {import('../bench.js').Check}
 */
export async function check(bench, outcome) {
  const cpu = await bench.connect({ device: 'cpu' });
  const all = PRODUCTS.filter(([a, b]) => sizeOf(a) * sizeOf(b) > 0);
  const every = bench.part.quick ? QUICK : 1;
  for (const [i, kernel] of KERNELS.entries()) {
    const shapes = all.filter((_, j) => (i + j) % every === 0);
    const kernels = Object.fromEntries(
      shapes.map(([a, b, options]) => [classOf(a, b, options), kernel]),
    );
    const gpu = await bench.connect({ device: 'webgpu', kernels });
    const cases = shapes.map(([a, b, options]) => ({
      label: `${kernel}: ${classOf(a, b, options)}`,
      of: (/** @type {any} */ { nd }) =>
        nd.array(whole(sizeOf(a)), a).matmul(nd.array(whole(sizeOf(b), 3), b), options),
    }));
    await bench.each(outcome, cases, [gpu, cpu], (label, [got, expected]) =>
      compare(outcome, label, got, expected),
    );
    const chosen = gpu.info().kernels;
    for (const name of Object.keys(kernels))
      outcome.expect(chosen[name] === kernel, 'kernel-refused', { case: `${kernel}: ${name}` });
    await bench.close(gpu);
    bench.onProgress(i + 1, KERNELS.length);
  }
}
