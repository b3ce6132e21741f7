/**
 * The first chart of a figure alone, as a picture that stands for the experiment before anything of it is loaded. Its colours are
 * those of the theme that it is shown in, so one file serves both.
 */
import { recording, SvgContext } from './svg-context.js';

/** @typedef {import('../figures.js').ExperimentFigure} ExperimentFigure */

/** About as wide as a column of text, px. */
const WIDTH = 680;
const COLOURS = ['paper', 'ink', 'muted', 'hair', 'edge', 'frontend', 'backend', 'device', 'wait'];

/** The custom properties of both themes. @param {HTMLElement} element */
function themes(element) {
  const given = element.style.cssText;
  const of = (/** @type {string} */ scheme) => {
    element.style.colorScheme = scheme;
    return COLOURS.map((name) => {
      element.style.color = `var(--${name})`;
      return `--${name}:${getComputedStyle(element).color}`;
    }).join(';');
  };
  const [light, dark] = [of('light'), of('dark')];
  element.style.cssText = given;
  return `<style>:root{color-scheme:light dark;${light}}@media(prefers-color-scheme:dark){:root{${dark}}}</style>`;
}

/**
 * @param {ExperimentFigure} figure that shows something
 * @param {string} date of the recording that it shows, so that a poster of an older one is found
 * @returns {string} SVG
 */
export function poster(figure, date) {
  const [surface] = figure.surfaces;
  const { canvas } = surface;
  const ruler = document.createElement('canvas').getContext('2d');
  const ctx = /** @type {any} */ (new SvgContext(/** @type {CanvasRenderingContext2D} */ (ruler)));
  const palette = /** @type {import('../../charts/surface.js').Palette} */ (
    Object.fromEntries(COLOURS.map((name) => [name, `var(--${name})`]))
  );
  const { fontFamily: font } = getComputedStyle(figure.element);
  const height = Math.ceil(parseFloat(canvas.style.height) || canvas.clientHeight);
  const crisp = (/** @type {number} */ x) => Math.floor(x) + 0.5;
  recording(() => {
    ctx.fillStyle = palette.paper;
    ctx.fillRect(0, 0, WIDTH, height);
    surface.paintOn({ ctx, width: WIDTH, height, palette, font, crisp });
  });
  surface.paint();
  const text = ctx.document(WIDTH, height, { title: '', description: figure.sentence });
  const marked = (/** @type {string} */ tag) =>
    `${tag.slice(0, -1)} data-recorded="${date}">${themes(figure.element)}`;
  return `${text.replace(/<svg[^>]*>/, marked).trim()}\n`;
}
