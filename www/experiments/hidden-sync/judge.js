import { bySite } from '../../kit/analysis.js';
import { comparison } from '../../kit/inference.js';
import { spread } from '../../kit/statistics.js';
import { seldom } from '../../kit/polling.js';
import { distortions } from '../lib/distortions.js';
import {
  count,
  latencyOf,
  ms,
  seenAfter,
  share,
  timeOf,
  timesOf,
  withoutBounds,
  withStep,
} from '../lib/quantities.js';
import { few, rangeOf } from '../lib/verdict.js';
import { byName, waysOf } from '../lib/ways.js';
import { lineOf } from './program.js';

/** If the clocks of program and device may differ by more than this share of a read, idle time during and after the read cannot be separated. */
const APART = 0.2;
/** The same if most of a read is notification latency and the clocks may differ by more than this, ms: the frontend continues within that time. */
const SEEN_LATE = 1;

/**
 * The reads of one line: how long each blocked the program, and for how long the device was idle during and after it.
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
 * The cost of the line that waits, from the rounds. If the loop takes longer without its wait, the rounds were disturbed.
 * @param {Record<string, import('../../kit/types.js').Way>} named
 * @param {import('../../kit/types.js').Info} info
 */
export function costOf(named, info) {
  const ratio = timesOf(named.with, named.without, info.clock.step);
  const key = /** @type {const} */ ({ same: 'found-no-longer', more: 'found' });
  const compared = comparison(rangeOf(ratio, info));
  return {
    ratio,
    finding: { key: compared === 'same' || compared === 'more' ? key[compared] : 'unsteady' },
  };
}

/**
 * The reads of one line: how long they blocked the program, and for how long the device was idle; in all and for each read.
 * @param {Pick<import('../../kit/analysis.js').WaitCost, 'blocked'|'during'|'after'> & {count: number}|undefined} line
 * @param {import('../../kit/types.js').Way[]} reads @param {number} step of the clock, ms @param {number} apart of the clocks, ms
 */
function lineCosts(line, reads, step, apart) {
  const { count: times = 0, blocked = NaN, during = NaN, after = NaN } = line ?? {};
  const { read, idle, restart } = byName(reads);
  /** Widens idle times on either side of a wait's end by the uncertainty of the device's clock. */
  const within = (/** @type {import('../../kit/types.js').Quantity} */ time, each = 1) => {
    const { value, low = value, high = value } = time;
    return { ...time, low: Math.max(0, low - each * apart), high: high + each * apart };
  };
  /** @param {{samples: number[]}|undefined} way @param {number} by */
  const middle = (way, by) => (way ? timeOf(way, by) : ms(NaN));
  /** Steps of the clock even out over all reads. */
  const all = { step: step * Math.sqrt(times) };
  return {
    reads: count(times),
    blocked: ms(blocked, all),
    during: { ...within(ms(during), times), ...all },
    after: { ...within(ms(after), times), ...all },
    idle: ms(during + after, all),
    each: middle(read, step),
    eachIdle: within(middle(idle, 0)),
    eachAfter: within(middle(restart, 0)),
    idlePart: share(during / blocked),
  };
}

/**
 * Measures, finding and distortions, from the samples and from the waits of the recorded run.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace} run.trace
 * @param {(import('../../kit/analysis.js').WaitCost & {wait: {place: string}})[]} run.costs
 * @param {import('../lib/quantities.js').Sampled} [run.latency] of the same rounds
 * @param {number[]} [run.uploads] how long each copy back to the device blocked the program, ms
 * @param {import('../../kit/types.js').Values} run.parameters
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({
  ways,
  info,
  trace,
  costs,
  latency = { samples: [] },
  uploads = [],
  parameters,
  leftOut,
}) {
  const named = byName(ways);
  const sites = bySite(costs, ({ place }) => place).filter(
    ({ place }) => lineOf(parameters, place).line > 0,
  );
  const apart = trace.gpuClock?.uncertainty ?? 0;
  const blockedEach = spread(costs.map(({ blocked }) => blocked)).median;
  const late = apart > APART * blockedEach || (seldom(info) && apart > SEEN_LATE);
  // Without device times that can be compared with the program's, a long wait at the end looks as if it kept the device idle. In that case
  // the line that waits most often is taken.
  const timed = !late && sites.every(({ during }) => Number.isFinite(during));
  const worst = timed ? sites[0] : sites.toSorted((a, b) => b.count - a.count)[0];
  const { line, code } = lineOf(parameters, worst?.place ?? '');
  const own = costs
    .filter(({ wait }) => wait.place === worst?.place)
    .map((cost) => (late ? { ...cost, during: NaN, after: NaN } : cost));
  const reads = readsOf(own);
  const each = [...reads, ...(uploads.length ? waysOf({ upload: uploads }) : [])];
  const { step } = info.clock;
  const cost = costOf(named, info);
  const measures = withStep(step, {
    line: count(line),
    ...lineCosts(late && worst ? { ...worst, during: NaN, after: NaN } : worst, reads, step, apart),
    with: seenAfter(named.with, step),
    without: seenAfter(named.without, step),
    ratio: cost.ratio,
    floor: latencyOf(latency, info),
  });
  const enough = few(named.with, info, 'coarse-clocks');
  // The rounds show the cost of the line even without device times; the sentence then says that its idle time is unknown.
  const key = timed ? cost.finding.key : `${cost.finding.key}-untimed`;
  return {
    ways: [...ways, ...each],
    measures,
    finding: {
      key: !worst ? 'disagrees' : enough || (late ? 'coarse-clocks' : key),
      values: {
        ...withoutBounds(measures),
        code,
        apart: ms(apart),
        rounds: count(named.with.samples.length),
      },
    },
    distortions: distortions({
      info,
      latency: measures.floor,
      seen: measures.each,
      shortest: measures.each,
      trace,
      even: [named.without],
      leftOut,
    }),
  };
}
