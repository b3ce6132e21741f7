// The kernels of common operations, compiled while Python starts: a first cell would wait for each of them.

/** @typedef {import('../lib/lab.js').Lab} Lab */
/** @typedef {import('../lib/array/ndarray.js').NDArray} NDArray */

/** The networks of the book: with layers of some hundred outputs, and with few. Kernels are chosen by size, and still larger products have the same kernels. */
const NETWORKS = /** @type {const} */ ([
  { batch: 256, features: 256, hidden: 256, classes: 10, optimizer: 'sgd' },
  { batch: 1000, features: 20, hidden: 64, classes: 2, optimizer: 'adam' },
]);
/** Numbers of elements for which an operation has another kernel: many and few. */
const SHAPES = [
  [1024, 10],
  [8, 2],
];
/** Common operations, in the order in which the book uses them. @type {((x: NDArray) => any)[]} */
const COMMON = [
  (x) => x.slice([0, x.shape[0] * 0.75]).sub(x.slice([0, 1])),
  (x) => x.argmax(1).equal(x.max(1)).mean(),
  // The rows of a minibatch.
  (x) => x.take(x.argmax(1)),
  (x) => x.mul(2).add(x.add(1)).div(x),
  (x) => x.mul(x).sub(x.sub(1)).sum(),
  (x) => x.maximum(0).greater(0).mean(),
  (x) => x.mul(10).floor().minimum(9).T.reshape([-1]),
  (x) => [x.square(), x.sqrt(), x.exp(), x.abs()],
  (x) => [x.tanh(), x.sigmoid(), x.neg(), x.log()],
];

/**
 * Computes the operations of a perceptron's training, part by part, and gives the memory back. Its peak stays below 4 MB.
 *
 * The networks are computed in any case: a cell would wait longer for their kernels, one by one. The other operations are only computed while Python
 * starts.
 *
 * @param {Lab} lab
 * @param {() => boolean} [enough] whether Python has started
 */
export async function warm(lab, enough = () => false) {
  const steps = [step, scratch].flatMap((way) =>
    NETWORKS.map((network) => () => way(lab, network)),
  );
  const parts = SHAPES.flatMap((shape) =>
    COMMON.map((compute) => () => compute(lab.nd.random.uniform(shape, { seed: 1 }))),
  );
  for (const part of [...steps, ...parts]) {
    if (!steps.includes(part) && enough()) break;
    lab.tidy(() => void part());
    await lab.waitAll();
  }
  lab.trim();
  await lab.waitAll(); // The answer reports that the memory was given back.
}

/** A training step of a network with one hidden layer. @param {Lab} lab @param {typeof NETWORKS[number]} network */
function step({ nd, nn, autograd }, { batch, features, hidden, classes, optimizer }) {
  const x = nd.random.normal([batch, features], { seed: 1 });
  const layers = [new nn.Dense(hidden), new nn.Dense(classes)];
  for (const layer of layers) layer.initialize({ seed: 1 });
  const net = new nn.Sequential(layers);
  const loss = new nn.CrossEntropyLoss();
  const trainer = new nn.Trainer(net, optimizer, { learningRate: 0.1 });
  const lost = autograd.record(() => {
    const inner = layers[0](x);
    // Both ways to write ReLU: as an operation, and as the maximum with zeros.
    const active = optimizer === 'adam' ? inner.maximum(nd.zeros([batch, hidden])) : inner.relu();
    return loss(layers[1](active), nd.zeros([batch])).mean();
  });
  lost.backward();
  trainer.step(1);
  trainer.dispose();
  net.dispose();
}

/** The same from scratch: weights are not transposed, and the loss is made of its parts. @param {Lab} lab @param {typeof NETWORKS[number]} network */
function scratch({ nd, autograd }, { batch, features, hidden, classes }) {
  const x = nd.random.normal([batch, features], { seed: 1 });
  const made = (/** @type {number[]} */ shape) => nd.random.normal(shape, { seed: 1 }).mul(0.1);
  const parameters = [[features, hidden], [hidden], [hidden, classes], [classes]].map(made);
  const [w1, b1, w2, b2] = parameters;
  for (const parameter of parameters) parameter.attachGrad();
  const rows = nd.zeros([batch]);
  const lost = autograd.record(() => {
    const inner = x
      .matmul(w1)
      .add(b1)
      .maximum(nd.zeros([batch, hidden]));
    const raised = inner.matmul(w2).add(b2).exp();
    const likely = raised
      .div(raised.sum(1, { keepDims: true }))
      .reshape([-1])
      .take(rows);
    return likely.log().neg().mean();
  });
  lost.backward();
  for (const parameter of parameters)
    parameter.sub(/** @type {NDArray} */ (parameter.grad).mul(0.1));
}
