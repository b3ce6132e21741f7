import {
  ahead,
  floorOf,
  gapOf,
  handed,
  late,
  normal,
  plus,
  product,
  read,
  decides,
} from './model.mjs';

/** @param {any} check @param {any} result @param {Record<string, number>} gpu @param {Record<string, number>} cpu */
export default function (
  check,
  { finding: { key, values }, measures, parameters: { n, repetitions }, distortions },
  gpu,
  cpu,
) {
  const work = repetitions * (normal(gpu, n) + product(gpu, n));
  const operations = 2 * repetitions;
  const enqueueing = operations * gpu.enqueue;
  const [soon, most] = late(gpu);
  ahead(check, { key, enqueueing, work, step: gpu.step, seen: most });
  const returned = read(enqueueing, gpu);
  const gap = gapOf(gpu, work, operations);
  check.number('enqueued', measures.enqueued, ...returned);
  check.value('enqueued', enqueueing);
  check.number('waited', measures.waited, ...plus(returned, gap));
  check.number('gap', measures.gap, ...gap);
  const scatter = most - soon + handed(gpu, operations) + 2 * gpu.step;
  check.number('corrected', measures.corrected, work - scatter, work + scatter);
  check.number('free', measures.free, gap[0] / (gap[0] + returned[1]), 1);
  check.number('floor', measures.floor, ...floorOf(gpu));
  // If the blocking loop was run at a smaller size, its stated time is scaled.
  const { m = n } = distortions.find(({ key: one }) => one === 'distortion-scaled')?.values ?? {};
  const scale = (n / m) ** 3;
  const blocking = repetitions * (normal(cpu, m) + product(cpu, m));
  check.number(
    'blocking',
    measures.blocking,
    scale * (blocking - cpu.step),
    scale * (blocking + operations * (cpu.enqueue + cpu.encode) * 2 + 2 * cpu.message + cpu.step),
  );
  if (!decides(key)) return;
  check.number(
    'ratio',
    measures.ratio,
    Math.max(1, (work - 1.5 * gpu.poll) / (enqueueing + gpu.step)),
    (work + handed(gpu, operations) + most + enqueueing) / enqueueing,
  );
  check.claim(values.count === repetitions, 'another number of products is stated');
}
