// A browser compiles kernels one after the other, and lets a thread that asks for many wait for them, seconds on a slow device. Such a
// thread hears no question meanwhile: each kernel that it asks for is a sign of life.
import { BEAT } from './heartbeat.js';

/** @type {Set<() => void>} */
const tellers = new Set();
/** Of the last sign, ms. */
let last = 0;
let watched = false;

/**
 * Tells that this thread is alive when it has asked for a kernel, at most once in a beat.
 *
 * @param {() => void} tell
 * @returns {() => void} ends it
 */
export function tellOfKernels(tell) {
  watch();
  tellers.add(tell);
  return () => void tellers.delete(tell);
}

/** Follows the method by which kernels are made, on a thread that is the lab's own. */
function watch() {
  const { prototype } = globalThis.GPUDevice ?? {};
  if (watched || !prototype) return;
  watched = true;
  const { createComputePipeline } = prototype;
  prototype.createComputePipeline = function (descriptor) {
    const now = performance.now();
    if (now - last >= BEAT) {
      last = now;
      for (const tell of tellers) tell();
    }
    return createComputePipeline.call(this, descriptor);
  };
}
