/** A row for each adapter, browser and device, with a dot for each file, the median and the quartiles. All rows share an axis. */
import { axisOf, paintAcross } from '../../charts/axes.js';
import { rowAt } from '../../charts/positions.js';
import { paintMark } from '../../charts/points.js';
import { label, textWidth } from '../../charts/surface.js';
import { quantity, whole } from '../../kit/format.js';
import { lazily } from '../../kit/lazy.js';

/** @typedef {import('../../charts/surface.js').Painting} Painting */
/**
 * @typedef {object} StripsData
 * @property {string} title of the axis
 * @property {import('../../charts/axes.js').Unit} unit
 * @property {'≤'} [bound]
 * @property {Record<'row'|'files'|'median'|'low'|'high', string>} words
 * @property {{label: string, device: string, values: number[], median: number, low: number, high: number}[]} rows
 */

const TOP = 28;
const STEP = 44;
const NARROW = 640;
/** The most vertical offset of a dot, px. */
const SCATTER = 11;
/** Multiples of the golden ratio spread any number of dots evenly and deterministically. */
const GOLDEN = 0.618034;
const MARKS = /** @type {Record<string, import('../../charts/points.js').Mark>} */ ({
  webgpu: 'circle',
  cpu: 'square',
  sim: 'triangle',
});

/** @param {StripsData} data */
const height = ({ rows }) => TOP + rows.length * STEP + 44;

/** @param {StripsData} data @param {number} value */
const text = ({ unit, bound }, value) =>
  Number.isFinite(value) ? quantity({ value, unit, bound }) : '–';

/** @param {Painting} painting @param {StripsData} data @param {number} selected @returns {import('../../charts/plot.js').Hit} */
function paint(painting, data, selected) {
  const { ctx, palette, width, crisp } = painting;
  const { rows, unit } = data;
  const narrow = width < NARROW;
  const names = rows.map((row) => textWidth(painting, row.label, 12, 600));
  const left = narrow ? 8 : Math.min(width * 0.45, Math.max(0, ...names) + 16);
  const right = width - 64;
  const bottom = TOP + rows.length * STEP;
  const values = rows.flatMap((row) => [...row.values, row.low, row.high]);
  const log = values.every((value) => !Number.isFinite(value) || value > 0);
  const axis = axisOf(values, { unit, log, start: left, end: right, every: 80 });
  paintAcross(painting, axis, { top: TOP, bottom, right: width, title: data.title });
  rows.forEach((row, i) => {
    const middle = TOP + (i + 0.5) * STEP + (narrow ? 7 : 0);
    if (i === selected) {
      ctx.fillStyle = palette.hair;
      ctx.globalAlpha = 0.5;
      ctx.fillRect(0, TOP + i * STEP, width, STEP);
      ctx.globalAlpha = 1;
    }
    const style = { size: 12, weight: 600 };
    if (narrow) label(painting, row.label, left, middle - 21, style);
    else label(painting, row.label, left - 12, middle, { ...style, align: 'right' });
    if (!Number.isFinite(row.median)) return;
    const [low, high] = [axis.at(row.low), axis.at(row.high)];
    ctx.fillStyle = palette.device;
    ctx.globalAlpha = 0.18;
    ctx.fillRect(low, middle - 14, Math.max(1, high - low), 28);
    ctx.globalAlpha = row.values.length > 1 ? 0.55 : 1;
    row.values.forEach((value, k) => {
      const aside = row.values.length > 1 ? (((k * GOLDEN) % 1) - 0.5) * 2 * SCATTER : 0;
      const mark = MARKS[row.device] ?? 'diamond';
      paintMark(painting, mark, axis.at(value), middle + aside, 'device', 3.5);
    });
    ctx.globalAlpha = 1;
    const median = crisp(axis.at(row.median));
    ctx.beginPath();
    ctx.moveTo(median, middle - 14);
    ctx.lineTo(median, middle + 14);
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 2;
    ctx.stroke();
    const value = text(data, row.median);
    label(painting, value, Math.max(high, median, ...row.values.map(axis.at)) + 8, middle, {
      weight: 650,
    });
  });
  return rowAt(TOP, STEP, rows.length);
}

/** @param {StripsData} data @returns {import('../../kit/lazy.js').Lazy<import('../../charts/plot.js').Stop>} */
function stops(data) {
  const { words } = data;
  return lazily(data.rows.length, (i) => {
    const row = data.rows[i];
    return {
      title: row.label,
      rows: [
        [words.median, text(data, row.median)],
        [words.low, text(data, row.low)],
        [words.high, text(data, row.high)],
        [words.files, whole(row.values.length)],
      ],
    };
  });
}

/** @param {StripsData} data @returns {import('../../charts/table.js').Table} */
function table(data) {
  const { words } = data;
  return {
    columns: [words.row, words.files, words.median, words.low, words.high],
    rows: lazily(data.rows.length, (i) => {
      const row = data.rows[i];
      const values = [row.median, row.low, row.high].map((value) => text(data, value));
      return [row.label, whole(row.values.length), ...values];
    }),
  };
}

/** @type {import('../../charts/plot.js').Chart} */
export const strips = { height, paint, stops, table };
