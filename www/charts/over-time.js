/** Charts of amounts that change in steps over time, stacked or as separate lines. `areas` and `counts` are drawn with it. */
import { quantity, round } from '../kit/format.js';
import { lazily, remembered } from '../kit/lazy.js';
import { axisOf, paintAcross, paintUp } from './axes.js';
import { paintMark } from './points.js';
import { nearestStop, spreadApart } from './positions.js';
import { fillBetween, outlineOf, strokeLine } from './stepped.js';
import { Steps } from './steps.js';
import { hatch, label, NARROW, textWidth } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */

/**
 * @typedef {object} Named A changing amount with its name.
 * @property {string} label
 * @property {import('./surface.js').Colour} colour
 * @property {boolean} [dashed]
 * @property {boolean} [hatched] whether its area is hatched
 * @property {ArrayLike<number>} times ms since the start, rising
 * @property {ArrayLike<number>} values the value from each time on
 *
 * @typedef {object} OverTimeData
 * @property {{title: string}} x
 * @property {{title: string, unit: import('./axes.js').Unit}} y
 * @property {Named[]} stacked each on top of the one before; all have the same times
 * @property {Named[]} lines
 * @property {{y: number, label: string}} [bound] the largest value allowed
 */

const HEIGHT = 280;
const TOP = 28;
const BOTTOM = HEIGHT - 46;
const LINE = 16;
/** Most stops of the cursor. */
const STOPS = 200;

/** @param {{times: ArrayLike<number>, values: ArrayLike<number>}} given */
export const stepsOf = ({ times, values }) =>
  new Steps(Float64Array.from(times), Float64Array.from(values));

/** The drawn parts of a figure, computed once: the stacked series as cumulative sums, and the lines. */
const drawnOf = remembered((/** @type {OverTimeData} */ data) =>
  [sums(data), data.lines].map((all) => all.map((one) => ({ ...one, steps: stepsOf(one) }))),
);

/** The stacked series as lines of cumulative sums. @param {OverTimeData} data @returns {Named[]} */
function sums({ stacked }) {
  /** @type {number[]} */
  let below = [];
  return stacked.map((named) => {
    below = Array.from(named.values, (value, i) => value + (below[i] ?? 0));
    return { ...named, values: below };
  });
}

/** @param {OverTimeData} data @param {Painting} painting */
function layout(data, painting) {
  const { width } = painting;
  const named = [...data.stacked, ...data.lines];
  const narrow = width < NARROW;
  const left = narrow ? 52 : 68;
  const widths = named.map((one) => textWidth(painting, one.label, 12, 600));
  const right = narrow ? width - 12 : width - 22 - Math.max(0, ...widths);
  const top = TOP + (narrow ? named.length * LINE + 4 : 0);
  const [tops, lines] = drawnOf(data);
  const drawn = [...tops, ...lines];
  const end = Math.max(0, ...drawn.map(({ steps }) => steps.times.at(-1) ?? 0));
  const highest = Math.max(data.bound?.y ?? 0, ...drawn.map(({ steps }) => steps.most));
  const x = axisOf([end / 1.05], { unit: 'ms', start: left, end: right, every: 90 });
  const y = axisOf([highest], { unit: data.y.unit, start: BOTTOM, end: top, every: 45 });
  const [first, last] = [x.at(0), x.at(end)];
  // Steps within a third of a pixel are one step.
  const pixel = end / Math.max(1, last - first) / 3;
  const view = { from: 0, to: end, left: first, right: last, pixel, x: x.at };
  return { narrow, left, right, top, x, y, tops, drawn, named, view };
}

/** @param {Painting} painting @param {OverTimeData} data @param {number} selected @returns {import('./plot.js').Hit} */
function paint(painting, data, selected) {
  const { ctx, palette } = painting;
  const frame = layout(data, painting);
  const { left, right, top, x, y, tops, drawn, view } = frame;
  paintUp(painting, y, { left, right, title: data.y.title });
  paintAcross(painting, x, { top, bottom: BOTTOM, right, title: data.x.title });
  /** @type {[number, number][]} */
  let floor = [
    [view.left, y.at(0)],
    [view.right, y.at(0)],
  ];
  for (const { steps, colour, hatched } of tops) {
    const roof = outlineOf(steps, view, y.at);
    fillBetween(ctx, roof, floor, { colour: palette[colour], fill: 0.2 });
    if (hatched) {
      ctx.save();
      ctx.clip(); // to the area
      hatch(painting, [[left, top, right - left, BOTTOM - top]], palette[colour]);
      ctx.restore();
    }
    floor = roof;
  }
  for (const { steps, colour, dashed } of drawn)
    strokeLine(ctx, outlineOf(steps, view, y.at), {
      colour: palette[colour],
      dash: dashed ? [6, 4] : [],
    });
  if (data.bound) paintBound(painting, data.bound, frame);
  const times = stopTimes(data);
  if (selected >= 0) {
    const at = x.at(times[selected]);
    /** @type {[number, number][]} */
    const upright = [
      [at, top],
      [at, BOTTOM],
    ];
    strokeLine(ctx, upright, { colour: palette.ink, width: 1 });
  }
  nameSteps(painting, frame);
  return nearestStop(times.map(x.at));
}

/** @param {Painting} painting @param {{y: number, label: string}} bound @param {ReturnType<typeof layout>} frame */
function paintBound(painting, bound, { left, right, y }) {
  const { ctx, palette, crisp } = painting;
  const py = crisp(y.at(bound.y));
  ctx.beginPath();
  ctx.moveTo(left, py);
  ctx.lineTo(right, py);
  ctx.strokeStyle = palette.wait;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([2, 3]);
  ctx.stroke();
  ctx.setLineDash([]);
  label(painting, bound.label, left + 6, py - 9, { colour: palette.wait, weight: 600 });
}

/** @param {Painting} painting @param {ReturnType<typeof layout>} frame */
function nameSteps(painting, frame) {
  const { palette } = painting;
  const { narrow, left, right, top, y, named, drawn, view } = frame;
  if (narrow) {
    named.forEach((one, i) => {
      const at = TOP + i * LINE - 2;
      paintMark(painting, one.dashed ? 'dashes' : 'line', left + 6, at, one.colour, 4.5);
      label(painting, one.label, left + 18, at, { colour: palette[one.colour], weight: 600 });
    });
    return;
  }
  const wanted = drawn.map(({ steps }) => y.at(steps.at(view.to)));
  const heights = spreadApart(wanted, LINE, top, BOTTOM);
  named.forEach((one, i) =>
    label(painting, one.label, right + 12, heights[i], {
      colour: palette[one.colour],
      weight: 600,
    }),
  );
}

/** The times at which something changed, rising; evenly thinned where there are many. */
const stopTimes = remembered((/** @type {OverTimeData} */ { stacked, lines }) => {
  const all = new Set([...stacked, ...lines].flatMap(({ times }) => Array.from(times)));
  const inOrder = [...all].sort((a, b) => a - b);
  const every = Math.ceil(inOrder.length / STOPS);
  return inOrder.filter((_, i) => i % every === 0 || i === inOrder.length - 1);
});

/** The values at a time, as text. @param {OverTimeData} data @returns {(time: number) => string[]} */
function valuesAt({ stacked, lines, y: { unit } }) {
  const all = [...stacked, ...lines].map(stepsOf);
  return (time) => all.map((steps) => quantity({ value: steps.at(time), unit }));
}

/** @param {OverTimeData} data @returns {import('../kit/lazy.js').Lazy<import('./plot.js').Stop>} */
function stops(data) {
  const named = [...data.stacked, ...data.lines];
  const [times, at] = [stopTimes(data), valuesAt(data)];
  return lazily(times.length, (k) => ({
    title: `${data.x.title}: ${round(times[k], 'ms')}`,
    rows: at(times[k]).map((value, i) => [named[i].label, value]),
  }));
}

/** @param {OverTimeData} data @returns {import('./table.js').Table} */
function table(data) {
  const [times, at] = [stopTimes(data), valuesAt(data)];
  return {
    columns: [data.x.title, ...[...data.stacked, ...data.lines].map((one) => one.label)],
    rows: lazily(times.length, (k) => [round(times[k], 'ms'), ...at(times[k])]),
  };
}

/** A chart of amounts over time. @param {(given: any) => OverTimeData} describe turns a figure's data into titles and lines @returns {import('./plot.js').Chart} */
export function overTime(describe) {
  const described = remembered(describe);
  return {
    height: () => HEIGHT,
    paint: (painting, given, selected) => paint(painting, described(given), selected),
    stops: (given) => stops(described(given)),
    table: (given) => table(described(given)),
  };
}
