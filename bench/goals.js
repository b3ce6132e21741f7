// The lab's goals, as ratios of medians from one run.
import { median, short } from './measure.js';

/**
 * A figure of a contender, in the case whose name begins with `name`.
 * @typedef {[name: string, contender: string, figure: string]} Place
 *
 * @typedef {object} Goal
 * @property {string} name
 * @property {Place} of
 * @property {Place} [to] the figure to compare with; if missing, the bound is for the figure itself
 * @property {number} most the ratio, or the figure
 * @property {number} [scale] a factor of the ratio, where the two do different amounts of work
 */

/** The eager peers: operations that `jit` fuses cannot be compared with single ones. */
const EAGER = ['TensorFlow.js', 'jax-js', 'ONNX Runtime Web', 'webgpu-torch'];
const SAME_THREAD = 'lab, same thread';
const ADD = 'y = x + 1, n = 1024';
const CHAIN = 'y = y + 1, n = 1024';
const WAITING = 'y = x + 1, waiting each time, n = 1024';
const FULL = 'training step, 512-2048-512-1';
const STEP = 'compiled training step';
const LAYERS = '120 layers of 16 units';
const EIGHT = 'compiled chain of 8, n';
/** A chain whose arithmetic costs little on any device, so that bytes decide. */
const LIGHT = 'compiled chain of 8 without exp and log';
const SAME_BYTES = 'one operation of the same bytes';
const ADDS = '64 adds';
const START = 'connect to first result';
const product = (size) => `A·B, ${size} × ${size} × ${size}`;
const ODD = 'A·B, 999 × 1001 × 1003';
const EVEN = 'A·B, 1000 × 1002 × 1004';

/** @param {string} name @param {Place} of @param {number} most @param {Place} [to] @param {number} [scale] @returns {Goal} */
const goal = (name, of, most, to, scale) => ({ name, of, most, to, scale });
/** Goals against each peer that has the operation: at most `most` times its figure. @param {string} name @param {Place} of @returns {Goal[]} */
const ahead = (name, of, most = 1) =>
  EAGER.map((peer) =>
    goal(`${name}: ${most === 1 ? 'less than' : `${most} ×`} ${peer}`, of, most, [
      of[0],
      peer,
      of[2],
    ]),
  );
/** The lab as it is by default, and without a second thread. @type {[who: string, where: string][]} */
const THREADS = [
  ['lab', ''],
  [SAME_THREAD, ', same thread'],
];

/** @type {Goal[]} */
export const goals = [
  // With the backend on a worker, three threads share two cores.
  ...THREADS.flatMap(([who, where]) => {
    const name = `enqueue${where}`;
    const of = /** @type {Place} */ ([ADD, who, 'enqueue']);
    return [
      goal(`${name}, y = x + 1: 0.2 µs at most`, of, 0.2),
      goal(`${name}: 100 × less than TensorFlow.js`, of, 0.01, [ADD, 'TensorFlow.js', 'enqueue']),
      goal(`${name}: less than hand-written`, of, 1, [ADD, 'hand-written', 'enqueue']),
    ];
  }),
  ...THREADS.map(([who]) =>
    goal(
      `${who}: tracing costs 20 % of the enqueue at most`,
      [ADD, `${who}, tracing`, 'enqueue'],
      1.2,
      [ADD, who, 'enqueue'],
    ),
  ),
  ...THREADS.map(([who, where]) =>
    goal(`until done${where}: 1.05 × hand-written`, [ADD, who, 'done'], 1.05, [
      ADD,
      'hand-written',
      'done',
    ]),
  ),
  ...[
    ['until done', ADD, 'TensorFlow.js', 0.75],
    ['until done', ADD, 'jax-js', 0.1],
    ['until done, each on the one before', CHAIN, 'jax-js', 0.1],
  ].map(([name, where, who, most]) =>
    goal(`${name}: ${most} × ${who}`, [where, 'lab', 'done'], most, [where, who, 'done']),
  ),
  // At most 1.05 × each peer is at most 1.05 × the best one.
  ...THREADS.flatMap(([who, where]) =>
    ahead(`waiting each time${where}`, [WAITING, who, 'done'], 1.05),
  ),
  ...[1000, 1024].flatMap((size) =>
    [
      ['jax-js', 1.4],
      ['TensorFlow.js', 6],
      ['ONNX Runtime Web', 6],
    ].map(([who, times]) =>
      goal(
        `product ${size}³: ${times} × the rate of ${who}`,
        [product(size), 'lab', 'done'],
        1 / times,
        [product(size), who, 'done'],
      ),
    ),
  ),
  goal(
    'product, odd shape: 0.85 of the rate at the next even one',
    [ODD, 'lab', 'done'],
    1 / 0.85,
    [EVEN, 'lab', 'done'],
    (1000 * 1002 * 1004) / (999 * 1001 * 1003),
  ),
  goal('training step: 0.6 × jax-js with jit', [FULL, 'lab', 'done'], 0.6, [
    FULL,
    'jax-js, jit',
    'done',
  ]),
  goal('training step: 0.3 × TensorFlow.js', [FULL, 'lab', 'done'], 0.3, [
    FULL,
    'TensorFlow.js',
    'done',
  ]),
  goal(
    'compiled training step: 1/20 of the eager enqueue',
    [STEP, 'lab, compiled', 'enqueue'],
    1 / 20,
    [STEP, 'lab', 'enqueue'],
  ),
  goal(
    '120 tiny layers, compiled: half of the eager time',
    [LAYERS, 'lab, compiled', 'done'],
    0.5,
    [LAYERS, 'lab', 'done'],
  ),
  goal('a compiled chain of 8: 1.2 × one operation', [LIGHT, 'lab, compiled', 'done'], 1.2, [
    SAME_BYTES,
    'lab',
    'done',
  ]),
  ...[STEP, LAYERS, EIGHT, LIGHT].map((where) =>
    goal(`${where}: level with jax-js jit`, [where, 'lab, compiled', 'done'], 1.05, [
      where,
      'jax-js, jit',
      'done',
    ]),
  ),
  ...ahead('random normal, 1 M', ['random normal', 'lab', 'done']),
  ...ahead('sum, 1 M', ['sum, n', 'lab', 'done']),
  goal('64 adds, lazily: 20 × faster than eagerly', [ADDS, 'lab, lazy', 'done'], 1 / 20, [
    ADDS,
    'lab',
    'done',
  ]),
  goal('64 adds, lazily: level with jax-js jit', [ADDS, 'lab, lazy', 'done'], 1.05, [
    ADDS,
    'jax-js, jit',
    'done',
  ]),
  ...THREADS.flatMap(([who, where]) =>
    ahead(`start to first result${where}`, [START, who, 'in all'], 0.95),
  ),
  ...ahead('bytes, gzipped', [START, 'lab', 'gzipped']),
];

/**
 * @param {Goal} goal
 * @param {import('./matrix.js').Result[]} cases of one run
 * @returns {{value: number, reached: boolean} | {missing: string}}
 */
export function judge({ of, to, most, scale = 1 }, cases) {
  const [value, base] = [of, to].map((place) => place && find(place, cases));
  const missing = [value, base].find((one) => typeof one === 'string');
  if (missing !== undefined) return { missing };
  const ratio = base === undefined ? value : (value / base) * scale;
  return { value: ratio, reached: ratio <= most };
}

/** @returns {number | string} the median, or why there is none */
function find([name, contender, figure], cases) {
  const found = cases.find((one) => one.name.startsWith(name));
  if (!found) return 'not measured';
  const one = found.contenders[contender];
  if (!one) return `no contender ${contender}`;
  const samples = one.samples?.[figure];
  return samples?.length ? median(samples) : `${contender}: ${one.reason ?? 'not reported'}`;
}

/** @param {import('./matrix.js').Result[]} cases @returns {import('./measure.js').Table} the goals that this run measured */
export function goalsTable(cases) {
  const rows = goals.flatMap((goal) => {
    const judged = judge(goal, cases);
    if (judged.missing === 'not measured') return [];
    if (judged.missing !== undefined) return [[goal.name, '–', '–', judged.missing]];
    const { value, reached } = judged;
    const sign = goal.to ? ' ×' : '';
    const words = reached ? 'reached' : 'missed';
    return [[goal.name, `${short(value)}${sign}`, `≤ ${short(goal.most)}${sign}`, words]];
  });
  return { title: 'goals', columns: ['', 'found', 'goal', ''], rows };
}
