// Garbage as arguments of all calls: every rejection is an error of the lab, and the lab goes on. In Node.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LabError, connect } from '../../www/asynclab.js';

const RUNS = Number(process.env.RUNS ?? 4000);

/** Values that no program passes on purpose: of every type, and some that cannot be converted to text. */
const garbage = (lab) => {
  const { nd, nn } = lab;
  const array = nd.ones([2, 3]);
  const gone = nd.ones([2]);
  gone.dispose();
  const silent = Object.create(null);
  const self = [];
  self.push(self);
  const special = [
    undefined,
    null,
    Symbol('garbage'),
    7n,
    NaN,
    Infinity,
    -1,
    1e10,
    -0,
    '',
    'cpu',
    () => {},
    new Map([[1, 2]]),
    new Date(NaN),
    silent,
    self,
    BigInt64Array.of(1n),
    new DataView(new ArrayBuffer(8)),
    Float64Array.of(1, 2),
    { toString: () => 7n },
    { device: Symbol('device') },
    { seed: 7n },
    { keepDims: Symbol('keep') },
    Promise.resolve(1),
    array,
    gone,
    nd.array(3),
    lab,
    new nn.Dense(2),
  ];
  return fc.oneof(
    fc.constantFrom(...special),
    fc.array(fc.constantFrom(...special), { maxLength: 3 }),
    fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, maxDepth: 2 }),
    fc.integer({ min: -3, max: 8 }),
    fc.array(fc.integer({ min: -1, max: 4 }), { maxLength: 7 }),
  );
};

/** The names of the methods of an object and of its prototypes. */
function methods(object, without = []) {
  const names = new Set();
  for (let at = object; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at))
      if (typeof Object.getOwnPropertyDescriptor(at, name).value === 'function') names.add(name);
  const skipped = ['constructor', 'valueOf', 'toJSON', 'length', 'name', 'prototype', ...without];
  return [...names].filter((name) => !skipped.includes(name));
}

/** The calls of a session. Here they throw their errors, which a session returns. */
const rejecting = (session) =>
  // A bound that is accepted would make other calls fail. `bounds-units.test.mjs` has the bounds that are rejected.
  methods(session, [
    'boundOperations',
    'close',
    'loseDevice',
    'onLeave',
    'beginCapture',
    'beginTrace',
    'endTrace',
  ]).map((method) => [
    `session.${method}`,
    async (...given) => {
      session.takeError();
      const result = await session[method](...given);
      const error = method === 'takeError' ? result : (result?.error ?? session.takeError());
      if (error) throw error;
    },
  ]);

/** The calls, as `[name, call(...given)]`. */
function calls(lab) {
  const { nd, nn, autograd } = lab;
  const array = () => nd.ones([2, 3]);
  // Calls that end the lab and internal calls are left out.
  const ofLab = methods(lab, ['close', 'loseDevice', 'untidied', 'indexOf']);
  const ofGradients = methods(autograd, ['attach', 'gradientOf', 'zero', 'backward', 'assign']);
  const of = (name, object, names) =>
    names.map((method) => [`${name}.${method}`, (...given) => object()[method](...given)]);
  const net = () => {
    const net = new nn.Sequential([new nn.Dense(1, { inputs: 3 })]);
    net.initialize({ seed: 1 });
    return net;
  };
  const { schedule, ...classes } = nn;
  const trained = (rate) => {
    const parameters = [nd.ones([2]).attachGrad()];
    autograd.record(() => parameters[0].sum()).backward();
    new nn.Trainer(parameters, 'sgd', { learningRate: () => rate }).step(1);
  };
  const makes = Object.keys(classes).flatMap((name) => [
    [`new nn.${name}`, (...given) => new nn[name](...given)],
    [`nn.${name}`, (...given) => nn[name](...given)],
  ]);
  const blocks = [
    ['net', (...given) => net()(...given)],
    ['net.add', (...given) => net().add(...given)],
    ['net.initialize', (...given) => net().initialize(...given)],
    ['dense.initialize', (...given) => new nn.Dense(1).initialize(...given)],
    ['loss', (...given) => new nn.L2Loss()(...given)],
    ['step', (...given) => new nn.Trainer(net(), 'sgd').step(...given)],
    ['step at a rate', trained],
    ['step of', (given) => new nn.Trainer({ parameters: () => given }, 'adam').step(1)],
    ['trainer', (given) => new nn.Trainer(given, 'adam').step(1)],
    ['net.load', (...given) => net().load(...given)],
    ['net.load of a file', async (...given) => net().load(await net().state(), ...given)],
    ['net.load by names', async (name) => net().load(await net().state(), () => name)],
    ['dropout', (...given) => autograd.record(() => new nn.Dropout(0.5)(...given))],
    ['nd.concat of two', (a, b, ...given) => nd.concat([a, b], ...given)],
    ['nd.where there', (...given) => nd.where(array(), ...given)],
    ['array.slice behind', (...given) => array().slice(null, ...given)],
    ['array.take there', (...given) => array().take([1, 0], ...given)],
    ['array.segmentSum there', (...given) => array().segmentSum([1, 0], ...given)],
    ['array.var with', (correction) => array().var(0, { correction })],
    ['nd.random.integers with', (low, high) => nd.random.integers([2], { low, high })],
    ...methods(schedule).flatMap((name) => [
      [`nn.schedule.${name}`, (...given) => schedule[name](...given)],
      [
        `nn.schedule.${name} with`,
        (from, to, steps, warmup) =>
          schedule[name](
            name === 'cosine' ? { from, to, steps, warmup } : { from, factor: to, every: steps },
          ),
      ],
    ]),
  ];
  return [
    ...of('nd', () => nd, methods(nd)),
    ...of('nd.random', () => nd.random, methods(nd.random)),
    ...of('array', array, methods(array(), ['constructor'])),
    ...of('lab', () => lab, ofLab),
    ...of('autograd', () => autograd, ofGradients),
    ...of('window', () => lab.window(2), ['next', 'finish']),
    ...rejecting(lab.session),
    ...makes,
    ...blocks,
  ];
}

test('whatever a call rejects, it rejects with an error of the lab', async (t) => {
  t.mock.method(console, 'log', () => {});
  const unhandled = [];
  const note = (error) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const lab = await connect({ device: 'cpu' });
  t.after(() => lab.close());
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`SEED=${seed} RUNS=${RUNS}`);
  const all = calls(lab);
  const rejected = { count: 0 };
  const property = fc.asyncProperty(
    fc.constantFrom(...all),
    fc.array(garbage(lab), { maxLength: 4 }),
    async ([name, call], given) => {
      const before = lab.autograd.recording;
      try {
        await call(...given);
      } catch (error) {
        rejected.count += 1;
        assert.ok(error instanceof LabError, `${name}: ${error?.stack ?? String(error)}`);
        assert.match(error.code, /^[A-Z_]+$/);
      }
      lab.autograd.setRecording(before);
    },
  );
  await fc.assert(property, { numRuns: RUNS, seed, endOnFailure: true });
  assert.ok(rejected.count > RUNS / 10, `only ${rejected.count} of ${RUNS} were rejected`);
  assert.equal(await lab.nd.arange(4).sum().item(), 6, 'the lab goes on');
  await lab.close();
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', note);
  assert.deepEqual(unhandled, []);
});

test('options that are garbage are rejected with an error of the lab', async (t) => {
  const names = [
    'device',
    'devices',
    'opsPerSubmit',
    'workPerSubmit',
    'maxInFlight',
    'allocator',
    'memoryLimit',
    'kernels',
    'maxQueued',
    'maxQueuedBytes',
    'blocking',
    'lazy',
    'seed',
    'backend',
    'base',
    'engine',
    'worker',
    'deadline',
    'sim',
    'nudge',
  ];
  const lab = await connect({ device: 'cpu' });
  t.after(() => lab.close());
  const property = fc.asyncProperty(
    fc.oneof(
      fc
        .tuple(fc.constantFrom(...names), garbage(lab))
        .map(([name, value]) => ({ device: 'cpu', [name]: value })),
      garbage(lab),
    ),
    async (options) => {
      try {
        await (await connect(options)).close();
      } catch (error) {
        assert.ok(error instanceof LabError, error?.stack ?? String(error));
      }
    },
  );
  await fc.assert(property, { numRuns: 400, endOnFailure: true });
});
