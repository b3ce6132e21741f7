import { compare } from '../outcome.js';

/**
 * Loses a device on purpose: every wait is rejected, or may resolve if its work was done before, and a new lab computes as before.
 * @type {import('../bench.js').Check}
 */
export async function check(bench, outcome) {
  for (const when of ['idle', 'busy']) {
    const lab = await bench.connect({ device: 'webgpu' });
    const x = lab.nd.random.uniform([256, 256], { seed: 1 });
    await x.waitToRead();
    const products = when === 'busy' ? Array.from({ length: 20 }, () => x.dot(x)) : [];
    lab.loseDevice();
    const waits = [x.dot(x), ...products].map((y) => y.data());
    const ends = await Promise.allSettled([...waits, lab.waitAll()]);
    const codes = ends.map((end) => (end.status === 'rejected' ? end.reason.code : 'done'));
    // Operations done before the loss may be reported; Firefox rejects commands to a lost device before it reports the loss.
    const failed = ['DEVICE_LOST', 'DEVICE_ERROR'];
    const allowed = [...failed, ...(when === 'busy' ? ['done'] : [])];
    outcome.expect(failed.includes(codes[0]), 'loss-unreported', { case: when, got: codes[0] });
    outcome.expect(
      codes.every((code) => allowed.includes(code)),
      'loss-unreported',
      { case: when, got: [...new Set(codes)].join(', ') },
    );
    await bench.close(lab);
    const again = await bench.connect({ device: 'webgpu' });
    const sum = again.nd.ones([1000, 1000]).sum();
    compare(outcome, `sum after a loss (${when})`, await sum.data(), [1e6]);
    await bench.close(again);
  }
}
