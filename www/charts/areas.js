/** Bytes over time: what they are used for stacked as areas, and what the device holds as a line. */
import { sayer } from '../kit/say.js';
import { HEIGHT, hit, paint, stops, table } from './over-time.js';

/** @typedef {import('./over-time.js').Steps} Steps */

/**
 * @typedef {object} AreasData
 * @property {string} title
 * @property {Steps[]} areas bytes, each on top of the one before; all have the same times
 * @property {Steps[]} lines bytes
 * @property {{y: number, label: string}} [bound] bytes that must not be passed
 */

const say = sayer('charts');
/** @param {AreasData} data @returns {import('./over-time.js').OverTimeData} */
const data = ({ title, areas: stacked, lines, bound }) => ({
  x: { title: say('time-since') },
  y: { title, unit: 'B' },
  stacked,
  lines,
  bound,
});

/** @type {import('./plot.js').Chart} */
export const areas = {
  height: () => HEIGHT,
  paint: (painting, given, selected) => paint(painting, data(given), selected),
  stops: (given) => stops(data(given)),
  table: (given) => table(data(given)),
  hit: (given, x, y, width) => hit(data(given), x, y, width),
};
