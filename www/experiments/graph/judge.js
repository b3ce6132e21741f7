import { independentPairs, layersOf, longestChain, readsOf } from '../../kit/dependencies.js';
import { ratioOf } from '../../kit/inference.js';
import { distortions } from '../lib/distortions.js';
import {
  count,
  ends,
  latencyOf,
  ms,
  seenAfter,
  share,
  timeOf,
  withoutBounds,
  withStep,
} from '../lib/quantities.js';
import { few } from '../lib/verdict.js';
import { byName } from '../lib/ways.js';

/**
 * Measures, finding and distortions. Order and overlap are from the trace of the median round, since one violated dependency is enough; the
 * times are from all rounds.
 * @param {object} run
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace} run.trace
 * @param {import('../../kit/types.js').Way[]} run.ways `all`, `chain` and `wait`, for their spread
 * @param {import('../lib/quantities.js').Sampled} [run.latency] of the same rounds
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ info, trace, ways, latency = { samples: [] }, leftOut }) {
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
  const cpu = info.device === 'cpu';
  const { backendStep } = info.clock;
  // The CPU device times its work by the clock of its thread.
  const step = cpu ? backendStep : (info.timestamps?.quantum ?? backendStep);
  // An operation may begin in the step of the clock in which the operation before it ends.
  const early = needs.filter(({ i, j }) => started[i] < ended[j] - step);
  /** Each of this many operations begins and ends within a step of its reported times. */
  const within = (/** @type {number} */ operations) => step * Math.sqrt(operations);
  const measures = withStep(info.clock.step, {
    operations: count(reads.length),
    layers: count(Math.max(...layersOf(reads)) + 1),
    needs: count(needs.length),
    early: count(early.length),
    pairs: count(pairs.length),
    together: count(together.length),
    length: count(chain.length),
    chain: timed ? locked(timeOf(spread.chain, within(chain.length)), step) : ms(total),
    all: timed ? locked(timeOf(spread.all, within(reads.length)), step) : ms(all),
    part: partOf(spread.chain, spread.all, within(reads.length), step),
    wait: seenAfter(spread.wait, info.clock.step),
    step: ms(step, { step: 0 }),
    floor: latencyOf(latency, info),
  });
  const free = together.length ? 'found' : 'found-apart';
  const holds = pairs.length ? free : 'found-chain';
  // If an operation takes less than a step of the clock on average, chance decides which chain is the longest.
  const unclear = all < step * reads.length;
  const known = early.length ? 'disagrees' : unclear ? 'coarse-clock' : holds;
  const key = timed ? known : 'coarse';
  const rounds = count(spread.wait.samples.length);
  return {
    measures,
    finding: {
      key,
      values: { ...withoutBounds(measures), rounds },
    },
    distortions: [
      ...(few(spread.wait, info) ? [{ key: 'distortion-few', values: { rounds } }] : []),
      ...distortions({
        info,
        latency: measures.floor,
        seen: measures.wait,
        shortest: cpu ? measures.chain : undefined,
        trace,
        leftOut,
      }),
    ],
  };
}

/**
 * Widens an interval by half a step of the clock. Operations follow each other without a pause, so a coarse clock reads those of every round
 * too long, or those of every round too short, and more rounds do not even that out.
 * @param {import('../../kit/types.js').Quantity} time @param {number} step ms
 */
function locked(time, step) {
  const { low, high } = time;
  if (low === undefined || high === undefined) return time;
  return { ...time, low: Math.max(0, low - step / 2), high: Number(high) + step / 2 };
}

/**
 * The share of the total time that the chain takes, round by round, widened by the clock's step.
 * @param {import('../../kit/types.js').Way} chain @param {import('../../kit/types.js').Way} all @param {number} within ms @param {number} step ms
 */
function partOf(chain, all, within, step) {
  const { value, low, high } = ratioOf(chain.samples, all.samples, { step: within });
  if (!Number.isFinite(high)) return share(value, ends({ low, high }));
  const off = (step / 2) * ((1 + value) / all.median);
  return share(value, { low: Math.max(0, low - off), high: Math.min(1, high + off) });
}
