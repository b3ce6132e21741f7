// The kernels of common operations, compiled while Python starts: a first cell would wait for each of them.

/** @typedef {import('../lib/lab.js').Lab} Lab */
/** @typedef {import('../lib/array/ndarray.js').NDArray} NDArray */

/** The book's minibatch and layer: kernels are chosen by size, and larger products have these too. */
const SIZE = 256;
const CLASSES = 10;
/** Numbers of elements for which an operation has another kernel: many and few. */
const SHAPES = [
  [1024, 10],
  [8, 2],
];
/** By what the book uses first. @type {((x: NDArray) => any)[]} */
const COMMON = [
  (x) => x.slice([0, x.shape[0] * 0.75]).sub(x.slice([0, 1])),
  (x) => x.argmax(1).equal(x.max(1)).mean(),
  (x) => x.mul(2).add(x.add(1)).div(x),
  (x) => x.mul(x).sub(x.sub(1)).sum(),
  (x) => x.maximum(0).greater(0).mean(),
  (x) => x.mul(10).floor().minimum(9).T.reshape([-1]),
  (x) => [x.square(), x.sqrt(), x.exp(), x.abs()],
  (x) => [x.tanh(), x.sigmoid(), x.neg(), x.log()],
];

/**
 * Computes what a perceptron's training needs, part by part until it is told to end, and gives the memory back. Its peak stays below 4 MB.
 *
 * @param {Lab} lab
 * @param {() => boolean} [enough] whether nobody has to wait for Python any more
 */
export async function warm(lab, enough = () => false) {
  const parts = SHAPES.flatMap((shape) =>
    COMMON.map((compute) => () => compute(lab.nd.random.uniform(shape, { seed: 1 }))),
  );
  for (const part of [() => step(lab, false), () => step(lab, true), ...parts]) {
    if (enough()) break;
    lab.tidy(() => void part());
    await lab.waitAll();
  }
  lab.trim();
  await lab.waitAll(); // What is given back is known with an answer.
}

/** A step of a network with one hidden layer, or the way to its loss. @param {Lab} lab @param {boolean} learns */
function step({ nd, nn, autograd }, learns) {
  const x = nd.random.normal([SIZE, SIZE], { seed: 1 });
  const net = new nn.Sequential([
    new nn.Dense(SIZE, { activation: 'relu' }),
    new nn.Dense(CLASSES),
  ]);
  net.initialize({ seed: 1 });
  const loss = new nn.CrossEntropyLoss();
  const trainer = new nn.Trainer(net, 'sgd', { learningRate: 0.1 });
  const lost = autograd.record(() => loss(net(x), nd.zeros([SIZE])).mean());
  if (learns) {
    lost.backward();
    trainer.step(1);
  }
  net.dispose();
}
