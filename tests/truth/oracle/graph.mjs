import { elementwise, floorOf, gapOf, op, square, decides } from './model.mjs';

/** @param {any} check @param {any} result @param {Record<string, number>} gpu @param {Record<string, number>} cpu */
export default function (
  check,
  { finding: { key }, measures, parameters: { n, expression } },
  gpu,
) {
  check.claim(key !== 'disagrees', 'dependencies are said to be violated');
  check.claim((key === 'coarse') === !gpu.quantum, `“${key}”, with timestamps of ${gpu.quantum}`);
  if (expression !== 'z = x * y + 2') return;
  // x and y are created and multiplied, then 2 is added.
  const full = op(gpu, 0, square(n));
  const chain = full + elementwise(gpu, n, 2) + elementwise(gpu, n, 1);
  const quantum = gpu.quantum ?? 0;
  check.claim(
    !key.startsWith('coarse') || !quantum || chain + full < 8 * quantum,
    `“${key}”, but the operations take ${chain + full} ms`,
  );
  const { length, pairs, operations, layers, needs, early, together } = measures;
  const counts = {
    operations: 4,
    layers: 3,
    needs: 3,
    early: 0,
    together: 0,
    pairs: 1,
    length: 3,
  };
  const stated = { operations, layers, needs, early, together, pairs, length };
  if (decides(key))
    for (const [name, { value }] of Object.entries(stated))
      check.number(name, { value }, counts[name], counts[name], 1);
  const wait = gapOf(gpu, chain + full, 4);
  wait[1] += square(n) / (gpu.transfer * 1e6);
  check.number('wait', measures.wait, ...wait);
  check.number('floor', measures.floor, ...floorOf(gpu));
  if (!decides(key)) return;
  check.claim(key === 'found-apart', `“${key}”, but two operations need not wait for each other`);
  check.number('chain', measures.chain, chain - 3 * quantum, chain + 3 * quantum);
  check.value('all', chain + full);
  check.number('all', measures.all, chain + full - 4 * quantum, chain + full + 4 * quantum);
  check.number(
    'part',
    measures.part,
    (chain - 2 * quantum) / (chain + full),
    Math.min(1, (chain + 2 * quantum) / (chain + full)),
    1.2,
  );
}
