/** Minibatches of matrix products on one device or two, in turn or side by side. */

/** @typedef {{x: any, products: number}} Part the work of one device in each minibatch */
/** @typedef {'gpu'|'cpu'|'turn'|'beside'} Form */

/** The devices at work, and whether the program waits after each minibatch or at the end. */
export const FORMS = /** @type {Form[]} */ (['gpu', 'cpu', 'turn', 'beside']);
export const WAITS = /** @type {const} */ (['end', 'each']);

/** @param {Part} part */
function minibatch({ x, products }) {
  for (let i = 0; i < products; i += 1) x.dot(x).dispose();
}

/**
 * Runs all minibatches in one way, with the queues empty before and after.
 * @param {any} lab
 * @param {Part[][]} stages one after the other; the parts of a stage work side by side
 * @param {number} batches
 * @param {boolean} each wait after every minibatch
 * @returns {Promise<number>} ms
 */
export async function work(lab, stages, batches, each) {
  const start = lab.now();
  // With a wait after each minibatch the stages alternate. Otherwise all minibatches of a stage come before the next stage.
  for (let t = 0; each && t < batches; t += 1) {
    for (const parts of stages) {
      parts.forEach(minibatch);
      await lab.waitAll();
    }
  }
  for (const parts of each ? [] : stages) {
    for (let t = 0; t < batches; t += 1) parts.forEach(minibatch);
    await lab.waitAll();
  }
  return lab.now() - start;
}

/** @param {Part} gpu @param {Part} cpu @returns {Record<Form, Part[][]>} */
export const stagesOf = (gpu, cpu) => ({
  gpu: [[gpu]],
  cpu: [[cpu]],
  turn: [[gpu], [cpu]],
  beside: [[gpu, cpu]],
});

/**
 * The share of a run during which each device worked: the union of its operations' times by the time from the first
 * enqueue to the last reported end. If a device does not time its work, an operation lasts from its submission to its reported end.
 * @param {{devices: string[], device: ArrayLike<number>, enqueued: ArrayLike<number>, submitted: ArrayLike<number>, started: ArrayLike<number>, ended: ArrayLike<number>, completed: ArrayLike<number>}} trace
 * @returns {Record<string, number>} by device
 */
export function utilisation({ devices, device, enqueued, submitted, started, ended, completed }) {
  const rows = Array.from(device, (_, row) => row);
  const latest = Math.max(...rows.map((row) => completed[row]));
  const span = latest - Math.min(...rows.map((row) => enqueued[row]));
  const shares = devices.map((name, index) => {
    const own = rows.filter((row) => device[row] === index);
    const timed = own.every((row) => ended[row] >= started[row]);
    const [from, to] = timed ? [started, ended] : [submitted, completed];
    const times = own.map((row) => [from[row], to[row]]).sort(([a], [b]) => a - b);
    let [busy, until] = [0, -Infinity];
    for (const [begin, end] of times) {
      busy += Math.max(0, end - Math.max(begin, until));
      until = Math.max(until, end);
    }
    return [name, span > 0 ? Math.min(1, busy / span) : 0];
  });
  return Object.fromEntries(shares);
}
