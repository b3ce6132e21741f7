import {
  SHORT,
  elementwise,
  floorOf,
  handed,
  late,
  over,
  read,
  slackOf,
  square,
  decides,
} from './model.mjs';

/** Rates of one run differ by at most this factor. */
const LIKE = 1.05;
/** The bounds of the queues that are tried, operations. */
const BOUNDS = [1, 2, 4, 16, 64, 256, 1024];

/** @param {any} check @param {any} result @param {Record<string, number>} gpu @param {Record<string, number>} cpu */
export default function (
  check,
  { finding: { key }, measures, parameters: { bound, count, side } },
  gpu,
) {
  const device = Math.max(elementwise(gpu, side, 1), gpu.encode + gpu.submission / 256);
  check.claim(key !== 'disagrees-bound', 'a bound is said to be passed');
  check.claim(key !== 'disagrees' || gpu.enqueue * 1.2 > device, 'the device is said to keep up');
  const [least, most] = late(gpu);
  check.claim(
    key !== 'coarse' || count * device < SHORT * most + 2 * gpu.step,
    `“coarse”, but the operations take ${count * device} ms`,
  );
  check.number('floor', measures.floor, ...floorOf(gpu));
  const free = [
    count * device + least - gpu.step,
    count * (device + gpu.enqueue) + handed(gpu, 512) + most + gpu.step,
  ];
  check.number('doneFree', measures.doneFree, ...free);
  check.number('count', measures.count, count, count, 1);
  check.number('bound', measures.bound, bound, bound, 1);
  check.number('taken', measures.taken, bound, bound, 1.05);
  if (!decides(key)) return;
  // The queue is refilled a quarter at a time, each time after a report of completion.
  const refills = (4 * count) / bound;
  check.number('done', measures.done, free[0], free[1] + refills * (most + 4 * gpu.message));
  check.number(
    'loopFree',
    measures.loopFree,
    ...read(count * gpu.enqueue, gpu).map((t, i) => t + i * 4 * gpu.message),
  );
  check.number(
    'loop',
    measures.loop,
    (count - bound) * device - gpu.step,
    measures.done.value + gpu.step,
  );
  const one = elementwise(gpu, side, 1) + gpu.enqueue + handed(gpu, 1) + 2 * gpu.message;
  const single = [one + least - gpu.step / 8 - 2 * gpu.message, one + most + gpu.step / 8];
  check.number('one', measures.one, 1000 / single[1], 1000 / single[0]);
  const best = [device + (least - gpu.step) / 2048, device + (most + gpu.step) / 512 + gpu.enqueue];
  check.number('best', measures.best, 1000 / best[1], 1000 / best[0]);
  const part = over(best, single);
  check.number('part', measures.part, ...part);
  const slack = slackOf(gpu);
  check.claim(key !== 'found-cheap' || part[1] * slack > 0.7, 'a bound of one is said to be cheap');
  check.claim(key !== 'found' || part[0] / slack < 0.85, 'a bound of one is said to be dear');
  // Each round trip returns as many results as the queue has places, unless the device takes longer. The queue is refilled a quarter at a time.
  const round = (places) => [
    Math.max(device, (device + least) / places),
    device +
      (most + handed(gpu, places / 4) + (places / 4) * gpu.enqueue + 2 * gpu.message) / places,
  ];
  const last = BOUNDS[BOUNDS.length - 1];
  const [fastest, slowest] = [device, round(last)[1]];
  const smallest = (time, limit) => BOUNDS.find((places) => time(places) <= limit) ?? last;
  check.number(
    'enough',
    measures.enough,
    smallest((places) => round(places)[0], (slowest * LIKE) / 0.9),
    smallest((places) => round(places)[1], fastest / LIKE / 0.9),
    1,
  );
  check.number('deepest', measures.deepest, bound / 2, bound, 1);
  check.number('deepestFree', measures.deepestFree, bound, count, 1);
  const size = square(side);
  check.number('bytesFree', measures.bytesFree, bound * size, count * size, 1);
  check.number('bytesMost', measures.bytesMost, (bound / 4) * size, Math.ceil(bound / 2) * size, 1);
  check.number(
    'bytesBound',
    measures.bytesBound,
    Math.ceil(bound / 2) * size,
    Math.ceil(bound / 2) * size,
    1,
  );
}
