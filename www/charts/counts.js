/** Counts over time, each as a curve in steps: batches issued and finished, operations in the queue. */
import { sayer } from '../kit/say.js';
import { overTime } from './over-time.js';

/**
 * @typedef {object} CountsData
 * @property {string} title
 * @property {import('./over-time.js').Named[]} lines
 * @property {{y: number, label: string}} [bound] the largest count allowed
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

export const counts = overTime(data);
