/**
 * A figure of any kind, as the page shows it: one chart of its data or several. Types only.
 *
 * @typedef {object} Shown What a figure is to show.
 * @property {any} data of its kind
 * @property {string} caption
 * @property {(values?: Record<string, any>) => string} summary one sentence for those who cannot see it, with values that the figure
 *   finds in its data
 * @property {import('../kit/types.js').Info} [info] of the run: without it every time counts as resolved
 *
 * @typedef {object} Figure
 * @property {HTMLElement} element
 * @property {import('./surface.js').Surface<any>[]} surfaces its charts, from top to bottom; those with nothing to show are hidden
 * @property {(shown: Shown) => void} show
 * @property {(shown: Shown) => void} [live] shows something that is still going on
 * @property {() => void} clear
 * @property {() => void} paint paints at once, so that a picture taken now is whole
 */
export {};
