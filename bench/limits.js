// The lab beside the limits of the adapter: the least time that the work of a case takes, by the ceilings.
import { median, short } from './measure.js';

const BASE = 'lab';
const UNITS = { ms: 1, µs: 1000 };

/**
 * @param {import('./matrix.js').Work} work
 * @param {import('./ceilings.js').Ceilings} ceilings
 * @returns {{ms: number, by: string}} the need that takes longest, if all needs are met in parallel
 */
export function limitOf({ bytes, flops, dispatches, waits = 0 }, ceilings) {
  // The rate of a copy of about as many bytes, which are read and written.
  const distance = (copy) => Math.abs(Math.log((2 * copy.bytes) / Math.max(1, bytes)));
  const copy = ceilings.copy.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  const needs = [
    { by: 'bytes', ms: bytes / copy.rate },
    { by: 'operations', ms: flops / ceilings.flops },
    { by: 'dispatches', ms: dispatches * ceilings.dispatch },
    { by: 'waits', ms: waits * ceilings.wait },
  ];
  return needs.reduce((most, one) => (one.ms > most.ms ? one : most));
}

/**
 * @param {import('./matrix.js').Result[]} cases
 * @param {import('./ceilings.js').Ceilings} ceilings
 * @returns {import('./measure.js').Table}
 */
export function limitsTable(cases, ceilings) {
  const rows = cases.flatMap(({ name, work, figures, contenders }) => {
    const done = contenders[BASE]?.samples?.done;
    if (!work || !done) return [];
    const { ms, by } = limitOf(work, ceilings);
    const reached = median(done) / UNITS[figures.done];
    return [
      [
        name,
        `${short(work.bytes / 1e6)}`,
        `${short(work.flops / 1e6)}`,
        short(ms * 1000),
        by,
        short(reached * 1000),
        `${short((100 * ms) / reached)} %`,
      ],
    ];
  });
  const columns = ['', 'MB', 'MFLOP', 'least, µs', 'because of', 'lab, µs', 'of the limit'];
  return { title: 'the least that each operation takes here, and the lab', columns, rows };
}
