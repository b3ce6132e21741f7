// A lab as Python calls it, through the door for languages. Numbers and texts go in and out; arrays are their names, so nothing of one
// language keeps an object of the other alive. No call throws into Python: one that is refused gives 0, a wait that fails gives
// false, and `takeError` tells why.
import { inferred, toBits } from '../lib/arguments.js';
import { openDoor } from '../lib/door.js';

/** @typedef {import('../lib/lab.js').Lab} Lab */
/** @typedef {{kind: string, line: number, from: number, to: number}} Wait a wait of the program: the line's number, ms on the lab's clock */
/** @typedef {{line: number, operations: number, on: number[]}} Site the line's number, and how many operations were enqueued before it, in all and on each device */

/**
 * @param {Lab} lab
 * @param {{stopped?: () => Promise<any>}} [others] `stopped` gives what settles when the reader stops the program: waits by promise end then
 */
export function bridge(lab, { stopped } = {}) {
  const door = openDoor(lab);
  const { codes } = door;
  const names = Object.keys(codes);
  let failed = '';
  let failedLine = 0;
  let [seed, drawn] = [lab.seed, 0];
  let tracing = false;
  /** The number of the program's line that is under way. */
  let line = 0;
  /** @type {Site[]} */
  let sites = [];
  /** @type {Wait[]} */
  let waits = [];

  const refuse = (/** @type {any} */ error) => {
    const { code = 'FAILED', message = String(error) } = error ?? {};
    failed = `${code}\n${message}`;
    failedLine = 0;
    return 0;
  };
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
  /** The two words of the next random array, as `nd.random` draws them. */
  const key = () => [seed, Math.floor(seed / 2 ** 32) ^ Math.imul(++drawn, 0x9e3779b9)];
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
    canBlock: door.whyNotBlock === undefined,
    device: lab.device,
    takeError: () => failed,
    /** The line that enqueued what failed, where the last error is of a wait and that is known; else 0. */
    failedLine: () => failedLine,

    // Operations: the name of a new array, and of one that is not needed any more, which is 0 for none. The first four give the function
    // for one operation, so that its code need not cross each time.
    unary: (/** @type {number} */ code) => guarded((x, gone) => door.unary(code, x, gone)),
    binary: (/** @type {number} */ code) =>
      guarded((left, right, gone) => door.binary(code, left, right, gone)),
    /** With a number on the right; one of Python's above 2 ** 53 arrives as a BigInt. */
    right: (/** @type {number} */ code) =>
      guarded((x, value, gone) => door.scalar(code, x, Number(value), true, gone)),
    left: (/** @type {number} */ code) =>
      guarded((x, value, gone) => door.scalar(code, x, Number(value), false, gone)),
    /** `mask` has a bit for each axis, -1 for all. */
    reduce: guarded((code, x, mask, keep, gone) =>
      door.apply(code, [x], [mask < 0 ? 2 ** rank(x) - 1 : mask, Number(keep)], gone),
    ),
    matmul: guarded((left, right, swapLeft, swapRight, gone) =>
      door.apply(codes.matmul, [left, right], [Number(swapLeft), Number(swapRight)], gone),
    ),
    transpose: guarded((x, gone, ...axes) =>
      door.apply(codes.transpose, [x], axes.length ? axes : descending(rank(x)), gone),
    ),
    reshape: guarded((x, gone, ...shape) =>
      door.shaped(codes.reshape, x, inferred(shape, door.shape(x)), gone),
    ),
    broadcast: guarded((x, gone, ...shape) => door.shaped(codes.broadcast_to, x, shape, gone)),
    /** `count` numbers, then the shape. */
    create: guarded((code, device, gone, count, ...numbers) => {
      door.release(gone);
      return door.create(
        code,
        words(numbers.slice(0, count).map(toBits)),
        numbers.slice(count),
        device,
      );
    }),
    random: guarded((code, device, gone, first, second, ...shape) => {
      door.release(gone);
      return door.create(code, words([...key(), toBits(first), toBits(second)]), shape, device);
    }),
    /** Room that Python fills and hands to `write`. */
    hostArray: (/** @type {number} */ length) => new Float32Array(length),
    write: guarded((elements, device, ...shape) => door.write(elements, shape, device)),
    transfer: guarded((x, device) => door.transfer(x, device)),
    /** Any other operation, by its name: `count` arrays, then the attributes' words; -1 where there is none. */
    apply: guarded((name, gone, count, ...numbers) => {
      if (codes[name] === undefined) return -1;
      return door.apply(codes[name], numbers.slice(0, count), words(numbers.slice(count)), gone);
    }),

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
    /** 0 before the first pass, -1 where there is no such array. */
    grad: (/** @type {number} */ x) => {
      try {
        return door.grad(x);
      } catch (error) {
        refuse(error);
        return -1;
      }
    },
    backward: guarded((x, head, retain) => (door.backward(x, head, retain), 1)),
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
    crowded: () => door.crowded,
    /** Whether nothing is under way. */
    idle: () => lab.devices.every((device) => lab.progress(device).inFlight === 0),

    // About the lab
    memory: (/** @type {string} */ device) => {
      const { used, pending, pooled, allocated, peak } = lab.memory(device);
      return [used, pending, pooled, allocated, peak].join(',');
    },
    now: () => lab.now(),
    info: () => JSON.stringify(lab.info()),
    seed(/** @type {number} */ value) {
      [seed, drawn] = [value, 0];
    },
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
