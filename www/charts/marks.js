/** The marks in the lanes: enqueues and waits, work of the backend, work of the device. */
import { duration } from '../page/format.js';
import { clockText } from './gpu-clock.js';
import { LANES } from './lanes.js';
import { hatch, label, textWidth } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */
/**
 * @typedef {object} Scene
 * @property {import('../page/types.js').Trace} trace
 * @property {import('./lives.js').Facts} facts
 * @property {import('./scale.js').TimeScale} scale
 * @property {import('../page/say.js').Say} say
 * @property {boolean} narrow whether there is little room for words
 */

/** @param {import('./lanes.js').Lane} lane */
const height = ({ top, bottom }) => bottom - top;

/**
 * Upright marks at the given times; those that share a pixel are drawn once.
 * @param {Painting} painting
 * @param {ArrayLike<number>} times
 * @param {import('./scale.js').TimeScale} scale
 * @param {(x: number) => void} add to the current path
 */
function eachPixel({ crisp }, times, scale, add) {
  let last = NaN;
  for (let i = 0; i < times.length; i += 1) {
    const x = crisp(scale.x(times[i]));
    if (x !== last && x >= scale.left - 1 && x <= scale.right + 1) add(x);
    last = x;
  }
}

/** Enqueues as thin marks, waits as named bars. @param {Painting} painting @param {Scene} scene */
export function paintFrontend(painting, { trace, facts, scale, say }) {
  const { ctx, palette } = painting;
  const { top, bottom } = LANES.frontend;
  for (const { kind, from, to } of trace.waits) {
    const x = scale.x(from);
    const width = Math.max(1, Math.min(scale.x(to), scale.right + 20) - x);
    const box = /** @type {[number, number, number, number]} */ ([
      x,
      top + 6,
      width,
      bottom - top - 12,
    ]);
    ctx.fillStyle = palette.wait;
    ctx.globalAlpha = 0.16;
    ctx.fillRect(...box);
    ctx.globalAlpha = 1;
    hatch(painting, [box], palette.wait);
    ctx.strokeStyle = palette.wait;
    ctx.lineWidth = 1;
    ctx.strokeRect(...box);
    const text = say('wait', { kind, time: duration(to - from) });
    if (textWidth(painting, text, 12, 600) + 16 < width) {
      label(painting, text, x + width / 2, (top + bottom) / 2, { align: 'center', weight: 600 });
    }
  }
  ctx.beginPath();
  eachPixel(painting, facts.enqueued, scale, (x) => {
    ctx.moveTo(x, top);
    ctx.lineTo(x, bottom);
  });
  ctx.strokeStyle = palette.frontend;
  ctx.lineWidth = 1.5;
  ctx.stroke();
  const text = say('enqueued-in', {
    count: facts.count,
    time: duration(facts.returned - facts.zero),
  });
  label(painting, text, scale.x(facts.zero), top - 14, { colour: palette.frontend, weight: 600 });
}

/** Decoding to submission as bars, ends seen as triangles. @param {Painting} painting @param {Scene} scene */
export function paintBackend(painting, scene) {
  const { trace, facts, scale } = scene;
  const { ctx, palette } = painting;
  const { top, bottom } = LANES.backend;
  ctx.beginPath();
  let drawn = -Infinity;
  for (let i = 0; i < facts.count; i += 1) {
    const from = scale.x(trace.decoded[i]);
    const to = Math.max(from + 1.5, scale.x(trace.submitted[i]));
    if (to <= drawn || Number.isNaN(to)) continue;
    ctx.rect(from, top, to - from, bottom - top);
    drawn = to;
  }
  ctx.fillStyle = palette.backend;
  ctx.fill();
  paintSeen(painting, scene);
}

/** Ends as triangles where they were seen, each with a band back to the last end it reports. @param {Painting} painting @param {Scene} scene */
function paintSeen(painting, scene) {
  const { trace, facts, scale } = scene;
  const { ctx, palette } = painting;
  const { top, bottom } = LANES.backend;
  /** @type {Map<number, number>} the last end reported at each moment */
  const reports = new Map();
  for (let i = 0; i < facts.count; i += 1) {
    const seen = trace.completed[i];
    if (!Number.isNaN(seen))
      reports.set(seen, Math.max(reports.get(seen) ?? -Infinity, trace.ended[i]));
  }
  const bands = [...reports].filter(([, ended]) => Number.isFinite(ended));
  hatch(
    painting,
    bands.map(([seen, ended]) => [scale.x(ended), bottom - 8, scale.x(seen) - scale.x(ended), 8]),
    palette.backend,
    { lean: -1, gap: 4 },
  );
  ctx.beginPath();
  eachPixel(painting, facts.completed, scale, (x) => {
    ctx.moveTo(x, top);
    ctx.lineTo(x - 5, top + 10);
    ctx.lineTo(x + 5, top + 10);
    ctx.closePath();
  });
  ctx.fillStyle = palette.backend;
  ctx.fill();
  nameSeen(painting, scene);
}

/** Says once what the triangles are, where there is room before the last one. @param {Painting} painting @param {Omit<Scene, 'trace'>} scene */
function nameSeen(painting, { facts, scale, say, narrow }) {
  const text = say('seen');
  const last = scale.x(facts.done);
  const earlier = facts.completed.findLast((time) => time < facts.done) ?? facts.returned;
  const room = last - scale.x(earlier) - 20;
  if (narrow || room < textWidth(painting, text, 12)) return;
  const style = /** @type {const} */ ({ align: 'right', colour: painting.palette.backend });
  label(painting, text, last - 10, LANES.backend.top + 4, style);
}

/** Work as bars where the device timed it, as hatched bounds where it did not. @param {Painting} painting @param {Scene} scene */
export function paintDevice(painting, scene) {
  if (scene.facts.timed) paintWork(painting, scene);
  else paintBounds(painting, scene);
}

/** @param {Painting} painting @param {Scene} scene */
function paintWork(painting, scene) {
  const { trace, facts, scale } = scene;
  const { ctx, palette } = painting;
  const lane = LANES.device;
  const uncertainty = trace.gpuClock?.uncertainty ?? 0;
  if (uncertainty > 0) {
    ctx.beginPath();
    for (let i = 0; i < facts.count; i += 1) {
      const from = scale.x(trace.started[i] - uncertainty);
      ctx.rect(from, lane.top - 5, scale.x(trace.ended[i] + uncertainty) - from, height(lane) + 10);
    }
    ctx.fillStyle = palette.device;
    ctx.globalAlpha = 0.13;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  facts.tones.forEach((tone, name) => {
    ctx.beginPath();
    for (let i = 0; i < facts.count; i += 1) {
      if (trace.op[i] !== name) continue;
      const from = scale.x(trace.started[i]);
      const width = scale.x(trace.ended[i]) - from;
      // A bar leaves a hairline of paper to the next one, unless it is itself no wider.
      ctx.rect(from, lane.top, Math.max(0.75, width > 3 ? width - 1 : width), height(lane));
    }
    ctx.fillStyle = palette.device;
    ctx.globalAlpha = tone;
    ctx.fill();
  });
  ctx.globalAlpha = 1;
  nameWork(painting, scene);
}

/** Names in the bars that have room for them. @param {Painting} painting @param {Scene} scene */
function nameWork(painting, { trace, facts, scale, say, narrow }) {
  const { ctx, palette, font } = painting;
  const widths = trace.names.map((name) => textWidth(painting, name, 12, 600) + 8);
  ctx.font = `600 12px ${font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = palette.paper;
  for (let i = 0; i < facts.count; i += 1) {
    const name = trace.op[i];
    const from = scale.x(trace.started[i]);
    const width = scale.x(trace.ended[i]) - from;
    if (width > widths[name] && facts.tones[name] === 1) {
      ctx.fillText(
        trace.names[name],
        from + width / 2,
        (LANES.device.top + LANES.device.bottom) / 2,
      );
    }
  }
  const y = LANES.device.bottom + 12;
  trace.names.forEach((name, k) => {
    const first = facts.tones[k] < 1 ? trace.op.indexOf(k) : -1;
    if (first >= 0)
      label(painting, name, scale.x(trace.started[first]), y, { colour: palette.device });
  });
  const { gpuClock } = trace;
  if (gpuClock && (gpuClock.uncertainty || gpuClock.residual) && !narrow) {
    label(painting, clockText(gpuClock, say), scale.right, y, {
      colour: palette.device,
      align: 'right',
    });
  }
}

/**
 * Top and height of the bar that bounds a submission's work; submissions that overlap stand in rows.
 * @param {import('./lives.js').Facts} facts
 * @param {import('./lives.js').Submission} submission
 */
export function boundsRow({ submissions }, { row }) {
  const rows = 1 + submissions.reduce((most, one) => Math.max(most, one.row), 0);
  const step = height(LANES.device) / rows;
  return { top: LANES.device.top + row * step, height: Math.max(1, step > 4 ? step - 2 : step) };
}

/** @param {Painting} painting @param {Scene} scene */
function paintBounds(painting, { facts, scale, say }) {
  const { ctx, palette } = painting;
  const boxes = facts.submissions.map((one) => {
    const row = boundsRow(facts, one);
    const x = scale.x(one.from);
    return /** @type {[number, number, number, number]} */ ([
      x,
      row.top,
      Math.max(1.5, scale.x(one.to) - x),
      row.height,
    ]);
  });
  hatch(painting, boxes, palette.device, { lean: -1 });
  ctx.strokeStyle = palette.device;
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 3]);
  for (const box of boxes) if (box[3] > 2) ctx.strokeRect(...box);
  ctx.setLineDash([]);
  if (boxes.length)
    label(painting, `≤ ${say('bounds')}`, boxes[0][0], LANES.device.bottom + 12, {
      colour: palette.device,
    });
}
