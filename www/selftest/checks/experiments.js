import { experiments, open } from '../../experiments/index.js';
import { undecided } from '../../experiments/lib/verdict.js';
import { devicesOf, resolveParameters } from '../../kit/parameters.js';
import { jsonSafe } from '../../kit/result.js';
import { Runner } from '../../run/runner.js';

/** Findings that show a fault of the lab on any machine. */
const BROKEN = [
  ['graph', 'disagrees'],
  ['backpressure', 'disagrees-bound'],
  ['memory', 'disagrees-memory'],
  ['hidden-sync', 'disagrees'],
].map(String);

/**
 * Runs each experiment once, on its automatic preset or with the requested parameters. A finding that confirms the chapter's claim is right. A
 * finding that cannot decide, or contradicts the claim, leaves the check open. A finding in `BROKEN` is wrong.
 * @type {import('../bench.js').Check}
 */
export async function check(bench, outcome) {
  if (!navigator.gpu) {
    outcome.open('no-gpu');
    return;
  }
  const runner = new Runner();
  const stop = () => runner.stop();
  bench.signal.addEventListener('abort', stop);
  const runs = /** @type {any[]} */ ([]);
  outcome.more = { runs };
  const all = await Promise.all(experiments.map(({ name }) => open(name)));
  try {
    for (const [i, experiment] of all.entries()) {
      bench.onProgress(i, all.length);
      const asked = bench.part.parameters?.[experiment.name] ?? {};
      await one(bench, runner, experiment, asked, outcome, runs);
      bench.signal.throwIfAborted();
    }
  } finally {
    bench.signal.removeEventListener('abort', stop);
    await runner.end();
  }
}

/**
 * @param {import('../bench.js').Bench} bench @param {Runner} runner @param {import('../../kit/types.js').Experiment} experiment
 * @param {Record<string, unknown>} asked parameters
 * @param {import('../outcome.js').Outcome} outcome @param {any[]} runs
 */
async function one(bench, runner, experiment, asked, outcome, runs) {
  const { name } = experiment;
  const start = performance.now();
  try {
    const [device] = devicesOf(experiment);
    const parameters = resolveParameters(experiment, asked);
    const follow = (/** @type {any} */ event) => {
      if (event.type === 'silent') bench.silent?.(event, () => runner.lose(event));
    };
    const result = await runner.run({ name, device, parameters }, follow, experiment.thread);
    const took = performance.now() - start;
    const { finding, measures, ways, distortions, parameters: run } = result;
    runs.push(
      jsonSafe({ experiment: name, took, finding, measures, ways, distortions, parameters: run }),
    );
    const { key } = finding;
    outcome.expect(!BROKEN.includes(`${name},${key}`), 'experiment-broken', {
      experiment: name,
      key,
    });
    for (const [of, { value, low = value, high = value }] of Object.entries(measures))
      outcome.expect(!(low > value || high < value), 'measure-outside', {
        case: `${name}: ${of}`,
        got: `${value}`,
        expected: `${low} … ${high}`,
      });
    if (undecided(result)) outcome.open('experiment-open', { experiment: name, key });
    else if (!key.startsWith('found'))
      outcome.open('experiment-otherwise', { experiment: name, key });
  } catch (error) {
    const { code, message } = /** @type {any} */ (error);
    if (code === 'STOPPED') throw error;
    outcome.expect(false, 'raised', { case: name, error: `${code}: ${message}` });
  }
}
