// Programs whose tests are tried by mutation: files, the tests that should notice a change in them, and the share of mutants that must be
// noticed. `cargo xtask mutants` reads this; a floor is raised when tests improve, and never lowered without a reason here.

/**
 * @typedef {object} Target
 * @property {string[]} files
 * @property {string[]} tests in order: those that notice most, first
 * @property {number} floor share of mutants that the tests notice, 0..1
 */

const browser = (/** @type {string[]} */ ...names) =>
  names.map((name) => `tests/browser/${name}.test.mjs`);
const python = (/** @type {string[]} */ ...names) =>
  names.map((name) => `tests/python/${name}.test.mjs`);
const judged = [
  'backpressure',
  'barriers',
  'batching',
  'cpu-async',
  'devices',
  'graph',
  'hidden-sync',
  'improving',
  'memory',
  'queued',
  'warmup',
];

/** @type {Record<string, Target>} */
export const targets = {
  judges: {
    files: [
      ...judged.map((name) => `www/experiments/${name}/judge.js`),
      'www/experiments/lib/verdict.js',
      'www/kit/inference.js',
    ],
    tests: browser('verdicts', 'inference-units', 'experiments-units'),
    floor: 0,
  },
  kit: {
    files: ['statistics', 'analysis', 'format', 'parameters'].map((name) => `www/kit/${name}.js`),
    tests: browser(
      'kit-units',
      'analysis-units',
      'page-units',
      'verdicts',
      'experiments-units',
    ).concat(browser('charts-units')),
    floor: 0.75,
  },
  library: {
    files: ['arguments', 'creation', 'compositions', 'format'].map(
      (name) => `www/lib/array/${name}.js`,
    ),
    tests: browser('api-arrays', 'api-parts', 'api-errors', 'api-ops'),
    floor: 0,
  },
  python: {
    files: [
      'python/asynclab/array.py',
      'python/asynclab/indexing.py',
      'python/asynclab/torch/optim.py',
      'python/asynclab/torch/cuda.py',
    ],
    tests: python('array', 'optim', 'views', 'printing'),
    floor: 0,
  },
};
