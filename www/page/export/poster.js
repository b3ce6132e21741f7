/**
 * The first chart of a figure, as a picture that is shown before the experiment is loaded. Its colours follow the theme in which it
 * is shown, so one file serves both.
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

/** @param {ExperimentFigure} figure that shows something @returns {string} SVG */
export function poster(figure) {
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
  return `${text.replace(/<svg[^>]*>/, (/** @type {string} */ tag) => tag + themes(figure.element)).trim()}\n`;
}
