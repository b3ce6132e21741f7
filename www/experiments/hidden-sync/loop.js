/** The training loop, with a wait hidden in it and without; experiment.js shows it to the reader. */

/**
 * @typedef {object} Work
 * @property {number} n features, units and rows of a minibatch
 * @property {number} batches
 * @property {number} seed
 * @property {string} wait `item` or `print`
 */

/** The arrays that a step of the training needs. @param {any} lab @param {Work} work */
export function prepare({ nd, nn, autograd }, { n, seed }) {
  const x = nd.random.normal([n, n], { seed });
  const labels = nd.ones([n, 1]);
  const net = new nn.Sequential([new nn.Dense(n, { activation: 'relu' }), new nn.Dense(1)]);
  net.initialize({ seed });
  const l2 = new nn.L2Loss({ reduction: 'mean' });
  const trainer = new nn.Trainer(net, 'sgd', { learningRate: 0.01 });
  const step = () => {
    const loss = autograd.record(() => l2(net(x), labels));
    loss.backward();
    trainer.step(1);
    return loss;
  };
  const dispose = () => {
    for (const array of [x, labels]) array.dispose();
    net.dispose();
  };
  return { step, dispose };
}

/**
 * Trains and adds up the loss on the host, which has to be fetched for it after every minibatch.
 * @param {ReturnType<typeof prepare>} training
 * @param {Work} work
 * @param {import('../../lib/call-site.js').Marks} [marks] told of each place that waits
 */
export async function withWait({ step }, { batches, wait }, marks) {
  let total = 0;
  for (let i = 0; i < batches; i += 1) {
    const loss = step();
    if (wait === 'print') {
      marks?.here('print');
      await loss.print();
    } else {
      marks?.here('item');
      total += await loss.item();
    }
    loss.dispose();
  }
  return total / batches;
}

/**
 * Trains and adds up the loss on the device; it is fetched once, at the end.
 * @param {ReturnType<typeof prepare>} training
 * @param {Work} work
 * @param {any} lab
 * @param {import('../../lib/call-site.js').Marks} [marks]
 */
export async function withoutWait({ step }, { batches }, { nd }, marks) {
  let total = nd.zeros([]);
  for (let i = 0; i < batches; i += 1) {
    const loss = step();
    const sum = total.add(loss);
    for (const array of [total, loss]) array.dispose();
    total = sum;
  }
  marks?.here('once');
  const mean = await total.item();
  total.dispose();
  return mean / batches;
}
