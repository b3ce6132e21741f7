// The speed of the linked timeline over a long trace: pans and zooms, a frame at a time, of all charts of a run (timeline,
// enqueued and done, depth of the queue).
import { LinkedFigure } from '/www/charts/linked-figure.js';
import { learn } from '/www/kit/words.js';
import { median, quantile, short } from '../measure.js';

/** Operations of each trace; each has six moments. */
const SIZES = { '1 million events': 166_667, '1 million operations': 1_000_000 };
const FRAMES = 300;
const WIDTH = 1200;
const PER_SUBMIT = 256;
const NAMES = ['random.normal', 'dot', 'add'];

/** @param {{rounds: number}} options @returns {Promise<import('../measure.js').Outcome>} */
export async function run({ rounds }) {
  await learn('charts');
  for (const name of ['page/page.css', 'charts/charts.css']) await style(`/www/${name}`);
  const samples = {};
  const rows = [];
  for (const [name, count] of Object.entries(SIZES)) {
    const trace = synthetic(count);
    const box = document.body.appendChild(document.createElement('div'));
    box.style.width = `${WIDTH}px`;
    const figure = new LinkedFigure(['timeline', 'series']);
    box.append(figure.element);
    const begin = performance.now();
    figure.show(trace, name, () => name);
    figure.paint();
    const prepare = performance.now() - begin;
    checkAll(figure, count);
    const measured = { draw: [], frame: [] };
    const least = Array(FRAMES).fill(Infinity);
    // The first round warms up: code is optimised, glyphs are cached.
    for (let round = -1; round < rounds; round += 1) {
      const { draw, frame } = await frames(figure, trace);
      if (round < 0) continue;
      measured.draw.push(...draw);
      measured.frame.push(...frame);
      draw.forEach((time, i) => (least[i] = Math.min(least[i], time)));
    }
    box.remove();
    samples[name] = { prepare: [prepare], ...measured, least };
    const figures = (of) => [median(of), quantile(of, 0.95), Math.max(...of)].map(short);
    rows.push([name, short(prepare), ...[measured.draw, least, measured.frame].flatMap(figures)]);
  }
  const tables = [
    {
      title: `timeline: ${rounds} × ${FRAMES} frames of panning and zooming, ${WIDTH} px, ms`,
      columns: ['trace', 'prepare', ...['draw', 'least draw', 'frame'].flatMap(spreadOf)],
      rows,
    },
  ];
  return { tables, samples: { timeline: samples } };
}

const spreadOf = (name) => [name, '95 %', 'max'];

/**
 * Moves the view once a frame: a third of the frames zooms in, a third pans there, a third zooms out, from the middle on with
 * an operation selected.
 * @param {LinkedFigure} figure
 * @param {any} trace
 * @returns {Promise<{draw: number[], frame: number[]}>} time within the draw calls, and from frame to frame, ms
 */
async function frames(figure, trace) {
  const { scale, selection } = figure;
  const [draw, frame] = [[], []];
  selection.pin(-1);
  scale.fitAll();
  let last = await nextFrame();
  for (let i = 0; i < FRAMES; i += 1) {
    const begin = performance.now();
    if (i === FRAMES / 2) selection.pin(Math.floor(trace.op.length / 2));
    if (i < FRAMES / 3) scale.zoom(0.9);
    else if (i < (2 * FRAMES) / 3) scale.pan(0.13 * scale.span);
    else scale.zoom(1 / 0.9);
    for (const { canvas, surface } of figure.charts) if (!canvas.hidden) surface.paint();
    draw.push(performance.now() - begin);
    const now = await nextFrame();
    frame.push(now - last);
    last = now;
  }
  return { draw, frame };
}

/** @returns {Promise<number>} */
function nextFrame() {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Checks the figure, since a fast and wrong one must not count: it knows all operations, and finds one of them by its place. */
function checkAll(figure, count) {
  const timeline = figure.charts[0];
  const { scale } = figure;
  const { slider } = figure.cursor;
  if (Number(slider.max) !== count - 1) throw new Error(`the figure has ${slider.max} operations`);
  const row = Math.floor(count / 3);
  figure.selection.pin(row);
  figure.cursor.frame();
  const found = timeline.hit(scale.left + (scale.right - scale.left) / 6, 50);
  if (Math.abs(found - row) > 1) throw new Error(`operation ${found} stands where ${row} should`);
}

/** Adds a stylesheet, and waits until it is loaded. @param {string} href */
function style(href) {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href });
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(new Error(`${href} could not be loaded`));
  });
}

/** A trace of operations that a device computes about as fast as they are enqueued, with a wait now and then. @param {number} count */
function synthetic(count) {
  const columns = ['enqueued', 'decoded', 'submitted', 'started', 'ended', 'completed'];
  const trace = Object.fromEntries(columns.map((name) => [name, new Float64Array(count)]));
  const [op, submission] = [new Uint8Array(count), new Uint32Array(count)];
  const inputs = new Uint32Array(2 * count);
  const inputOffsets = new Uint32Array(count + 1);
  const waits = [];
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  let [now, free, edges] = [0, 0, 0];
  for (let first = 0; first < count; first += PER_SUBMIT) {
    const end = Math.min(count, first + PER_SUBMIT);
    for (let i = first; i < end; i += 1) {
      now += 0.0002 + 0.0004 * random();
      op[i] = i % NAMES.length;
      submission[i] = first / PER_SUBMIT;
      trace.enqueued[i] = now;
      trace.decoded[i] = now + 0.1;
      if (op[i] === 1) for (let k = 0; k < 2; k += 1) inputs[edges++] = i - 1;
      inputOffsets[i + 1] = edges;
    }
    const submitted = now + 0.12;
    for (let i = first; i < end; i += 1) {
      trace.submitted[i] = submitted;
      trace.started[i] = Math.max(free + 0.00005, submitted + 0.05);
      free = trace.started[i] + 0.0001 + 0.0006 * random() ** 3;
      trace.ended[i] = free;
    }
    const seen = Math.ceil(free * 5) / 5 + 0.01;
    trace.completed.fill(seen, first, end);
    if (submission[first] % 16 === 15) {
      waits.push({ kind: 'waitToRead', op: end - 1, from: now, to: seen + 0.02 });
      now = seen + 0.03;
    }
  }
  return {
    clock: 'virtual',
    names: NAMES,
    shapes: [[64, 64]],
    op,
    shape: new Uint32Array(count),
    ...trace,
    submission,
    turn: submission,
    inputs: inputs.subarray(0, edges),
    inputOffsets,
    waits,
    gpuClock: { offset: 0, uncertainty: 0.002, residual: 0 },
    origin: 0,
    value: null,
  };
}
