import {
  SHORT,
  floorOf,
  gapOf,
  handed,
  late,
  normal,
  op,
  over,
  plus,
  product,
  read,
  square,
  sum,
} from './model.mjs';

/** @param {any} check @param {any} result @param {Record<string, number>} gpu */
export default function (
  check,
  { finding: { key }, measures, parameters: { n, repetitions } },
  gpu,
) {
  const work = repetitions * (normal(gpu, n) + product(gpu, n));
  const operations = 2 * repetitions;
  const enqueueing = operations * gpu.enqueue;
  const [least, most] = late(gpu);
  check.number('floor', measures.floor, ...floorOf(gpu));
  check.claim(
    key !== 'coarse' || work < SHORT * most + 2 * gpu.step,
    `“coarse”, but the work takes ${work} ms and its end is seen within ${most}`,
  );
  const naive = read(enqueueing, gpu);
  const right = plus(naive, gapOf(gpu, work, operations));
  check.claim(
    !key.startsWith('found') || naive[0] < right[1],
    `“${key}”, but enqueuing takes ${enqueueing} of ${work} ms`,
  );
  check.claim(
    key !== 'disagrees' || enqueueing > 0.7 * work,
    'the naive timer is said to be right',
  );
  check.claim(
    (key !== 'found-untimed' || !gpu.quantum) && (key !== 'found' || gpu.quantum > 0),
    `“${key}”, with timestamps of ${gpu.quantum}`,
  );
  check.number('naive', measures.naive, ...naive);
  check.value('naive', enqueueing);
  check.number('right', measures.right, ...right);
  const twice = plus(naive, gapOf(gpu, 2 * work, 2 * operations));
  check.number('queued', measures.queued, twice[0] - enqueueing, twice[1]);
  check.number('cold', measures.cold, ...right);
  check.number('naiveShare', measures.naiveShare, ...over(naive, right));
  check.number('queuedTimes', measures.queuedTimes, ...over(twice, right));
  check.number('coldTimes', measures.coldTimes, ...over(right, right));
  const { quantum = 0, dispatch } = gpu;
  const span = [work - 2 * quantum, work + handed(gpu, operations) + enqueueing + 2 * quantum];
  check.number('device', measures.device, ...span);
  check.number('deviceShare', measures.deviceShare, ...over(span, right));
  // A step has two more small operations, and enqueues five in all.
  const small = repetitions * (sum(gpu, n) + op(gpu, 1, 12) + dispatch);
  const steps = [work, work + small];
  const host = repetitions * (handed(gpu, 5) + 5 * gpu.enqueue + 2 * gpu.message);
  const { transfer } = gpu;
  const copied = square(1) / (transfer * 1e6);
  const once = [steps[0] + least - gpu.step, steps[1] + host + most + copied + gpu.step];
  const each = [
    steps[0] + repetitions * least - gpu.step,
    steps[1] + (repetitions + 1) * (most + copied) + host + gpu.step,
  ];
  check.number('once', measures.once, ...once);
  check.number('each', measures.each, ...each);
  check.number('eachTimes', measures.eachTimes, ...over(each, once));
}
