/** What joins the lanes: each operation's way down to the device and back up, and the gap between asking and done. */
import { duration } from '../page/format.js';
import { LANES } from './lanes.js';
import { boundsRow } from './marks.js';
import { dimension, label } from './surface.js';

/** @typedef {import('./marks.js').Scene} Scene */
/** @typedef {import('./surface.js').Painting} Painting */

/**
 * The way of one operation down to the device and back up, as points. Where the device timed nothing, the way leads to
 * the bounds of the submission: what was not measured is not drawn.
 * @param {Scene} scene
 * @param {number} i
 * @returns {{down: [number, number][], up: [number, number][]}}
 */
export function wayOf({ trace, facts, scale }, i) {
  const at = (/** @type {Float64Array} */ times, /** @type {number} */ y) =>
    /** @type {[number, number]} */ ([scale.x(times[i]), y]);
  const { frontend, backend, device } = LANES;
  const bounds = facts.timed ? undefined : facts.bySerial.get(trace.submission[i]);
  const y = bounds ? boundsRow(facts, bounds).top : device.top;
  const down = [
    at(trace.enqueued, frontend.bottom),
    at(trace.decoded, backend.top),
    at(trace.submitted, backend.bottom),
    at(bounds ? trace.submitted : trace.started, y),
  ];
  const up = [
    at(bounds ? trace.completed : trace.ended, y),
    at(trace.completed, backend.bottom),
    at(trace.completed, backend.top),
  ];
  const known = (/** @type {[number, number]} */ [x]) => !Number.isNaN(x);
  return { down: down.filter(known), up: up.every(known) ? up : [] };
}

/** @param {CanvasRenderingContext2D|Path2D} ctx @param {[number, number][]} points */
function trail(ctx, points) {
  points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
}

/** More links than this are a surface; beyond it every k-th operation stands for its neighbours, and k is told. */
const MOST_LINKS = 400;

/** The ways of the operations. @param {Painting} painting @param {Scene} scene */
export function paintLinks(painting, scene) {
  const { ctx, palette } = painting;
  const { facts, scale, say, narrow } = scene;
  const step = Math.ceil(facts.count / MOST_LINKS);
  const paths = /** @type {const} */ ({ down: new Path2D(), up: new Path2D() });
  for (let i = 0; i < facts.count; i += step) {
    const { down, up } = wayOf(scene, i);
    trail(paths.down, down);
    trail(paths.up, up);
  }
  ctx.lineWidth = 1;
  ctx.globalAlpha = Math.max(0.15, Math.min(0.55, (3 * Math.sqrt(step)) / Math.sqrt(facts.count)));
  ctx.strokeStyle = palette.muted;
  ctx.stroke(paths.down);
  ctx.strokeStyle = palette.device;
  ctx.stroke(paths.up);
  ctx.globalAlpha = 1;
  if (step > 1 && !narrow) {
    const style = /** @type {const} */ ({ align: 'right', colour: palette.muted });
    label(painting, say('thinned', { step }), scale.right, LANES.backend.bottom + 14, style);
  }
}

/**
 * The gap: the region that the last operation's life encloses, from the moment control is back to the moment its end
 * is seen, with its length written in it.
 * @param {Painting} painting
 * @param {Scene} scene
 */
export function paintGap(painting, { facts, scale, say }) {
  const { ctx, palette } = painting;
  const { frontend, backend, device } = LANES;
  const from = scale.x(facts.returned);
  const to = scale.x(facts.done);
  const lastEnd = facts.timed ? scale.x(facts.ended[facts.count - 1]) : to;
  const shade = ctx.createLinearGradient(0, frontend.bottom, 0, device.top);
  shade.addColorStop(0, palette.frontend);
  shade.addColorStop(1, palette.device);
  ctx.beginPath();
  trail(ctx, [
    [from, frontend.bottom],
    [lastEnd, device.top],
    [to, backend.bottom],
    [to, frontend.bottom],
  ]);
  ctx.closePath();
  ctx.fillStyle = shade;
  ctx.globalAlpha = 0.14;
  ctx.fill();
  ctx.globalAlpha = 1;
  if (to - from < 8) return;
  const y = frontend.bottom + 30;
  const text = say('gap', { time: `≤ ${duration(facts.done - facts.returned)}` });
  // Where the view ends before the gap does, the line leaves the view and the text stays in it.
  dimension(painting, { x: from, y }, { x: Math.min(to, scale.right + 20), y }, text, { size: 16 });
}
