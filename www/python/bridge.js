// The lab's interface for Python: the session, with strings and numbers as arguments and results. An array is its handle, so neither language keeps
// an object of the other alive. No call throws into Python: a refused call returns 0, a failed wait returns false, and `takeError` returns the reason.
import { inferred, toBits } from '../lib/array/arguments.js';
import { composed } from './composed.js';
import { Sites } from './sites.js';

/** @typedef {import('../lib/lab.js').Lab} Lab */
/** @typedef {import('./sites.js').Site} Site */
/** @typedef {import('./sites.js').Wait} Wait */

/** Codes of errors after which a lab computes nothing. */
const LOST = new Set(['DEVICE_LOST', 'DEVICE_ERROR', 'CLOSED']);

/** Added to a returned handle where the queue has little room. Every handle is smaller. */
const CROWDED = 2 ** 32;

const STOPPED = () =>
  Object.assign(new Error('the reader stopped the program'), { code: 'STOPPED' });

/** @param {number} rank */
const descending = (rank) => [...Array(rank).keys()].reverse();

/** @param {number[]} numbers */
const words = (numbers) => Uint32Array.from(numbers, (word) => word >>> 0);

/**
 * @param {Lab} lab
 * @param {{stopped?: () => Promise<any>, interrupted?: () => boolean, revive?: string}} [others] `stopped` returns a promise that settles when the
 *   reader stops the program, and then waits by promise end. Waits that sleep end when `interrupted`
 *   returns true. `revive` is the advice in the error of a lost lab
 */
export function bridge(lab, { stopped, interrupted, revive } = {}) {
  const { session } = lab;
  if (interrupted) session.interruptBy(() => (interrupted() ? STOPPED() : undefined));
  const sites = new Sites(session);
  const canBlock = session.whyNotBlock === undefined;
  /** Why the last call failed; undefined where the session has the reason. @type {any} */
  let failed;
  /** @type {number[]} */
  let more = [];

  /** Keeps the reason of a failure. @param {any} error */
  const refuse = (error) => {
    failed = error;
    sites.failedLine = 0;
    return 0;
  };
  /** A wait has ended. @param {{value?: any, error?: Error}} outcome */
  const ended = ({ value, error }) => {
    if (!error) return value ?? true;
    refuse(error);
    sites.failed();
    return false;
  };
  /**
   * A program that cannot sleep has to wait for room by itself. Its handle is larger by `CROWDED` when it should, so that asking costs no
   * further call.
   *
   * @param {(...given: any[]) => number} call that enqueues
   */
  const enqueues = (call) =>
    canBlock
      ? call
      : (/** @type {any[]} */ ...given) => {
          const made = call(...given);
          return made > 0 && session.crowded ? made + CROWDED : made;
        };
  /** A call of a function that throws. @param {(...given: any[]) => number} call */
  const guarded =
    (call) =>
    (/** @type {any[]} */ ...given) => {
      try {
        return call(...given);
      } catch (error) {
        return refuse(error);
      }
    };
  /** A wait by promise. @param {(...given: any[]) => Promise<{value?: any, error?: Error}>} wait */
  const awaited =
    (wait) =>
    async (/** @type {string} */ kind, /** @type {any[]} */ ...given) => {
      const from = session.now();
      const outcome = wait(...given);
      const stop = stopped?.().then(
        () => ({}),
        (error) => ({ error }),
      );
      const result = ended(await (stop ? Promise.race([outcome, stop]) : outcome));
      sites.waited(kind, from);
      return result;
    };
  /** A wait by sleeping. @param {(...given: any[]) => {value?: any, error?: Error}} wait */
  const slept =
    (wait) =>
    (/** @type {string} */ kind, /** @type {any[]} */ ...given) => {
      const from = session.now();
      const result = ended(wait(...given));
      sites.waited(kind, from);
      return result;
    };
  const first = (/** @type {{value?: any, error?: Error}} */ { value, error }) => ({
    value: value?.[0],
    error,
  });
  const { codes } = session;
  const names = Object.keys(codes);
  const random = seeded(lab.seed);
  const rank = (/** @type {number} */ x) => session.shape(x)?.length ?? 0;

  const python = {
    operations: names.join(','),
    blocking: lab.blocking,
    canBlock,
    device: lab.device,
    takeError() {
      if (!failed) refuse(session.takeError());
      const { code = 'FAILED', message = String(failed) } = failed ?? {};
      failed = undefined;
      return `${code}\n${message}${revive && LOST.has(code) ? ` (${revive})` : ''}`;
    },
    /** The line that enqueued the operation that failed, where the last error is of a wait and the line is known; else 0. */
    failedLine: () => sites.failedLine,

    // Operations return the handle of a new array. `gone` is the handle of an array that is not needed any more, 0 for none. The first four
    // return the function of one operation, so that its code need not cross with each call.
    unary: (/** @type {number} */ code) => enqueues((x, gone) => session.unary(code, x, gone)),
    binary: (/** @type {number} */ code) =>
      enqueues((left, right, gone) => session.binary(code, left, right, gone)),
    /** With a number on the right; one of Python's above 2 ** 53 arrives as a BigInt. */
    right: (/** @type {number} */ code) =>
      enqueues((x, value, gone) => session.scalar(code, x, Number(value), true, gone)),
    left: (/** @type {number} */ code) =>
      enqueues((x, value, gone) => session.scalar(code, x, Number(value), false, gone)),
    /** `mask` has a bit for each axis, -1 for all. */
    reduce: enqueues((code, x, mask, keep, gone) =>
      session.apply(code, [x], [mask < 0 ? 2 ** rank(x) - 1 : mask, Number(keep)], gone),
    ),
    matmul: enqueues((left, right, swapLeft, swapRight, gone) =>
      session.apply(codes.matmul, [left, right], [Number(swapLeft), Number(swapRight)], gone),
    ),
    transpose: enqueues((x, gone, ...axes) =>
      session.apply(codes.transpose, [x], axes.length ? axes : descending(rank(x)), gone),
    ),
    reshape: enqueues(
      guarded((x, gone, ...shape) => {
        const from = session.shape(x);
        return from ? session.shaped(codes.reshape, x, inferred(shape, from), gone) : 0;
      }),
    ),
    broadcast: enqueues((x, gone, ...shape) => session.shaped(codes.broadcast_to, x, shape, gone)),
    /** `count` numbers, then the shape. */
    create: enqueues((code, device, gone, count, ...numbers) => {
      if (gone && !session.release(gone)) return 0;
      const attributes = words(numbers.slice(0, count).map(toBits));
      return session.create(code, attributes, numbers.slice(count), device);
    }),
    random: enqueues((code, device, gone, low, high, ...shape) => {
      if (gone && !session.release(gone)) return 0;
      return session.create(
        code,
        words([...random.key(), toBits(low), toBits(high)]),
        shape,
        device,
      );
    }),
    /** An array that Python fills and passes to `write`. */
    hostArray: (/** @type {number} */ length) => new Float32Array(length),
    write: enqueues((elements, device, ...shape) => session.write(elements, shape, device)),
    transfer: enqueues((x, device) => session.transfer(x, device)),
    /** Any other operation, by its name: `count` arrays, then the attributes' words; -1 where there is none. */
    apply: enqueues((name, gone, count, ...numbers) => {
      if (codes[name] === undefined) return -1;
      const attributes = words(numbers.slice(count));
      return session.apply(codes[name], numbers.slice(0, count), attributes, gone);
    }),
    /** A composition of the library, by its name: `count` arrays, then numbers. */
    composed: enqueues(
      guarded((name, gone, count, ...numbers) => {
        const [made, ...others] = composed(lab, name, numbers, count);
        more = others;
        return !gone || session.release(gone) ? made : 0;
      }),
    ),
    /** The next of the further arrays of `composed`, or of those of `gradients`; 0 after the last. */
    more: () => more.shift() ?? 0,

    // Handles
    release: (/** @type {number} */ x) => session.release(x),
    shape: (/** @type {number} */ x) => session.shape(x)?.join(','),
    deviceIndexOf: (/** @type {number} */ x) => session.deviceOf(x),
    deviceOf: (/** @type {number} */ x) => session.devices[session.deviceOf(x)],
    devices: () => session.devices.join(','),
    /** The index of a device; -1 where there is none. */
    deviceNamed: (/** @type {string} */ name) => session.deviceNamed(name),
    state: (/** @type {number} */ x) => session.stateOf(x),
    live: () => session.live,

    // Gradients
    attach: (/** @type {number} */ x, /** @type {boolean} */ accumulate) =>
      session.attachGrad(x, accumulate),
    /** The gradient that passes have found since the last time; 0 where none has, -1 where there is no such array. */
    takeGrad(/** @type {number} */ x) {
      const found = session.grad(x);
      if (found > 0) session.zeroGrad(x);
      return found;
    },
    recorded: (/** @type {number} */ x) => session.recorded(x),
    backward: (
      /** @type {number} */ x,
      /** @type {number} */ head,
      /** @type {boolean} */ retain,
    ) => session.backward(x, head, retain),
    /** The gradients of several arrays, one after the other in `more`. */
    gradients(
      /** @type {number} */ loss,
      /** @type {number} */ head,
      /** @type {boolean} */ retain,
      /** @type {number[]} */ ...wanted
    ) {
      const found = session.gradients(loss, wanted, head, retain);
      more = found ?? [];
      return found ? 1 : 0;
    },
    zeroGrad: (/** @type {number} */ x) => session.zeroGrad(x),
    assign: (/** @type {number} */ x, /** @type {number} */ value) => session.assign(x, value),
    record: (/** @type {boolean} */ on) => session.setRecording(on),

    // Waits. The first argument is the name that the program has for it.
    wait: awaited((x) => session.ask('wait', x)),
    waitSync: slept((x) => session.askSync('wait', x)),
    waitAll: awaited(() => session.waitAll('waitAll')),
    waitAllSync: slept(() => (session.waitAllSync() ? {} : { error: session.takeError() })),
    data: awaited((x) => session.ask('read', x)),
    dataSync: slept((x) => session.askSync('read', x)),
    item: awaited(async (x) => first(await session.ask('item', x))),
    itemSync: slept((x) => first(session.askSync('item', x))),
    room: awaited(() => session.room()),
    /** Bounds the operations that may be on their way. */
    boundOperations: (/** @type {number} */ operations) => session.boundOperations(operations),
    /** Whether no operation is enqueued or running. */
    idle: () => session.devices.every((_, device) => session.progress(device)?.inFlight === 0),

    // About the lab
    memory(/** @type {string} */ device) {
      const { used, pending, pooled, allocated, peak } = lab.memory(device);
      return [used, pending, pooled, allocated, peak].join(',');
    },
    now: () => session.now(),
    info: () => JSON.stringify(lab.info()),
    ...random.python,
    trim: () => session.trim(),
    close: () => void session.close(),

    /** From here on operations and waits are of this line. */
    site: (/** @type {number} */ line) => sites.at(line),
  };
  return { python, sites };
}

/** Random numbers as `nd.random` draws them: from the two halves of a seed and the number of arrays drawn before. @param {number} seed */
function seeded(seed) {
  let [low, high, drawn] = [seed, Math.floor(seed / 2 ** 32), 0];
  /** The two words of the next random array. */
  const key = () => [low, high ^ Math.imul(++drawn, 0x9e3779b9)];
  const python = {
    /** Sets the seed from the two halves of its 64 bits, which one number of JavaScript cannot hold. */
    seed(/** @type {number} */ lower, /** @type {number} */ upper) {
      [low, high, drawn] = [lower, upper, 0];
    },
    /** Has random numbers go on from a state, or from where they are; gives the state before. @param {string} [state] */
    randomState(state) {
      const before = [low, high, drawn].join(',');
      if (state) [low, high, drawn] = state.split(',').map(Number);
      return before;
    },
    /** A seed for a generator of the program's own. It counts as a random array. */
    randomKey: () => key().join(','),
  };
  return { key, python };
}
