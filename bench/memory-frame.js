// Posts to the page around it the bytes of GPU buffers that a library holds while it trains. They are counted in `createBuffer`, so
// that all libraries are counted alike.
import { contenders } from './contenders/index.js';
import { sameThread } from './contenders/lab.js';
import { trainedOnce } from './reference.js';
import { SMALL, trainingOf } from './workloads/training.js';

const held = { now: 0, most: 0 };
const add = (bytes) => {
  held.now += bytes;
  held.most = Math.max(held.most, held.now);
};
/** A buffer that is collected without having been destroyed no longer counts, either. */
const collected = new FinalizationRegistry((bytes) => add(-bytes));
const { createBuffer } = GPUDevice.prototype;
const { destroy } = GPUBuffer.prototype;
const alive = new WeakMap();
GPUDevice.prototype.createBuffer = function count(descriptor) {
  const buffer = createBuffer.call(this, descriptor);
  add(buffer.size);
  alive.set(buffer, buffer.size);
  collected.register(buffer, buffer.size, buffer);
  return buffer;
};
GPUBuffer.prototype.destroy = function discount() {
  add(-(alive.get(this) ?? 0));
  alive.delete(this);
  collected.unregister(this);
  destroy.call(this);
};

/** @param {string} name @param {number} steps @param {boolean} waiting after each */
async function measure(name, steps, waiting) {
  // The lab runs on this thread, so that its buffers can be counted, too.
  const contender = name === 'lab' ? sameThread : contenders.find((one) => one.name === name);
  const library = await contender.open();
  const reason = library.lacks?.train;
  if (reason) return { reason };
  const training = trainingOf(SMALL);
  const trained = await library.train(training);
  const first = await trained.loss();
  const [expected] = trainedOnce(training);
  if (!(Math.abs(first - expected) <= 1e-3 * expected))
    throw new Error(`the loss is ${first}, not ${expected}`);
  const before = held.now;
  held.most = before;
  for (let step = 0; step < steps; step += 1) {
    trained.step();
    if (waiting) await trained.wait();
  }
  await trained.wait();
  const figures = { before, most: held.most, after: held.now };
  const last = await trained.loss();
  if (!(last < first)) throw new Error(`the loss went from ${first} to ${last}`);
  return figures;
}

const [name, steps, waiting] = JSON.parse(decodeURIComponent(location.search.slice(1)));
measure(name, steps, waiting).then(
  (figures) => parent.postMessage(figures, location.origin),
  (error) => parent.postMessage({ error: error.message }, location.origin),
);
