/** What changes in steps over time: amounts, stacked or each by itself. `areas` and `counts` are drawn with it. */
import { quantity } from '../kit/format.js';
import { axisOf, paintAcross, paintUp, roundText } from './axes.js';
import { paintMark } from './points.js';
import { spreadApart } from './place.js';
import { hatch, label, textWidth, trail } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */

/**
 * @typedef {object} Steps
 * @property {string} label
 * @property {import('./surface.js').Colour} colour
 * @property {boolean} [dashed]
 * @property {boolean} [hatched] where it is filled
 * @property {ArrayLike<number>} times ms since the start, rising
 * @property {ArrayLike<number>} values from each of the times on
 *
 * @typedef {object} OverTimeData
 * @property {{title: string}} x
 * @property {{title: string, unit: import('./axes.js').Unit}} y
 * @property {Steps[]} stacked each on top of the one before; all have the same times
 * @property {Steps[]} lines
 * @property {{y: number, label: string}} [bound] a level that must not be passed
 */

export const HEIGHT = 280;
const TOP = 28;
const BOTTOM = HEIGHT - 46;
const NARROW = 560;
const LINE = 16;
/** More stops than this are of no use to a reader. */
const STOPS = 200;

/** The value at a time: that of the last step before it. @param {Steps} steps @param {number} time */
export function valueAt({ times, values }, time) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low ? values[low - 1] : 0;
}

/** The stacked series as lines, each the sum of those up to it. @param {OverTimeData} data @returns {Steps[]} */
function sums({ stacked }) {
  /** @type {number[]} */
  let below = [];
  return stacked.map((steps) => {
    below = Array.from(steps.values, (value, i) => value + (below[i] ?? 0));
    return { ...steps, values: below };
  });
}

/** @param {OverTimeData} data @param {number} width @param {(text: string) => number} measure */
function layout(data, width, measure) {
  const tops = sums(data);
  const named = [...data.stacked, ...data.lines];
  const narrow = width < NARROW;
  const left = narrow ? 52 : 68;
  const right = narrow
    ? width - 12
    : width - 22 - Math.max(0, ...named.map((one) => measure(one.label)));
  const top = TOP + (narrow ? named.length * LINE + 4 : 0);
  const all = [...tops, ...data.lines];
  const most = (/** @type {ArrayLike<number>} */ list) =>
    Array.prototype.reduce.call(list, (a, b) => Math.max(Number(a), Number(b)), 0);
  const end = /** @type {number} */ (Math.max(...all.map(({ times }) => Number(most(times))), 0));
  const highest = Math.max(...all.map(({ values }) => Number(most(values))), data.bound?.y ?? 0);
  const x = axisOf([end / 1.05], { unit: 'ms', start: left, end: right, every: 90 });
  const y = axisOf([highest], { unit: data.y.unit, start: BOTTOM, end: top, every: 45 });
  return { narrow, left, right, top, x, y, tops, named, end };
}

/** The corners of a curve in steps. @param {Steps} steps @param {ReturnType<typeof layout>} place @returns {[number, number][]} */
function corners({ times, values }, { x, y, end }) {
  /** @type {[number, number][]} */
  const points = [[x.at(0), y.at(0)]];
  for (let i = 0; i < times.length; i += 1) {
    const px = x.at(times[i]);
    const last = points[points.length - 1];
    // Steps within a third of a pixel are one step.
    if (points.length > 2 && px - last[0] < 0.33) last[1] = y.at(values[i]);
    else points.push([px, last[1]], [px, y.at(values[i])]);
  }
  points.push([x.at(end), points[points.length - 1][1]]);
  return points;
}

/** @param {Painting} painting @param {OverTimeData} data @param {number} selected */
export function paint(painting, data, selected) {
  const { ctx, palette } = painting;
  const place = layout(data, painting.width, (text) => textWidth(painting, text, 12, 600));
  const { left, right, top, x, y, tops } = place;
  paintUp(painting, y, { left, right, title: data.y.title });
  paintAcross(painting, x, { top, bottom: BOTTOM, right, title: data.x.title });
  /** @type {[number, number][]} */
  let floor = [
    [x.at(0), y.at(0)],
    [x.at(place.end), y.at(0)],
  ];
  for (const steps of tops) {
    const roof = corners(steps, place);
    ctx.beginPath();
    trail(ctx, [...roof, ...floor.toReversed()]);
    ctx.closePath();
    ctx.fillStyle = palette[steps.colour];
    ctx.globalAlpha = 0.2;
    ctx.fill();
    ctx.globalAlpha = 1;
    if (steps.hatched) {
      ctx.save();
      ctx.clip(); // to the area
      hatch(painting, [[left, top, right - left, BOTTOM - top]], palette[steps.colour]);
      ctx.restore();
    }
    floor = roof;
  }
  for (const steps of [...tops, ...data.lines]) {
    ctx.beginPath();
    trail(ctx, corners(steps, place));
    ctx.setLineDash(steps.dashed ? [6, 4] : []);
    ctx.strokeStyle = palette[steps.colour];
    ctx.lineWidth = 2;
    ctx.stroke();
    ctx.setLineDash([]);
  }
  if (data.bound) paintBound(painting, data.bound, place);
  if (selected >= 0) {
    const px = x.at(stopTimes(data)[selected]);
    ctx.beginPath();
    ctx.moveTo(px, top);
    ctx.lineTo(px, BOTTOM);
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 1;
    ctx.stroke();
  }
  nameSteps(painting, place);
}

/** @param {Painting} painting @param {{y: number, label: string}} bound @param {ReturnType<typeof layout>} place */
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

/** @param {Painting} painting @param {ReturnType<typeof layout>} place */
function nameSteps(painting, place) {
  const { palette } = painting;
  const { narrow, left, right, top, y, named, tops, end } = place;
  if (narrow) {
    named.forEach((one, i) => {
      const at = TOP + i * LINE - 2;
      paintMark(painting, one.dashed ? 'dashes' : 'line', left + 6, at, one.colour, 4.5);
      label(painting, one.label, left + 18, at, { colour: palette[one.colour], weight: 600 });
    });
    return;
  }
  const drawn = named.map((one, i) => tops[i] ?? one);
  const wanted = drawn.map((steps) => y.at(valueAt(steps, end)));
  const heights = spreadApart(wanted, LINE, top, BOTTOM);
  named.forEach((one, i) =>
    label(painting, one.label, right + 12, heights[i], {
      colour: palette[one.colour],
      weight: 600,
    }),
  );
}

/** The times at which something changed; evenly thinned where there are many. @param {OverTimeData} data */
function stopTimes({ stacked, lines }) {
  const all = new Set([...stacked, ...lines].flatMap(({ times }) => Array.from(times)));
  const inOrder = [...all].sort((a, b) => a - b);
  const every = Math.ceil(inOrder.length / STOPS);
  return inOrder.filter((_, i) => i % every === 0 || i === inOrder.length - 1);
}

/** @param {OverTimeData} data @returns {import('./plot.js').Stop[]} */
export function stops(data) {
  return stopTimes(data).map((time) => ({
    title: `${data.x.title}: ${roundText(time, 'ms')}`,
    rows: [...data.stacked, ...data.lines].map((steps) => [
      steps.label,
      quantity({ value: valueAt(steps, time), unit: data.y.unit }),
    ]),
  }));
}

/** @param {OverTimeData} data */
export function table(data) {
  return {
    columns: [data.x.title, ...[...data.stacked, ...data.lines].map((one) => one.label)],
    rows: stopTimes(data).map((time) => [
      roundText(time, 'ms'),
      ...[...data.stacked, ...data.lines].map((steps) =>
        quantity({ value: valueAt(steps, time), unit: data.y.unit }),
      ),
    ]),
  };
}

/** @param {OverTimeData} data @param {number} px @param {number} _y @param {number} width */
export function hit(data, px, _y, width) {
  const { x } = layout(data, width, (text) => text.length * 6.6);
  let nearest = -1;
  stopTimes(data).forEach((time, i, all) => {
    if (nearest < 0 || Math.abs(x.at(time) - px) < Math.abs(x.at(all[nearest]) - px)) nearest = i;
  });
  return nearest;
}
