import { bySite } from '../../kit/analysis.js';
import { spread } from '../../kit/statistics.js';
import { seldom } from '../../kit/looks.js';
import { distortions } from '../lib/distortions.js';
import {
  atMost,
  count,
  floorOf,
  ms,
  quartiles,
  withStep,
  share,
  timesOf,
  withoutBounds,
} from '../lib/quantities.js';
import { byName, waysOf } from '../lib/ways.js';
import { lineOf } from './program.js';

/** A loop that is shorter by less than this factor is not shorter, if it is not by more than the second for sure. */
const [SHORTER, SURELY] = [1.05, 1.25];
/** Clocks that agree no better than this share of a read do not tell whether the device was idle during it or afterwards, */
const APART = 0.2;
/** nor, where most of a read is the browser's delay, those that agree no better than this, ms: a frontend goes on within that. */
const SEEN_LATE = 1;

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
 * The cost of the line that waits, as far as the rounds tell.
 * @param {Record<string, import('../../kit/types.js').Way>} named
 * @param {number} step of the clock, ms
 */
export function costOf(named, step) {
  const ratio = timesOf(named.with, named.without, step);
  const { value, low = value, high = value } = ratio;
  const alike = Math.max(value, 1 / value) <= SHORTER && high < SURELY && low > 1 / SURELY;
  const clear = low > 1 ? 'found' : 'unsteady';
  return { ratio, finding: { key: alike ? 'found-no-longer' : clear } };
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
  const apart = trace.gpuClock?.uncertainty ?? 0;
  const blockedEach = spread(costs.map(({ blocked }) => blocked)).median;
  const late = apart > APART * blockedEach || (seldom(info) && apart > SEEN_LATE);
  // Without the device's times, or where they cannot be set beside the program's, a long wait at the end is not told from one that keeps
  // the device idle: the line that waits most often is.
  const timed = !late && sites.every(({ during }) => Number.isFinite(during));
  const worst = timed ? sites[0] : sites.toSorted((a, b) => b.count - a.count)[0];
  const { line, code } = lineOf(parameters, worst?.place ?? '');
  const { count: reads = 0, blocked = NaN } = worst ?? {};
  const { during = NaN, after = NaN } = late ? {} : (worst ?? {});
  const own = costs
    .filter(({ wait }) => wait.place === worst?.place)
    .map((cost) => (late ? { ...cost, during: NaN, after: NaN } : cost));
  const each = [...readsOf(own), ...(uploads.length ? waysOf({ upload: uploads }) : [])];
  const one = byName(each);
  /** The stretches on either side of a wait's end move with the device's clock, as far as that is not known. */
  const within = (/** @type {number} */ value, { low = value, high = value } = {}, times = 1) =>
    ms(value, { low: Math.max(0, low - times * apart), high: high + times * apart });
  const { step } = info.clock;
  const cost = costOf(named, step);
  /** Steps of the clock even out over all reads. */
  const all = { step: step * Math.sqrt(reads) };
  const measures = withStep(step, {
    line: count(line),
    reads: count(reads),
    blocked: ms(blocked, all),
    during: { ...within(during, {}, reads), ...all },
    after: { ...within(after, {}, reads), ...all },
    idle: ms(during + after, all),
    each: ms(one.read?.median ?? NaN, one.read && quartiles(one.read)),
    eachIdle: within(one.idle?.median ?? NaN, one.idle),
    eachAfter: within(one.restart?.median ?? NaN, one.restart),
    idlePart: share(during / blocked),
    with: atMost(named.with.median, quartiles(named.with)),
    without: atMost(named.without.median, quartiles(named.without)),
    ratio: cost.ratio,
    floor: floorOf(info),
  });
  const key = timed ? cost.finding.key : 'untimed';
  return {
    ways: [...ways, ...each],
    measures,
    finding: {
      key: !worst ? 'disagrees' : late ? 'coarse-clocks' : key,
      values: { ...withoutBounds(measures), code, apart: ms(apart) },
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
