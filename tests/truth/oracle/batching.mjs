import { SHORT, elementwise, floorOf, handed, late, over, read, decides } from './model.mjs';

/** @param {any} check @param {any} result @param {Record<string, number>} gpu @param {Record<string, number>} cpu */
export default function (
  check,
  { finding: { key }, measures, curves, parameters: { count, side } },
  gpu,
) {
  const device = elementwise(gpu, side, 1);
  const each = (size) => Math.max(gpu.enqueue, gpu.encode + gpu.submission / size, device);
  // The first operations of the queue overlap with none, and the last operations are reported late.
  const [least, most] = late(gpu);
  const total = (size) => [
    each(size) + (least - gpu.step) / count,
    each(size) +
      (most + gpu.step + handed(gpu, size) + Math.min(size, count) * (gpu.enqueue + gpu.encode)) /
        count,
  ];
  const many = Math.min(256, 2 ** Math.floor(Math.log2(count)));
  const [one, more] = [total(1), total(many)];
  const rate = ([a, b]) => [1000 / b, 1000 / a];
  check.number('many', measures.many, many, many, 1);
  check.number('one', measures.one, ...one);
  check.number('eachMany', measures.eachMany, ...more);
  check.number('rateOne', measures.rateOne, ...rate(one));
  check.number('rateMany', measures.rateMany, ...rate(more));
  const gain = over(one, more);
  check.number('gain', measures.gain, ...gain);
  check.number('shortest', measures.shortest, count * more[0], count * more[1]);
  check.number('floor', measures.floor, ...floorOf(gpu));
  check.claim(
    key !== 'disagrees' || gain[0] < 1.4,
    `submissions are said to be free, and cost ${gain}`,
  );
  check.claim(key !== 'found' || gain[1] > 1.05, 'submissions are said to cost something');
  check.claim(
    key !== 'coarse' || count * each(many) < SHORT * most + 2 * gpu.step,
    `“coarse”, but the loop takes ${count * each(many)} ms`,
  );
  // One of the stated sizes is about as fast as any.
  const { value, low = value, high = value } = measures.best;
  const sizes = curves.cost.points.each.map(({ x }) => x);
  const fastest = Math.min(...sizes.map((size) => total(size)[0]));
  const among = sizes.filter((size) => size >= low && size <= high).map((size) => total(size)[1]);
  check.claim(
    (!decides(key) && Number.isNaN(value)) ||
      (among.length > 0 && Math.min(...among) < 1.3 * fastest + (most - least) / count),
    `the fastest is said to be of ${low} to ${high}`,
  );
  check.number('enqueue', measures.enqueue, ...read(gpu.enqueue, { step: gpu.step / count }));
  // The first result is reported with the last result of its submission. All operations of the submission were enqueued before.
  const first = (size) => {
    const held = Math.min(size, count);
    const work = Math.max(held * device, held * gpu.encode + gpu.submission);
    return work + handed(gpu, held) + count * gpu.enqueue + most + gpu.step;
  };
  const last = sizes[sizes.length - 1];
  check.number(
    'firstOne',
    measures.firstOne,
    least + device - gpu.step,
    most + 512 * gpu.enqueue + handed(gpu, 1) + device + gpu.step,
  );
  check.number(
    'firstMost',
    measures.firstMost,
    Math.min(last, 512) * device + least - gpu.step,
    first(last),
  );
}
