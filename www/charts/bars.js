/** Several ways side by side: a bar each, with the spread of its samples. */
import { quantity, span } from '../kit/format.js';
import { lazily } from '../kit/lazy.js';
import { sayer } from '../kit/say.js';
import { axisOf, paintAcross } from './axes.js';
import { rowAt } from './positions.js';
import { hatch, label, NARROW, textWidth } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */

/**
 * @typedef {object} Bar
 * @property {string} label
 * @property {import('./surface.js').Colour} colour
 * @property {number} median
 * @property {number} low
 * @property {number} high
 * @property {'≤'} [bound] only a bound is known; the bar is hatched
 *
 * @typedef {object} BarsData
 * @property {string} title of the axis
 * @property {import('./axes.js').Unit} unit
 * @property {boolean} [log]
 * @property {number} [least] that the clock resolves, ms
 * @property {Bar[]} bars
 */

const TOP = 8;
const THICK = 18;
/** The smallest font size, px, for names that are longer than the figure is wide. */
const LEAST = 9;
const say = sayer('charts');

/** Height of a bar's row, px. It always has room for the name above the bar, which narrow screens need. */
const STEP = 44;

/** @param {BarsData} data */
const height = ({ bars }) => TOP + bars.length * STEP + 44;

/** @param {BarsData} data @param {Bar} bar */
const valueText = (data, { median, bound }) =>
  bound
    ? quantity({ value: median, unit: data.unit, bound, step: data.least })
    : textOf(data, median);

/** @param {BarsData} data @param {number} value */
const textOf = ({ unit, least }, value) =>
  unit === 'ms' ? span(value, least) : quantity({ value, unit });

/** @param {Painting} painting @param {BarsData} data @param {number} selected @returns {import('./plot.js').Hit} */
function paint(painting, data, selected) {
  const { ctx, palette, width, crisp } = painting;
  const narrow = width < NARROW;
  const names = data.bars.map((bar) => textWidth(painting, bar.label, 13, 600));
  const left = narrow ? 6 : Math.max(0, ...names) + 14;
  const room = Math.max(
    0,
    ...data.bars.map((bar) => textWidth(painting, valueText(data, bar), 13, 650)),
  );
  const right = width - room - 18;
  const bottom = TOP + data.bars.length * STEP;
  const values = data.bars.flatMap(({ low, median, high }) => [low, median, high]);
  const axis = axisOf(values, { ...data, start: left, end: right, every: 90 });
  paintAcross(painting, axis, { top: TOP, bottom, right: width, title: data.title });
  data.bars.forEach((bar, i) => {
    const middle = TOP + (i + 0.5) * STEP + (narrow ? 8 : 0);
    const end = axis.at(bar.median);
    const box = /** @type {[number, number, number, number]} */ ([
      left,
      middle - THICK / 2,
      Math.max(1.5, end - left),
      THICK,
    ]);
    ctx.fillStyle = palette[bar.colour];
    ctx.globalAlpha = bar.bound ? 0.28 : 0.85;
    ctx.fillRect(...box);
    ctx.globalAlpha = 1;
    if (bar.bound) hatch(painting, [box], palette[bar.colour], { lean: -1 });
    ctx.strokeStyle = i === selected ? palette.ink : palette[bar.colour];
    ctx.lineWidth = i === selected ? 2 : 1;
    ctx.strokeRect(...box);
    const [low, high] = [axis.at(bar.low), axis.at(bar.high)];
    ctx.beginPath();
    ctx.moveTo(low, crisp(middle));
    ctx.lineTo(high, crisp(middle));
    for (const x of [low, high]) {
      ctx.moveTo(x, middle - 5);
      ctx.lineTo(x, middle + 5);
    }
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 1.5;
    ctx.stroke();
    const room = narrow ? Math.min(1, (width - left) / names[i]) : 1;
    const name = { size: Math.max(LEAST, 13 * room), weight: 600 };
    if (narrow) label(painting, bar.label, left, middle - THICK / 2 - 9, name);
    else label(painting, bar.label, left - 10, middle, { ...name, align: 'right' });
    label(painting, valueText(data, bar), Math.max(end, high) + 8, middle, {
      size: 13,
      weight: 650,
    });
  });
  return rowAt(TOP, STEP, data.bars.length);
}

/** @param {BarsData} data @returns {import('../kit/lazy.js').Lazy<import('./plot.js').Stop>} */
function stops(data) {
  const text = (/** @type {number} */ value) => textOf(data, value);
  return lazily(data.bars.length, (i) => {
    const bar = data.bars[i];
    const [median, low, high] = [valueText(data, bar), text(bar.low), text(bar.high)];
    return { title: bar.label, rows: [[data.title, say('spread', { median, low, high })]] };
  });
}

/** @param {BarsData} data @returns {import('./table.js').Table} */
function table(data) {
  const text = (/** @type {number} */ value) => textOf(data, value);
  return {
    columns: [
      say('plot-way'),
      data.title,
      say('plot-low', { name: data.title }),
      say('plot-high', { name: data.title }),
    ],
    rows: lazily(data.bars.length, (i) => {
      const bar = data.bars[i];
      return [bar.label, valueText(data, bar), text(bar.low), text(bar.high)];
    }),
  };
}

/** @type {import('./plot.js').Chart} */
export const bars = { height, paint, stops, table };
