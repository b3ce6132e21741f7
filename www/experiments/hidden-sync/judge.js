import { bySite } from '../../kit/analysis.js';
import { distortions } from '../lib/distortions.js';
import {
  atMost,
  count,
  floorOf,
  ms,
  quartiles,
  share,
  timesOf,
  unbounded,
} from '../lib/quantities.js';
import { byName, waysOf } from '../lib/ways.js';
import { lineOf } from './program.js';

/** A loop that is shorter by less than this factor is not shorter, if it is not by more than the second for sure. */
const [SHORTER, SURELY] = [1.05, 1.25];

/**
 * The reads of one line: how long each held the program up, and for how long the device was idle meanwhile and afterwards.
 * @param {import('../../kit/analysis.js').WaitCost[]} costs
 */
function readsOf(costs) {
  if (costs.length === 0) return [];
  const read = costs.map(({ blocked }) => blocked);
  const idle = costs.map(({ during }) => during);
  const restart = costs.map(({ after }) => after);
  return waysOf(idle.every(Number.isFinite) ? { read, idle, restart } : { read });
}

/**
 * Measures, finding and distortions, from the samples and from what the recorded run tells of its waits.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace} run.trace
 * @param {(import('../../kit/analysis.js').WaitCost & {wait: {place: string}})[]} run.costs
 * @param {number[]} [run.uploads] how long each copy back to the device held the program up, ms
 * @param {import('../../kit/types.js').Values} run.parameters
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ ways, info, trace, costs, uploads = [], parameters, leftOut }) {
  const named = byName(ways);
  const sites = bySite(costs, ({ place }) => place).filter(
    ({ place }) => lineOf(parameters, place).line > 0,
  );
  // Without the device's times, a long wait at the end is not told from one that keeps the device idle: the line that waits most often is.
  const timed = sites.every(({ during }) => Number.isFinite(during));
  const worst = timed ? sites[0] : sites.toSorted((a, b) => b.count - a.count)[0];
  const { line, code } = lineOf(parameters, worst?.place ?? '');
  const { count: reads = 0, blocked = NaN, during = NaN, after = NaN } = worst ?? {};
  const own = costs.filter(({ wait }) => wait.place === worst?.place);
  const each = [...readsOf(own), ...(uploads.length ? waysOf({ upload: uploads }) : [])];
  const one = byName(each);
  const ratio = named.with.median / named.without.median;
  const measures = {
    line: count(line),
    reads: count(reads),
    blocked: ms(blocked),
    during: ms(during),
    after: ms(after),
    idle: ms(during + after),
    each: ms(one.read?.median ?? NaN, one.read && quartiles(one.read)),
    eachIdle: ms(one.idle?.median ?? NaN, one.idle && quartiles(one.idle)),
    eachAfter: ms(one.restart?.median ?? NaN, one.restart && quartiles(one.restart)),
    idlePart: share(during / blocked),
    with: atMost(named.with.median, quartiles(named.with)),
    without: atMost(named.without.median, quartiles(named.without)),
    ratio: timesOf(named.with, named.without, info.clock.step),
    floor: floorOf(info),
  };
  const { low = ratio, high = ratio } = measures.ratio;
  const alike = Math.max(ratio, 1 / ratio) <= SHORTER && high < SURELY && low > 1 / SURELY;
  const clear = low > 1 ? 'found' : 'unsteady';
  const found = alike ? 'found-no-longer' : clear;
  return {
    ways: [...ways, ...each],
    measures,
    finding: {
      key: !worst ? 'disagrees' : Number.isFinite(during) ? found : 'untimed',
      values: { ...unbounded(measures), code },
    },
    distortions: distortions({
      info,
      seen: measures.each,
      shortest: measures.each,
      trace,
      even: [named.without],
      leftOut,
    }),
  };
}
