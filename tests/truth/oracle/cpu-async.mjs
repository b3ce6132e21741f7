import {
  ahead,
  floorOf,
  gapOf,
  late,
  normal,
  over,
  plus,
  product,
  read,
  decides,
} from './model.mjs';

/** @param {any} check @param {any} result @param {Record<string, number>} gpu @param {Record<string, number>} cpu */
export default function (
  check,
  { finding: { key }, measures, parameters: { n, repetitions } },
  gpu,
  cpu,
) {
  const work = repetitions * (normal(cpu, n) + product(cpu, n));
  const operations = 2 * repetitions;
  const enqueueing = operations * cpu.enqueue;
  ahead(check, { key, enqueueing, work, step: cpu.step, seen: late(cpu)[1] });
  const returned = read(enqueueing, cpu);
  check.value('returned', enqueueing);
  const gap = gapOf(cpu, work, operations);
  const done = plus(returned, gap);
  const { synchronous, price } = measures;
  check.number('returned', measures.returned, ...returned);
  check.number('done', measures.done, ...done);
  check.number('gap', measures.gap, ...gap);
  check.number('free', measures.free, 1 - over(returned, done)[1], 1);
  check.number('floor', measures.floor, ...floorOf(cpu));
  const calls = operations * (cpu.enqueue + cpu.encode + 2 * cpu.message) * 2;
  check.number('synchronous', synchronous, work - cpu.step, work + calls + cpu.step);
  if (decides(key)) check.number('price', price, ...over(done, [work, work + calls]));
}
