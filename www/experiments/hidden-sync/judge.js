import { distortions } from '../lib/distortions.js';
import { atMost, count, ms, quartiles, share, times, unbounded } from '../lib/quantities.js';
import { byName } from '../lib/ways.js';
import { lineOf } from './program.js';

/** A loop that is shorter by less than this factor is not shorter. */
const SHORTER = 1.05;

/**
 * Measures, finding and distortions, from the samples and from what the recorded run tells of its waits.
 * @param {object} run
 * @param {import('../../page/types.js').Way[]} run.ways
 * @param {import('../../page/types.js').Info} run.info
 * @param {import('../../page/types.js').Trace} run.trace
 * @param {import('../../page/analysis.js').Site[]} run.sites
 * @param {import('../../page/types.js').Values} run.parameters
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ ways, info, trace, sites, parameters, leftOut }) {
  const named = byName(ways);
  const worst = sites.find(({ place }) => lineOf(parameters, place).line > 0);
  const { line, code } = lineOf(parameters, worst?.place ?? '');
  const { count: reads = 0, blocked = NaN, during = NaN, after = NaN } = worst ?? {};
  const ratio = named.with.median / named.without.median;
  const measures = {
    line: count(line),
    reads: count(reads),
    blocked: ms(blocked),
    during: ms(during),
    after: ms(after),
    idle: ms(during + after),
    each: ms(blocked / reads),
    eachIdle: ms(during / reads),
    idlePart: share(during / blocked),
    with: atMost(named.with.median, quartiles(named.with)),
    without: atMost(named.without.median, quartiles(named.without)),
    ratio: times(ratio),
    floor: ms(info.floor.median),
  };
  const shorter = ratio > SHORTER && named.with.low > named.without.high;
  const found = shorter ? 'found' : 'found-no-longer';
  return {
    measures,
    finding: {
      key: !worst ? 'disagrees' : Number.isFinite(during) ? found : 'coarse',
      values: { ...unbounded(measures), code },
    },
    distortions: distortions({
      info,
      seen: measures.each,
      shortest: measures.each,
      trace,
      leftOut,
    }),
  };
}
