import { independentPairs, layersOf, longestChain, readsOf } from '../../kit/dependencies.js';
import { spread as spreadOf } from '../../kit/statistics.js';
import { distortions } from '../lib/distortions.js';
import {
  atMost,
  count,
  floorOf,
  ms,
  quartiles,
  withStep,
  share,
  withoutBounds,
} from '../lib/quantities.js';
import { byName } from '../lib/ways.js';

/**
 * Measures, finding and distortions, from the trace of the median round.
 * @param {object} run
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace} run.trace
 * @param {import('../../kit/types.js').Way[]} run.ways `all`, `chain` and `wait`, for their spread
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ info, trace, ways, leftOut }) {
  const spread = byName(ways);
  const { started, ended } = trace;
  const reads = readsOf(trace);
  const took = reads.map((_, i) => ended[i] - started[i]);
  const timed = took.length > 0 && took.every(Number.isFinite);
  const { chain, total } = longestChain(reads, took);
  const all = took.reduce((sum, time) => sum + (time || 0), 0);
  const pairs = independentPairs(reads);
  const together = pairs.filter(([a, b]) => started[a] < ended[b] && started[b] < ended[a]);
  const needs = reads.flatMap((inputs, i) => inputs.map((j) => ({ i, j })));
  // Two operations that follow each other at once may share a step of the clock.
  const cpu = info.device === 'cpu';
  const { backendStep } = info.clock;
  // The CPU device times its work by the clock of its thread.
  const step = cpu ? backendStep : (info.timestamps?.quantum ?? backendStep);
  const early = needs.filter(({ i, j }) => started[i] < ended[j] - step);
  /** Each of so many operations begins and ends within a step of where it is told to. */
  const within = (/** @type {number} */ operations) => ({ step: step * Math.sqrt(operations) });
  const measures = withStep(info.clock.step, {
    operations: count(reads.length),
    layers: count(Math.max(...layersOf(reads)) + 1),
    needs: count(needs.length),
    early: count(early.length),
    pairs: count(pairs.length),
    together: count(together.length),
    length: count(chain.length),
    chain: ms(total, { ...around(total, spread.chain), ...within(chain.length) }),
    all: ms(all, { ...around(all, spread.all), ...within(reads.length) }),
    part: share(
      all > 0 ? total / all : 1,
      all > 0 ? around(total / all, partsOf(spread.chain, spread.all)) : {},
    ),
    wait: atMost(spread.wait.median, quartiles(spread.wait)),
    step: ms(step, { step: 0 }),
    floor: floorOf(info),
  });
  const free = together.length ? 'found' : 'found-apart';
  const holds = pairs.length ? free : 'found-chain';
  // Where most operations are over within one step of the clock, which chain is the longest is chance.
  const unclear = all < step * reads.length;
  const known = early.length ? 'disagrees' : unclear ? 'coarse-clock' : holds;
  const key = timed ? known : 'coarse';
  return {
    measures,
    finding: { key, values: withoutBounds(measures) },
    distortions: distortions({
      info,
      seen: measures.wait,
      shortest: cpu ? measures.chain : undefined,
      trace,
      leftOut,
    }),
  };
}

/** The share that the chain is of all, in each round by itself. @param {import('../../kit/types.js').Way} chain @param {import('../../kit/types.js').Way} all */
const partsOf = (chain, all) => spreadOf(chain.samples.map((time, i) => time / all.samples[i]));

/** Quartiles, and what the recorded round shows where that lies outside. @param {number} value @param {{low: number, high: number}} spread */
const around = (value, { low, high }) => ({
  low: Math.min(value, low),
  high: Math.max(value, high),
});
