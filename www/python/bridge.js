// The lab's interface for Python: the session, with strings and numbers as arguments and results. An array is its handle, so neither language keeps
// an object of the other alive. No call throws into Python: a rejected call returns 0, a failed wait returns false, and `takeError` returns the reason.
import { inferred, toBits } from '../lib/array/arguments.js';
import { composed } from './composed.js';
import { seeded } from './seeded.js';
import { Sites } from './sites.js';

/** @typedef {import('../lib/lab.js').Lab} Lab */

/** Codes of errors after which a lab computes nothing. */
const LOST = new Set(['DEVICE_LOST', 'DEVICE_ERROR', 'CLOSED']);

/** Added to a returned handle where the queue has little room. Every handle is smaller. */
const CROWDED = 2 ** 32;

/** Why a captured function cannot be replayed. */
const DRAWN = 'it seeds random numbers, or draws them by itself';

/** The error of a wait that the reader ends. */
export const stoppedByReader = () =>
  Object.assign(new Error('the reader stopped the program'), { code: 'STOPPED' });

/** @param {number} rank */
const descending = (rank) => [...Array(rank).keys()].reverse();

/** @param {number[]} numbers */
const words = (numbers) => Uint32Array.from(numbers, (word) => word >>> 0);

/** @typedef {{value?: any, error?: Error}} Outcome of a wait */
/**
 * @typedef {{stopped?: () => Promise<any>, interrupted?: () => boolean, revive?: string}} Others `stopped` returns a promise that settles when the
 *   reader stops the program, and then waits by promise end. Waits that sleep end when `interrupted` returns true. `revive` is the
 *   advice in the error of a lost lab
 */

/** The common state of all calls of Python: the reason of a failure, and the program's lines. */
class Calls {
  /** Why the last call failed; undefined where the session has the reason. @type {any} */
  #failed;
  #others;
  #canBlock;
  /** Arrays that Python takes one by one. @type {number[]} */
  more = [];
  /** Called before a random array is made, while something is captured. @type {((device: number) => void) | undefined} */
  draws;

  /** @param {Lab} lab @param {Others} others */
  constructor(lab, others) {
    this.lab = lab;
    this.session = lab.session;
    this.sites = new Sites(lab.session);
    this.random = seeded(lab.seed);
    this.#others = others;
    this.#canBlock = lab.session.whyNotBlock === undefined;
  }

  /** Keeps the reason of a failure. @param {any} error */
  reject(error) {
    this.#failed = error;
    this.sites.failedLine = 0;
    return 0;
  }

  /** The reason, as `code`, a line's end and the message. */
  takeError() {
    if (!this.#failed) this.reject(this.session.takeError());
    const { code = 'FAILED', message = String(this.#failed) } = this.#failed ?? {};
    this.#failed = undefined;
    const { revive } = this.#others;
    return `${code}\n${message}${revive && LOST.has(code) ? ` (${revive})` : ''}`;
  }

  /**
   * A program that cannot sleep has to wait for room by itself. Its handle is larger by `CROWDED` when it should, so that asking costs no
   * further call.
   *
   * @param {(...given: any[]) => number} call that enqueues
   */
  enqueues(call) {
    if (this.#canBlock) return call;
    const { session } = this;
    return (/** @type {any[]} */ ...given) => {
      const made = call(...given);
      return made > 0 && session.crowded ? made + CROWDED : made;
    };
  }

  /** A call of a function that may throw. @param {(...given: any[]) => number} call */
  guarded(call) {
    return (/** @type {any[]} */ ...given) => {
      try {
        return call(...given);
      } catch (error) {
        return this.reject(error);
      }
    };
  }

  /** A wait by promise. @param {(...given: any[]) => Promise<Outcome>} wait */
  awaited(wait) {
    return async (/** @type {string} */ kind, /** @type {any[]} */ ...given) => {
      const from = this.session.now();
      const outcome = wait(...given);
      const stop = this.#others.stopped?.().then(
        () => ({}),
        (error) => ({ error }),
      );
      return this.#ended(kind, from, await (stop ? Promise.race([outcome, stop]) : outcome));
    };
  }

  /** A wait by sleeping. @param {(...given: any[]) => Outcome} wait */
  slept(wait) {
    return (/** @type {string} */ kind, /** @type {any[]} */ ...given) => {
      const from = this.session.now();
      return this.#ended(kind, from, wait(...given));
    };
  }

  /** The value of a wait, false where it failed. @param {string} kind @param {number} from @param {Outcome} outcome */
  #ended(kind, from, { value, error }) {
    if (error) {
      this.reject(error);
      this.sites.failed();
    }
    this.sites.waited(kind, from);
    return error ? false : (value ?? true);
  }
}

/** @param {Lab} lab @param {Others} [others] */
export function bridge(lab, others = {}) {
  const { interrupted } = others;
  const { session } = lab;
  if (interrupted) session.interruptBy(() => (interrupted() ? stoppedByReader() : undefined));
  const calls = new Calls(lab, others);
  const { sites } = calls;
  const python = {
    operations: Object.keys(session.codes).join(','),
    blocking: lab.blocking,
    canBlock: session.whyNotBlock === undefined,
    device: lab.device,
    takeError: () => calls.takeError(),
    /** The line that enqueued the operation that failed, where the last error is of a wait and the line is known; else 0. */
    failedLine: () => sites.failedLine,
    ...operations(calls),
    ...compositions(calls),
    ...handles(calls),
    ...gradients(calls),
    ...programs(calls),
    ...waits(calls),
    ...about(calls),
    /** From here on operations and waits are of this line. */
    site: (/** @type {number} */ line) => sites.at(line),
  };
  return { python, sites };
}

/**
 * Operations return the handle of a new array. `gone` is the handle of an array that is not needed any more, 0 for none. The first four
 * return the function of one operation, so that its code need not cross with each call.
 *
 * @param {Calls} calls
 */
function operations(calls) {
  const { session, random } = calls;
  const { codes } = session;
  const rank = (/** @type {number} */ x) => session.shape(x)?.length ?? 0;
  return {
    unary: (/** @type {number} */ code) =>
      calls.enqueues((x, gone) => session.unary(code, x, gone)),
    binary: (/** @type {number} */ code) =>
      calls.enqueues((left, right, gone) => session.binary(code, left, right, gone)),
    /** With a number on the right; Python's whole numbers above 2 ** 53 arrive as a BigInt. */
    right: (/** @type {number} */ code) =>
      calls.enqueues((x, value, gone) => session.scalar(code, x, Number(value), true, gone)),
    left: (/** @type {number} */ code) =>
      calls.enqueues((x, value, gone) => session.scalar(code, x, Number(value), false, gone)),
    /** `mask` has a bit for each axis, -1 for all. */
    reduce: calls.enqueues((code, x, mask, keep, gone) =>
      session.apply(code, [x], [mask < 0 ? 2 ** rank(x) - 1 : mask, Number(keep)], gone),
    ),
    matmul: calls.enqueues((left, right, swapLeft, swapRight, gone) =>
      session.apply(codes.matmul, [left, right], [Number(swapLeft), Number(swapRight)], gone),
    ),
    transpose: calls.enqueues((x, gone, ...axes) =>
      session.apply(codes.transpose, [x], axes.length ? axes : descending(rank(x)), gone),
    ),
    reshape: calls.enqueues(
      calls.guarded((x, gone, ...shape) => {
        const from = session.shape(x);
        return from ? session.shaped(codes.reshape, x, inferred(shape, from), gone) : 0;
      }),
    ),
    broadcast: calls.enqueues((x, gone, ...shape) =>
      session.shaped(codes.broadcastTo, x, shape, gone),
    ),
    /** `numbers` are `count` attributes, then the shape. */
    create: calls.enqueues((code, device, gone, count, ...numbers) => {
      if (gone && !session.release(gone)) return 0;
      const attributes = words(numbers.slice(0, count).map(toBits));
      return session.create(code, attributes, numbers.slice(count), device);
    }),
    random: calls.enqueues((code, device, gone, low, high, ...shape) => {
      if (gone && !session.release(gone)) return 0;
      calls.draws?.(device);
      const attributes = words([...random.key(), toBits(low), toBits(high)]);
      return session.create(code, attributes, shape, device);
    }),
  };
}

/** Operations by their names, compositions, and arrays from elsewhere. @param {Calls} calls */
function compositions(calls) {
  const { lab, session } = calls;
  const { codes } = session;
  return {
    /** An array that Python fills and passes to `write`. */
    hostArray: (/** @type {number} */ length) => new Float32Array(length),
    write: calls.enqueues((elements, device, ...shape) => session.write(elements, shape, device)),
    transfer: calls.enqueues((x, device) => session.transfer(x, device)),
    /** Any other operation, by its name: `count` arrays, then the attributes' words; -1 where there is none. */
    apply: calls.enqueues((name, gone, count, ...numbers) => {
      if (codes[name] === undefined) return -1;
      const attributes = words(numbers.slice(count));
      return session.apply(codes[name], numbers.slice(0, count), attributes, gone);
    }),
    /** A composition of the library, by its name: `count` arrays, then numbers. */
    composed: calls.enqueues(
      calls.guarded((name, gone, count, ...numbers) => {
        const [made, ...others] = composed(lab, name, numbers, count);
        calls.more = others;
        return !gone || session.release(gone) ? made : 0;
      }),
    ),
    /** The next of the further arrays of `composed`, or of those of `gradients`; 0 after the last. */
    more: () => calls.more.shift() ?? 0,
  };
}

/** @param {Calls} calls */
function handles({ session }) {
  return {
    release: (/** @type {number} */ x) => session.release(x),
    shape: (/** @type {number} */ x) => session.shape(x)?.join(','),
    deviceIndexOf: (/** @type {number} */ x) => session.deviceOf(x),
    deviceOf: (/** @type {number} */ x) => session.devices[session.deviceOf(x)],
    devices: () => session.devices.join(','),
    /** The index of a device; -1 where there is none. */
    deviceNamed: (/** @type {string} */ name) => session.deviceNamed(name),
    state: (/** @type {number} */ x) => session.stateOf(x),
    live: () => session.live,
    assign: (/** @type {number} */ x, /** @type {number} */ value) => session.assign(x, value),
  };
}

/** @param {Calls} calls */
function gradients(calls) {
  const { session } = calls;
  return {
    attach: (/** @type {number} */ x, /** @type {boolean} */ accumulate) =>
      session.attachGrad(x, accumulate),
    /** The gradient that passes have found since the last time; 0 where none has, -1 where there is no such array. */
    takeGrad(/** @type {number} */ x) {
      const found = session.grad(x);
      if (found > 0) session.zeroGrad(x);
      return found;
    },
    recorded: (/** @type {number} */ x) => session.recorded(x),
    linked: (/** @type {number} */ x) => session.linked(x),
    /** @param {number} x @param {number} head @param {boolean} retain */
    backward: (x, head, retain) => session.backward(x, head, retain),
    /** The gradients of several arrays, one after the other in `more`. @param {number} loss @param {number} head @param {boolean} retain @param {boolean} record @param {number[]} wanted */
    gradients(loss, head, retain, record, ...wanted) {
      const found = session.gradients(loss, wanted, head, retain, record);
      calls.more = found ?? [];
      return found ? 1 : 0;
    },
    zeroGrad: (/** @type {number} */ x) => session.zeroGrad(x),
    record: (/** @type {boolean} */ on) => session.setRecording(on),
  };
}

/** Capture and replay, on which `torch.compile` is built. @param {Calls} calls */
function programs(calls) {
  const { session, random } = calls;
  /** The free attributes of the capture, as `endCapture` takes them: two for each random array. `drawn` has their number by program. @type {number[]} */
  let free = [];
  /** @type {Map<number, number>} */
  const drawn = new Map();
  let interruptions = 0;
  return {
    enqueued: (/** @type {number} */ device) => session.enqueued(device),
    /** The number of the operation that computes an array. */
    producer: (/** @type {number} */ x) => session.producerOf(x),
    begin(/** @type {number} */ device) {
      const first = session.enqueued(device);
      [free, interruptions] = [[], random.interruptions()];
      calls.draws = (on) => {
        const attribute = 16 * (session.enqueued(device) - first);
        if (on === device) free.push(attribute, attribute + 1);
      };
      return session.beginCapture(device);
    },
    /** Ends a capture: the program, or -1; the number of its operations; the positions of its inputs among `seen`; its outputs; why it cannot be replayed. */
    end(/** @type {boolean} */ forward, /** @type {number[]} */ ...seen) {
      calls.draws = undefined;
      const found = session.endCapture(seen, free, forward);
      if (!found) return undefined;
      const { program, operations, inputs, outputs } = found;
      if (program >= 0) drawn.set(program, free.length);
      const other = interruptions === random.interruptions() ? '' : DRAWN;
      const why = program < 0 ? session.takeError()?.message : other;
      return [program, operations, inputs, outputs, why].join('|');
    },
    /** The operations of a program, as the session lists them, with commas between. */
    listing: (/** @type {number} */ program) =>
      Array.from(session.operationsOf(program) ?? []).join(','),
    /** The first output; the others are in `more`. */
    replay: calls.enqueues((program, operations, ...inputs) => {
      const given = new Uint32Array(drawn.get(program) ?? 0);
      for (let at = 0; at < given.length; at += 2) given.set(random.key(), at);
      const made = session.replay(program, inputs, operations, given);
      calls.more = made ? [...made.subarray(1)] : [];
      return made?.[0] ?? 0;
    }),
    forget(/** @type {number} */ program) {
      drawn.delete(program);
      return session.forgetProgram(program);
    },
  };
}

/** Waits. The first argument is the program's name for the wait. @param {Calls} calls */
function waits(calls) {
  const { session } = calls;
  const first = (/** @type {Outcome} */ { value, error }) => ({ value: value?.[0], error });
  return {
    wait: calls.awaited((x) => session.ask('wait', x)),
    waitSync: calls.slept((x) => session.askSync('wait', x)),
    waitAll: calls.awaited(() => session.waitAll('waitAll')),
    waitAllSync: calls.slept(() => (session.waitAllSync() ? {} : { error: session.takeError() })),
    data: calls.awaited((x) => session.ask('read', x)),
    dataSync: calls.slept((x) => session.askSync('read', x)),
    item: calls.awaited(async (x) => first(await session.ask('item', x))),
    itemSync: calls.slept((x) => first(session.askSync('item', x))),
    room: calls.awaited(() => session.room()),
    /** Bounds the operations that may be on their way. */
    boundOperations: (/** @type {number} */ operations) => session.boundOperations(operations),
    /** Whether no operation is enqueued or running. */
    idle: () => session.devices.every((_, device) => session.progress(device)?.inFlight === 0),
  };
}

/** The lab. @param {Calls} calls */
function about({ lab, session, random }) {
  return {
    memory(/** @type {string} */ device) {
      const { used, pending, pooled, allocated, peak } = lab.memory(device);
      return [used, pending, pooled, allocated, peak].join(',');
    },
    /** The most bytes held on the lab's own device at once. */
    peak: (/** @type {boolean} */ anew) => session.peak(0, anew),
    now: () => session.now(),
    info: () => JSON.stringify(lab.info()),
    ...random.python,
    trim: () => session.trim(),
    close: () => void session.close(),
  };
}
