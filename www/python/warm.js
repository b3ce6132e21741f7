// The kernels of common operations, compiled while Python starts: a first cell would wait for each of them.

/** @typedef {import('../lib/lab.js').Lab} Lab */

/** A minibatch's size, and that of a layer: kernels are the same for larger ones, and what is left of the memory's peak is small. */
const SIZE = 32;
const CLASSES = 4;

/**
 * Computes a little of everything that a perceptron's training needs, and gives the memory back.
 *
 * @param {Lab} lab
 */
export async function warm(lab) {
  const { nd, nn, autograd } = lab;
  lab.tidy(() => {
    const x = nd.random.normal([SIZE, SIZE], { seed: 1 });
    const label = nd.zeros([SIZE]);
    const net = new nn.Sequential([
      new nn.Dense(SIZE, { activation: 'relu' }),
      new nn.Dense(CLASSES),
    ]);
    net.initialize({ seed: 1 });
    const loss = new nn.CrossEntropyLoss();
    const trainer = new nn.Trainer(net, 'sgd', { learningRate: 0.1 });
    autograd.record(() => loss(net(x), label)).backward();
    trainer.step(SIZE);
    const scores = net(x);
    scores.argmax(1).equal(label).mean();
    const row = x.slice([0, 1]);
    for (const y of [x.sub(row), x.mul(2), x.div(x.square().add(1)), x.maximum(0), x.greater(0)])
      y.sum();
    x.abs().sqrt().neg().exp().sum(0).mean();
    x.take(nd.arange(0, 4), 0).T.reshape([-1]);
    nd.random.uniform([SIZE], { seed: 1 }).pow(2);
    net.dispose();
  });
  await lab.waitAll();
  lab.trim();
  await lab.waitAll(); // What is given back is known with an answer.
}
