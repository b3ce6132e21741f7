/** Measured points with the bars of their quartiles, and the curves of models, against a common x. */
import { quantity, round } from '../kit/format.js';
import { lazily, remembered } from '../kit/lazy.js';
import { sayer } from '../kit/say.js';
import { axisOf, paintAcross, paintUp } from './axes.js';
import { paintMark } from './points.js';
import { nearestStop, spreadApart } from './positions.js';
import { label, NARROW, textWidth } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */
/** @typedef {import('./surface.js').Colour} Colour */
/** @typedef {import('./axes.js').Unit} Unit */

/**
 * @typedef {object} CurvesData
 * @property {{title: string, name?: string, unit: Unit, log?: boolean}} x `title` of the axis, `name` of its quantity
 * @property {{title: string, unit: Unit, log?: boolean}} y
 * @property {{label: string, colour: Colour, mark: import('./points.js').Mark, at: {x: number, median: number, low: number, high: number}[]}[]} points
 * @property {{label: string, colour: Colour, dashed?: boolean, at: {x: number, y: number}[]}[]} lines
 * @property {{x: number, label: string}} [rule] an upright line, where something is expected to happen
 */

const HEIGHT = 340;
const TOP = 28;
const BOTTOM = HEIGHT - 46;
const LEFT = 68;
const LINE = 16;
const say = sayer('charts');

/** Lays out labels beside the curves' ends or, on narrow screens, in rows above the plot. @param {CurvesData} data @param {Painting} painting */
function layout(data, painting) {
  const { width } = painting;
  const measure = (/** @type {string} */ text) => textWidth(painting, text, 12, 600);
  const names = [...data.points, ...data.lines].map((one) => one.label);
  const narrow = width < NARROW;
  const legend = narrow ? names.length * LINE + 4 : 0;
  const left = narrow ? 52 : LEFT;
  const right = narrow ? width - 12 : width - 38 - Math.max(0, ...names.map(measure));
  const top = TOP + legend;
  const xs = [...data.points, ...data.lines].flatMap(({ at }) => at.map(({ x }) => x));
  const ys = [
    ...data.points.flatMap(({ at }) => at.flatMap(({ low, median, high }) => [low, median, high])),
    ...data.lines.flatMap(({ at }) => at.map(({ y }) => y)),
  ];
  const x = axisOf(xs, { ...data.x, start: left, end: right, every: 80 });
  const y = axisOf(ys, { ...data.y, start: BOTTOM, end: top, every: 45 });
  return { narrow, left, right, top, x, y };
}

/** @param {Painting} painting @param {CurvesData} data @param {number} selected @returns {import('./plot.js').Hit} */
function paint(painting, data, selected) {
  const { ctx, palette } = painting;
  const frame = layout(data, painting);
  const { left, right, top, x, y } = frame;
  paintUp(painting, y, { left, right, title: data.y.title });
  paintAcross(painting, x, { top, bottom: BOTTOM, right, title: data.x.title });
  if (data.rule) paintRule(painting, data.rule, x.at(data.rule.x), top);
  for (const { at, colour, dashed } of data.lines) {
    ctx.beginPath();
    at.forEach((point, i) => {
      if (i) ctx.lineTo(x.at(point.x), y.at(point.y));
      else ctx.moveTo(x.at(point.x), y.at(point.y));
    });
    ctx.strokeStyle = palette[colour];
    ctx.lineWidth = 1.5;
    ctx.setLineDash(dashed ? [6, 4] : []);
    ctx.stroke();
    ctx.setLineDash([]);
  }
  const all = stopsAt(data);
  const stop = all[selected];
  if (stop !== undefined) {
    ctx.beginPath();
    ctx.moveTo(x.at(stop), top);
    ctx.lineTo(x.at(stop), BOTTOM);
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 1;
    ctx.stroke();
  }
  for (const { at, colour, mark } of data.points) {
    for (const point of at) {
      const px = x.at(point.x);
      ctx.beginPath();
      ctx.moveTo(px, y.at(point.low));
      ctx.lineTo(px, y.at(point.high));
      ctx.strokeStyle = palette[colour];
      ctx.lineWidth = 1.5;
      ctx.stroke();
      paintMark(painting, mark, px, y.at(point.median), colour, point.x === stop ? 6.5 : 4.5);
    }
  }
  nameCurves(painting, data, frame);
  return nearestStop(all.map(x.at));
}

/** @param {Painting} painting @param {{label: string}} rule @param {number} x px @param {number} top px */
function paintRule(painting, rule, x, top) {
  const { ctx, palette } = painting;
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, BOTTOM);
  ctx.setLineDash([2, 3]);
  ctx.strokeStyle = palette.wait;
  ctx.lineWidth = 1.5;
  ctx.stroke();
  ctx.setLineDash([]);
  const room = x + 8 + textWidth(painting, rule.label, 12, 600) < painting.width;
  label(painting, rule.label, room ? x + 6 : x - 6, BOTTOM - 10, {
    colour: palette.wait,
    weight: 600,
    align: room ? 'left' : 'right',
  });
}

/** @param {Painting} painting @param {CurvesData} data @param {ReturnType<typeof layout>} frame */
function nameCurves(painting, data, { narrow, left, right, x, y, top }) {
  const { ctx, palette } = painting;
  const named = [
    ...data.points.map(({ at, ...one }) => ({ ...one, end: at.at(-1), y: at.at(-1)?.median })),
    ...data.lines.map(({ at, ...one }) => ({
      ...one,
      mark: /** @type {'dashes' | 'line'} */ (one.dashed ? 'dashes' : 'line'),
      end: at.at(-1),
      y: at.at(-1)?.y,
    })),
  ].filter(({ end }) => end !== undefined);
  if (narrow) {
    named.forEach((one, i) => {
      const at = TOP + i * LINE - 2;
      paintMark(painting, one.mark, left + 6, at, one.colour, 4.5);
      label(painting, one.label, left + 18, at, { colour: palette[one.colour], weight: 600 });
    });
    return;
  }
  const heights = spreadApart(
    named.map((one) => y.at(Number(one.y))),
    LINE,
    top,
    BOTTOM,
  );
  named.forEach((one, i) => {
    const from = x.at(Number(one.end?.x)) + 10;
    // A curve that ends before the others gets a line to its name: beside the curve's end, the name would cover the others.
    if (right - from > LINE) {
      ctx.beginPath();
      ctx.moveTo(from, y.at(Number(one.y)));
      ctx.lineTo(right + 8, heights[i]);
      ctx.strokeStyle = palette[one.colour];
      ctx.lineWidth = 1;
      ctx.setLineDash([1, 3]);
      ctx.stroke();
      ctx.setLineDash([]);
    }
    paintMark(painting, one.mark, right + 18, heights[i], one.colour, 4);
    label(painting, one.label, right + 30, heights[i], {
      colour: palette[one.colour],
      weight: 600,
    });
  });
}

/** The values of x at which something was measured, in ascending order. */
const stopsAt = remembered((/** @type {CurvesData} */ { points }) =>
  [...new Set(points.flatMap(({ at }) => at.map(({ x }) => x)))].sort((a, b) => a - b),
);

/** The points of each curve by x, found without a search. @template {{x: number}} P @param {{at: P[]}[]} curves @returns {Map<number, P>[]} */
const byX = (curves) =>
  // Of several points with the same x, the first is taken.
  curves.map(({ at }) => new Map(at.toReversed().map((point) => [point.x, point])));

/** @param {CurvesData} data @returns {import('../kit/lazy.js').Lazy<import('./plot.js').Stop>} */
function stops(data) {
  const text = (/** @type {number} */ value) => quantity({ value, unit: data.y.unit });
  const xs = stopsAt(data);
  const [points, lines] = [byX(data.points), byX(data.lines)];
  return lazily(xs.length, (i) => ({
    title: `${data.x.name ?? data.x.title}: ${round(xs[i], data.x.unit)}`,
    rows: /** @type {[string, string][]} */ ([
      ...data.points.flatMap(({ label: name }, k) => {
        const point = points[k].get(xs[i]);
        if (!point) return [];
        const [median, low, high] = [point.median, point.low, point.high].map(text);
        return [[name, say('spread', { median, low, high })]];
      }),
      ...data.lines.flatMap(({ label: name }, k) => {
        const point = lines[k].get(xs[i]);
        return point ? [[name, text(point.y)]] : [];
      }),
    ]),
  }));
}

/** @param {CurvesData} data @returns {import('./table.js').Table} */
function table(data) {
  const text = (/** @type {number|undefined} */ value) =>
    value === undefined ? '–' : quantity({ value, unit: data.y.unit });
  const xs = stopsAt(data);
  const [points, lines] = [byX(data.points), byX(data.lines)];
  return {
    columns: [
      data.x.name ?? data.x.title,
      ...data.points.flatMap(({ label: name }) => [
        name,
        say('plot-low', { name }),
        say('plot-high', { name }),
      ]),
      ...data.lines.map(({ label: name }) => name),
    ],
    rows: lazily(xs.length, (i) => [
      round(xs[i], data.x.unit),
      ...points.flatMap((known) => {
        const point = known.get(xs[i]);
        return [text(point?.median), text(point?.low), text(point?.high)];
      }),
      ...lines.map((known) => text(known.get(xs[i])?.y)),
    ]),
  };
}

/** @type {import('./plot.js').Chart} */
export const curves = { height: () => HEIGHT, paint, stops, table };
