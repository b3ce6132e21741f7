/** Counts over time, each as a curve in steps: batches issued and finished, operations in the queue. */
import { sayer } from '../kit/say.js';
import { HEIGHT, hit, paint, stops, table } from './over-time.js';

/**
 * @typedef {object} CountsData
 * @property {string} title
 * @property {import('./over-time.js').Steps[]} lines
 * @property {{y: number, label: string}} [bound] a count that must not be passed
 */

const say = sayer('charts');
/** @param {CountsData} data @returns {import('./over-time.js').OverTimeData} */
const data = ({ title, lines, bound }) => ({
  x: { title: say('time-since') },
  y: { title, unit: 'count' },
  stacked: [],
  lines,
  bound,
});

/** @type {import('./plot.js').Chart} */
export const counts = {
  height: () => HEIGHT,
  paint: (painting, given, selected) => paint(painting, data(given), selected),
  stops: (given) => stops(data(given)),
  table: (given) => table(data(given)),
  hit: (given, x, y, width) => hit(data(given), x, y, width),
};
