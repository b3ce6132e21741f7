import { longestChain, readsOf } from '../../kit/dependencies.js';
import { resolutionOf } from '../../kit/resolution.js';
import { plain, shapeText, span } from '../../kit/format.js';
import { ExpressionError, parse, source } from './expression.js';
import { rowsOf } from './steps.js';
import { unclocked, untimedOn } from '../lib/foresee.js';

/** The most boxes of waits that fit side by side at their least width. A run has one wait, the print's. */
const MOST_WAITS = 60;

/**
 * The message on the fault of an expression, or null.
 * @param {string} text
 * @param {import('../../kit/say.js').Say} say of the experiment
 * @returns {string|null}
 */
function problem(text, say) {
  try {
    parse(text);
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return say(error.key, error.values);
    throw error;
  }
}

/** @type {import('../../kit/types.js').ExperimentFile} */
export default {
  devices: ['webgpu', 'cpu', 'sim'],
  parameters: {
    expression: { text: 120, problem, default: 'z = x * y + 2' },
    n: { min: 1, max: 4096, default: 'auto', auto: true },
    rows: { min: 1, max: 4096, default: 'auto', auto: true, advanced: true },
    rounds: { min: 1, max: 99, default: 12, advanced: true },
  },
  presets: {
    auto: { n: 'auto' },
    course: { expression: 'z = x * y + 2', n: 2, rows: 1 },
    branches: { expression: 'z = sum(x @ y) + sum(u @ v)', n: 'auto' },
    chain: { expression: 'z = relu(exp(sqrt(x) - 1) - 1)', n: 'auto' },
    diamond: { expression: 'z = (exp(x @ x) + norm(x @ x)) / mean(x @ x)', n: 'auto' },
  },
  prediction: {
    of: 'part',
    choices: [
      { key: 'half', below: 0.55 },
      { key: 'most', below: 0.95 },
      { key: 'all', below: Infinity },
    ],
  },
  variations: {
    branches: { set: () => ({ expression: 'z = sum(x @ y) + sum(u @ v)' }), watch: ['part'] },
    chain: { set: () => ({ expression: 'z = relu(exp(sqrt(x) - 1) - 1)' }), watch: ['part'] },
    double: { set: ({ parameters: { n } }) => ({ n: 2 * Number(n) }), watch: ['chain', 'all'] },
  },
  figures: [
    { kind: 'graph', name: 'graph', of: graphOf, live },
    { kind: 'trace', name: 'trace', charts: ['timeline'] },
  ],
  anySize: untimedOn,
  foresee: (_, pace) => unclocked(pace, { n: 'auto', rows: 'auto' }),
  load: () => import('./run.js'),
  programs: () => import('./programs.js'),

  program: ({ expression, n, rows, device }) => {
    const columns = n === 'auto' ? 512 : Number(n);
    const parsed = parse(String(expression));
    const lines = source(parsed, columns, rowsOf(parsed.steps, rows, columns)).replaceAll(
      '\n',
      '\n  ',
    );
    return `import { connect } from './www/asynclab.js';

const lab = await connect({ device: '${device}' });
const { nd } = lab;

const trace = await lab.profile(async () => {
  ${lines}
  await ${parsed.result}.print(); // needs the value, so it waits
});
console.log(trace.op.length, 'operations');`;
  },

  lines: (result, say) => {
    const { nodes, chain } = graphOf(result, say);
    const way = chain.map((i) => nodes[i].label).join(' → ');
    return [
      String(result.parameters.expression),
      ...(result.output ?? [say('not-printed')]), // so in results of before
      ...[say('line-chain', { way }), say('line-times', result.measures)].map(plain),
    ];
  },

  table: (result, say) => {
    const { nodes, chain } = graphOf(result, say);
    const longest = new Set(chain);
    return {
      columns: ['operation', 'shape', 'reads', 'took', 'chain'].map((key) => say(`column-${key}`)),
      rows: nodes.map(({ label, shape, reads, queued, started, ended, waits, least }, i) => [
        `${i + 1}. ${label}`,
        shape,
        reads.map((j) => j + 1).join(', ') || '–',
        span(ended - (waits ? queued : started), least),
        waits ? '–' : say(longest.has(i) ? 'yes' : 'no'),
      ]),
    };
  },
};

/**
 * The graph while the run goes on: how far each operation is, without times.
 * @param {{expression: string, stages: import('./live.js').Stage[], chain: number[], n: number, times: number[]}} progress
 */
function live({ expression, stages, chain, n, times }) {
  const { steps } = parse(expression);
  const unknown = { queued: NaN, started: NaN, ended: NaN };
  const readsOfStep = (/** @type {import('./expression.js').Step} */ { args }) =>
    args.flatMap((arg) => (typeof arg === 'number' ? [] : [arg.step]));
  const nodes = steps.map((step, i) => ({
    ...unknown,
    label: step.label,
    shape: times[i] > 1 ? `${times[i]} ×` : '',
    reads: readsOfStep(step),
    stage: stages[i],
  }));
  const print = { ...unknown, label: 'print', shape: '', reads: [steps.length - 1], waits: true };
  const stage = stages[steps.length];
  const count = (/** @type {string} */ which) => stages.filter((one) => one === which).length;
  return {
    data: { nodes: [...nodes, { ...print, stage }], chain, live: true },
    values: {
      expression,
      n,
      done: count('done'),
      running: count('running'),
      queued: count('queued'),
      nodes: stages.length,
    },
  };
}

/** The operations of a result's trace, and its waits. @param {import('../../kit/types.js').Result} result @param {import('../../kit/say.js').Say} say @returns {import('../../charts/graph.js').GraphData} */
function graphOf({ parameters, trace, info }, say) {
  if (!trace) return { nodes: [], chain: [] };
  const { steps } = parse(String(parameters.expression));
  // In an imported result, the trace and the expression may not belong together.
  if (trace.op.length !== steps.length)
    throw new RangeError(
      `the trace has ${trace.op.length} operations, the expression ${steps.length}`,
    );
  if (trace.waits.length > MOST_WAITS)
    throw new RangeError(
      `the trace has ${trace.waits.length} waits, the figure room for ${MOST_WAITS}`,
    );
  const { enqueued, started, ended, completed, submitted, shapes, shape } = trace;
  const reads = readsOf(trace);
  const zero = enqueued[0];
  const resolution = resolutionOf(trace, info);
  const nodes = steps.map(({ label }, i) => ({
    label,
    shape: shapeText(shapes[shape[i]], say('scalar')),
    reads: reads[i],
    queued: enqueued[i] - zero,
    // If the device does not time its work, submission and reported end are bounds.
    started: (Number.isNaN(started[i]) ? submitted[i] : started[i]) - zero,
    ended: (Number.isNaN(ended[i]) ? completed[i] : ended[i]) - zero,
    least: resolution.device,
  }));
  const { chain } = longestChain(
    reads,
    nodes.map((node) => node.ended - node.started),
  );
  const waits = trace.waits.map(({ kind, op, from, to }) => ({
    label: kind,
    shape: '',
    reads: op < 0 ? [] : [op],
    queued: from - zero,
    started: NaN,
    ended: to - zero,
    least: resolution.frontend,
    waits: true,
  }));
  return { nodes: [...nodes, ...waits], chain };
}
