import { plain, quantity, whole } from '../../kit/format.js';
import { KEYS } from '../../kit/languages.js';
import { lazily } from '../../kit/lazy.js';
import { mount } from '../../sandbox/mount.js';
import { SandboxThread } from '../../sandbox/thread.js';
import { idleTimes } from '../../kit/analysis.js';
import { ms } from '../lib/quantities.js';
import { choiceOf } from '../lib/verdict.js';
import { resultOf, sitesOf } from './judge.js';
import { PUZZLE } from './puzzle.js';

const START = `import { connect } from './www/asynclab.js';

const lab = await connect(); // on the device that is chosen below
const { nd } = lab;

const start = lab.now();
const x = nd.random.uniform([256, 256], { seed: 1 });
let y = x;
for (let i = 0; i < 10; i++) y = nd.dot(y, x).mul(0.01);
console.log('queued after', lab.now() - start, 'ms');
console.log('norm', await y.norm().item());
`;

const HIDDEN_WAIT = `import { connect } from './www/asynclab.js';

const lab = await connect();
const { nd } = lab;

let x = nd.ones([128, 128]);
for (let i = 0; i < 20; i++) {
  x = nd.dot(x, x).div(128);
  if ((await x.max().item()) > 2) break; // asks the device each time
}
await x.print();
`;

const PYTORCH = `import torch

x = torch.rand(256, 256, device='cuda')  # on the device that is chosen below
y = x
for i in range(10):
    y = torch.mm(y, x) * 0.01
print('all is enqueued')
print('norm', y.norm().item())
`;

const JAX = `import jax
import jax.numpy as jnp

x = jax.random.uniform(jax.random.key(0), (256, 256))  # on the device that is chosen below
y = x
for i in range(10):
    y = jnp.dot(y, x) * 0.01
print('all is enqueued')
print('norm', jnp.linalg.norm(y).item())
`;

const TENSORFLOW = `import tensorflow as tf

x = tf.random.uniform((256, 256))  # on the device that is chosen below
y = x
for i in range(10):
    y = tf.matmul(y, x) * 0.01
print('all is enqueued')
print('norm', float(tf.norm(y)))
`;

const MXNET = `from mxnet import np, npx
npx.set_np()

x = np.random.uniform(size=(256, 256))
y = x
for i in range(10):
    y = np.dot(y, x) * 0.01
print('all is enqueued')
print('norm', y.norm().item())
`;

/** Most characters of a line in the table. */
const LONGEST = 200;
/** @param {string} line */
const shortened = (line) => (line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line);

const CHOICES = [{ key: 'little', below: 0.1 }, { key: 'part', below: 0.5 }, { key: 'most' }];

/** @type {import('../../kit/types.js').ExperimentFile} */
export default {
  devices: ['webgpu', 'cpu', 'sim'],
  parameters: {
    language: { choices: KEYS, default: 'javascript' },
    program: { text: 20_000, lines: true, default: START },
    record: { choices: ['operations', 'nothing'], default: 'operations', advanced: true },
    seed: { min: 0, max: 2 ** 31 - 1, default: 1, advanced: true },
  },
  presets: {
    start: { program: START },
    'hidden-wait': { program: HIDDEN_WAIT },
    puzzle: { program: PUZZLE },
    pytorch: { language: 'pytorch', program: PYTORCH },
    jax: { language: 'jax', program: JAX },
    tensorflow: { language: 'tensorflow', program: TENSORFLOW },
    mxnet: { language: 'mxnet', program: MXNET },
  },
  prediction: {
    // The share is that of this one run and no estimate, so it is its own interval.
    of: ({ measures: { waiting }, info }) =>
      choiceOf({ low: waiting.value, high: waiting.value, ...waiting }, CHOICES, info),
    choices: CHOICES,
  },
  variations: {
    unrecorded: { set: () => ({ record: 'nothing' }), watch: [] },
    cpu: { set: () => ({ device: 'cpu' }), watch: ['blocked'] },
  },
  figures: [
    { kind: 'trace', name: 'trace', charts: ['timeline', 'series'], of: ({ trace }) => trace },
  ],
  thread: async ({ parameters }) => {
    if (parameters.language === 'javascript') return new SandboxThread(resultOf);
    const { PythonThread } = await import('../../python/thread.js');
    return new PythonThread(resultOf);
  },
  binds: true,
  opened: (view) => void mount(view),
  // The idle time in the figure that waits do not cause.
  derived: ({ trace }) => {
    const idle = trace ? (idleTimes(trace) ?? []) : [];
    const sum = (/** @type {string} */ of) =>
      idle.reduce((total, { from, to, cause }) => total + (cause === of ? to - from : 0), 0);
    const [empty, backend] = [sum('frontend'), sum('backend')];
    return { idleElse: ms(empty + backend), idleEmpty: ms(empty), idleBackend: ms(backend) };
  },
  program: ({ program }) => String(program),
  lines: ({ output = [] }) => output,
  table: ({ trace, parameters }, say) => {
    const text = String(parameters.program).split('\n');
    const sites = trace ? sitesOf(trace) : [];
    const time = (/** @type {number} */ value) => plain(quantity({ value, unit: 'ms' }));
    return {
      columns: ['line', 'kind', 'count', 'blocked', 'during', 'after'].map((key) =>
        say(`column-${key}`),
      ),
      // An imported program may wait in any number of places.
      rows: lazily(sites.length, (i) => {
        const { place, kind, count, blocked, during, after } = sites[i];
        const line = shortened((text[Number(place) - 1] ?? '').trim());
        return [
          Number(place) ? `${place}: ${line}` : '–',
          kind,
          whole(count),
          ...[blocked, during, after].map(time),
        ];
      }),
    };
  },
};
