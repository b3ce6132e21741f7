import { bytes } from '../../experiments/lib/quantities.js';
import { compare } from '../outcome.js';

const LIMIT = 32e6;
/** Elements of an array of a megabyte. */
const MEGABYTE = 250_000;
/** Arrays that together take twice the limit. */
const ARRAYS = 64;
const ALLOCATORS = /** @type {const} */ (['stream-ordered', 'on-completion']);

/**
 * Checks memory at its limit. Allocations that do not fit fail with a code, never more is allocated than allowed, disposed memory can be used
 * again, and results after memory was full are right.
 * @type {import('../bench.js').Check}
 */
export async function check(bench, outcome) {
  for (const [at, allocator] of ALLOCATORS.entries()) {
    const lab = await bench.connect({ device: 'webgpu', allocator, memoryLimit: LIMIT });
    const { nd } = lab;
    /** @type {import('../../asynclab.js').NDArray[]} */
    const held = [];
    // With the allocator `stream-ordered` the call itself throws, with `on-completion` the wait is rejected.
    const filled = async (/** @type {unknown} */ _, /** @type {number} */ i) => {
      const array = nd.full([MEGABYTE], i);
      held.push(array);
      return array.slice([0, 3]).data();
    };
    const ends = await Promise.allSettled(Array.from({ length: ARRAYS }, filled));
    const failed = ends.filter(({ status }) => status === 'rejected');
    const codes = new Set(failed.map((end) => /** @type {any} */ (end).reason?.code));
    outcome.expect(failed.length > 0, 'memory-endless', { expected: bytes(LIMIT) });
    outcome.expect(
      [...codes].every((code) => code === 'OUT_OF_MEMORY'),
      'memory-code',
      { got: [...codes].join(', ') },
    );
    for (const [i, end] of ends.entries())
      if (end.status === 'fulfilled')
        compare(outcome, `${allocator}: array ${i} of ${ARRAYS}`, end.value, [i, i, i]);
    const { peak } = lab.memory();
    outcome.values[`peak${at}`] = bytes(peak);
    outcome.expect(peak <= LIMIT, 'memory-passed', { got: bytes(peak), expected: bytes(LIMIT) });
    for (const array of held) array.dispose();
    // A chain whose results take many times the memory.
    const sum = lab.tidy(() => {
      let x = nd.zeros([MEGABYTE]);
      for (let i = 0; i < 4 * ARRAYS; i += 1) {
        const next = x.add(1);
        x.dispose();
        x = next;
      }
      return x.sub(x.mean());
    });
    const ones = nd.ones([MEGABYTE]).sum();
    compare(outcome, `${allocator}: sum after memory was full`, await ones.data(), [MEGABYTE]);
    compare(outcome, `${allocator}: chain of ${4 * ARRAYS}`, await sum.max().data(), [0]);
    await bench.close(lab);
    bench.onProgress(at + 1, ALLOCATORS.length);
  }
}
