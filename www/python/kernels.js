// Notes the kernels that a browser compiles, and when, in the frame, whose document asks the browser for them.

/** The most kernels that are kept. */
const MOST = 10_000;

/** @typedef {{name: string, from: number, to: number}} Compiled `name` of the operation; `from` and `to`, ms since 1970, bound its compilation */

/**
 * Notes the kernels that are compiled from here on. A browser does not report compilation. It handles requests in order, so the time between
 * the answers to a question before and a question after is an upper bound: an answer takes a moment, too.
 *
 * @param {any} device `GPUDevice`
 * @returns {() => Compiled[]} takes the kernels noted so far
 */
export function watchKernels(device) {
  /** @type {Compiled[]} */
  let compiled = [];
  const prototype = device?.prototype;
  const create = prototype?.createComputePipeline;
  if (!create) return () => [];
  const now = () => performance.timeOrigin + performance.now();
  /** The time of an answer to an error scope. The scope hides no error of a pipeline: those are of other kinds. @param {any} own */
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
