// WebGPU without a library: the least cost of enqueuing and waiting.
import { RawAdd } from '../raw.js';

const LIMITS = 'the limit of enqueuing only; the ceilings are that of computing';

/** @param {string} name @param {number} perSubmit additions @returns {import('./library.js').Contender} */
const handWritten = (name, perSubmit) => ({
  name,
  kind: 'limit',
  open: async () => ({
    additions: (n, chained) => additions(n, chained, perSubmit),
    lacks: Object.fromEntries(
      ['add', 'matmul', 'sum', 'norm', 'normal', 'chain', 'train'].map((name) => [name, LIMITS]),
    ),
    close() {},
  }),
});

export const limit = handWritten('hand-written', 256);
export const perOperation = handWritten('hand-written, 1 per submit', 1);

/** @returns {Promise<import('../programs.js').Program>} */
async function additions(n, chained, perSubmit) {
  const raw = await RawAdd.open(n);
  return {
    start: (count) => raw.enqueue(count, perSubmit, chained),
    async each(count) {
      for (let i = 0; i < count; i += 1) {
        raw.enqueue(1, 1);
        await raw.wait();
      }
    },
    wait: () => raw.wait(),
    read: () => raw.read(),
    async finish() {
      // Cleared now, not before the next round: that would wake the device up for this contender only.
      raw.clear();
      await raw.wait();
    },
    close: () => raw.close(),
  };
}
