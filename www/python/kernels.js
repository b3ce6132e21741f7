// The kernels that a browser compiles, with the time that takes: in the frame, whose document asks the browser for them.

/** More are not kept. */
const MOST = 10_000;

/** @typedef {{name: string, from: number, to: number}} Compiled the operation, and ms since 1970: when it was asked for, and when the browser had answered */

/**
 * Keeps what is compiled from here on. A browser says nothing of compiling. It goes through what it is asked in order, so the answers to a
 * question before and after bound the time: from above, as an answer takes a moment.
 *
 * @param {any} device `GPUDevice`
 * @returns {() => Compiled[]} takes those that are compiled
 */
export function watchKernels(device) {
  /** @type {Compiled[]} */
  let compiled = [];
  const prototype = device?.prototype;
  const create = prototype?.createComputePipeline;
  if (!create) return () => [];
  const now = () => performance.timeOrigin + performance.now();
  /** An answer that no error can have a part in: a pipeline has none of this kind. @param {any} own */
  const answered = (own) => {
    own.pushErrorScope('out-of-memory');
    return own.popErrorScope().then(now, now);
  };
  prototype.createComputePipeline = function createComputePipeline(/** @type {any} */ given) {
    const before = answered(this);
    const made = create.call(this, given);
    const after = answered(this);
    Promise.all([before, after]).then(([from, to]) => {
      if (compiled.length < MOST)
        compiled.push({ name: String(given?.label ?? ''), from, to: Math.max(from, to) });
    });
    return made;
  };
  return () => {
    const taken = compiled;
    compiled = [];
    return taken;
  };
}
