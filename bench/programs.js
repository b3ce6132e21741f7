// The programs that workloads run with a library, each written once: an operation repeated, a chain, a wait after each operation.

/**
 * @typedef {import('./contenders/library.js').Library} Library
 * @typedef {import('./contenders/library.js').Handle} Handle
 *
 * A computation that is repeated and timed.
 * @typedef {object} Program
 * @property {(count: number) => void | Promise<void>} start enqueues it `count` times
 * @property {() => Promise<void>} wait until all is done
 * @property {(count: number) => Promise<void>} [each] instead of `start` and `wait`: runs it `count` times, and waits every time
 * @property {() => Promise<ArrayLike<number>>} read the last result
 * @property {() => void | Promise<void>} finish frees the result that was kept for reading
 * @property {() => void} close
 */

/**
 * The same operation repeated. Each result is freed when nothing needs it any more.
 * @param {Library} library
 * @param {() => Handle | Promise<Handle>} make one result
 * @param {(Handle | number)[]} inputs freed at the end
 * @returns {Program}
 */
export function repeated(library, make, inputs) {
  /** @type {Handle[]} */
  let kept = [];
  const start = (count) => {
    for (let i = 1; i < count; i += 1) {
      const result = make();
      if (library.lazy) kept.push(result);
      else library.free(result);
    }
    kept.push(make());
  };
  const startAwaited = async (count) => {
    for (let i = 1; i < count; i += 1) library.free(await make());
    kept.push(await make());
  };
  return {
    start: library.asynchronous ? startAwaited : start,
    async each(count) {
      for (let i = 0; i < count; i += 1) {
        // Only a promise is awaited: an `await` costs a microtask.
        const made = make();
        const result = library.asynchronous ? await made : made;
        await library.ready(result);
        if (i === count - 1) kept.push(result);
        else library.free(result);
      }
    },
    wait: () => library.wait(kept),
    read: () => library.read(kept.at(-1)),
    finish() {
      for (const result of kept) library.free(result);
      kept = [];
    },
    close: () => free(library, inputs),
  };
}

/**
 * An operation repeated, each time on its last result.
 * @param {Library} library
 * @param {(x: Handle) => Handle | Promise<Handle>} make
 * @param {Handle} x the first input
 * @param {(Handle | number)[]} inputs freed at the end
 * @returns {Program}
 */
export function chained(library, make, x, inputs) {
  /** @type {Handle} */
  let last;
  const start = (count) => {
    last = make(x);
    for (let i = 1; i < count; i += 1) {
      const next = make(last);
      library.free(last);
      last = next;
    }
  };
  const startAwaited = async (count) => {
    last = await make(x);
    for (let i = 1; i < count; i += 1) {
      const next = await make(last);
      library.free(last);
      last = next;
    }
  };
  return {
    start: library.asynchronous ? startAwaited : start,
    wait: () => library.wait([last]),
    read: () => library.read(last),
    finish: () => library.free(last),
    close: () => free(library, inputs),
  };
}

/** @param {Library} library @param {(Handle | number)[]} inputs numbers need not be freed */
function free(library, inputs) {
  for (const input of inputs) if (typeof input === 'object') library.free(input);
}

/**
 * Runs a program once and returns how long it took.
 * @param {Program} program
 * @param {number} count
 * @param {boolean} [waiting] each time
 * @returns {Promise<Record<string, number>>} ms in all: until enqueued and until done, or only until done
 */
export async function timed(program, count, waiting = false) {
  const begin = performance.now();
  if (waiting) {
    await program.each(count);
    return { done: performance.now() - begin };
  }
  const starting = program.start(count);
  const enqueued = performance.now();
  // Where every run is awaited, control only returns when it is done.
  if (starting) await starting;
  await program.wait();
  const done = performance.now() - begin;
  return starting ? { done } : { enqueue: enqueued - begin, done };
}
