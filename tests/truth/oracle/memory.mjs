import { SHORT, floorOf, handed, late, op, over, slackOf, decides } from './model.mjs';

/** @param {any} check @param {any} result @param {Record<string, number>} gpu @param {Record<string, number>} cpu */
export default function (
  check,
  { finding: { key }, measures, parameters: { features, batch, batches, memory } },
  gpu,
) {
  check.claim(key !== 'disagrees-memory', 'memory is said to be unlike the chapter');
  // Forward and backward, two wide layers need three products each. The first layer needs two where nobody needs its input's gradient. The
  // other work is smaller.
  const wide = 2 * batch * features * 4 * features;
  const products = (count) => op(gpu, count * wide, 0) + 19 * gpu.dispatch;
  const minibatch = [
    products(5),
    products(6) + 100 * gpu.dispatch + (60 * 4 * batch * features * 4) / (gpu.bandwidth * 1e6),
  ];
  const issue = [20 * gpu.enqueue, 120 * gpu.enqueue];
  const [, most] = late(gpu);
  if (key === 'disagrees')
    check.claim(issue[1] * 1.2 > 0.5 * minibatch[0], 'the frontend is said not to be ahead');
  check.claim(
    key !== 'coarse' || batches * minibatch[0] < SHORT * most + 2 * gpu.step,
    `“coarse”, but the epoch takes ${batches * minibatch[0]} ms`,
  );
  check.number('floor', measures.floor, ...floorOf(gpu));
  check.number('count', measures.count, batches, batches, 1);
  check.number('limit', measures.limit, memory * 1e6, memory * 1e6, 1);
  if (!decides(key) || key === 'disagrees') return;
  const issued = [batches * issue[0] - gpu.step, batches * issue[1] + gpu.step];
  const host = batches * (handed(gpu, 120) + gpu.submission * 5);
  const epoch = [
    batches * minibatch[0] - gpu.step,
    batches * minibatch[1] + issue[1] + host + most + gpu.step,
  ];
  const waiting = handed(gpu, 120) + issue[1] + gpu.submission * 5;
  const waited = [
    // While the loss is reported, the device computes the backward pass.
    batches * minibatch[0] - gpu.step,
    batches * (minibatch[1] + most + waiting) + gpu.step,
  ];
  check.number('issued', measures.issued, ...issued);
  check.number('epoch', measures.epoch, ...epoch);
  check.number('epochLoss', measures.epochLoss, ...waited);
  check.number('each', measures.each, waited[0] / batches, waited[1] / batches);
  check.number('part', measures.part, ...over(issued, epoch));
  check.number('price', measures.price, ...over(waited, epoch));
  const [cheap, dear] = over(waited, epoch);
  const slack = slackOf(gpu);
  check.claim(
    key !== 'found' || cheap < 1.25 * slack,
    `waiting is said to cost little, and costs ${cheap}`,
  );
  check.claim(key !== 'found-costly' || dear * slack > 1.1, 'waiting is said to be dear');
  check.claim(
    (measures.openOne?.value ?? 0) <= 2 && measures.openNever.value <= batches,
    'more were open than may be',
  );
  // At least the activations and gradients of the wide layers.
  const kept = 4 * (2 * batch * 5 * features);
  check.claim(measures.pile.value > measures.flat.value, 'waiting is said to take more memory');
  check.number('flat', measures.flat, kept, 40 * kept + 12 * 4 * 8 * features * features, 1);
  check.number('stream', measures.stream, kept, 2 * measures.flat.value, 1.05);
  check.number('openNever', measures.openNever, batches / 2, batches, 1);
  check.number('pile', measures.pile, 1.5 * kept, measures.needed.value, 1);
  const quotient = measures.pile.value / measures.flat.value;
  check.number('ratio', measures.ratio, quotient, quotient, 1.05);
}
