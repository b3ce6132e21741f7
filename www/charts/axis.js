import { timeAxis } from './scale.js';
import { label } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */

/**
 * The time axis at height y, with hairlines up to `top`.
 * @param {Painting} painting
 * @param {{scale: import('./scale.js').TimeScale, zero: number, top: number, y: number, say: import('../kit/say.js').Say}} axis
 */
export function paintTimeAxis(painting, { scale, zero, top, y, say }) {
  const { ctx, palette, crisp } = painting;
  const { unit, marks } = timeAxis(scale, zero);
  ctx.beginPath();
  for (const { x } of marks) {
    ctx.moveTo(crisp(x), top);
    ctx.lineTo(crisp(x), y);
  }
  ctx.strokeStyle = palette.hair;
  ctx.lineWidth = 1;
  ctx.stroke();
  for (const { x, label: text } of marks)
    label(painting, text, x, y + 12, { align: 'center', colour: palette.muted });
  label(painting, say('axis-time', { unit }), scale.right, y + 30, {
    align: 'right',
    colour: palette.muted,
  });
}

/**
 * Draws the pointer's moment as a line, in every chart of a figure.
 * @param {Painting} painting
 * @param {{scale: import('./scale.js').TimeScale, time: number, top: number, bottom: number}} line nothing is drawn while the time is NaN
 */
export function paintMoment({ ctx, palette, crisp }, { scale, time, top, bottom }) {
  if (!(time >= scale.from && time <= scale.to)) return;
  const x = crisp(scale.x(time));
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, bottom);
  ctx.strokeStyle = palette.edge;
  ctx.lineWidth = 1;
  ctx.stroke();
}
