/** Axes of plots other than time axes: linear or logarithmic, with marks in the unit of the shown values. */
import { round } from '../kit/format.js';
import { ticks } from './scale.js';
import { label, textWidth } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */
/** @typedef {import('../kit/types.js').Quantity['unit']} Unit */

/**
 * @typedef {object} Axis
 * @property {number} from
 * @property {number} to
 * @property {boolean} log
 * @property {Unit} unit
 * @property {(value: number) => number} at px
 * @property {{value: number, text: string}[]} marks
 */

/** The least value of a logarithmic axis. Smaller values are never measured, and an axis down to the least positive number would be endless. */
const LEAST = 1e-30;

/**
 * An axis that holds all the values.
 * @param {number[]} values NaN is ignored; a logarithmic axis also ignores values of at most `LEAST`
 * @param {{log?: boolean, unit: Unit, start: number, end: number, every?: number}} options start and end in px, `every`: px
 *   between marks, about
 * @returns {Axis}
 */
export function axisOf(values, { log = false, unit, start, end, every = 70 }) {
  const usable = values.filter((value) => Number.isFinite(value) && (!log || value > LEAST));
  const most = usable.length ? Math.max(...usable) : 1;
  const room = Math.max(2, Math.abs(end - start) / every);
  if (log) {
    const least = usable.length ? Math.min(...usable) : most / 10;
    const [from, to] = least < most ? [least / 1.15, most * 1.15] : [least / 2, most * 2];
    const span = Math.log(to / from);
    const at = (/** @type {number} */ value) =>
      start + (Math.log(Math.max(value, from) / from) / span) * (end - start);
    return { from, to, log, unit, at, marks: logMarks(from, to, room, unit) };
  }
  const to = most > 0 ? most * 1.05 : 1;
  const at = (/** @type {number} */ value) => start + (value / to) * (end - start);
  const marks = ticks(0, to, room).values.map((value) => ({ value, text: round(value, unit) }));
  return { from: 0, to, log, unit, at, marks };
}

/** Powers of ten: only every k-th if there are many, and 2 and 5 times each if there are few. @param {number} from @param {number} to @param {number} room how many @param {Unit} unit */
function logMarks(from, to, room, unit) {
  const decades = Math.log10(to / from);
  const step = Math.max(1, Math.ceil(decades / room));
  const factors = decades * 3 <= room ? [1, 2, 5] : [1];
  const marks = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to); power += 1) {
    if (power % step) continue;
    for (const factor of factors) {
      const value = factor * 10 ** power;
      if (value >= from && value <= to) marks.push({ value, text: round(value, unit) });
    }
  }
  return marks;
}

/**
 * The horizontal axis below a plot, with its hairlines.
 * @param {Painting} painting
 * @param {Axis} axis
 * @param {{top: number, bottom: number, right: number, title: string}} area
 */
export function paintAcross(painting, axis, { top, bottom, right, title }) {
  const { ctx, palette, crisp } = painting;
  ctx.beginPath();
  for (const { value } of axis.marks) {
    ctx.moveTo(crisp(axis.at(value)), top);
    ctx.lineTo(crisp(axis.at(value)), bottom);
  }
  ctx.strokeStyle = palette.hair;
  ctx.lineWidth = 1;
  ctx.stroke();
  for (const { value, text } of axis.marks) {
    const half = textWidth(painting, text, 12) / 2 + 1;
    const x = Math.max(half, Math.min(axis.at(value), painting.width - half));
    label(painting, text, x, bottom + 12, { align: 'center', colour: palette.muted });
  }
  label(painting, title, right, bottom + 30, { align: 'right', colour: palette.muted });
}

/**
 * The vertical axis left of a plot, with its hairlines and its title above.
 * @param {Painting} painting
 * @param {Axis} axis
 * @param {{left: number, right: number, title: string}} area
 */
export function paintUp(painting, axis, { left, right, title }) {
  const { ctx, palette, crisp } = painting;
  ctx.beginPath();
  for (const { value } of axis.marks) {
    ctx.moveTo(left, crisp(axis.at(value)));
    ctx.lineTo(right, crisp(axis.at(value)));
  }
  ctx.strokeStyle = palette.hair;
  ctx.lineWidth = 1;
  ctx.stroke();
  for (const { value, text } of axis.marks)
    label(painting, text, left - 8, axis.at(value), { align: 'right', colour: palette.muted });
  label(painting, title, 0, 9, { colour: palette.muted });
}
