// The truth about a modelled machine, computed from its description by formulas of its own: no code of the experiments.
// For each experiment the statements of a finding that are false, as sentences; noise is allowed for.

/** A median may lie outside of what is true by so much, whatever its quartiles; noise, an outlier among five rounds. */
const FAR = 2;
/** Work that takes so many times as long as its end is seen late is not too short to tell. */
const SHORT = 5;
/** Noise and the browser's looks may move a measured time by so much. */
const SLACK = 1.1;

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

/** A checker of statements. */
function statements() {
  const wrong = [];
  return {
    wrong,
    /** @param {boolean} holds @param {string} text */
    claim(holds, text) {
      if (!holds) wrong.push(text);
    },
    /** A number that is told, against the least and the most that is true. */
    number(name, quantity, least, most, slack = SLACK) {
      if (!quantity || !Number.isFinite(quantity.value)) return;
      const { value, bound, low = value, high = value } = quantity;
      const told = high === null ? Infinity : high;
      const tooSmall = told * slack < least;
      const tooLarge = bound === '≤' ? false : low / slack > most;
      // Wide quartiles excuse no middle that is far off.
      const far = !bound && (value * FAR < least || value / FAR > most);
      if (tooSmall || tooLarge || far)
        wrong.push(
          `${name} told as ${bound ?? ''}${value} (${low} to ${told}), true ${least} to ${most}`,
        );
    },
  };
}

const tells = (key) => !/^(coarse|uneven|unsteady|cramped)/.test(key);

/** Experiments in which control comes back before the work is done. */
function ahead(check, { key, enqueueing, work, returned, done, step, seen }) {
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
    key !== 'coarse' || work < SHORT * seen + step,
    `“coarse”, but the work takes ${work} ms and its end is seen within ${seen}`,
  );
  check.number('returned', returned, enqueueing - step, enqueueing + step);
  if (tells(key)) check.number('done', done, work + enqueueing, Infinity);
}

const ORACLES = {
  warmup({ finding: { key }, measures, parameters: { n, repetitions } }, gpu) {
    const check = statements();
    const work = repetitions * (normal(gpu, n) + product(gpu, n));
    const enqueueing = 2 * repetitions * gpu.enqueue;
    const { enqueued: returned, waited: done, ratio } = measures;
    ahead(check, { key, enqueueing, work, returned, done, step: gpu.step, seen: late(gpu)[1] });
    const [, most] = late(gpu);
    const fixed = handed(gpu, 2 * repetitions) + most;
    // The notification latency is subtracted, and it scatters by as much as the browser's checks.
    const spread = 1.5 * gpu.poll;
    if (tells(key))
      check.number(
        'ratio',
        ratio,
        Math.max(1, (work - spread) / (enqueueing + gpu.step)),
        (work + fixed + enqueueing) / enqueueing,
      );
    return check.wrong;
  },

  queued({ finding: { key }, measures, parameters: { n } }, gpu) {
    const check = statements();
    const work = uniform(gpu, n) + product(gpu, n) + sum(gpu, n);
    const { queued: returned, printed: done } = measures;
    const [, seen] = late(gpu);
    const enqueueing = 3 * gpu.enqueue;
    ahead(check, { key, enqueueing, work, returned, done, step: gpu.step, seen });
    return check.wrong;
  },

  'cpu-async'({ finding: { key }, measures, parameters: { n, repetitions } }, gpu, cpu) {
    const check = statements();
    const work = repetitions * (normal(cpu, n) + product(cpu, n));
    const enqueueing = 2 * repetitions * cpu.enqueue;
    const { returned, done, synchronous, price } = measures;
    ahead(check, { key, enqueueing, work, returned, done, step: cpu.step, seen: late(cpu)[1] });
    check.number('synchronous', synchronous, work, work + 4 * enqueueing + cpu.step);
    if (tells(key)) check.number('price', price, 1, 1 + (cpu.step + 2 * cpu.message) / work);
    return check.wrong;
  },

  barriers({ finding: { key }, measures, parameters: { n, behind } }, gpu) {
    const check = statements();
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
    check.number('nothing', measures.nothing, gpu.enqueue - gpu.step, gpu.enqueue + gpu.step);
    check.number(
      'one',
      measures.one,
      one + least - gpu.step,
      one + handed(gpu, 1) + most + gpu.step,
    );
    if (!tells(key)) return check.wrong;
    const every = (behind + 1) * one;
    check.number(
      'early',
      measures.early,
      (every + least) / (one + most + 2 * gpu.step),
      (every + most + gpu.step) / Math.max(1e-9, one + least - gpu.step),
      1.5,
    );
    check.claim(measures.left.value <= behind, 'more left than were queued behind');
    return check.wrong;
  },

  improving({ finding: { key }, measures, parameters: { side } }, gpu) {
    const check = statements();
    const device = elementwise(gpu, side, 1);
    const t1 = gpu.enqueue;
    const backend = Math.max(device, gpu.encode + gpu.submission / 256);
    const { message = 0, submission, encode, step } = gpu;
    const [least, most] = late(gpu);
    const single = t1 + message + submission + encode + device;
    check.number('t1', measures.t1, t1, t1);
    if (key === 'coarse' || key === 'uneven') return check.wrong;
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
    check.number('t2', measures.t2, Math.min(device, backend), backend);
    const rest = { value: measures.rest.value };
    check.number('t2 + t3', rest, single - t1 + least - step / 5, single - t1 + most + step);
    // Loops of n: what is told was measured.
    const n = measures.n.value;
    check.number('each', measures.each, n * (single + least), n * (single + most) + step);
    return check.wrong;
  },

  graph({ finding: { key }, measures, parameters: { n, expression } }, gpu) {
    const check = statements();
    check.claim(key !== 'disagrees', 'dependencies are said to be violated');
    if (!tells(key) || expression !== 'z = x * y + 2') return check.wrong;
    // x and y are created, multiplied, and 2 is added.
    const full = op(gpu, 0, square(n));
    const chain = full + elementwise(gpu, n, 2) + elementwise(gpu, n, 1);
    const quantum = gpu.quantum ?? 0;
    check.claim(measures.pairs.value === 1 && measures.length.value === 3, 'another graph');
    check.claim(measures.together.value === 0, 'operations are said to overlap');
    check.number('chain', measures.chain, chain - 3 * quantum, chain + 3 * quantum);
    check.number('all', measures.all, chain + full - 4 * quantum, chain + full + 4 * quantum);
    check.number(
      'part',
      measures.part,
      (chain - 2 * quantum) / (chain + full),
      (chain + 2 * quantum) / (chain + full),
      1.2,
    );
    return check.wrong;
  },

  batching({ finding: { key }, measures, parameters: { count, side } }, gpu) {
    const check = statements();
    const device = elementwise(gpu, side, 1);
    const each = (size) => Math.max(gpu.enqueue, gpu.encode + gpu.submission / size, device);
    // The first operations of the queue overlap nothing, and the last ones are reported late.
    const [least, most] = late(gpu);
    const total = (size) => [
      each(size) + least / count,
      each(size) +
        (most + gpu.step + handed(gpu, size) + Math.min(size, count) * (gpu.enqueue + gpu.encode)) /
          count,
    ];
    const best = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096].map(total);
    const fastest = [Math.min(...best.map(([a]) => a)), Math.min(...best.map(([, b]) => b))];
    check.number('one', measures.one, ...total(1));
    check.number('least', measures.least, ...fastest);
    const gain = [total(1)[0] / fastest[1], total(1)[1] / fastest[0]];
    check.number('gain', measures.gain, ...gain);
    check.claim(
      key !== 'disagrees' || gain[0] < 1.4,
      `submissions are said to be free, and cost ${gain}`,
    );
    check.claim(key !== 'found' || gain[1] > 1.05, 'submissions are said to cost something');
    check.number(
      'enqueue',
      measures.enqueue,
      gpu.enqueue - gpu.step / count,
      gpu.enqueue + gpu.step / count,
    );
    return check.wrong;
  },

  backpressure({ finding: { key }, measures, parameters: { bound, count, side } }, gpu) {
    const check = statements();
    const device = Math.max(elementwise(gpu, side, 1), gpu.encode + gpu.submission / 256);
    check.claim(key !== 'disagrees-bound', 'a bound is said to be passed');
    check.claim(key !== 'disagrees' || gpu.enqueue * 1.2 > device, 'the device is said to keep up');
    if (!tells(key)) return check.wrong;
    const [least, most] = late(gpu);
    const one = elementwise(gpu, side, 1) + gpu.enqueue + handed(gpu, 1);
    check.number(
      'rate of one',
      measures.one,
      1000 / (one + most + gpu.step / 64),
      1000 / (one + least),
    );
    const part = [
      (device + least / 4096) / (one + most),
      (device + (most + gpu.step) / count) / (one + least),
    ];
    check.claim(
      key !== 'found-cheap' || part[1] * SLACK > 0.7,
      'a bound of one is said to be cheap',
    );
    check.claim(key !== 'found' || part[0] / SLACK < 0.7, 'a bound of one is said to be dear');
    check.claim(measures.taken.value <= bound, 'more were taken than fit');
    return check.wrong;
  },

  memory({ finding: { key }, measures, parameters: { features, batch, batches } }, gpu) {
    const check = statements();
    check.claim(key !== 'disagrees-memory', 'memory is said to be unlike the chapter');
    // Forward and backward: three products of a layer each for two wide layers; the rest is less.
    const wide = 2 * batch * features * 4 * features;
    const least = op(gpu, 6 * wide, 0) - gpu.dispatch;
    const minibatch = [
      least,
      least + 120 * gpu.dispatch + (60 * 4 * batch * features * 4) / (gpu.bandwidth * 1e6),
    ];
    const issue = [20 * gpu.enqueue, 120 * gpu.enqueue];
    if (key === 'disagrees')
      check.claim(issue[1] * 1.2 > 0.5 * minibatch[0], 'the frontend is said not to be ahead');
    if (!tells(key) || key === 'disagrees') return check.wrong;
    check.number(
      'issued',
      measures.issued,
      batches * issue[0] - gpu.step,
      batches * issue[1] + gpu.step,
    );
    check.number('epoch', measures.epoch, batches * minibatch[0], Infinity);
    const price = (late(gpu)[0] + minibatch[0]) / minibatch[1];
    check.claim(
      key !== 'found' || price < 1.25 * SLACK,
      `waiting is said to cost little, and costs ${price}`,
    );
    const dear =
      (late(gpu)[1] + handed(gpu, 120) + minibatch[1] + issue[1] + gpu.step) / minibatch[0];
    check.claim(key !== 'found-costly' || dear * SLACK > 1.25, 'waiting is said to be dear');
    check.claim(
      (measures.openOne?.value ?? 0) <= 2 && measures.openNever.value <= batches,
      'more were open than may be',
    );
    check.claim(measures.pile.value > measures.flat.value, 'waiting is said to take more memory');
    return check.wrong;
  },

  'hidden-sync'({ finding: { key }, measures }, gpu) {
    const check = statements();
    check.claim(key !== 'disagrees', 'no wait is said to be found');
    check.claim(measures.reads.value >= 2, 'another line is said to wait');
    check.claim(
      measures.each.low * measures.reads.value <= SLACK * (measures.with.high + 2 * gpu.step),
      'the reads are said to take longer than the loop',
    );
    const [least, most] = late(gpu);
    const step = gpu.step;
    if (key.startsWith('found') || key === 'untimed') {
      // Each read holds the program until its report, and the device is idle from its end until new work is there.
      check.number('each', measures.each, least - step, Infinity);
      check.number('idle', measures.eachIdle, 0, most + step + 4 * (gpu.quantum ?? 0) + 0.2);
      const reads = measures.reads.value;
      const saved = measures.with.value - measures.without.value;
      check.claim(key !== 'found' || saved > 0, 'the wait is said to cost time');
      check.claim(
        key !== 'found-no-longer' || reads * least < 0.15 * measures.without.value + 2 * step,
        'the wait is said to cost none',
      );
    }
    return check.wrong;
  },

  devices({ finding: { key }, measures, parameters: { n, m, products, batches } }, gpu, cpu) {
    const check = statements();
    const alone = [batches * products * product(gpu, n), batches * products * product(cpu, m)];
    const [, most] = late(gpu);
    const reports = most + gpu.step;
    const gain = (alone[0] + alone[1]) / Math.max(...alone);
    check.claim(
      !key.startsWith('disagrees') || gain < 1.5,
      `they are said not to work together, and gain ${gain}`,
    );
    check.claim(!key.startsWith('found') || gain > 1.1, 'they are said to work together');
    if (!tells(key)) return check.wrong;
    check.number('gpu', measures.gpu, alone[0], alone[0] + reports + 1);
    check.number('cpu', measures.cpu, alone[1], alone[1] + reports + 1);
    check.number(
      'gain',
      measures.gain,
      (alone[0] + alone[1]) / (Math.max(...alone) + reports),
      (alone[0] + alone[1] + 2 * reports) / Math.max(...alone),
    );
    return check.wrong;
  },
};

export const judgedByOracle = Object.keys(ORACLES);

/**
 * Statements of a result that are not true on the machine.
 * @param {string} name of the experiment
 * @param {any} result
 * @param {{gpu: Record<string, number>, cpu: Record<string, number>}} machine as described
 * @returns {string[]}
 */
export const falsehoods = (name, result, { gpu, cpu }) => [
  ...ORACLES[name](result, gpu, cpu),
  ...outside(result.measures),
];

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
