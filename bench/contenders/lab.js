// The lab as a program uses it.

/**
 * @param {string} name
 * @param {import('/www/asynclab.js').Options} [options]
 * @returns {import('./library.js').Contender}
 */
const labWith = (name, options) => ({
  name,
  kind: options?.lazy ? 'fused' : 'eager',
  async open() {
    const { connect } = await import('/www/asynclab.js');
    return libraryOf(await connect(options));
  },
});

export const lab = labWith('lab');
/** The backend begins when the program's turn ends, so enqueuing has a core to itself. */
export const sameThread = labWith('lab, same thread', { backend: 'same' });
/** Chains wait for the next need, and become one kernel. */
export const lazy = labWith('lab, lazy', { lazy: true });
/** Every moment of every operation is recorded. */
export const tracing = traced(lab);
export const sameThreadTracing = traced(sameThread);

/** @param {import('./library.js').Contender} contender */
function traced(contender) {
  const { name, kind, open } = contender;
  const within = async () => {
    const library = await open();
    const profile = async (run) => (await library.lab.profile(run, { measure: false })).value;
    return { ...library, around: profile };
  };
  return { name: `${name}, tracing`, kind, open: within };
}

/** @param {import('/www/asynclab.js').Lab} lab @returns {import('./library.js').Library} */
function libraryOf(lab) {
  const { nd } = lab;
  return {
    lab,
    array: (values, shape) => nd.array(values, shape),
    constant: (value) => value,
    add: (x, y) => x.add(y),
    sub: (x, y) => x.sub(y),
    mul: (x, y) => x.mul(y),
    exp: (x) => x.exp(),
    log: (x) => x.log(),
    square: (x) => x.square(),
    matmul: (a, b, t) => a.matmul(b, { transposeA: t.a === true, transposeB: t.b === true }),
    sum: (x) => x.sum(),
    norm: (x) => x.norm(),
    normal: (shape, seed) => nd.random.normal(shape, { seed }),
    train: (training) => train(lab, training),
    free: (x) => x.dispose(),
    wait: () => lab.waitAll(),
    ready: (x) => x.waitToRead(),
    read: (x) => x.data(),
    close: () => lab.close(),
  };
}

/** @param {import('/www/asynclab.js').Lab} lab @param {import('./library.js').Training} training */
function train(lab, { sizes, batch, rate, x: values, weights }) {
  const { nd, nn, autograd } = lab;
  const layers = sizes.slice(1).map((units, i) => {
    const activation = i < sizes.length - 2 ? 'relu' : null;
    return new nn.Dense(units, { inputs: sizes[i], activation });
  });
  const net = new nn.Sequential(layers);
  net.initialize();
  for (const [i, layer] of layers.entries()) {
    // Its weights are [units, inputs].
    lab.tidy(() => {
      layer.weight.assign(nd.array(weights[i], [sizes[i], sizes[i + 1]]).transpose());
    });
  }
  const x = nd.array(values, [batch, sizes[0]]);
  const y = nd.ones([batch, 1]);
  const loss = new nn.L2Loss();
  const trainer = new nn.Trainer(net, 'sgd', { learningRate: rate });
  return {
    step() {
      const losses = autograd.record(() => loss(net(x), y));
      losses.backward();
      trainer.step(batch);
      losses.dispose();
    },
    wait: () => lab.waitAll(),
    async loss() {
      const mean = lab.tidy(() => loss(net(x), y).mean());
      const value = await mean.item();
      mean.dispose();
      return value;
    },
    close() {
      for (const one of [x, y, net]) one.dispose();
    },
  };
}
