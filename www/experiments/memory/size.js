/** The size of the training: a size that suits the device, or the largest part of the requested size that fits. */
import { trainingOn } from './training.js';

/** @typedef {import('./training.js').Task} Task */

/** The numbers of features to try if the lab chooses; the last is the chapter's. */
const LADDER = [16, 32, 64, 128, 256, 512];
/** Rows of a minibatch for each feature, as in the chapter. */
const ROWS = 2;
/** Time that all epochs together should take if the lab chooses the size, ms. */
const BUDGET = 3000;
/** Minibatches of one attempt. */
const ATTEMPT = 4;
/** With fewer minibatches nothing piles up, so their rows are reduced instead. */
export const LEAST = 4;
/** Share of the limit that may be planned for; buffers are a little larger than their arrays. */
const PLANNED = 0.9;

/**
 * @param {any} lab
 * @param {Omit<Task, 'features'|'batch'> & {features: number|'auto', batch: number|'auto'}} asked
 * @param {{minibatches: number, onAttempt: (features: number) => void}} options `minibatches` in all epochs together
 * @returns {Promise<Task>}
 */
export async function suitable(lab, asked, { minibatches, onAttempt }) {
  const at = (/** @type {number} */ features) => ({
    ...asked,
    features,
    batch: asked.batch === 'auto' ? ROWS * features : asked.batch,
  });
  if (asked.features !== 'auto') return at(asked.features);
  const attempt = async (/** @type {number} */ features) => {
    onAttempt(features);
    const training = trainingOn(lab, at(features));
    await training.epoch('loss', 1); // compiles what this size needs; not counted
    const { done } = await training.epoch('loss', ATTEMPT);
    training.dispose();
    return done / ATTEMPT;
  };
  let suits = LADDER[0];
  for (const features of LADDER) {
    if ((await attempt(features)) * minibatches > BUDGET) break;
    suits = features;
  }
  return at(suits);
}

/**
 * The task with as many minibatches, and as many rows in each, as fit into the memory if the loop waits for none.
 * @param {any} lab with the allocator that reuses memory at once
 * @param {Task} asked
 * @param {number} limit bytes
 * @returns {Promise<{task: Task, needed: number}>} `needed`: bytes of the requested task
 */
export async function fitted(lab, asked, limit) {
  const row = 4 * 4 * asked.features; // of the widest layer, f32
  const least = Math.min(LEAST, asked.batches);
  let needed = NaN;
  let largest = { batch: 1, batches: 1 };
  let batches = 0;
  let batch = Math.min(asked.batch, Math.floor(lab.info().limits.arrayBytes / row));
  for (; batches < least && batch >= 1; batch = Math.floor(batch / 2)) {
    const training = trainingOn(lab, { ...asked, batch });
    await training.begin();
    const one = await training.bytesOfOne();
    const { used } = lab.memory();
    training.dispose();
    if (Number.isNaN(needed)) needed = used + (asked.batches * one * asked.batch) / batch;
    batches = Math.min(asked.batches, Math.floor((PLANNED * limit - used) / one));
    // Gradients and parameters take the same memory with any number of rows, so halving the rows may gain nothing.
    if (batches > largest.batches || (batches === 1 && largest.batch === 1))
      largest = { batch, batches };
  }
  return { task: { ...asked, ...largest }, needed };
}
