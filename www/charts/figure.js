/**
 * A figure of any kind, as the page shows it: one chart of its data or several. Types only.
 *
 * @typedef {object} Shown The content of a figure.
 * @property {any} data of its kind
 * @property {string} caption
 * @property {(values?: Record<string, any>) => string} summary returns a sentence for those who cannot see the figure, with values that the
 *   figure finds in its data
 * @property {import('../kit/types.js').Info} [info] of the run; without it every time counts as resolved
 *
 * @typedef {object} Figure
 * @property {HTMLElement} element
 * @property {import('./surface.js').Surface<any>[]} surfaces its charts, from top to bottom; charts without content are hidden
 * @property {(shown: Shown) => void} show
 * @property {(shown: Shown) => void} [live] shows a run that still goes on
 * @property {() => void} clear
 * @property {() => void} paint paints immediately, so that a picture taken now is complete
 */
export {};
