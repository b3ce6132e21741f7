// A lab as Python calls it, through the door for languages. Numbers and texts go in and out; arrays are their names, so nothing of one
// language keeps an object of the other alive. No call throws into Python: one that is refused gives 0, a wait that fails gives
// false, and `takeError` tells why.
import { inferred, toBits } from '../lib/arguments.js';
import { openDoor } from '../lib/door.js';
import { composed } from './composed.js';

/** @typedef {import('../lib/lab.js').Lab} Lab */
/** @typedef {{kind: string, line: number, from: number, to: number}} Wait a wait of the program: the line's number, ms on the lab's clock */
/** @typedef {{line: number, operations: number, on: number[]}} Site the line's number, and how many operations were enqueued before it, in all and on each device */

/** Codes of a lab that is of no use any more. */
const LOST = new Set(['DEVICE_LOST', 'DEVICE_ERROR', 'CLOSED']);

/** What a name is larger by where the queue has little room: names are below it. */
const CROWDED = 2 ** 32;

const STOPPED = () =>
  Object.assign(new Error('the reader stopped the program'), { code: 'STOPPED' });

/**
 * @param {Lab} lab
 * @param {{stopped?: () => Promise<any>, interrupted?: () => boolean, revive?: string}} [others] `stopped` gives what settles when the reader stops the
 *   program: waits by promise end then. Those that sleep end when `interrupted`. `revive` says what
 *   helps where the lab is lost
 */
export function bridge(lab, { stopped, interrupted, revive } = {}) {
  const door = openDoor(lab);
  if (interrupted)
    door.interruptBy(() => {
      if (interrupted()) throw STOPPED();
    });
  const { codes } = door;
  const names = Object.keys(codes);
  let failed = '';
  let failedLine = 0;
  let [low, high, drawn] = [lab.seed, Math.floor(lab.seed / 2 ** 32), 0];
  /** @type {number[]} */
  let more = [];
  let tracing = false;
  /** The number of the program's line that is under way. */
  let line = 0;
  /** @type {Site[]} */
  let sites = [];
  /** @type {Wait[]} */
  let waits = [];

  const refuse = (/** @type {any} */ error) => {
    const { code = 'FAILED', message = String(error) } = error ?? {};
    const remedy = revive && LOST.has(code) ? ` (${revive})` : '';
    failed = `${code}\n${message}${remedy}`;
    failedLine = 0;
    return 0;
  };
  const canBlock = door.whyNotBlock === undefined;
  /** A call that is refused gives 0. @template {any[]} A @param {(...given: A) => any} call @returns {(...given: A) => any} */
  const guarded =
    (call) =>
    (...given) => {
      try {
        return call(...given);
      } catch (error) {
        return refuse(error);
      }
    };
  /**
   * The same of one that enqueues. A program that cannot sleep has to wait for room by itself: the name that it is given is larger by
   * `CROWDED` then, which costs no further call.
   *
   * @template {any[]} A
   * @param {(...given: A) => number} call
   * @returns {(...given: A) => number}
   */
  const enqueues = (call) =>
    guarded(
      canBlock
        ? call
        : (...given) => {
            const made = call(...given);
            return made > 0 && door.crowded ? made + CROWDED : made;
          },
    );
  /** The two words of the next random array, as `nd.random` draws them. */
  const key = () => [low, high ^ Math.imul(++drawn, 0x9e3779b9)];
  const words = (/** @type {number[]} */ numbers) =>
    Uint32Array.from(numbers, (word) => word >>> 0);
  const rank = (/** @type {number} */ x) => door.shape(x).length;
  const counts = () => lab.devices.map((device) => lab.progress(device).enqueued);
  const total = () => {
    let sum = 0;
    for (const device of lab.devices) sum += lab.progress(device).enqueued;
    return sum;
  };

  /** By device, how many failures the program was told of. @type {number[]} */
  const known = [];
  /** The line that enqueued the first operation of those that the program now hears have failed; 0 where it is not known. */
  const failedAt = () => {
    let found = 0;
    for (const device of lab.devices.keys()) {
      const failures = door.failed(device);
      const fresh = failures.slice(known[device] ?? 0);
      known[device] = failures.length;
      if (fresh.length === 0) continue;
      const first = Math.min(...fresh);
      found ||= sites.findLast(({ on }) => (on[device] ?? 0) <= first)?.line ?? 0;
    }
    return found;
  };
  /** A wait that fails. @param {any} error */
  const fail = (error) => {
    refuse(error);
    failedLine = failedAt();
    return false;
  };

  const waited = (/** @type {string} */ kind, /** @type {number} */ from) => {
    if (tracing) waits.push({ kind, line, from, to: lab.now() });
  };
  /** A wait by promise. @param {(...given: any[]) => Promise<any>} wait */
  const awaited =
    (wait) =>
    async (/** @type {string} */ kind, /** @type {any[]} */ ...given) => {
      const from = lab.now();
      try {
        const promise = wait(...given);
        promise.catch(() => {}); // Where the reader stops the program, nobody else hears of it.
        const value = await (stopped ? Promise.race([promise, stopped()]) : promise);
        return value ?? true;
      } catch (error) {
        return fail(error);
      } finally {
        waited(kind, from);
      }
    };
  /** One by sleeping. @param {(...given: any[]) => any} wait */
  const slept =
    (wait) =>
    (/** @type {string} */ kind, /** @type {any[]} */ ...given) => {
      const from = lab.now();
      try {
        return wait(...given) ?? true;
      } catch (error) {
        return fail(error);
      } finally {
        waited(kind, from);
      }
    };

  const python = {
    operations: names.join(','),
    blocking: lab.blocking,
    canBlock,
    device: lab.device,
    takeError: () => failed,
    /** The line that enqueued what failed, where the last error is of a wait and that is known; else 0. */
    failedLine: () => failedLine,

    // Operations: the name of a new array, and of one that is not needed any more, which is 0 for none. The first four give the function
    // for one operation, so that its code need not cross each time.
    unary: (/** @type {number} */ code) => enqueues((x, gone) => door.unary(code, x, gone)),
    binary: (/** @type {number} */ code) =>
      enqueues((left, right, gone) => door.binary(code, left, right, gone)),
    /** With a number on the right; one of Python's above 2 ** 53 arrives as a BigInt. */
    right: (/** @type {number} */ code) =>
      enqueues((x, value, gone) => door.scalar(code, x, Number(value), true, gone)),
    left: (/** @type {number} */ code) =>
      enqueues((x, value, gone) => door.scalar(code, x, Number(value), false, gone)),
    /** `mask` has a bit for each axis, -1 for all. */
    reduce: enqueues((code, x, mask, keep, gone) =>
      door.apply(code, [x], [mask < 0 ? 2 ** rank(x) - 1 : mask, Number(keep)], gone),
    ),
    matmul: enqueues((left, right, swapLeft, swapRight, gone) =>
      door.apply(codes.matmul, [left, right], [Number(swapLeft), Number(swapRight)], gone),
    ),
    transpose: enqueues((x, gone, ...axes) =>
      door.apply(codes.transpose, [x], axes.length ? axes : descending(rank(x)), gone),
    ),
    reshape: enqueues((x, gone, ...shape) =>
      door.shaped(codes.reshape, x, inferred(shape, door.shape(x)), gone),
    ),
    broadcast: enqueues((x, gone, ...shape) => door.shaped(codes.broadcast_to, x, shape, gone)),
    /** `count` numbers, then the shape. */
    create: enqueues((code, device, gone, count, ...numbers) => {
      if (gone) door.release(gone);
      return door.create(
        code,
        words(numbers.slice(0, count).map(toBits)),
        numbers.slice(count),
        device,
      );
    }),
    random: enqueues((code, device, gone, first, second, ...shape) => {
      if (gone) door.release(gone);
      return door.create(code, words([...key(), toBits(first), toBits(second)]), shape, device);
    }),
    /** Room that Python fills and hands to `write`. */
    hostArray: (/** @type {number} */ length) => new Float32Array(length),
    write: enqueues((elements, device, ...shape) => door.write(elements, shape, device)),
    transfer: enqueues((x, device) => door.transfer(x, device)),
    /** Any other operation, by its name: `count` arrays, then the attributes' words; -1 where there is none. */
    apply: enqueues((name, gone, count, ...numbers) => {
      if (codes[name] === undefined) return -1;
      return door.apply(codes[name], numbers.slice(0, count), words(numbers.slice(count)), gone);
    }),
    /** What the library computes by several operations, by its name: `count` arrays, then numbers. */
    composed: enqueues((name, gone, count, ...numbers) => {
      const [made, ...others] = composed(lab, door, name, numbers, count);
      more = others;
      if (gone) door.release(gone);
      return made;
    }),
    /** The next of the arrays that `composed` made beside the one that it gave; 0 after the last. */
    more: () => more.shift() ?? 0,

    // Names
    release: guarded((x) => door.release(x)),
    shape: (/** @type {number} */ x) => {
      try {
        return door.shape(x).join(',');
      } catch (error) {
        refuse(error);
        return undefined;
      }
    },
    deviceIndexOf: (/** @type {number} */ x) => door.deviceOf(x),
    deviceOf: (/** @type {number} */ x) => door.devices[door.deviceOf(x)],
    devices: () => door.devices.join(','),
    /** The index of a device; -1 where there is none. */
    deviceNamed: (/** @type {string} */ name) => {
      try {
        return door.deviceNamed(name);
      } catch (error) {
        refuse(error);
        return -1;
      }
    },
    state: (/** @type {number} */ x) => door.stateOf(x),
    live: () => door.live,

    // Gradients
    attach: guarded((x, accumulate) => (door.attachGrad(x, accumulate), 1)),
    /** The gradient that passes have found since the last time; 0 where none has, -1 where there is no such array. */
    takeGrad: (/** @type {number} */ x) => {
      try {
        const found = door.grad(x);
        if (found) door.zeroGrad(x);
        return found;
      } catch (error) {
        refuse(error);
        return -1;
      }
    },
    recorded: (/** @type {number} */ x) => door.recorded(x),
    backward: guarded((x, head, retain) => (door.backward(x, head, retain), 1)),
    /** The gradients of several arrays, one after the other in `more`. */
    gradients: guarded((loss, head, retain, ...wanted) => {
      more = door.gradients(loss, wanted, head, retain);
      return 1;
    }),
    zeroGrad: guarded((x) => (door.zeroGrad(x), 1)),
    assign: guarded((x, value) => door.assign(x, value)),
    record: (/** @type {boolean} */ on) => door.setRecording(on),

    // Waits, each with what the program calls it
    wait: awaited((x) => door.wait(x)),
    waitSync: slept((x) => door.waitSync(x)),
    waitAll: awaited(() => door.waitAll()),
    waitAllSync: slept(() => door.waitAllSync()),
    data: awaited((x) => door.read(x)),
    dataSync: slept((x) => door.readSync(x)),
    item: awaited((x) => door.item(x)),
    itemSync: slept((x) => door.itemSync(x)),
    room: awaited(() => door.room()),
    /** Bounds the operations that may be on their way. */
    boundOperations: guarded((operations) => (door.boundOperations(operations), 1)),
    /** Whether nothing is under way. */
    idle: () => lab.devices.every((device) => lab.progress(device).inFlight === 0),

    // About the lab
    memory: (/** @type {string} */ device) => {
      const { used, pending, pooled, allocated, peak } = lab.memory(device);
      return [used, pending, pooled, allocated, peak].join(',');
    },
    now: () => lab.now(),
    info: () => JSON.stringify(lab.info()),
    /** The two halves of 64 bits: a number of JavaScript has no room for them. */
    seed(/** @type {number} */ lower, /** @type {number} */ upper) {
      [low, high, drawn] = [lower, upper, 0];
    },
    /** Has random numbers go on from a state, or from where they are; gives the state before. @param {string} [state] */
    randomState(state) {
      const before = [low, high, drawn].join(',');
      if (state) [low, high, drawn] = state.split(',').map(Number);
      return before;
    },
    /** What seeds a generator of the program's own, as it would seed a random array. */
    randomKey: () => key().join(','),
    trim: () => lab.trim(),
    close: () => void lab.close(),

    /** From here on operations and waits are of this line. */
    site(/** @type {number} */ number) {
      line = number;
      if (tracing) sites.push({ line, operations: total(), on: counts() });
    },
  };
  return {
    python,
    total,
    /** Keeps lines and waits, or does not. @param {boolean} on */
    trace(on) {
      tracing = on;
    },
    /** The lines so far. */
    sites: () => sites,
    /** The waits so far. */
    waits: () => waits,
    /** Records kept of them since the last time. */
    takeTrace() {
      const taken = { sites, waits };
      [sites, waits] = [[], []];
      return taken;
    },
  };
}

const descending = (/** @type {number} */ rank) => [...Array(rank).keys()].reverse();
