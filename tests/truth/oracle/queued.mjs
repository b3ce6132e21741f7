import { ahead, floorOf, gapOf, late, over, plus, product, read, sum, uniform } from './model.mjs';

/** @param {any} check @param {any} result @param {Record<string, number>} gpu @param {Record<string, number>} cpu */
export default function (check, { finding: { key }, measures, parameters: { n } }, gpu) {
  const work = uniform(gpu, n) + product(gpu, n) + sum(gpu, n);
  const enqueueing = 3 * gpu.enqueue;
  ahead(check, { key, enqueueing, work, step: gpu.step, seen: late(gpu)[1] });
  const returned = read(enqueueing, gpu);
  check.value('queued', enqueueing);
  const wait = gapOf(gpu, work, 3);
  const printed = plus(returned, wait);
  check.number('queued', measures.queued, ...returned);
  check.number('printed', measures.printed, ...printed);
  check.number('wait', measures.wait, ...wait);
  check.number('part', measures.part, ...over(returned, printed));
  check.number('free', measures.free, 1 - over(returned, printed)[1], 1);
  check.number('floor', measures.floor, ...floorOf(gpu));
}
