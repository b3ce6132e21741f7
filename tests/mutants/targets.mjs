// Programs whose tests are tried by mutation: files, the tests that should notice a change in them, and the share of mutants that they must
// notice. `cargo xtask mutants` reads this. A floor is raised when tests improve, and lowered only with a reason stated here.
import { existsSync, readdirSync } from 'node:fs';

/**
 * @typedef {object} Target
 * @property {string[]} files
 * @property {string[]} tests in order: the tests that notice most come first
 * @property {number} floor share of mutants that the tests notice, 0..1
 */

const browser = (/** @type {string[]} */ ...names) =>
  names.map((name) => `tests/browser/${name}.test.mjs`);
const python = (/** @type {string[]} */ ...names) =>
  names.map((name) => `tests/python/${name}.test.mjs`);
const experiments = new URL('../../www/experiments/', import.meta.url);
/** All experiments with a judge, without the sandbox, which compares no times. */
const judged = readdirSync(experiments)
  .filter((name) => name !== 'sandbox' && existsSync(new URL(`${name}/judge.js`, experiments)))
  .sort();

/**
 * The floor of the engine, whose mutants cargo-mutants makes and tries on the native tests, is not measured yet. The floors of `library` and
 * `core` come from a sample of 40 (seed 7), of which files without a browser noticed 90 and 60 %; the first is lowered by the sample's error.
 * For `python`, the four files named noticed 57 % of 40 (seed 11).
 */
export const engineFloor = 0.5;

/** @type {Record<string, Target>} */
export const targets = {
  judges: {
    files: [
      ...judged.map((name) => `www/experiments/${name}/judge.js`),
      ...['costs', 'errors', 'finding'].map((name) => `www/experiments/improving/${name}.js`),
      ...['latency', 'quantities', 'rounds', 'verdict'].map(
        (name) => `www/experiments/lib/${name}.js`,
      ),
      'www/kit/inference.js',
    ],
    tests: browser(
      'verdicts',
      'judges-units',
      'experiments-units',
      'recordings-units',
      'runner-units',
      'page-units',
      'timing-units',
      'improving-units',
      'inference-units',
      'regimes-units',
      'by-hand-units',
      'quantities-units',
      'measuring-units',
    ),
    // Measured on 2026-11-28: 0.976 of all 467 mutants of the judges and the costs, 0.963 of 27 of their shared code. Many of inference.js are equivalent.
    floor: 0.96,
  },
  kit: {
    files: [
      'statistics',
      'analysis',
      'format',
      'parameters',
      'binding',
      'binding-model',
      'binding-untimed',
    ].map((name) => `www/kit/${name}.js`),
    tests: browser(
      'kit-units',
      'analysis-units',
      'page-units',
      'verdicts',
      'judges-units',
      'improving-units',
      'experiments-units',
    ).concat(browser('charts-units', 'binding-bounds-units', 'binding-units')),
    floor: 0.75,
  },
  library: {
    files: ['arguments', 'creation', 'compositions', 'format'].map(
      (name) => `www/lib/array/${name}.js`,
    ),
    tests: browser('arrays-units', 'format', 'api-arrays', 'api-parts', 'api-errors', 'api-ops'),
    floor: 0.8,
  },
  core: {
    files: [
      'answers',
      'blocking',
      'buffers',
      'capture',
      'checks',
      'connection',
      'errors',
      'graph',
      'handles',
      'heartbeat',
      'inline',
      'merge',
      'near-port',
      'port',
      'programs',
      'serve',
      'session',
      'starting',
      'stream',
      'trace',
      'transport',
      'values',
      'waiting',
    ].map((name) => `www/lib/core/${name}.js`),
    tests: browser(
      'session-units',
      'ports-units',
      'streams-units',
      'serving-units',
      'failing-units',
      'compiling-units',
      'scopes-units',
      'connecting-units',
      'labs-units',
      'library-units',
      'api-reports',
      'api-rejections',
      'rough-ports',
      'api-tidy',
      'api-traps',
      'fused-units',
      'binding-units',
      'api-session',
      'api-waits',
      'api-sync',
      'api-trace',
      'api-memory',
      'api-compile',
      'api-errors',
    ),
    floor: 0.6,
  },
  python: {
    files: [
      'python/asynclab/array.py',
      'python/asynclab/indexing.py',
      'python/asynclab/torch/optim/__init__.py',
      'python/asynclab/torch/cuda.py',
    ],
    tests: python('array', 'optim', 'views', 'printing'),
    floor: 0.5,
  },
};
