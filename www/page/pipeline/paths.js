/** Schedules as paths of an SVG that is stretched to the available width. */

/** @typedef {import('../../kit/schedule.js').Schedule} Schedule */
/** @typedef {import('../../kit/schedule.js').Span} Span */

/** The width and height of the drawing, in its own units. */
export const [WIDTH, HEIGHT] = [1000, 96];
const LANE = HEIGHT / 3;
const TOP = { frontend: 0, backend: LANE, device: 2 * LANE };
/** A bar's height within its lane. */
const BAR = 20;
/** The least width of a bar, so that it is visible on a phone; the schedule's shortest period is five times as long. */
const LEAST = 5;
/** The largest gap between adjacent bars. */
const GAP = 2;
/** Ends of axes, as multiples of a power of ten. They are few, so that the scale does not change while a cost is dragged a little. */
const ENDS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The end of the shortest axis that holds a time. @param {number} longest */
export function axisEnd(longest) {
  const power = 10 ** Math.floor(Math.log10(longest));
  return power * (ENDS.find((end) => end * power >= longest) ?? 10);
}

/**
 * The path of each kind of step.
 * @param {Schedule} schedule
 * @param {number} end of the axis
 * @returns {Record<'links'|'free'|'queued'|'enqueues'|'runs'|'handings'|'critical', string>} paths
 */
export function paths(schedule, end) {
  const x = (/** @type {number} */ time) => round((time / end) * WIDTH);
  const bar = (/** @type {keyof typeof TOP} */ lane, /** @type {number} */ height) => {
    const top = TOP[lane] + (LANE - height) / 2;
    return (/** @type {Span} */ [from, to]) => {
      if (to <= from) return '';
      const width = x(to) - x(from);
      const end = round(x(from) + Math.max(LEAST, width - Math.min(GAP, width / 4)));
      return `M${x(from)} ${round(top)}H${end}v${height}H${x(from)}z`;
    };
  };
  const line = (/** @type {keyof typeof TOP} */ lane, /** @type {number} */ at) => {
    return (/** @type {Span} */ [from, to]) => `M${x(from)} ${round(TOP[lane] + at)}H${x(to)}`;
  };
  const link = (/** @type {Span} */ [, enqueued], /** @type {number} */ i) =>
    `M${x(enqueued)} ${LANE / 2 + BAR / 2}L${x(schedule.runs[i][0])} ${round(2 * LANE + (LANE - BAR) / 2)}`;
  const { enqueues, queued, runs, handings, idle, critical } = schedule;
  return {
    links: enqueues.map(link).join(''),
    free: [
      ...idle.frontend.map(line('frontend', LANE / 2)),
      ...idle.device.map(line('device', LANE / 2)),
    ].join(''),
    queued: depth(queued, x),
    enqueues: enqueues.map(bar('frontend', BAR)).join(''),
    runs: runs.map(bar('device', BAR)).join(''),
    handings: handings.map(bar('backend', BAR)).join(''),
    critical: merged(critical)
      .map(({ lane, span }) => line(lane, LANE - 3)(span))
      .join(''),
  };
}

/** Whether a step is drawn wider than its time. @param {Schedule} schedule @param {number} end of the axis */
export const widened = ({ enqueues, runs, handings }, end) =>
  [enqueues, runs, handings].some(
    ([[from, to]]) => to > from && ((to - from) / end) * WIDTH < LEAST,
  );

/** The number of operations in the queue, as steps that fill the lane when all are in it. @param {Span[]} queued @param {(time: number) => number} x */
function depth(queued, x) {
  const bottom = TOP.backend + (LANE + BAR) / 2;
  const changes = queued
    .filter(([from, to]) => to > from)
    .flatMap(([from, to]) => [
      { at: from, by: 1 },
      { at: to, by: -1 },
    ])
    .sort((a, b) => a.at - b.at);
  let [path, count] = [`M0 ${bottom}`, 0];
  for (const { at, by } of changes) {
    count += by;
    path += `H${x(at)}V${round(bottom - (BAR * count) / queued.length)}`;
  }
  return `${path}z`;
}

/** Merges successive steps in one lane. @param {Schedule['critical']} chain */
function merged(chain) {
  /** @type {Schedule['critical']} */
  const out = [];
  for (const { lane, span } of chain) {
    const last = out.at(-1);
    if (last?.lane === lane) last.span = [last.span[0], span[1]];
    else out.push({ lane, span });
  }
  return out;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
