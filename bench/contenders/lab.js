// The lab as a program uses it.
import { eagerChain } from './library.js';

/** Where `bench --against` puts the library of another checkout. */
const EARLIER = '/bench/pkg/earlier/asynclab.js';

/**
 * @param {string} name
 * @param {import('/www/asynclab.js').Options} [options]
 * @param {string} [from]
 * @returns {import('./library.js').Contender}
 */
const oneLab = (name, options, from = '/www/asynclab.js') => ({
  name,
  kind: options?.lazy ? 'fused' : 'eager',
  async open() {
    const { connect } = await import(from);
    return libraryOf(await connect(options));
  },
});
/** @param {string} name @param {import('/www/asynclab.js').Options} [options] */
const labWith = (name, options) => ({
  ...oneLab(name, options),
  earlier: oneLab(`${name}, earlier`, options, EARLIER),
});

export const lab = labWith('lab');
/** The backend begins when the program's turn ends, so enqueuing has a core to itself. */
export const sameThread = labWith('lab, same thread', { backend: 'same' });
/** Chains are enqueued when a result is needed, and become one kernel. */
export const lazy = labWith('lab, lazy', { lazy: true });
/** Chains, layers and steps are compiled functions. */
export const compiled = {
  name: 'lab, compiled',
  /** @type {'fused'} */
  kind: 'fused',
  async open() {
    const library = await lab.open();
    const { lab: one, layers } = library;
    return {
      ...library,
      chain: (steps, n) => one.compile(eagerChain(library, steps, n)),
      layers: (weights, biases) => one.compile(layers(weights, biases)),
      train: (training) => train(one, training, (step) => one.compile(step)),
    };
  },
};
/** Every moment of every operation is recorded. */
export const tracing = traced(lab);
export const sameThreadTracing = traced(sameThread);

/** @param {import('./library.js').Contender} contender @returns {import('./library.js').Contender} */
function traced(contender) {
  const { name, kind, open, earlier } = contender;
  const within = async () => {
    const library = await open();
    const profile = async (run) => (await library.lab.profile(run, { measure: false })).value;
    return { ...library, around: profile };
  };
  return {
    name: `${name}, tracing`,
    kind,
    open: within,
    ...(earlier && { earlier: traced(earlier) }),
  };
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
    layers: (weights, biases) => (x) => layersOf(lab, x, weights, biases),
    train: (training) => train(lab, training, (step) => step),
    free: (x) => x.dispose(),
    wait: () => lab.waitAll(),
    ready: (x) => x.waitToRead(),
    read: (x) => x.data(),
    close: () => lab.close(),
  };
}

/** @param {import('/www/asynclab.js').Lab} lab */
const layersOf = (lab, x, weights, biases) =>
  lab.tidy(() => weights.reduce((y, weight, i) => y.matmul(weight).add(biases[i]).tanh(), x));

/** @param {import('/www/asynclab.js').Lab} lab @param {import('./library.js').Training} training @param {(step: any) => any} compile */
function train(lab, { sizes, batch, rate, x: values, weights }, compile) {
  const { nd, nn, autograd } = lab;
  const layers = sizes.slice(1).map((units, i) => {
    const activation = i < sizes.length - 2 ? 'relu' : null;
    return new nn.Dense(units, { inputs: sizes[i], activation });
  });
  const net = new nn.Sequential(layers);
  net.initialize();
  for (const [i, layer] of layers.entries()) {
    // The lab's weights are [units, inputs].
    lab.tidy(() => {
      layer.weight.assign(nd.array(weights[i], [sizes[i], sizes[i + 1]]).transpose());
    });
  }
  const x = nd.array(values, [batch, sizes[0]]);
  const y = nd.ones([batch, 1]);
  const loss = new nn.L2Loss();
  const trainer = new nn.Trainer(net, 'sgd', { learningRate: rate });
  const step = compile(() => {
    const losses = autograd.record(() => loss(net(x), y));
    losses.backward();
    trainer.step(batch);
    return losses;
  });
  return {
    step: () => step().dispose(),
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
