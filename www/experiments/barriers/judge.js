import { distortions } from '../lib/distortions.js';
import {
  atMost,
  count,
  floorOf,
  measured,
  quartiles,
  withStep,
  spreadOf,
  timesOf,
  withoutBounds,
} from '../lib/quantities.js';
import { drowned } from '../lib/verdict.js';
import { byName } from '../lib/ways.js';
import { WAITING } from './ways.js';

/** A wait that returns within this share of the time for all has returned early. */
const EARLY = 0.75;

/**
 * Measures, finding and distortions, from the samples and the recorded round.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace} run.trace of the wait for the first product
 * @param {number} run.behind
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ ways, info, trace, behind, leftOut }) {
  const named = byName(ways);
  const { nothing, first, every } = named;
  const waits = WAITING.map((way) => named[way]).toSorted((a, b) => a.median - b.median);
  const { step } = info.clock;
  const measures = withStep(step, {
    nothing: { ...measured(nothing.median, step), ...quartiles(nothing) },
    least: spreadOf(waits[0]),
    most: spreadOf(waits[waits.length - 1]),
    first: atMost(first.median, quartiles(first)),
    every: atMost(every.median, quartiles(every)),
    early: timesOf(every, first, step),
    behind: count(behind),
    products: count(behind + 1),
    one: atMost(named.waitToRead.median, quartiles(named.waitToRead)),
    all: atMost(named.waitAll.median, quartiles(named.waitAll)),
    left: count(leftWhenReturned(trace)),
    floor: floorOf(info),
  });
  return {
    measures,
    finding: { key: finding(named, waits[0], info), values: withoutBounds(measures, 'nothing') },
    distortions: distortions({
      info,
      seen: measures.least,
      shortest: measures.nothing,
      trace,
      even: [every],
      leftOut,
    }),
  };
}

/** The number of operations that had not been seen done when the recorded wait for the first returned. @param {import('../../kit/types.js').Trace} trace */
export function leftWhenReturned({ waits, completed }) {
  const wait = waits.find(({ kind }) => kind === 'waitToRead');
  return wait ? completed.filter((time) => !(time <= wait.to)).length : 0;
}

/** @param {Record<string, import('../../kit/types.js').Way>} ways @param {import('../../kit/types.js').Way} least the shortest wait @param {import('../../kit/types.js').Info} info */
function finding({ nothing, first, every }, least, info) {
  if (drowned(least, info)) return 'coarse';
  if (nothing.high >= least.low) return 'disagrees';
  const early = first.median < EARLY * every.median && first.high < every.low;
  return early ? 'found' : 'found-late';
}
