/** The dependency graph in layers: each operation below those whose results it reads, at its stage at a moment of the run. */
import { round, span } from '../kit/format.js';
import { lazily, remembered } from '../kit/lazy.js';
import { sayer } from '../kit/say.js';
import { layersOf, stageAt } from '../kit/dependencies.js';
import { hatch, label, textWidth, trail } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */
/**
 * @typedef {import('../kit/dependencies.js').Moments & {label: string, shape: string, reads: number[], least?: number, stage?: Stage}}
 *   Node Times in ms since the first was queued; `least`: the least time that their clock resolves; `reads`: indices of earlier nodes; `stage` replaces the times while the run goes on.
 * @typedef {import('../kit/dependencies.js').Stage} Stage
 * @typedef {{nodes: Node[], chain: number[], live?: boolean}} GraphData `chain`: the nodes of the longest chain, from first to
 *   last; `live`: the run goes on
 */

const TOP = 30;
const ROW = 78;
const BOX = 46;
const GAP = 14;
const WIDEST = 168;
const say = sayer('charts');

/** The nodes of each layer, from the top. */
const layered = remembered((/** @type {GraphData} */ { nodes }) => {
  const layers = /** @type {number[][]} */ ([]);
  for (const [i, layer] of layersOf(nodes.map(({ reads }) => reads)).entries())
    (layers[layer] ??= []).push(i);
  return layers;
});

/** @param {GraphData} data */
const height = (data) => TOP + layered(data).length * ROW;

/**
 * The positions of the nodes: in each layer side by side, in the order of the nodes that they read, so that few lines cross.
 * @param {GraphData} data
 * @param {number} width px
 * @returns {{x: number, y: number, half: number}[]} the middles, and half the width of a box
 */
export function layout(data, width) {
  const { nodes } = data;
  const positions = /** @type {{x: number, y: number, half: number}[]} */ (Array(nodes.length));
  layered(data).forEach((layer, depth) => {
    const wanted = new Map(
      layer.map((i) => {
        const { reads } = nodes[i];
        return [i, reads.reduce((sum, j) => sum + positions[j].x, 0) / (reads.length || 1)];
      }),
    );
    const of = (/** @type {number} */ i) => Number(wanted.get(i));
    const members = layer.toSorted((a, b) => of(a) - of(b) || a - b);
    const room = width / members.length;
    const half = Math.max(8, Math.min(WIDEST, room - GAP) / 2);
    members.forEach((i, k) => {
      positions[i] = { x: (k + 0.5) * room, y: TOP + depth * ROW + BOX / 2, half };
    });
  });
  return positions;
}

const momentsOf = remembered((/** @type {GraphData} */ { nodes }) => {
  const all = nodes.flatMap(({ queued, started, ended }) => [queued, started, ended]);
  return [...new Set(all.filter(Number.isFinite))].sort((a, b) => a - b);
});

/** @param {Node} node @param {number} time */
const stageOf = (node, time) => node.stage ?? stageAt(node, time);

/** @param {Painting} painting @param {GraphData} data @param {number} selected @returns {import('./plot.js').Hit} */
function paint(painting, data, selected) {
  const { ctx, palette, width } = painting;
  const positions = layout(data, width);
  const times = momentsOf(data);
  const time = times[selected] ?? Infinity;
  const chain = new Set(data.chain);
  data.nodes.forEach(({ reads }, i) => {
    for (const j of reads) {
      const strong = chain.has(i) && chain.has(j);
      const known = stageOf(data.nodes[i], time) !== 'unknown';
      const [from, to] = [positions[j].y + BOX / 2, positions[i].y - BOX / 2 - 2];
      ctx.beginPath();
      ctx.moveTo(positions[j].x, from);
      const middle = (from + to) / 2;
      ctx.bezierCurveTo(positions[j].x, middle, positions[i].x, middle, positions[i].x, to - 4);
      ctx.strokeStyle = strong ? palette.ink : palette.muted;
      ctx.lineWidth = strong ? 3 : 1;
      ctx.globalAlpha = known ? 1 : 0.25;
      ctx.stroke();
      ctx.beginPath();
      ctx.moveTo(positions[i].x, to + 2);
      ctx.lineTo(positions[i].x - 4, to - 6);
      ctx.lineTo(positions[i].x + 4, to - 6);
      ctx.fillStyle = ctx.strokeStyle;
      ctx.fill();
      ctx.globalAlpha = 1;
    }
  });
  data.nodes.forEach((node, i) =>
    paintNode(painting, node, positions[i], stageOf(node, time), chain.has(i)),
  );
  const text = Number.isFinite(time)
    ? say('graph-at', { time: round(time, 'ms') })
    : say(data.live ? 'graph-live' : 'graph-after');
  label(painting, text, 0, 10, { colour: palette.muted });
  return (x, y) => {
    const i = positions.findIndex(
      (at) => Math.abs(at.x - x) <= at.half && Math.abs(at.y - y) <= BOX / 2,
    );
    if (i < 0) return -1;
    // The moment at which the node there began.
    const { queued, started } = data.nodes[i];
    return times.indexOf(Number.isFinite(started) ? started : queued);
  };
}

/**
 * Queued nodes have a dashed outline, running and waiting nodes are hatched, done nodes are filled and ticked. Waits are hexagons.
 * @param {Painting} painting
 * @param {Node} node
 * @param {{x: number, y: number, half: number}} at
 * @param {import('../kit/dependencies.js').Stage} stage
 * @param {boolean} strong
 */
function paintNode(painting, node, { x, y, half }, stage, strong) {
  const { ctx, palette } = painting;
  const hues = {
    unknown: 'hair',
    queued: 'frontend',
    running: 'device',
    waiting: 'wait',
    done: node.waits ? 'wait' : 'device',
  };
  const colour = palette[/** @type {import('./surface.js').Colour} */ (hues[stage])];
  const outline = () => outlineOf(ctx, { x, y, half }, node.waits);
  outline();
  ctx.fillStyle = palette.paper;
  ctx.fill();
  if (stage === 'done') {
    ctx.fillStyle = colour;
    ctx.globalAlpha = 0.14;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  if (stage === 'running' || stage === 'waiting') {
    ctx.save();
    ctx.clip(); // to the outline
    hatch(painting, [[x - half, y - BOX / 2, 2 * half, BOX]], colour, {
      lean: stage === 'running' ? 1 : -1,
    });
    ctx.restore();
  }
  ctx.setLineDash(stage === 'queued' || stage === 'unknown' ? [5, 4] : []);
  ctx.strokeStyle = strong && stage !== 'unknown' ? palette.ink : colour;
  ctx.lineWidth = strong ? 3 : 1.5;
  outline();
  ctx.stroke();
  ctx.setLineDash([]);
  paintTexts(painting, node, { x, y, half }, stage);
}

/** A box or, for a wait, a hexagon, as the current path. @param {CanvasRenderingContext2D} ctx @param {{x: number, y: number, half: number}} at @param {boolean} [hexagon] */
function outlineOf(ctx, { x, y, half }, hexagon) {
  const corner = hexagon ? Math.min(14, half / 2) : 4;
  const rise = hexagon ? BOX / 2 : 4;
  ctx.beginPath();
  trail(ctx, [
    [x - half, y - BOX / 2 + rise],
    [x - half + corner, y - BOX / 2],
    [x + half - corner, y - BOX / 2],
    [x + half, y - BOX / 2 + rise],
    [x + half, y + BOX / 2 - rise],
    [x + half - corner, y + BOX / 2],
    [x - half + corner, y + BOX / 2],
    [x - half, y + BOX / 2 - rise],
  ]);
  ctx.closePath();
}

/** @param {Painting} painting @param {Node} node @param {{x: number, y: number, half: number}} at @param {import('../kit/dependencies.js').Stage} stage */
function paintTexts(painting, node, { x, y, half }, stage) {
  const { palette } = painting;
  const tick = stage === 'done' ? ' ✓' : '';
  const title = [`${node.label}${tick}`, node.label].find(
    (text) => textWidth(painting, text, 13, 650) < 2 * half - 8,
  );
  const timed = stage === 'done' && !node.stage;
  const below = timed ? timeText(node) : say(`stage-${stage}`);
  const line = [node.shape ? `${below} · ${node.shape}` : below, below].find(
    (text) => textWidth(painting, text, 12) < 2 * half - 10,
  );
  const colour = stage === 'unknown' ? palette.muted : palette.ink;
  if (title)
    label(painting, title, x, y - (line ? 8 : 0), {
      size: 13,
      weight: 650,
      align: 'center',
      colour,
    });
  if (line) label(painting, line, x, y + 10, { align: 'center', colour: palette.muted });
}

/** The duration of a node: on the device, or as a wait. @param {Node} node */
function timeText({ queued, started, ended, waits, least }) {
  const time = ended - (waits ? queued : started);
  return Number.isFinite(time) ? span(time, least) : say('graph-untimed');
}

/** @param {GraphData} data @returns {import('../kit/lazy.js').Lazy<import('./plot.js').Stop>} */
function stops(data) {
  const times = momentsOf(data);
  return lazily(times.length, (k) => ({
    title: say('graph-at', { time: round(times[k], 'ms') }),
    rows: data.nodes.map((node, i) => [
      `${i + 1}. ${node.label}`,
      say(`stage-${stageOf(node, times[k])}`),
    ]),
  }));
}

/** @param {GraphData} data @returns {import('./table.js').Table} */
function table({ nodes, chain }) {
  const longest = new Set(chain);
  const at = (/** @type {number} */ time) =>
    Number.isFinite(time) ? round(Math.max(0, time), 'ms') : '–';
  return {
    columns: ['operation', 'reads', 'queued', 'started', 'ended', 'took', 'chain'].map((key) =>
      say(`graph-${key}`),
    ),
    rows: lazily(nodes.length, (i) => [
      `${i + 1}. ${nodes[i].label}`,
      nodes[i].reads.map((j) => j + 1).join(', ') || '–',
      at(nodes[i].queued),
      at(nodes[i].started),
      at(nodes[i].ended),
      timeText(nodes[i]),
      nodes[i].waits ? '–' : say(longest.has(i) ? 'graph-yes' : 'graph-no'),
    ]),
  };
}

/** @type {import('./plot.js').Chart} */
export const graph = { height, paint, stops, table, moments: momentsOf };
