/** Bytes over time: their uses as stacked areas, and the bytes that the device holds as a line. */
import { sayer } from '../kit/say.js';
import { overTime } from './over-time.js';

/** @typedef {import('./over-time.js').Named} Named */

/**
 * @typedef {object} AreasData
 * @property {string} title
 * @property {Named[]} areas bytes, each on top of the one before; all have the same times
 * @property {Named[]} lines bytes
 * @property {{y: number, label: string}} [bound] the most bytes allowed
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

export const areas = overTime(data);
