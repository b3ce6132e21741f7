/** The links between lanes: each operation's way down to the device and back up, and the gap between return and completion. */
import { seenAfter, whole } from '../kit/format.js';
import { boundsRow } from './device-marks.js';
import { upperBound } from './levels.js';
import { dimension, label, trail } from './surface.js';

/** @typedef {import('./marks.js').Scene} Scene */
/** @typedef {import('./surface.js').Painting} Painting */
/** @typedef {import('./device-lane.js').DeviceLane} DeviceLane */
/** @typedef {[number, number]} Point */

/**
 * The way of one operation down to the device and back up, as points. If the device does not time its work, the way leads to
 * the bounds of the submission, since only measured times are drawn.
 * @param {Scene} scene
 * @param {number} i
 * @returns {{down: Point[], up: Point[]}}
 */
export function wayOf({ trace, facts, scale, lanes }, i) {
  const at = (/** @type {Float64Array} */ times, /** @type {number} */ y) =>
    /** @type {Point} */ ([scale.x(times[i]), y]);
  const { frontend, backend } = lanes;
  const index = facts.device?.[i] ?? 0;
  const lane = facts.devices[index];
  const { work } = lanes.devices[index];
  const bounds = lane.timed ? undefined : lane.bySerial.get(trace.submission[i]);
  const y = bounds ? boundsRow(lane, bounds, work).top : work.top;
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
  const known = (/** @type {Point} */ [x]) => !Number.isNaN(x);
  return { down: down.filter(known), up: up.every(known) ? up : [] };
}

/** Most links of a device that are drawn separately; if more are in view, neighbours are bundled. */
const MOST_LINKS = 240;
/** Up to this many devices have `MOST_LINKS` each. More devices share the total of this many. */
const MOST_DEVICES = 2;

/** A bundle wider than this, px, is halved as long as there are fewer than `MOST_BUNDLES`. */
const WIDE = 20;
const MOST_BUNDLES = 500;

/** Draws the ways of the operations. @param {Painting} painting @param {Scene} scene */
export function paintLinks(painting, scene) {
  const { facts, scale, say, lanes, narrow } = scene;
  let bundled = 1;
  const part = Math.min(1, MOST_DEVICES / facts.devices.length);
  facts.devices.forEach((lane, index) => {
    const first = upperBound(lane.reach, scale.from);
    const end = upperBound(lane.levels.enqueued.values, scale.to);
    if (first >= end) return;
    const size = 2 ** Math.ceil(Math.log2(Math.max(1, (end - first) / (part * MOST_LINKS))));
    bundled = Math.max(bundled, size);
    if (size === 1) paintWays(painting, scene, lane, first, end);
    else
      paintBundles(painting, scene, lane, { index, first, end, size, most: part * MOST_BUNDLES });
  });
  if (bundled > 1 && !narrow) {
    const text = say('bundled', { count: whole(bundled) });
    const y = lanes.frontend.bottom + 12;
    label(painting, text, scale.left, y, { colour: painting.palette.muted });
  }
}

/** @param {Painting} painting @param {Scene} scene @param {DeviceLane} lane @param {number} first @param {number} end */
function paintWays({ ctx, palette }, scene, lane, first, end) {
  const ways = [];
  for (let i = first; i < end; i += 1) ways.push(wayOf(scene, lane.rows ? lane.rows[i] : i));
  ctx.lineWidth = 1;
  ctx.globalAlpha = Math.max(0.2, Math.min(0.55, 3 / Math.sqrt(ways.length)));
  for (const side of /** @type {const} */ (['down', 'up'])) {
    ctx.beginPath();
    for (const way of ways) trail(ctx, way[side]);
    ctx.strokeStyle = side === 'down' ? palette.muted : palette.device;
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

/**
 * Draws bundles of ways: a ribbon from the first to the last of its operations at each lane, and a hairline through the middle.
 * Bundles begin at multiples of their size, so that they stay the same while the view moves.
 * @param {Painting} painting
 * @param {Scene} scene
 * @param {DeviceLane} lane
 * @param {{index: number, first: number, end: number, size: number, most: number}} range `most` bundles
 */
function paintBundles({ ctx, palette }, { scale, lanes }, lane, { index, first, end, size, most }) {
  const { frontend, backend } = lanes;
  const { work } = lanes.devices[index];
  const { levels, timed } = lane;
  /** @type {{colour: string, stops: [import('./levels.js').Levels, number][]}[]} */
  const sides = [
    {
      colour: palette.muted,
      stops: [
        [levels.enqueued, frontend.bottom],
        [levels.decoded, backend.top],
        [levels.submitted, backend.bottom],
        [timed ? levels.started : levels.submitted, work.top],
      ],
    },
    {
      colour: palette.device,
      stops: [
        [timed ? levels.ended : levels.completed, work.top],
        [levels.completed, backend.bottom],
        [levels.completed, backend.top],
      ],
    },
  ];
  const x = (/** @type {number} */ time) =>
    Math.min(Math.max(scale.x(time), scale.left - 2000), scale.right + 2000);
  const count = levels.enqueued.values.length;
  const ranges = /** @type {[number, number][]} */ ([]);
  for (let from = Math.floor(first / size) * size; from < end; from += size)
    ranges.push([from, Math.min(from + size, count)]);
  for (const { colour, stops } of sides) {
    const ribbons = ribbonsOf(stops, [...ranges], x, most);
    // The more ribbons overlap, the paler each ribbon is.
    const covered = ribbons.reduce((sum, ribbon) => sum + widthOf(ribbon), 0);
    const alpha = Math.min(1, (2 * (scale.right - scale.left)) / Math.max(1, covered));
    paintRibbons(ctx, ribbons, colour, alpha);
  }
  ctx.globalAlpha = 1;
}

/** @typedef {{left: Point[], right: Point[]}} Ribbon */

/**
 * The ribbons of ranges of operations. A range whose ribbon is too wide is halved while there are fewer than `most` ranges.
 * @param {[import('./levels.js').Levels, number][]} stops the times at each height
 * @param {[number, number][]} ranges halves are appended during the loop
 * @param {(time: number) => number} x
 * @param {number} most
 */
function ribbonsOf(stops, ranges, x, most) {
  const ribbons = /** @type {Ribbon[]} */ ([]);
  for (const [from, to] of ranges) {
    const [left, right] = [/** @type {Point[]} */ ([]), /** @type {Point[]} */ ([])];
    let wide = 0;
    for (const [level, y] of stops) {
      level.range(from, to);
      if (Number.isNaN(level.least)) continue;
      left.push([x(level.least), y]);
      right.push([x(level.most), y]);
      wide = Math.max(wide, x(level.most) - x(level.least));
    }
    if (wide > WIDE && to - from > 1 && ranges.length < most) {
      const half = (from + to) >>> 1;
      ranges.push([from, half], [half, to]);
    } else if (left.length > 1) ribbons.push({ left, right });
  }
  return ribbons;
}

/** @param {Painting['ctx']} ctx @param {Ribbon[]} ribbons @param {string} colour @param {number} alpha of all, 0 to 1 */
function paintRibbons(ctx, ribbons, colour, alpha) {
  ctx.fillStyle = colour;
  ctx.globalAlpha = Math.max(0.012, 0.16 * alpha);
  for (const { left, right } of ribbons) {
    ctx.beginPath();
    trail(ctx, [...left, ...right.toReversed()]);
    ctx.closePath();
    ctx.fill();
  }
  ctx.beginPath();
  for (const { left, right } of ribbons)
    trail(
      ctx,
      left.map(([least, y], k) => [(least + right[k][0]) / 2, y]),
    );
  ctx.globalAlpha = Math.max(0.08, 0.35 * alpha);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.stroke();
}

/** The distance between a ribbon's leftmost and rightmost points, px. @param {Ribbon} ribbon */
function widthOf({ left, right }) {
  return Math.max(...right.map(([x]) => x)) - Math.min(...left.map(([x]) => x));
}

/**
 * Fills the gap: the region from the moment control is back to the moment at which the last operation's end is reported.
 * @param {Painting} painting
 * @param {Scene} scene
 */
export function paintGap(painting, { facts, scale, lanes }) {
  const { ctx, palette } = painting;
  const { frontend, backend } = lanes;
  const from = scale.x(facts.returned);
  const to = scale.x(facts.done);
  const { lane, y: bottom } = latest(facts, lanes);
  const lastEnd = lane.work ? scale.x(lane.work.reach.at(-1) ?? facts.done) : to;
  ctx.beginPath();
  trail(ctx, [
    [from, frontend.bottom],
    [lastEnd, bottom],
    [to, backend.bottom],
    [to, frontend.bottom],
  ]);
  ctx.closePath();
  ctx.fillStyle = palette.frontend;
  ctx.globalAlpha = 0.1;
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** Writes the gap's length into it. @param {Painting} painting @param {Scene} scene */
export function nameGap(painting, { facts, scale, lanes, say }) {
  const [from, to] = [scale.x(facts.returned), scale.x(facts.done)];
  if (Math.min(to, scale.right) - Math.max(from, scale.left) < 8) return;
  const y = lanes.frontend.bottom + 30;
  const text = say('gap', {
    time: seenAfter(facts.done - facts.returned, facts.resolution.enqueued),
  });
  // A line that leaves the view is drawn to just outside it; the text stays in view.
  const a = from < scale.left ? scale.left - 20 : from;
  const b = to > scale.right ? scale.right + 20 : to;
  dimension(painting, { x: a, y }, { x: b, y }, text, { size: 16 });
}

/** The device that worked last, and the top of its lane. @param {import('./trace-facts.js').Facts} facts @param {import('./lanes.js').Lanes} lanes */
function latest({ devices }, lanes) {
  const last = devices.reduce((best, lane) =>
    (lane.reach.at(-1) ?? 0) > (best.reach.at(-1) ?? 0) ? lane : best,
  );
  return { lane: last, y: lanes.devices[devices.indexOf(last)].work.top };
}
