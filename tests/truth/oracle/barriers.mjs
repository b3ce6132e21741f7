import {
  SHORT,
  WORK_PER_SUBMIT,
  floorOf,
  gapOf,
  late,
  over,
  product,
  read,
  square,
  sum,
} from './model.mjs';

/** @param {any} check @param {any} result @param {Record<string, number>} gpu @param {Record<string, number>} cpu */
export default function (check, { finding: { key }, measures, parameters: { n, behind } }, gpu) {
  const one = product(gpu, n);
  const [least, most] = late(gpu);
  check.claim(
    key !== 'disagrees' || one + least < 20 * gpu.enqueue + gpu.step,
    'waits are said to cost nothing',
  );
  check.claim(
    key !== 'found-late' || 1.5 * gpu.poll + gpu.step > 0.2 * behind * one,
    'a wait is said to return late',
  );
  check.claim(
    key !== 'coarse' || one < SHORT * most + 2 * gpu.step,
    `“coarse”, but a product takes ${one} ms and its end is seen within ${most}`,
  );
  const single = gapOf(gpu, one, 2);
  // Values are copied and printed, or reduced to one value.
  const copied = square(n) / (gpu.transfer * 1e6) + sum(gpu, n) + 3 * gpu.dispatch;
  const every = gapOf(gpu, (behind + 1) * one, behind + 1);
  const alone = 2 * n ** 3 >= WORK_PER_SUBMIT;
  const first = alone ? gapOf(gpu, one, behind + 1) : [single[0], every[1]];
  check.number('nothing', measures.nothing, ...read(gpu.enqueue, gpu));
  check.value('nothing', gpu.enqueue);
  check.number('one', measures.one, ...single);
  check.number('all', measures.all, ...single);
  check.number('least', measures.least, ...single);
  check.number('most', measures.most, single[0], single[1] + copied + gpu.enqueue);
  check.number('first', measures.first, ...first);
  check.number('every', measures.every, ...every);
  check.number('floor', measures.floor, ...floorOf(gpu));
  check.number('early', measures.early, ...over(every, first), 1.2);
  const missed = alone ? Math.ceil((most + gpu.step) / one) + 1 : behind;
  check.number('left', measures.left, Math.max(0, behind - missed), behind, 1);
  check.number('behind', measures.behind, behind, behind, 1);
  check.number('products', measures.products, behind + 1, behind + 1, 1);
}
