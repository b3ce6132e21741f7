/** The selected operation on top of the others: its way, its gap, the operations that it waited for and those that waited for it. */
import { seenAfter } from '../kit/format.js';
import { wayOf } from './links.js';
import { inView } from './marks.js';
import { label, textWidth, trail } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */
/** @typedef {import('./marks.js').Scene} Scene */

/** Most readers that are framed. */
const MOST = 50;

/** @param {Painting} painting @param {Scene} scene @param {number} i */
export function paintSelected(painting, scene, i) {
  paintRelated(painting, scene, i);
  const { ctx, palette } = painting;
  const { trace, facts, scale, lanes } = scene;
  const { down, up } = wayOf(scene, i);
  for (const [colour, width] of /** @type {const} */ ([
    [palette.paper, 5],
    [palette.ink, 2],
  ])) {
    ctx.beginPath();
    trail(ctx, down);
    trail(ctx, up);
    const x = scale.x(trace.enqueued[i]);
    ctx.moveTo(x, lanes.frontend.top - 4);
    ctx.lineTo(x, lanes.frontend.bottom);
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke();
  }
  outline(painting, scene, i, palette.ink, 2);
  const text = seenAfter(trace.completed[i] - trace.enqueued[i], facts.resolution.enqueued);
  const room = textWidth(painting, text, 12, 600) + 8;
  const seen = scale.x(trace.completed[i]) + 6;
  const x = Math.max(scale.left, Math.min(seen, scale.right - room));
  if (!Number.isNaN(x)) label(painting, text, x, lanes.backend.bottom + 14, { weight: 600 });
}

/** A frame around an execution. @param {Painting} painting @param {Scene} scene @param {number} i @param {string} colour @param {number} width */
function outline({ ctx }, { trace, facts, scale, lanes }, i, colour, width) {
  if (Number.isNaN(trace.ended[i] - trace.started[i])) return;
  const { top, bottom } = lanes.devices[facts.device?.[i] ?? 0].work;
  const [from, to] = inView(scale, trace.started[i], trace.ended[i]);
  if (to < from) return;
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.strokeRect(from - 1, top - 2, Math.max(2, to - from + 1), bottom - top + 4);
}

/**
 * Draws the operations that it read, framed in full lines and joined to it; its readers, in dashed lines; and the waits of the frontend
 * that could not end before it. All operations that it depends on are underlined.
 * @param {Painting} painting
 * @param {Scene} scene
 * @param {number} i
 */
function paintRelated(painting, scene, i) {
  const { ctx, palette } = painting;
  const { trace, facts, scale, lanes } = scene;
  const { relations } = facts;
  const workLane = (/** @type {number} */ row) => lanes.devices[facts.device?.[row] ?? 0].work;
  ctx.fillStyle = palette.ink;
  for (const row of relations.chain(i)) {
    const [from, to] = inView(scale, trace.started[row], trace.ended[row]);
    if (to >= from) ctx.fillRect(from, workLane(row).bottom + 2, Math.max(2, to - from), 3);
    const x = scale.x(trace.enqueued[row]);
    ctx.fillRect(x - 1, lanes.frontend.bottom + 1, 2, 4);
  }
  const join = (/** @type {number} */ from, /** @type {number} */ to) => {
    const [a, b] = [scale.x(trace.ended[from]), scale.x(trace.started[to])];
    if (Number.isNaN(a + b)) return;
    const [top, bottom] = [workLane(from).bottom + 4, workLane(to).bottom + 4];
    const depth = Math.max(top, bottom) + 8;
    ctx.beginPath();
    trail(ctx, [
      [a, top],
      [a, depth],
      [b, depth],
      [b, bottom],
    ]);
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 1;
    ctx.stroke();
  };
  for (const row of relations.inputs(i)) {
    outline(painting, scene, row, palette.ink, 1);
    join(row, i);
  }
  ctx.setLineDash([3, 3]);
  for (const row of relations.consumers(i).subarray(0, MOST)) {
    outline(painting, scene, row, palette.ink, 1);
    join(i, row);
  }
  ctx.setLineDash([]);
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 2;
  const { top, bottom } = lanes.frontend;
  for (const wait of relations.waits(i)) {
    const [from, to] = inView(scale, wait.from, wait.to);
    if (to >= from) ctx.strokeRect(from, top + 6, Math.max(2, to - from), bottom - top - 12);
  }
}
