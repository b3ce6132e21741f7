import { elementwise, floorOf, late, over, decides } from './model.mjs';

/** Mean costs and loops scatter by this share of themselves. */
const JITTER = 0.05;
/** A model whose relative error is at most this has predicted the times. */
const GOOD = 0.15;

/** @param {any} check @param {any} result @param {Record<string, number>} gpu @param {Record<string, number>} cpu */
export default function (check, { finding: { key }, measures, curves, parameters: { side } }, gpu) {
  const device = elementwise(gpu, side, 1);
  const t1 = gpu.enqueue;
  const backend = Math.max(device, gpu.encode + gpu.submission / 256);
  const { message = 0, submission, encode, step } = gpu;
  const [least, most] = late(gpu);
  const single = t1 + message + submission + encode + device;
  const { long } = measures;
  const reading = (2 * step) / long.value;
  check.number('t1', measures.t1, t1 - reading, t1 + reading);
  check.value('t1', t1);
  check.value('t2', Math.max(t1, backend));
  check.claim(
    !key.startsWith('coarse') || device < 0.1 * (most + 2 * step),
    `“${key}”, but an operation takes ${device} ms`,
  );
  if (!decides(key)) return;
  check.claim(key !== 'found-backend' || backend > t1, 'the backend is said to be slower');
  check.claim(key !== 'found-frontend' || device < t1, 'the frontend is said to be slower');
  check.claim(
    key !== 'found-even' ||
      Math.abs(backend - t1) < 0.3 * Math.max(backend, t1) ||
      Math.abs(device - t1) < 0.3 * Math.max(device, t1),
    'both are said to be even',
  );
  check.claim(
    key !== 'found-limits' || backend <= t1 / 0.9,
    'the frontend is said to set the pace',
  );
  const slope = (most - least + 2 * step) / (long.value - measures.short.value);
  const bounded = key === 'found-limits';
  check.number(
    't2',
    measures.t2,
    Math.min(device, backend) - slope,
    bounded ? Math.max(t1, backend) + slope : backend + slope,
  );
  const rest = [single - t1 + least - step / 5, single - t1 + most + step];
  check.number('rest', measures.rest, rest[0] - slope, rest[1] + slope);
  check.number(
    't3',
    measures.t3,
    bounded ? 0 : rest[0] - backend - slope,
    rest[1] - (bounded ? 0 : Math.min(device, backend)) + slope,
  );
  check.number('floor', measures.floor, ...floorOf(gpu));
  // The stated times of loops of n operations were measured.
  const n = measures.n.value;
  const each = [n * (single + least) - step, n * (single + most) + step];
  const pace = n * Math.max(t1, backend);
  const once = [pace + least - step, pace + n * encode + n * t1 + single + most + step];
  check.number('each', measures.each, ...each);
  check.number('once', measures.once, ...once);
  check.number('ratio', measures.ratio, ...over(each, once));
  const saved = measures.savedReturn.value + measures.savedOverlap.value;
  check.number('saved', { value: saved }, each[0] - once[1], each[1] - once[0]);
  check.claim(saved <= measures.each.value, 'more is said to be saved than there was');
  check.number('savedReturn', measures.savedReturn, saved / 4, saved, 1);
  const overlap = (n - 1) * Math.min(t1, backend);
  check.number('savedOverlap', measures.savedOverlap, 0, (overlap + n * reading) * 1.5 + step);
  check.number('error', measures.error, 0, 0.15 + (most - least) / (2 * single), 1);
  check.number('worst', measures.worst, measures.error.value, 1, 1);
  check.number('soon', measures.soon, single + least - step, single + most + step);
  check.number('late', measures.late, single + least - step, single + most + step);
  check.number('bendAt', measures.bendAt, 0, backend + slope);
  // If the frontend is slower, each operation is submitted alone and bears the cost of a whole submission.
  const alone = Math.max(device, gpu.encode + submission);
  const count = measures.bent.value;
  const bends = curves.bend.points.once.map(({ x }) => {
    const time = count * Math.max(t1 + x, alone);
    const predicted = count * Math.max(t1 + x, backend);
    const tail = count * slope + step / 5;
    return off(
      [predicted + least - tail, predicted + single + most + tail],
      [time + least - step, time + single + most + step],
    );
  });
  const bend = [0, 1].map((end) => middle(bends.map((range) => range[end])));
  check.number('bendError', measures.bendError, bend[0] - JITTER, bend[1] + JITTER);
  check.claim(
    !key.startsWith('disagrees') ||
      (key === 'disagrees-bend' && 1 - backend / alone > GOOD - JITTER),
    'the model is said to be wrong',
  );
  check.claim(
    !key.startsWith('found') || bend[0] - JITTER < GOOD,
    `“${key}”, but the model is wrong by ${bend[0]} of slower frontends`,
  );
}

/** The least and the most relative error of a prediction. @param {number[]} predicted least and most @param {number[]} time least and most */
function off([a, b], [c, d]) {
  return [Math.max(0, a / d - 1, 1 - b / c), Math.max(Math.abs(b / c - 1), Math.abs(1 - a / d))];
}

const middle = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
