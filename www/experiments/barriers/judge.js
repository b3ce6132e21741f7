import { MARGINS, sideOf } from '../../kit/inference.js';
import { distortions } from '../lib/distortions.js';
import {
  count,
  latencyOf,
  longestOf,
  readingOf,
  seenAfter,
  shortestOf,
  timesOf,
  withoutBounds,
  withStep,
} from '../lib/quantities.js';
import { drowned, few, rangeOf } from '../lib/verdict.js';
import { byName } from '../lib/ways.js';
import { WAITING } from './ways.js';

/**
 * Measures, finding and distortions, from the samples and the recorded round.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways
 * @param {import('../lib/quantities.js').Sampled} run.latency of the same rounds
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace} run.trace of the wait for the first product
 * @param {number} run.behind
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ ways, latency, info, trace, behind, leftOut }) {
  const named = byName(ways);
  const { nothing, first, every } = named;
  const waits = WAITING.map((way) => named[way]);
  const { step } = info.clock;
  const measures = withStep(step, {
    nothing: readingOf(nothing, step),
    least: shortestOf(waits, step),
    most: longestOf(waits, step),
    first: seenAfter(first, step),
    every: seenAfter(every, step),
    early: timesOf(every, first, step),
    behind: count(behind),
    products: count(behind + 1),
    one: seenAfter(named.waitToRead, step),
    all: seenAfter(named.waitAll, step),
    left: count(leftWhenReturned(trace)),
    floor: latencyOf(latency, info),
  });
  // Each call is compared by itself, so that none is picked out. The finding needs every one of them to be surely longer.
  const longer = waits.map((wait) =>
    sideOf(rangeOf(timesOf(wait, nothing, step), info), MARGINS.same),
  );
  const short = waits.some((wait) => drowned(wait, latency, step)) && 'coarse';
  const key = few(every, info) || short || finding(longer, rangeOf(measures.early, info));
  return {
    measures,
    finding: {
      key,
      values: { ...withoutBounds(measures, 'nothing'), rounds: count(every.samples.length) },
    },
    distortions: distortions({
      info,
      latency: measures.floor,
      seen: measures.least,
      shortest: measures.nothing,
      trace,
      even: [every],
      leftOut,
    }),
  };
}

/** The number of operations that were not reported complete when the recorded wait for the first returned. @param {import('../../kit/types.js').Trace} trace */
export function leftWhenReturned({ waits, completed }) {
  const wait = waits.find(({ kind }) => kind === 'waitToRead');
  return wait ? completed.filter((time) => !(time <= wait.to)).length : 0;
}

/** @param {('above'|'below'|'open')[]} longer of each call, whether it takes longer than enqueuing @param {import('../../kit/inference.js').Interval} early */
function finding(longer, early) {
  if (longer.includes('below')) return 'disagrees';
  if (longer.includes('open')) return 'unsteady';
  return { above: 'found', below: 'found-late', open: 'unsteady' }[sideOf(early, MARGINS.same)];
}
