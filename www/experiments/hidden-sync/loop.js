/** The loop with and without a hidden wait, in training or inference; program.js has the text that the reader sees. */

/**
 * @typedef {object} Work
 * @property {number} n features, units and rows of a minibatch
 * @property {number} batches
 * @property {number} seed
 * @property {string} wait `item`, `print`, or `copy`: to the host and back
 * @property {string} read when the loss is read: `before` the backward pass, or `after` the step
 * @property {string} task `training`, or `inference`: the forward pass alone
 */

/** The forward pass and the update of a minibatch, and a function that disposes their arrays. @param {any} lab @param {Work} work */
export function prepare({ nd, nn, autograd }, { n, seed, task }) {
  const x = nd.random.normal([n, n], { seed });
  const labels = nd.ones([n, 1]);
  const net = new nn.Sequential([new nn.Dense(n, { activation: 'relu' }), new nn.Dense(1)]);
  net.initialize({ seed });
  const dispose = () => {
    for (const array of [x, labels]) array.dispose();
    net.dispose();
  };
  if (task === 'inference') {
    const forward = () => {
      const scores = net(x);
      const mean = scores.mean();
      scores.dispose();
      return mean;
    };
    return { forward, update: () => {}, dispose };
  }
  const l2 = new nn.L2Loss({ reduction: 'mean' });
  const trainer = new nn.Trainer(net, 'sgd', { learningRate: 0.01 });
  const forward = () => autograd.record(() => l2(net(x), labels));
  const update = (/** @type {any} */ loss) => {
    loss.backward();
    trainer.step(1);
  };
  return { forward, update, dispose };
}

/**
 * The loop in which the host reads the loss after every minibatch.
 * @param {ReturnType<typeof prepare>} training
 * @param {Work} work
 * @param {any} lab
 * @returns {Promise<number[]>} how long each copy back to the device blocked the program, ms
 */
export async function withWait({ forward, update }, { batches, wait, read }, lab) {
  const uploads = [];
  let sum = wait === 'copy' ? lab.nd.zeros([]) : null;
  for (let i = 0; i < batches; i += 1) {
    const loss = forward();
    if (read !== 'before') update(loss);
    if (wait === 'print') {
      await loss.print();
    } else if (wait === 'copy') {
      const host = await loss.data();
      const start = lab.now();
      const back = lab.nd.array(host);
      uploads.push(lab.now() - start);
      sum = added(sum, back);
    } else {
      await loss.item();
    }
    if (read === 'before') update(loss);
    loss.dispose();
  }
  sum?.dispose();
  return uploads;
}

/**
 * Adds up the loss on the device; it is fetched once, at the end.
 * @param {ReturnType<typeof prepare>} training
 * @param {Work} work
 * @param {any} lab
 */
export async function withoutWait({ forward, update }, { batches }, { nd }) {
  let sum = nd.zeros([]);
  for (let i = 0; i < batches; i += 1) {
    const loss = forward();
    update(loss);
    sum = added(sum, loss);
  }
  const total = await sum.item();
  sum.dispose();
  return total / batches;
}

/** The sum; disposes its two terms. @param {any} sum @param {any} term */
function added(sum, term) {
  const next = sum.add(term);
  for (const array of [sum, term]) array.dispose();
  return next;
}
