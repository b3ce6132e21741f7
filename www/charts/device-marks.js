/** The marks in a device's lanes: its queue, its executions, and the reasons for idle time. */
import { duration, whole } from '../kit/format.js';
import { clockText } from './gpu-clock.js';
import { reasonOf } from './idle.js';
import { upperBound } from './levels.js';
import { heightOf, inView } from './marks.js';
import { areaOf } from './stepped.js';
import { hatch, label, textWidth } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */
/** @typedef {import('./marks.js').Scene} Scene */
/** @typedef {import('./device-lane.js').DeviceLane} DeviceLane */

/** Idle stretches narrower than this have no room for text, px. */
const ROOM = 44;

/** @param {Painting} painting @param {Scene} scene */
export function paintDevices(painting, scene) {
  scene.facts.devices.forEach((lane, i) => {
    const extents = scene.lanes.devices[i];
    if (!lane.count) return;
    paintQueue(painting, scene, lane, extents.queue);
    if (lane.work) {
      const runs = runsOf(lane.work, scene.scale);
      paintUncertainty(painting, scene, lane, extents.work, runs);
      paintWork(painting, scene, lane, extents.work, runs);
      paintIdle(painting, scene, lane, extents.work, runs);
      nameBelow(painting, scene, lane, extents.work);
    } else paintBounds(painting, scene, lane, extents.work);
  });
}

/** Executions that are drawn as one bar: spans first..end (exclusive) from start to stop, ms. @typedef {{first: number, end: number, start: number, stop: number}} Run */

/** The runs in view, found once for all functions that draw them. @param {import('./levels.js').Spans} work @param {import('./scale.js').TimeScale} scale @returns {Run[]} */
function runsOf(work, { from, to, pixel }) {
  const runs = /** @type {Run[]} */ ([]);
  work.visible(from, to, pixel, (first, end, start, stop) =>
    runs.push({ first, end, start, stop }),
  );
  return runs;
}

/** The number of operations in the device's queue, scaled by its maximum. @param {Painting} painting @param {Scene} scene @param {DeviceLane} lane @param {import('./lanes.js').Lane} extent */
function paintQueue(painting, { scale, say }, { queue, timed }, { top, bottom }) {
  const { ctx, palette } = painting;
  const y = (/** @type {number} */ value) => bottom - (value / (queue.most || 1)) * (bottom - top);
  areaOf(painting, queue, scale, { y, colour: palette.device, fill: 0.18, width: 1 });
  if (!queue.most) return;
  ctx.globalAlpha = 1;
  const count = whole(queue.most);
  label(
    painting,
    say(timed ? 'queue-most' : 'queue-most-untimed', { count }),
    scale.right,
    top - 7,
    {
      align: 'right',
      colour: palette.device,
    },
  );
}

/** The band in which executions may lie, given the uncertainty of the device's clock. @param {Painting} painting @param {Scene} scene @param {DeviceLane} lane @param {import('./lanes.js').Lane} extent @param {Run[]} runs */
function paintUncertainty(painting, { trace, scale }, { name }, extent, runs) {
  const { ctx, palette } = painting;
  const uncertainty = name === 'cpu' ? 0 : (trace.gpuClock?.uncertainty ?? 0);
  if (!uncertainty) return;
  ctx.fillStyle = palette.device;
  ctx.globalAlpha = 0.13;
  let [from, to] = [NaN, NaN];
  const flush = () => {
    if (to > from) ctx.fillRect(from, extent.top - 5, to - from, heightOf(extent) + 10);
  };
  for (const { start, stop } of runs) {
    const [left, right] = inView(scale, start - uncertainty, stop + uncertainty);
    if (left <= to) to = Math.max(to, right);
    else {
      flush();
      [from, to] = [left, right];
    }
  }
  flush();
  ctx.globalAlpha = 1;
}

/** Executions. Those that share a pixel are one bar, which is paler the less of the pixel they fill. @param {Painting} painting @param {Scene} scene @param {DeviceLane} lane @param {import('./lanes.js').Lane} extent @param {Run[]} runs */
function paintWork(painting, scene, { work, busy, toned }, extent, runs) {
  const { trace, facts, scale } = scene;
  const { ctx, palette } = painting;
  if (!work) return;
  const names = /** @type {{text: string, x: number}[]} */ ([]);
  const widths = trace.names.map((name) => textWidth(painting, name, 12, 600) + 8);
  const height = heightOf(extent);
  ctx.fillStyle = palette.device;
  for (const { first, end, start, stop } of runs) {
    const [from, to] = inView(scale, start, stop);
    const width = to - from;
    if (end - first === 1) {
      const row = work.row(first);
      const op = trace.op[row];
      ctx.globalAlpha = facts.tones[op];
      // A bar leaves one pixel of background before the next bar, unless it is narrow itself.
      ctx.fillRect(from, extent.top, Math.max(0.75, width > 3 ? width - 1 : width), height);
      const [left, right] = [Math.max(from, scale.left), Math.min(to, scale.right)];
      if (right - left > widths[op] && facts.tones[op] === 1) {
        const others = facts.relations.group(row).length - 1;
        const text = `${trace.names[op]} +${others}`;
        const whole = others > 0 && right - left > textWidth(painting, text, 12, 600) + 8;
        names.push({ text: whole ? text : trace.names[op], x: (left + right) / 2 });
      }
      continue;
    }
    const time = busy[end] - busy[first];
    const tone = time > 0 ? (toned[end] - toned[first]) / time : 1;
    const filled = Math.min(1, time / Math.max(scale.pixel, stop - start));
    ctx.globalAlpha = tone * Math.max(0.3, filled);
    ctx.fillRect(from, extent.top, Math.max(0.75, width), height);
  }
  ctx.globalAlpha = 1;
  ctx.font = `600 12px ${painting.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = palette.paper;
  for (const { text, x } of names) ctx.fillText(text, x, (extent.top + extent.bottom) / 2);
}

/** Names the idle stretches of the device where there is room. @param {Painting} painting @param {Scene} scene @param {DeviceLane} lane @param {import('./lanes.js').Lane} extent @param {Run[]} runs */
function paintIdle(painting, { trace, scale, say }, { work }, extent, runs) {
  const { ctx, palette } = painting;
  if (!work) return;
  const y = (extent.top + extent.bottom) / 2;
  const idle = /** @type {{from: number, to: number, next: number, width: number}[]} */ ([]);
  const consider = (/** @type {number} */ i) => {
    const [from, to] = [work.reach[i - 1], work.from[i]];
    const width = Math.min(scale.x(to), scale.right) - Math.max(scale.x(from), scale.left);
    if (width > ROOM) idle.push({ from, to, next: work.row(i), width });
  };
  for (const { first } of runs) if (first > 0) consider(first);
  // The idle stretch at the right edge of the view ends with the first execution beyond the view.
  const next = runs.at(-1)?.end ?? upperBound(work.from, scale.to);
  if (next > 0 && next < work.from.length && work.from[next] > scale.to) consider(next);
  ctx.strokeStyle = palette.muted;
  ctx.lineWidth = 1;
  for (const { from, to, next: ended, width } of idle) {
    const time = duration(to - from);
    const [left, right] = [Math.max(scale.x(from), scale.left), Math.min(scale.x(to), scale.right)];
    ctx.beginPath();
    ctx.setLineDash([1, 3]);
    ctx.moveTo(left + 3, y);
    ctx.lineTo(right - 3, y);
    ctx.stroke();
    ctx.setLineDash([]);
    const reason = reasonOf(trace, from, ended);
    const lines = [say('idle', { time })];
    if (reason !== 'unknown') lines.push(say(`idle-${reason}`));
    const fits = (/** @type {string} */ one) => textWidth(painting, one, 12) + 14 < width;
    if (!fits(lines[0])) continue;
    const shown = lines.every(fits) ? lines : lines.slice(0, 1);
    const style = /** @type {const} */ ({ align: 'center', colour: palette.muted });
    shown.forEach((text, k) =>
      label(painting, text, (left + right) / 2, y + (k - (shown.length - 1) / 2) * 16, style),
    );
  }
}

/** Writes below the lane: the names of operations that took little of the device's time, and the uncertainty of its clock. @param {Painting} painting @param {Scene} scene @param {DeviceLane} lane @param {import('./lanes.js').Lane} extent */
function nameBelow(painting, { trace, facts, scale, say, narrow }, { work, name }, extent) {
  const { palette } = painting;
  const y = extent.bottom + 12;
  const { gpuClock } = trace;
  let right = scale.right - (narrow ? 70 : 0);
  if (gpuClock && name !== 'cpu' && (gpuClock.uncertainty || gpuClock.residual) && !narrow) {
    const text = clockText(gpuClock, say);
    label(painting, text, right, y, { colour: palette.device, align: 'right' });
    right -= textWidth(painting, text, 12) + 16;
  }
  let free = scale.left;
  const seen = new Set();
  const first = work ? upperBound(work.reach, scale.from) : 0;
  // Only the first operation of each name in view is named, and only among the first 400 operations.
  for (let i = first; work && i < Math.min(work.from.length, first + 400); i += 1) {
    const op = trace.op[work.row(i)];
    const x = Math.max(scale.x(work.from[i]), scale.left);
    if (x > right) break;
    if (seen.has(op) || facts.tones[op] === 1) continue;
    seen.add(op);
    const width = textWidth(painting, trace.names[op], 12);
    if (x < free || x + width > right) continue;
    label(painting, trace.names[op], x, y, { colour: palette.device });
    free = x + width + 10;
  }
}

/**
 * Top and height of the bar that bounds a submission's work; submissions that overlap have different rows.
 * @param {DeviceLane} lane
 * @param {import('./device-lane.js').Submission} submission
 * @param {import('./lanes.js').Lane} extent
 */
export function boundsRow({ bounds }, { row }, extent) {
  const step = heightOf(extent) / bounds;
  return { top: extent.top + row * step, height: Math.max(1, step > 4 ? step - 2 : step) };
}

/** @param {Painting} painting @param {Scene} scene @param {DeviceLane} lane @param {import('./lanes.js').Lane} extent */
function paintBounds(painting, { scale, say }, lane, extent) {
  const { ctx, palette } = painting;
  const boxes = /** @type {[number, number, number, number][]} */ ([]);
  /** The right end of what is drawn in each row: parts under another bar are not drawn. */
  const drawn = Array(lane.bounds).fill(-Infinity);
  const last = upperBound(lane.submitted.from, scale.to);
  for (let i = upperBound(lane.submitted.reach, scale.from); i < last; i += 1) {
    const one = lane.submissions[i];
    const [from, to] = inView(scale, one.from, one.to);
    if (to - drawn[one.row] < 1) continue;
    const left = Math.max(from, drawn[one.row]);
    drawn[one.row] = to;
    const { top, height } = boundsRow(lane, one, extent);
    boxes.push([left, top, Math.max(1.5, to - left), height]);
  }
  hatch(painting, boxes, palette.device, { lean: -1 });
  ctx.strokeStyle = palette.device;
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 3]);
  for (const box of boxes) if (box[3] > 2 && box[2] > 3) ctx.strokeRect(...box);
  ctx.setLineDash([]);
  if (boxes.length) {
    const text = `≤ ${say('bounds')}`;
    const x = Math.min(
      Math.max(boxes[0][0], scale.left),
      scale.right - textWidth(painting, text, 12),
    );
    label(painting, text, x, extent.bottom + 12, { colour: palette.device });
  }
}
