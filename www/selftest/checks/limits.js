import { bytes } from '../../experiments/lib/quantities.js';

/** The largest array that is tried, bytes, since a reader's machine has other work, too. */
const MOST = 2 ** 29;
/** Elements whose dispatch needs more workgroups than fit into one dimension. */
const FOLDED = 20_000_003;

/**
 * Checks the limits that the device reports. An array of the largest size works from its first element to its last, a larger array
 * is rejected with a code, and a dispatch of more workgroups than fit into one dimension reaches every element.
 * @type {import('../bench.js').Check}
 */
export async function check(bench, outcome) {
  const lab = await bench.connect({ device: 'webgpu' });
  const { arrayBytes } = lab.info().limits;
  const tried = Math.min(arrayBytes, MOST);
  outcome.values = { stated: bytes(arrayBytes), tried: bytes(tried) };
  const limits = await pageLimits();
  if (limits) {
    const same = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
    const values = { got: bytes(arrayBytes), expected: bytes(same) };
    outcome.expect(Math.abs(arrayBytes - same) < 16, 'limit-differs', values);
  }
  bench.onProgress(1, 3);
  for (const [elements, label] of [
    [FOLDED, 'workgroups'],
    [tried / 4, 'largest'],
  ]) {
    if (Number(elements) * 4 > arrayBytes) continue;
    const values = { case: `${label}: 0.5 + 1, ${elements} elements` };
    try {
      const wrong = await filled(lab, Number(elements));
      outcome.expect(wrong === '', 'limit-array', { ...values, got: wrong });
    } catch (error) {
      const { code, message } = /** @type {any} */ (error);
      // A device may have less memory than its largest array takes; this error is correct.
      if (code === 'OUT_OF_MEMORY') outcome.open('no-room', { ...values, error: message });
      else outcome.expect(false, 'raised', { ...values, error: `${code}: ${message}` });
    }
    bench.onProgress(2, 3);
  }
  try {
    lab.nd.zeros([arrayBytes / 4 + 4]);
    outcome.expect(false, 'limit-passed', { got: bytes(arrayBytes + 16) });
  } catch (error) {
    outcome.expect(typeof (/** @type {any} */ (error).code) === 'string', 'limit-passed', {
      got: bytes(arrayBytes + 16),
    });
  }
}

/** Wrong elements of an array that should be 1.5, found by its minimum, maximum and both ends; empty if all are right. @param {any} lab @param {number} elements */
async function filled(lab, elements) {
  const ends = 1000;
  const results = lab.tidy(() => {
    const half = lab.nd.full([elements], 0.5);
    const x = half.add(1);
    half.dispose();
    return [x.min(), x.max(), x.slice([0, ends]), x.slice([elements - ends, elements])];
  });
  const all = await Promise.all(results.map((/** @type {any} */ array) => array.data()));
  for (const array of results) array.dispose();
  return [...new Set(all.flatMap((data) => Array.from(data)))]
    .filter((value) => value !== 1.5)
    .slice(0, 3)
    .join(', ');
}

/** The limits on this thread, which should equal those on the backend's thread. */
async function pageLimits() {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
  return adapter?.limits;
}
