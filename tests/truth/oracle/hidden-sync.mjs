import { floorOf, handed, late, op, over, square } from './model.mjs';

/** @param {any} check @param {any} result @param {Record<string, number>} gpu @param {Record<string, number>} cpu */
export default function (
  check,
  {
    finding: { key, values },
    measures,
    trace,
    parameters: { n, batches, read, task = 'training' },
  },
  gpu,
) {
  check.claim(key !== 'disagrees', 'no wait is said to be found');
  check.claim(
    gpu.quantum ? !key.endsWith('-untimed') : /^(few|coarse)|-untimed$/.test(key),
    `“${key}” of a device that ${gpu.quantum ? 'times' : 'does not time'} its work`,
  );
  check.claim(measures.line.value > 0, 'the line that waits is not named');
  check.number('reads', measures.reads, batches, batches + 1, 1);
  const [least, most] = late(gpu);
  const { step } = gpu;
  const reads = measures.reads.value;
  // A dense layer of n × n forward, and twice its work backward. The rest is dispatches and bytes.
  const passes = task === 'training' ? 3 : 1;
  const work = op(gpu, 2 * passes * n ** 3 - 2 * n ** 3 * (passes > 1 ? 1 : 0), 0);
  const one = [
    work,
    op(gpu, 2 * passes * n ** 3, 0) + 60 * gpu.dispatch + (40 * square(n)) / (gpu.bandwidth * 1e6),
  ];
  const calls = handed(gpu, 60) + 60 * gpu.enqueue;
  const report = [least, most + 4 * gpu.message + calls];
  const without = [
    batches * one[0] - step,
    batches * (one[1] + 60 * (gpu.encode + gpu.enqueue) + 6 * gpu.submission) + report[1] + step,
  ];
  const withIt = [
    batches * (one[0] + least) - step,
    batches * (one[1] + report[1]) + report[1] + step,
  ];
  check.number('with', measures.with, ...withIt);
  check.number('without', measures.without, ...without);
  check.number('ratio', measures.ratio, ...over(withIt, without));
  // A loss that is read after the step needs the whole step.
  const before = read === 'after' ? one[0] : 0;
  check.number('each', measures.each, before + least - step, one[1] + report[1] + step);
  check.number(
    'blocked',
    measures.blocked,
    reads * (before + least - step),
    reads * (one[1] + report[1] + step),
  );
  check.number('floor', measures.floor, ...floorOf(gpu));
  if (trace.gpuClock) {
    const off = Math.abs(trace.gpuClock.offset + gpu.clockAhead);
    check.claim(
      off <= values.apart.value * 1.01 + 2 * step,
      `the clocks are said to agree within ${values.apart.value}, and are ${off} apart`,
    );
  }
  // Clocks that are aligned by reports differ by at most half of the latest report's delay.
  check.claim(
    key !== 'coarse-clocks' || (most + handed(gpu, 60)) / 2 > 0.15 * (before + least),
    `the clocks are said to be apart, but an end is seen within ${most}`,
  );
  if (Number.isFinite(measures.eachIdle.value)) {
    const uncertain = step + 4 * (gpu.quantum ?? 0) + 0.2;
    check.number('eachIdle', measures.eachIdle, least - uncertain, most + uncertain);
    // Over all reads, the errors from the clocks' steps average out.
    const even = uncertain / Math.sqrt(reads);
    const after = reads * (calls + 4 * gpu.message + uncertain);
    const idle = [reads * (least - even), reads * (most + even)];
    check.number('during', measures.during, ...idle);
    check.number('idle', measures.idle, idle[0], idle[1] + after);
    check.number(
      'idlePart',
      measures.idlePart,
      ...over(idle, [reads * (before + least - step), reads * (one[1] + report[1] + step)]),
    );
    check.number('eachAfter', measures.eachAfter, 0, calls + 4 * gpu.message + uncertain);
    check.number('after', measures.after, 0, reads * (calls + 4 * gpu.message + uncertain));
  }
  const [, dear] = over(withIt, without);
  const verdict = key.replace(/-untimed$/, '');
  check.claim(verdict !== 'found' || dear > 1.05, 'the wait is said to cost time');
  check.claim(
    verdict !== 'found' || measures.with.value > measures.without.value,
    'the wait is said to cost time',
  );
  check.claim(
    verdict !== 'found-no-longer' || reads * least < 0.15 * without[1] + 2 * step,
    'the wait is said to cost none',
  );
}
