/** A figure as a picture that explains itself: the title, the charts, and a caption with the provenance. */
import { paletteOf } from '../../charts/surface.js';
import { recording, SvgContext } from './svg-context.js';

/** @typedef {import('../../charts/surface.js').Palette} Palette */
/** @typedef {import('../figures.js').ExperimentFigure} ExperimentFigure */

/**
 * @typedef {object} Caption
 * @property {string} title of the experiment
 * @property {string} sentence describes the figure
 * @property {string[]} provenance lines: adapter, browser, date; parameters
 */

/** Wide enough for every label beside its lane, narrow enough to be readable from the last row of a lecture hall; px. */
const WIDTH = 960;
const MARGIN = 28;
/** Pixels of a PNG for each CSS pixel of the figure. */
const RATIO = 2;

/** @typedef {'white'|'page'} Ground the background: white, or the page's colour in its theme */

/** Reads the theme's colours, or the light theme's for `white`. @param {HTMLElement} element @param {Ground} ground @returns {{palette: Palette, font: string}} */
function look(element, ground) {
  const given = element.style.colorScheme;
  if (ground === 'white') element.style.colorScheme = 'light';
  const palette = paletteOf(element);
  element.style.colorScheme = given;
  return {
    palette: ground === 'white' ? { ...palette, paper: '#ffffff' } : palette,
    font: getComputedStyle(element).fontFamily,
  };
}

/** The parts that stay on one line: a word with the white space after it, or one Chinese character with its closing marks. */
const UNBROKEN =
  /[\u3000-\u9fff\uff00-\uffef][、。，．：；！？）」』】》”’…]*|[^\s\u3000-\u9fff\uff00-\uffef]+\s*|\s+/gu;

/** Lines no wider than the picture. @param {any} ctx @param {string} text */
function wrapped(ctx, text) {
  const lines = [''];
  for (const [piece] of text.matchAll(UNBROKEN)) {
    const longer = lines[lines.length - 1] + piece;
    if (ctx.measureText(longer.trimEnd()).width <= WIDTH - 2 * MARGIN || longer === piece)
      lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines.map((line) => line.trim()).filter(Boolean);
}

/**
 * The layout: its height, and the function that draws it.
 * @param {any} ctx
 * @param {ExperimentFigure} figure
 * @param {Caption} caption
 * @param {{palette: Palette, font: string}} look
 */
function layOut(ctx, figure, { title, sentence, provenance }, { palette, font }) {
  const parts = /** @type {(() => void)[]} */ ([]);
  let y = MARGIN;
  const text = (
    /** @type {string} */ words,
    /** @type {number} */ size,
    /** @type {number} */ weight,
    /** @type {string} */ colour,
  ) => {
    const face = `${weight} ${size}px ${font}`;
    ctx.font = face;
    for (const line of wrapped(ctx, words)) {
      const baseline = y + size;
      parts.push(() => {
        Object.assign(ctx, { font: face, fillStyle: colour });
        Object.assign(ctx, { textAlign: 'left', textBaseline: 'alphabetic' });
        ctx.fillText(line, MARGIN, baseline);
      });
      y += Math.round(size * 1.45);
    }
  };
  text(title, 21, 650, palette.ink);
  y += 12;
  const crisp = (/** @type {number} */ x) => (Math.floor(x * RATIO) + 0.5) / RATIO;
  for (const surface of figure.surfaces) {
    const height = parseFloat(surface.canvas.style.height) || surface.canvas.clientHeight;
    const top = y;
    parts.push(() => {
      ctx.save();
      ctx.translate(MARGIN, top);
      surface.paintOn({ ctx, width: WIDTH - 2 * MARGIN, height, palette, font, crisp });
      ctx.restore();
    });
    y += Math.ceil(height) + 10;
  }
  y += 6;
  text(sentence, 15, 400, palette.ink);
  y += 4;
  for (const line of provenance) text(line, 13, 400, palette.muted);
  const height = y + MARGIN - 8;
  const paint = () => {
    ctx.fillStyle = palette.paper;
    ctx.fillRect(0, 0, WIDTH, height);
    for (const part of parts) part();
  };
  return { height, paint };
}

/** Repaints the figure on the page, since its charts share a scale to which the picture gave another width. @param {ExperimentFigure} figure */
function restore(figure) {
  for (const surface of figure.surfaces) surface.paint();
}

/** @param {ExperimentFigure} figure @param {Caption} caption @param {Ground} ground @returns {Promise<Blob>} 1,920 px wide */
export async function png(figure, caption, ground) {
  const canvas = document.createElement('canvas');
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const { height, paint } = layOut(ctx, figure, caption, look(figure.element, ground));
  canvas.width = WIDTH * RATIO;
  canvas.height = height * RATIO;
  ctx.scale(RATIO, RATIO);
  paint();
  restore(figure);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the browser gave no picture'))),
      'image/png',
    ),
  );
}

/** @param {ExperimentFigure} figure @param {Caption} caption @param {Ground} ground @returns {Blob} */
export function svg(figure, caption, ground) {
  const ruler = document.createElement('canvas').getContext('2d');
  const ctx = new SvgContext(/** @type {CanvasRenderingContext2D} */ (ruler));
  const { height, paint } = layOut(ctx, figure, caption, look(figure.element, ground));
  recording(paint);
  restore(figure);
  const description = [caption.sentence, ...caption.provenance].join(' ');
  const text = ctx.document(WIDTH, height, { title: caption.title, description });
  return new Blob([text], { type: 'image/svg+xml' });
}
