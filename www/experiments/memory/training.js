/** The chapter's training loop, and the ways in which it may wait. */
import { thinned } from '../lib/series.js';

/** @typedef {{batch: number, features: number, batches: number, rate: number, seed: number, overlap: number}} Task */
/** @typedef {ReturnType<typeof trainingOn>} Training */

export const WAYS = /** @type {const} */ (['never', 'loss', 'mean', 'one', 'several']);
export const ALLOCATORS = /** @type {const} */ (['on-completion', 'stream-ordered']);

/** @param {typeof WAYS[number]} way @param {typeof ALLOCATORS[number]} allocator */
export const nameOf = (way, allocator) => `${way}-${allocator}`;

/** The ways that show the claim: never waiting, with either allocator, and the remedy. */
const THREE = ['never-on-completion', 'loss-on-completion', 'never-stream-ordered'];

/**
 * The ways that a run measures.
 * @param {unknown} asked `three` or `all`
 */
export function measuredOf(asked) {
  const all = ALLOCATORS.flatMap((allocator) =>
    WAYS.map((way) => ({ way, allocator, name: nameOf(way, allocator) })),
  );
  return asked === 'all' ? all : all.filter(({ name }) => THREE.includes(name));
}

/**
 * A network on a lab, and one minibatch of its training: dense layers of `4 * features` and of `features` units, both with ReLU,
 * and of one unit. With 512 features the layers have the chapter's 2048, 512 and 1 units.
 * @param {any} lab
 * @param {Task} task
 */
function networkOn(lab, { batch, features, rate, seed }) {
  const { nd, nn, autograd } = lab;
  const net = new nn.Sequential([
    new nn.Dense(4 * features, { activation: 'relu', inputs: features }),
    new nn.Dense(features, { activation: 'relu', inputs: 4 * features }),
    new nn.Dense(1, { inputs: features }),
  ]);
  const l2 = new nn.L2Loss();
  const trainer = new nn.Trainer(net, 'sgd', { learningRate: rate });
  /** Enqueues one minibatch and returns its loss. @param {number} t */
  const minibatch = (t) =>
    lab.tidy(() => {
      const x = nd.random.normal([batch, features], { seed: seed + t });
      const y = nd.ones([batch]);
      const loss = autograd.record(() => l2(net(x), y));
      loss.backward();
      trainer.step(batch);
      return loss;
    });
  return { net, minibatch };
}

/**
 * The wait of each way after a minibatch; undefined for the way that does not wait.
 * @param {any} lab @param {number} overlap minibatches
 * @returns {Record<string, (loss: any) => Promise<void>|undefined>}
 */
function waitsOf(lab, overlap) {
  const window = lab.window(overlap);
  let previous = /** @type {Promise<void>|undefined} */ (undefined);
  return {
    never: () => undefined,
    loss: (loss) => loss.waitToRead(),
    mean: async (loss) => {
      const mean = loss.mean();
      await mean.item();
      mean.dispose();
    },
    // Waits for the whole minibatch before; its loss alone would be complete before its training step.
    one: async () => {
      await previous;
      previous = lab.waitAll();
    },
    several: () => window.next(),
  };
}

/**
 * Training on a lab.
 * @param {any} lab
 * @param {Task} task
 */
export function trainingOn(lab, task) {
  const { net, minibatch } = networkOn(lab, task);
  return {
    /** Resets the parameters to the same values and returns unused memory. */
    async begin() {
      net.initialize({ seed: task.seed });
      await lab.waitAll();
      lab.trim();
      await lab.waitAll();
    },

    /** Bytes of all results of one minibatch. Without waits the queue may hold them for every minibatch. */
    async bytesOfOne() {
      const before = lab.progress().bytes;
      minibatch(0).dispose();
      const { bytes } = lab.progress();
      await lab.waitAll();
      return bytes - before;
    },

    dispose: () => net.dispose(),

    /** One epoch; moments in ms since its start. @param {typeof WAYS[number]} way @param {number} batches */
    async epoch(way, batches) {
      await this.begin();
      return epochOn(lab, minibatch, () => waitsOf(lab, task.overlap)[way], batches);
    },
  };
}

/**
 * Runs and records this many minibatches.
 * @param {any} lab @param {(t: number) => any} minibatch
 * @param {() => (loss: any) => Promise<void>|undefined} waiter @param {number} batches
 */
async function epochOn(lab, minibatch, waiter, batches) {
  const begun = /** @type {number[]} */ ([]);
  const issued = /** @type {number[]} */ ([]);
  const passed = /** @type {number[]} */ ([]);
  const operations = /** @type {number[]} */ ([]);
  const known = /** @type {number[]} */ ([]);
  let [start, done, last] = [0, 0, NaN];
  const { memory } = await lab.profile(
    async () => {
      const wait = waiter();
      start = lab.now();
      for (let t = 0; t < batches; t += 1) {
        begun.push(lab.now() - start);
        known.push(lab.progress().completed);
        const loss = minibatch(t);
        issued.push(lab.now() - start);
        operations.push(lab.progress().enqueued);
        // A way that does not wait must not `await`, since even a fulfilled promise interrupts the loop.
        const waiting = wait(loss);
        if (waiting) await waiting;
        passed.push(lab.now() - start);
        last = t + 1 < batches ? last : loss.mean();
        loss.dispose();
      }
      await lab.waitAll();
      done = lab.now() - start;
    },
    { operations: false },
  );
  const loss = await /** @type {any} */ (last).item();
  /** @type {any} */ (last).dispose();
  const finished = finishedAt(memory, { begun, operations, known }, start);
  return { begun, issued, passed, finished, done, loss, held: held(memory, start) };
}

/**
 * When each minibatch was seen to be complete, ms since the start. It is the earlier of two moments: when the backend saw it, whose clock
 * may be a step ahead of the program's, and when the program saw it as it began another minibatch.
 * @param {{at: Float64Array, completed: Float64Array}} memory
 * @param {Record<'begun'|'operations'|'known', number[]>} epoch operations: enqueued when each minibatch had been, and known to be complete when it began
 * @param {number} start
 */
export function finishedAt({ at, completed }, { begun, operations, known }, start) {
  let [i, next] = [0, 0];
  return operations.map((count) => {
    while (i + 1 < at.length && completed[i] < count) i += 1;
    while (known[next] < count) next += 1;
    return Math.min(at[i] - start, begun[next] ?? Infinity);
  });
}

/** Bytes over time. @param {any} memory @param {number} start @returns {import('../../kit/types.js').Series} */
function held({ at, used, pending, allocated }, start) {
  return {
    times: Array.from(at, (time) => Math.max(0, Number(time) - start)),
    values: { used: [...used], pending: [...pending], allocated: [...allocated] },
  };
}

/** Most bytes held beyond those at the start. @param {import('../../kit/types.js').Series} held */
export function increase({ values: { allocated } }) {
  return allocated.reduce((most, value) => Math.max(most, value), 0) - allocated[0];
}

/** @param {import('../../kit/types.js').Series} held */
export const drawn = (held) => thinned(held, 'allocated');
