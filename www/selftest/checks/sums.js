import { compare } from '../outcome.js';

/** Lengths around those at which the kernel changes between one invocation, a workgroup and many parts. */
const LENGTHS = [3, 511, 512, 513, 1002, 8191, 8192, 8193, 16_388, 100_003, 1_000_003].concat([
  2 ** 20,
  2 ** 22 + 5,
  2 ** 24 - 1,
]);
const ROWS = [2, 3, 65];
const WIDTHS = [511, 1025, 16_641, 30_001];

/**
 * Checks long sums of ones. They are exact in float32 up to 2²⁴, so an element that is read twice or not at all shows. Also finds the
 * maximum of long arrays at various positions.
 * @type {import('../bench.js').Check}
 */
export async function check(bench, outcome) {
  const gpu = await bench.connect({ device: 'webgpu' });
  const cases = LENGTHS.map((n) => ({
    label: `sum of ${n} ones`,
    expected: [n],
    of: (/** @type {any} */ { nd }) => nd.ones([n]).sum(),
  })).concat(
    ROWS.flatMap((rows) =>
      WIDTHS.map((n) => ({
        label: `sum of ${rows} rows of ${n}`,
        expected: Array(rows).fill(n),
        of: (/** @type {any} */ { nd }) => nd.ones([rows, n]).sum(1),
      })),
    ),
    [0, 511, 512, 99_999, 100_002].map((index) => ({
      label: `argmax of 100003 at ${index}`,
      expected: [index],
      of: (/** @type {any} */ { nd }) => nd.arange(100_003).equal(index).argmax(),
    })),
    {
      label: 'last of cumsum of 100003 ones',
      expected: [100_003],
      of: (/** @type {any} */ { nd }) => nd.ones([100_003]).cumsum().slice([100_002, 100_003]),
    },
  );
  const expectedOf = new Map(cases.map(({ label, expected }) => [label, expected]));
  await bench.each(outcome, cases, [gpu], (label, [got]) =>
    compare(outcome, label, got, expectedOf.get(label) ?? []),
  );
}
