/** The marks in the lanes of frontend and backend: enqueues and waits, decoding and submission, reported ends. */
import { span, whole } from '../kit/format.js';
import { lowerBound, seekAhead, upperBound } from './levels.js';
import { hatch, label, textWidth, trail } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */
/**
 * @typedef {object} Scene
 * @property {import('./trace-facts.js').Trace} trace
 * @property {import('./trace-facts.js').Facts} facts
 * @property {import('./scale.js').TimeScale} scale
 * @property {import('../kit/say.js').Say} say
 * @property {import('./lanes.js').Lanes} lanes
 * @property {boolean} narrow whether there is little room for words
 */

/** @param {import('./lanes.js').Lane} lane */
export const heightOf = ({ top, bottom }) => bottom - top;

/**
 * The pixels at which there is at least one of the sorted times.
 * @param {Painting} painting
 * @param {Float64Array} times
 * @param {import('./scale.js').TimeScale} scale
 * @param {(x: number) => void} add
 */
export function eachPixel({ crisp }, times, scale, add) {
  const end = upperBound(times, scale.time(scale.right + 6));
  let i = lowerBound(times, scale.time(scale.left - 6));
  while (i < end) {
    const x = crisp(scale.x(times[i]));
    add(x);
    i = Math.max(i + 1, seekAhead(times, scale.time(x + 0.5), i, end));
  }
}

/** A wait in words: its object and its length. @param {Scene} scene @param {import('../kit/types.js').Wait} wait */
export function waitText({ trace, facts, say }, { kind, op, from, to }) {
  const time = span(to - from, facts.resolution.frontend);
  if (op < 0) return say(kind.startsWith('waitAll') ? 'wait-all' : 'wait', { kind, time });
  return say('wait-for', { name: trace.names[trace.op[op]], number: whole(op + 1), time });
}

/** Clips a bar to the view, plus 20 px on either side. @param {import('./scale.js').TimeScale} scale @param {number} from ms @param {number} to ms @returns {[number, number]} px */
export function inView(scale, from, to) {
  return [Math.max(scale.x(from), scale.left - 20), Math.min(scale.x(to), scale.right + 20)];
}

/** Enqueues as thin marks, waits as named bars. @param {Painting} painting @param {Scene} scene */
export function paintFrontend(painting, scene) {
  const { ctx, palette } = painting;
  const { facts, scale, say, lanes } = scene;
  const { top, bottom } = lanes.frontend;
  const nameWaits = paintWaits(painting, scene);
  ctx.beginPath();
  eachPixel(painting, facts.enqueued, scale, (x) => {
    ctx.moveTo(x, top);
    ctx.lineTo(x, bottom);
  });
  ctx.strokeStyle = palette.frontend;
  ctx.lineWidth = 1.5;
  ctx.stroke();
  nameWaits();
  const time = span(facts.returned - facts.zero, facts.resolution.enqueued);
  const text = say('enqueued-in', { count: facts.count, time });
  const width = textWidth(painting, text, 12, 600);
  // The text is at the first mark as long as that is in view.
  const x = Math.min(Math.max(scale.x(facts.zero), scale.left), scale.right - width);
  if (scale.x(facts.returned) >= scale.left)
    label(painting, text, x, top - 14, { colour: palette.frontend, weight: 600 });
}

/** Paints waits; returns a function that names them, to be called after the enqueues. @param {Painting} painting @param {Scene} scene */
function paintWaits(painting, scene) {
  const { ctx, palette } = painting;
  const { trace, facts, scale, lanes } = scene;
  const { top, bottom } = lanes.frontend;
  const boxes = /** @type {[number, number, number, number][]} */ ([]);
  const named =
    /** @type {{x: number, width: number, wait: import('../kit/types.js').Wait}[]} */ ([]);
  facts.waits.visible(scale.from, scale.to, scale.pixel, (first, end, start, stop) => {
    const [from, to] = inView(scale, start, stop);
    const width = Math.max(1, to - from);
    boxes.push([from, top + 6, width, bottom - top - 12]);
    if (end - first === 1 && width > 40)
      named.push({ x: from, width, wait: trace.waits[facts.waits.row(first)] });
  });
  ctx.fillStyle = palette.wait;
  ctx.strokeStyle = palette.wait;
  ctx.lineWidth = 1;
  ctx.globalAlpha = 0.16;
  for (const box of boxes) ctx.fillRect(...box);
  ctx.globalAlpha = 1;
  hatch(painting, boxes, palette.wait);
  for (const box of boxes) ctx.strokeRect(...box);
  return () => {
    for (const { x, width, wait } of named) {
      const [from, to] = [Math.max(x, scale.left), Math.min(x + width, scale.right)];
      const text = [
        waitText(scene, wait),
        span(wait.to - wait.from, facts.resolution.frontend),
      ].find((one) => textWidth(painting, one, 12, 600) + 12 < to - from);
      if (text)
        label(painting, text, (from + to) / 2, (top + bottom) / 2, {
          align: 'center',
          weight: 600,
        });
    }
  };
}

/** Decoding as thin marks above, submission as thick marks below, and the time from decoding to submission as a band; reported ends as triangles. @param {Painting} painting @param {Scene} scene */
export function paintBackend(painting, scene) {
  const { facts, scale, lanes } = scene;
  const { ctx, palette } = painting;
  const { top, bottom } = lanes.backend;
  const middle = (top + bottom) / 2;
  ctx.fillStyle = palette.backend;
  for (const lane of facts.devices) {
    const bars = /** @type {[number, number][]} */ ([]);
    lane.handed.visible(scale.from, scale.to, scale.pixel, (_first, _end, start, stop) => {
      if (Number.isNaN(stop)) return;
      const [from, to] = inView(scale, start, stop);
      const last = bars[bars.length - 1];
      if (last && from <= last[1]) last[1] = Math.max(last[1], to);
      else bars.push([from, to]);
    });
    ctx.globalAlpha = 0.35;
    for (const [from, to] of bars) ctx.fillRect(from, middle - 4, Math.max(1, to - from), 8);
    ctx.globalAlpha = 1;
  }
  eachPixel(painting, facts.moments.decoded.times, scale, (x) =>
    ctx.fillRect(x - 0.5, top + 2, 1, middle - top + 2),
  );
  eachPixel(painting, facts.moments.submitted.times, scale, (x) =>
    ctx.fillRect(x - 1.5, middle - 4, 3, bottom - middle + 4),
  );
  paintSeen(painting, scene);
}

/** Reported ends as triangles, each with a band back to the last end that it reports. @param {Painting} painting @param {Scene} scene */
function paintSeen(painting, scene) {
  const { facts, scale, lanes } = scene;
  const { ctx, palette } = painting;
  const { top, bottom } = lanes.backend;
  const bands = /** @type {[number, number, number, number][]} */ ([]);
  for (const { seen } of facts.devices) {
    let drawn = -Infinity;
    seen.visible(scale.from, scale.to, scale.pixel, (_first, _end, start, stop) => {
      const [from, to] = inView(scale, start, stop);
      const left = Math.max(from, drawn);
      if (to > left) bands.push([left, bottom - 8, to - left, 8]);
      drawn = Math.max(drawn, to);
    });
  }
  hatch(painting, bands, palette.backend, { lean: -1, gap: 4 });
  const ends = /** @type {number[]} */ ([]);
  eachPixel(painting, facts.completed, scale, (x) => ends.push(x));
  ctx.fillStyle = palette.backend;
  // Triangles that would cover each other are drawn as their tips.
  const dense = ends.length > (scale.right - scale.left) / 5;
  ctx.beginPath();
  for (const x of ends) {
    if (dense) ctx.fillRect(x - 0.5, top, 1, 10);
    else {
      trail(ctx, [
        [x, top],
        [x - 5, top + 10],
        [x + 5, top + 10],
      ]);
      ctx.closePath();
    }
  }
  ctx.fill();
  nameSeen(painting, scene);
}

/** Names the triangles once, if there is room before the last one. @param {Painting} painting @param {Scene} scene */
function nameSeen(painting, { facts, scale, say, lanes, narrow }) {
  const text = say('seen');
  const last = scale.x(facts.done);
  const before = lowerBound(facts.completed, facts.done) - 1;
  const latest = Math.max(
    facts.completed[before] ?? -Infinity,
    facts.moments.submitted.times.at(-1) ?? 0,
  );
  const room = last - Math.max(scale.x(latest), scale.left) - 20;
  if (narrow || last > scale.right + 6 || room < textWidth(painting, text, 12)) return;
  const style = /** @type {const} */ ({ align: 'right', colour: painting.palette.backend });
  label(painting, text, last - 10, lanes.backend.top + 4, style);
}
