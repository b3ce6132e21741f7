// The truth about a modelled machine, computed from its description by formulas of its own: no code of the experiments.
// For each experiment the statements of a finding that are false, as sentences; noise is allowed for.

/** A middle may lie outside of what is true by so much, whatever its quartiles; noise, an outlier among five rounds. */
const FAR = 1.5;
/** Work that takes so many times as long as its end is seen late is not too short to tell. */
const SHORT = 5;
/** Noise and the browser's looks may move a measured time by so much; a single operation scatters with the machine. */
const slackOf = ({ jitter = 0 }) => Math.max(1.1, Math.exp(1.5 * jitter));

/** Time of an operation, ms. @param {Record<string, number>} machine */
const op = ({ flops, bandwidth, dispatch = 0 }, work, bytes) =>
  Math.max(work / (flops * 1e6), bytes / (bandwidth * 1e6)) + dispatch;
const square = (n) => 4 * n * n;
const product = (machine, n) => op(machine, 2 * n ** 3, 3 * square(n));
const normal = (machine, n) => op(machine, 84 * n * n, square(n));
const uniform = (machine, n) => op(machine, 64 * n * n, square(n));
const sum = (machine, n) => op(machine, n * n, square(n) + 4);
const elementwise = (machine, n, inputs) => op(machine, n * n, (inputs + 1) * square(n));

/** From the end of the work to its report: at least, and at most. Browsers look up to half a step late. */
const late = ({ seen = 0, poll = 0, message = 0 }) => [seen + message, seen + 1.5 * poll + message];
/** Time that the backend's thread takes for so many operations before the device may begin. */
const handed = ({ message = 0, submission = 0, encode = 0 }, operations) =>
  message + submission + encode * operations;

/** The lab closes a submission whose operations have as much work, flops and bytes. */
const WORK_PER_SUBMIT = 1e7;

/** A checker of statements. @param {Record<string, number>} machine */
function statements(machine) {
  const wrong = [];
  const checked = new Set();
  const noise = slackOf(machine);
  return {
    wrong,
    checked,
    /** @param {boolean} holds @param {string} text */
    claim(holds, text) {
      if (!holds) wrong.push(text);
    },
    /** A number that is told, within its uncertainty, against the least and the most that is true. */
    number(name, quantity, least, most, slack = noise) {
      if (!quantity || !Number.isFinite(quantity.value)) return;
      checked.add(name);
      const { value, bound, low = value, high = value } = quantity;
      const told = high === null ? Infinity : high;
      const floor = Math.max(0, least);
      // A bound tells nothing of how small a time is, and yet not just anything: it is the clock's step, or the report of an end.
      const tooSmall = (bound ? Math.max(told, value) : told) * slack < floor;
      const tooLarge = low / slack > most;
      // Wide quartiles excuse no middle that is far off.
      const excuse = slack === 1 ? 1 : FAR;
      const far = value * excuse < floor || value / excuse > most;
      if (tooSmall || tooLarge || far)
        wrong.push(
          `${name} told as ${bound ?? ''}${value} (${low} to ${told}), true ${least} to ${most}`,
        );
    },
  };
}

/** Quotients of two ranges. */
const over = ([a, b], [c, d]) => [Math.max(0, a) / d, c > 0 ? b / c : Infinity];

const tells = (key) => !/^(coarse|uneven|unsteady|cramped)/.test(key);

/**
 * Experiments in which control comes back before the work is done. `total` is the time until all is seen done, least and most.
 */
function ahead(check, { key, enqueueing, work, step, seen }) {
  const free = work / (work + enqueueing);
  check.claim(
    key !== 'found' || free > 0.08,
    `“found”, but the device has only ${free} of the time`,
  );
  check.claim(
    key !== 'disagrees' || free < 0.15,
    `“disagrees”, but ${free} of the time is the device’s`,
  );
  check.claim(
    key !== 'coarse' || work < SHORT * seen + 2 * step,
    `“coarse”, but the work takes ${work} ms and its end is seen within ${seen}`,
  );
}

/** From the last call to the report of its end. @param {Record<string, number>} machine */
const gapOf = (machine, work, operations) => {
  const { step = 0 } = machine;
  const [least, most] = late(machine);
  return [work + least - step, work + handed(machine, operations) + most + step];
};
/** A time of so much, as the clock reads it. */
const read = (time, { step = 0 }) => [time - step, time + step];
const plus = ([a, b], [c, d]) => [a + c, b + d];

const ORACLES = {
  warmup(
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
    check.number('waited', measures.waited, ...plus(returned, gap));
    check.number('gap', measures.gap, ...gap);
    const scatter = most - soon + handed(gpu, operations) + 2 * gpu.step;
    check.number('corrected', measures.corrected, work - scatter, work + scatter);
    check.number('free', measures.free, gap[0] / (gap[0] + returned[1]), 1);
    check.number('floor', measures.floor, ...floorOf(gpu));
    // The blocking loop may have been run at a smaller size, and is told scaled.
    const { m = n } = distortions.find(({ key: one }) => one === 'distortion-scaled')?.values ?? {};
    const scale = (n / m) ** 3;
    const blocking = repetitions * (normal(cpu, m) + product(cpu, m));
    check.number(
      'blocking',
      measures.blocking,
      scale * (blocking - cpu.step),
      scale * (blocking + operations * (cpu.enqueue + cpu.encode) * 2 + 2 * cpu.message + cpu.step),
    );
    if (!tells(key)) return;
    check.number(
      'ratio',
      measures.ratio,
      Math.max(1, (work - 1.5 * gpu.poll) / (enqueueing + gpu.step)),
      (work + handed(gpu, operations) + most + enqueueing) / enqueueing,
    );
    check.claim(values.count === repetitions, 'another number of products is told');
  },

  queued(check, { finding: { key }, measures, parameters: { n } }, gpu) {
    const work = uniform(gpu, n) + product(gpu, n) + sum(gpu, n);
    const enqueueing = 3 * gpu.enqueue;
    ahead(check, { key, enqueueing, work, step: gpu.step, seen: late(gpu)[1] });
    const returned = read(enqueueing, gpu);
    const wait = gapOf(gpu, work, 3);
    const printed = plus(returned, wait);
    check.number('queued', measures.queued, ...returned);
    check.number('printed', measures.printed, ...printed);
    check.number('wait', measures.wait, ...wait);
    check.number('part', measures.part, ...over(returned, printed));
    check.number('free', measures.free, 1 - over(returned, printed)[1], 1);
    check.number('floor', measures.floor, ...floorOf(gpu));
  },

  'cpu-async'(check, { finding: { key }, measures, parameters: { n, repetitions } }, gpu, cpu) {
    const work = repetitions * (normal(cpu, n) + product(cpu, n));
    const operations = 2 * repetitions;
    const enqueueing = operations * cpu.enqueue;
    ahead(check, { key, enqueueing, work, step: cpu.step, seen: late(cpu)[1] });
    const returned = read(enqueueing, cpu);
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
    if (tells(key)) check.number('price', price, ...over(done, [work, work + calls]));
  },

  barriers(check, { finding: { key }, measures, parameters: { n, behind } }, gpu) {
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
    // Values are copied and printed, or reduced to one.
    const copied = square(n) / (gpu.transfer * 1e6) + sum(gpu, n) + 3 * gpu.dispatch;
    const every = gapOf(gpu, (behind + 1) * one, behind + 1);
    const alone = 2 * n ** 3 >= WORK_PER_SUBMIT;
    const first = alone ? gapOf(gpu, one, behind + 1) : [single[0], every[1]];
    check.number('nothing', measures.nothing, ...read(gpu.enqueue, gpu));
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
  },

  improving(check, { finding: { key }, measures, parameters: { side } }, gpu) {
    const device = elementwise(gpu, side, 1);
    const t1 = gpu.enqueue;
    const backend = Math.max(device, gpu.encode + gpu.submission / 256);
    const { message = 0, submission, encode, step } = gpu;
    const [least, most] = late(gpu);
    const single = t1 + message + submission + encode + device;
    const { long } = measures;
    const reading = (2 * step) / long.value;
    check.number('t1', measures.t1, t1 - reading, t1 + reading);
    check.claim(
      !key.startsWith('coarse') || device < 0.1 * (most + 2 * step),
      `“${key}”, but an operation takes ${device} ms`,
    );
    if (!tells(key)) return;
    check.claim(key !== 'found-backend' || backend > t1, 'the backend is said to be slower');
    check.claim(key !== 'found-frontend' || device < t1, 'the frontend is said to be slower');
    check.claim(
      key !== 'found-even' ||
        Math.abs(backend - t1) < 0.3 * Math.max(backend, t1) ||
        Math.abs(device - t1) < 0.3 * Math.max(device, t1),
      'both are said to be even',
    );
    check.claim(
      key !== 'found-limits' || device <= 1.3 * t1,
      'the frontend is said to set the pace',
    );
    // A frontend that is slower hands each operation over by itself, so that it bears the cost of a whole submission.
    const alone = gpu.encode + gpu.submission;
    check.claim(
      !key.startsWith('disagrees') || (key === 'disagrees-bend' && alone > FAR * backend),
      'the model is said to be wrong',
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
    // Loops of n: what is told was measured.
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
    check.number(
      'bendError',
      measures.bendError,
      0,
      0.15 + (most - least) / (device * (long.value / 6)),
      1,
    );
  },

  graph(check, { finding: { key }, measures, parameters: { n, expression } }, gpu) {
    check.claim(key !== 'disagrees', 'dependencies are said to be violated');
    check.claim((key === 'coarse') === !gpu.quantum, `“${key}”, with timestamps of ${gpu.quantum}`);
    if (expression !== 'z = x * y + 2') return;
    // x and y are created, multiplied, and 2 is added.
    const full = op(gpu, 0, square(n));
    const chain = full + elementwise(gpu, n, 2) + elementwise(gpu, n, 1);
    const quantum = gpu.quantum ?? 0;
    check.claim(
      !key.startsWith('coarse') || !quantum || chain + full < 8 * quantum,
      `“${key}”, but the operations take ${chain + full} ms`,
    );
    const { length, pairs, operations, layers, needs, early, together } = measures;
    const counts = {
      operations: 4,
      layers: 3,
      needs: 3,
      early: 0,
      together: 0,
      pairs: 1,
      length: 3,
    };
    const told = { operations, layers, needs, early, together, pairs, length };
    if (tells(key))
      for (const [name, { value }] of Object.entries(told))
        check.number(name, { value }, counts[name], counts[name], 1);
    const wait = gapOf(gpu, chain + full, 4);
    wait[1] += square(n) / (gpu.transfer * 1e6);
    check.number('wait', measures.wait, ...wait);
    check.number('floor', measures.floor, ...floorOf(gpu));
    if (!tells(key)) return;
    check.claim(key === 'found-apart', `“${key}”, but two operations need not wait for each other`);
    check.number('chain', measures.chain, chain - 3 * quantum, chain + 3 * quantum);
    check.number('all', measures.all, chain + full - 4 * quantum, chain + full + 4 * quantum);
    check.number(
      'part',
      measures.part,
      (chain - 2 * quantum) / (chain + full),
      Math.min(1, (chain + 2 * quantum) / (chain + full)),
      1.2,
    );
  },

  batching(check, { finding: { key }, measures, curves, parameters: { count, side } }, gpu) {
    const device = elementwise(gpu, side, 1);
    const each = (size) => Math.max(gpu.enqueue, gpu.encode + gpu.submission / size, device);
    // The first operations of the queue overlap nothing, and the last ones are reported late.
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
    // One of the sizes told is about as fast as any.
    const { value, low = value, high = value } = measures.best;
    const sizes = curves.cost.points.each.map(({ x }) => x);
    const fastest = Math.min(...sizes.map((size) => total(size)[0]));
    const among = sizes.filter((size) => size >= low && size <= high).map((size) => total(size)[1]);
    check.claim(
      (!tells(key) && Number.isNaN(value)) ||
        (among.length > 0 && Math.min(...among) < 1.3 * fastest + (most - least) / count),
      `the fastest is said to be of ${low} to ${high}`,
    );
    check.number('enqueue', measures.enqueue, ...read(gpu.enqueue, { step: gpu.step / count }));
    // The first result is reported with the last one of its submission, whose operations are enqueued before.
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
  },

  backpressure(check, { finding: { key }, measures, parameters: { bound, count, side } }, gpu) {
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
    if (!tells(key)) return;
    // The queue is refilled a quarter at a time, after a report of an end.
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
    const best = [
      device + (least - gpu.step) / 2048,
      device + (most + gpu.step) / 512 + gpu.enqueue,
    ];
    check.number('best', measures.best, 1000 / best[1], 1000 / best[0]);
    const part = over(best, single);
    check.number('part', measures.part, ...part);
    const slack = slackOf(gpu);
    check.claim(
      key !== 'found-cheap' || part[1] * slack > 0.7,
      'a bound of one is said to be cheap',
    );
    check.claim(key !== 'found' || part[0] / slack < 0.85, 'a bound of one is said to be dear');
    check.number('deepest', measures.deepest, bound / 2, bound, 1);
    check.number('deepestFree', measures.deepestFree, bound, count, 1);
    const size = square(side);
    check.number('bytesFree', measures.bytesFree, bound * size, count * size, 1);
    check.number(
      'bytesMost',
      measures.bytesMost,
      (bound / 4) * size,
      Math.ceil(bound / 2) * size,
      1,
    );
    check.number(
      'bytesBound',
      measures.bytesBound,
      Math.ceil(bound / 2) * size,
      Math.ceil(bound / 2) * size,
      1,
    );
  },

  memory(
    check,
    { finding: { key }, measures, parameters: { features, batch, batches, memory } },
    gpu,
  ) {
    check.claim(key !== 'disagrees-memory', 'memory is said to be unlike the chapter');
    // Forward and backward: three products of a layer each for two wide layers, two where nobody needs the gradient of the first one's input;
    // the rest is less.
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
    if (!tells(key) || key === 'disagrees') return;
    const issued = [batches * issue[0] - gpu.step, batches * issue[1] + gpu.step];
    const host = batches * (handed(gpu, 120) + gpu.submission * 5);
    const epoch = [
      batches * minibatch[0] - gpu.step,
      batches * minibatch[1] + issue[1] + host + most + gpu.step,
    ];
    const waiting = handed(gpu, 120) + issue[1] + gpu.submission * 5;
    const waited = [
      // While the loss is being reported the device goes on with the backward pass.
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
    // Activations and gradients of the wide layers, at the least.
    const kept = 4 * (2 * batch * 5 * features);
    check.claim(measures.pile.value > measures.flat.value, 'waiting is said to take more memory');
    check.number('flat', measures.flat, kept, 40 * kept + 12 * 4 * 8 * features * features, 1);
    check.number('stream', measures.stream, kept, 2 * measures.flat.value, 1.05);
    check.number('openNever', measures.openNever, batches / 2, batches, 1);
    check.number('pile', measures.pile, 1.5 * kept, measures.needed.value, 1);
    const quotient = measures.pile.value / measures.flat.value;
    check.number('ratio', measures.ratio, quotient, quotient, 1.05);
  },

  'hidden-sync'(
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
      gpu.quantum || /^(untimed|coarse)/.test(key),
      `“${key}”, but the device does not time its work`,
    );
    check.claim(measures.line.value > 0, 'the line that waits is not named');
    check.number('reads', measures.reads, batches, batches + 1, 1);
    const [least, most] = late(gpu);
    const { step } = gpu;
    const reads = measures.reads.value;
    // A dense layer n × n forward, and twice as much backward; the rest are dispatches and bytes.
    const passes = task === 'training' ? 3 : 1;
    const work = op(gpu, 2 * passes * n ** 3 - 2 * n ** 3 * (passes > 1 ? 1 : 0), 0);
    const one = [
      work,
      op(gpu, 2 * passes * n ** 3, 0) +
        60 * gpu.dispatch +
        (40 * square(n)) / (gpu.bandwidth * 1e6),
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
    // After the step all of it has to be done before the loss is there.
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
    // Half of the latest report is the most by which clocks that are brought together by reports may differ.
    check.claim(
      key !== 'coarse-clocks' || (most + handed(gpu, 60)) / 2 > 0.15 * (before + least),
      `the clocks are said to be apart, but an end is seen within ${most}`,
    );
    if (Number.isFinite(measures.eachIdle.value)) {
      const uncertain = step + 4 * (gpu.quantum ?? 0) + 0.2;
      check.number('eachIdle', measures.eachIdle, least - uncertain, most + uncertain);
      // Of all reads together, the steps of the clocks even out.
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
    check.claim(key !== 'found' || dear > 1.05, 'the wait is said to cost time');
    check.claim(
      key !== 'found' || measures.with.value > measures.without.value,
      'the wait is said to cost time',
    );
    check.claim(
      key !== 'found-no-longer' || reads * least < 0.15 * without[1] + 2 * step,
      'the wait is said to cost none',
    );
  },

  devices(
    check,
    { finding: { key }, measures, parameters: { n, m, products, batches } },
    gpu,
    cpu,
  ) {
    const alone = [batches * products * product(gpu, n), batches * products * product(cpu, m)];
    const [, most] = late(gpu);
    const reports = most + gpu.step;
    const host = handed(gpu, batches * products) + batches * products * gpu.enqueue;
    const gain = (alone[0] + alone[1]) / Math.max(...alone);
    check.claim(
      !key.startsWith('disagrees') || gain < 1.4,
      `they are said not to work together, and gain ${gain}`,
    );
    check.claim(!key.startsWith('found') || gain > 1.1, 'they are said to work together');
    check.claim(
      key !== 'coarse' || Math.min(...alone) / batches < SHORT * most + 2 * gpu.step,
      `“coarse”, but a minibatch takes ${Math.min(...alone) / batches}`,
    );
    const whole = (time, waits = 1) => [
      time - gpu.step,
      time + waits * (reports + host) + 4 * gpu.message,
    ];
    const [turn, beside] = [whole(alone[0] + alone[1], 2), whole(Math.max(...alone), 2)];
    const besideEach = [
      Math.max(...alone) - gpu.step,
      Math.max(...alone) + batches * (reports + host + 4 * gpu.message),
    ];
    check.number('gpu', measures.gpu, ...whole(alone[0]));
    check.number('cpu', measures.cpu, ...whole(alone[1]));
    check.number('turn', measures.turn, ...turn);
    check.number('beside', measures.beside, ...beside);
    check.number('besideEach', measures.besideEach, ...besideEach);
    check.number('gain', measures.gain, ...over(turn, beside));
    check.number('price', measures.price, ...over(besideEach, beside));
    const each = Math.min(...alone) / batches;
    check.number('each', measures.each, each - gpu.step, each + (reports + host) / batches);
    check.number('floor', measures.floor, 0, floorOf(gpu)[1]);
    check.number('count', measures.count, batches, batches, 1);
    const cpuEach = [alone[1] - gpu.step, alone[1] + batches * (reports + host + 4 * gpu.message)];
    check.number('cpuEach', measures.cpuEach, ...cpuEach);
    check.number('cpuPrice', measures.cpuPrice, ...over(cpuEach, whole(alone[1])));
    if (!tells(key)) return;
    const used = (time) => [time / beside[1] / 1.1, Math.min(1, time / Math.max(1e-9, beside[0]))];
    // At most the shorter one's time can be saved.
    if (key.startsWith('found'))
      check.number('saved', measures.saved, 0.5, 1 + reports / Math.min(...alone));
    const of = (whole, time) => [
      time / whole[1] / 1.1,
      Math.min(1, time / Math.max(1e-9, whole[0])),
    ];
    const inTurn = whole(alone[0] + alone[1], 2);
    // Where the device does not time its work, only a bound is told.
    const bounded = (range) => (gpu.quantum ? range : [range[0], 1]);
    check.number('gpuUsedTurn', measures.gpuUsedTurn, ...bounded(of(inTurn, alone[0])));
    check.number('cpuUsedTurn', measures.cpuUsedTurn, ...of(inTurn, alone[1]));
    check.number('gpuUsedEach', measures.gpuUsedEach, ...bounded(of(besideEach, alone[0])));
    check.number('cpuUsedEach', measures.cpuUsedEach, ...of(besideEach, alone[1]));
    check.number('cpuUsedAlone', measures.cpuUsedAlone, ...of(whole(alone[1]), alone[1]));
    check.number('cpuUsedAloneEach', measures.cpuUsedAloneEach, ...of(cpuEach, alone[1]));
    check.number('gpuUsed', measures.gpuUsed, ...bounded(used(alone[0])));
    check.number('cpuUsed', measures.cpuUsed, ...used(alone[1]));
  },
};

/** How late an empty queue is seen done. */
function floorOf(machine) {
  const [least, most] = late(machine);
  return [least - machine.step, most + handed(machine, 1) + machine.step + machine.message];
}

export const judgedByOracle = Object.keys(ORACLES);

/** @param {string} name @param {any} result @param {{gpu: Record<string, number>, cpu: Record<string, number>}} machine */
function examined(name, result, { gpu, cpu }) {
  const check = statements(name === 'cpu-async' ? cpu : gpu);
  ORACLES[name](check, result, gpu, cpu);
  return check;
}

/**
 * Statements of a result that are not true on the machine.
 * @param {string} name of the experiment
 * @param {any} result
 * @param {{gpu: Record<string, number>, cpu: Record<string, number>}} machine as described
 * @returns {string[]}
 */
export const falsehoods = (name, result, machine) => [
  ...examined(name, result, machine).wrong,
  ...outside(result.measures),
];

/** The names of the measures of a result that the oracle knows the truth of. */
export const known = (name, result, machine) => examined(name, result, machine).checked;

/**
 * Whether the truth can be measured on a machine at all: a graph's needs the device's timestamps, and a browser that looks ten times a
 * second hides all that is shorter.
 * @param {string} name of the experiment @param {string} machine
 */
export const measurable = (name, machine) =>
  !machine.endsWith('unnudged') && !(name === 'graph' && machine.endsWith('safari'));

/** Measures that lie outside of their own quartiles. @param {Record<string, {value: number, low?: number, high?: number|null, bound?: string}>} measures */
const outside = (measures) =>
  Object.entries(measures)
    .filter(
      ([, { value, bound, low = value, high = value }]) =>
        !bound && (low > value * (1 + 1e-9) || (high ?? Infinity) < value * (1 - 1e-9)),
    )
    .map(([name, { value, low, high }]) => `${name} is ${value}, outside of ${low} to ${high}`);

/** Whether a result leaves its question open. @param {any} result */
export const cannotTell = ({ finding }) => !tells(finding.key);
