import { bySite, idleTimes, waitCosts } from '../../kit/analysis.js';
import { distortions, UNSEEN } from '../lib/distortions.js';
import { foundInPuzzle } from './puzzle.js';
import { atMost, count, floorOf, ms, share, withoutBounds, withStep } from '../lib/quantities.js';

/** Idle time below this counts as none, ms. */
const BRIEF = 1e-3;

/** @param {any} trace whose waits have their lines */
export const sitesOf = (trace) => bySite(waitCosts(trace), ({ line }) => String(line ?? 0));

/** @typedef {import('../../sandbox/thread.js').SandboxRun} SandboxRun */

/**
 * The document of a run, from the sandbox's messages.
 * @param {SandboxRun} run
 * @returns {import('../../kit/types.js').Result}
 */
export function resultOf({ request, info, trace, labs, lines, hidden }) {
  const recorded = trace?.op.length ? trace : null;
  const { finding, ...judged } = judge({ info, trace: recorded, labs, lines, hidden });
  const key = foundInPuzzle(request.parameters.program, recorded, lines) ?? finding.key;
  return {
    schema: 2,
    experiment: 'sandbox',
    date: new Date().toISOString(),
    device: info.device,
    parameters: request.parameters,
    seed: request.parameters.seed,
    info,
    ways: [],
    curves: {},
    series: {},
    trace: recorded,
    leftOut: {},
    output: [...lines],
    ...judged,
    finding: { ...finding, key },
  };
}

/** @param {Omit<SandboxRun, 'request'>} run */
export function judge({ info, trace, labs, lines, hidden }) {
  const sites = trace ? sitesOf(trace) : [];
  const [worst] = sites;
  const sum = (/** @type {'blocked'|'during'|'after'|'count'} */ of) =>
    sites.reduce((total, site) => total + site[of], 0);
  const begin = trace ? trace.enqueued[0] : 0;
  const end = trace
    ? trace.waits.reduce(
        (/** @type {number} */ last, /** @type {{to: number}} */ { to }) => Math.max(last, to),
        Math.max(latest(trace), begin),
      )
    : 0;
  const idle = trace ? idleTimes(trace) : null;
  const measures = withStep(info.clock.step, {
    lines: count(lines.length),
    operations: count(trace?.op.length ?? 0),
    waits: count(sum('count')),
    blocked: atMost(sum('blocked')),
    span: atMost(end - begin),
    waiting: share(end > begin ? Math.min(1, sum('blocked') / (end - begin)) : 0),
    idle: ms(sum('during') + sum('after')),
    gaps: count(idle?.length ?? 0),
    line: count(Number(worst?.place ?? 0)),
    lineBlocked: ms(worst?.blocked ?? 0),
    floor: floorOf(info),
  });
  const timed = idle !== null;
  const idled = measures.idle.value < BRIEF ? 'found-busy' : 'found';
  const waited = !worst ? 'found-free' : timed ? idled : 'coarse';
  return {
    measures,
    finding: {
      key: trace ? waited : 'found-nothing',
      values: { ...withoutBounds(measures), count: sum('count') },
    },
    distortions: [
      ...(labs.count > 1 ? [{ key: 'distortion-labs', values: labs }] : []),
      ...distortions({ info, trace }),
      ...(info.device === 'webgpu' ? ['distortion-first', 'distortion-sandbox'] : []).map(
        (key) => ({ key, values: {} }),
      ),
      ...(hidden ? [UNSEEN] : []),
    ],
  };
}

/** The last moment of an operation's life. @param {any} trace */
function latest({ completed }) {
  return completed.reduce(
    (/** @type {number} */ last, /** @type {number} */ time) => (time > last ? time : last),
    -Infinity,
  );
}
