import { Fault } from '../kit/faults.js';
import { list } from './list.js';

/** @typedef {import('../kit/types.js').About} About */

/** The data on each experiment that the page has before it opens one, in the chapter's order. @type {About[]} */
export const experiments = /** @type {About[]} */ (list).toSorted(
  (a, b) => a.position - b.position,
);

/**
 * Loads an experiment.
 * @param {string} name
 * @returns {Promise<import('../kit/types.js').Experiment>}
 * @throws {Fault} UNKNOWN_EXPERIMENT, listing the known ones, or NOT_LOADED
 */
export async function open(name) {
  const about = find(name);
  try {
    return { ...(await about.load()).default, name, recorded: about.recorded };
  } catch (error) {
    throw new Fault('NOT_LOADED', `${name}: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string} name @throws {Fault} UNKNOWN_EXPERIMENT, listing the known ones */
export function find(name) {
  const about = experiments.find((candidate) => candidate.name === name);
  if (!about) {
    const known = experiments.map((candidate) => candidate.name).join(', ');
    throw new Fault(
      'UNKNOWN_EXPERIMENT',
      `there is no experiment ${JSON.stringify(name)}; there are ${known}`,
    );
  }
  return about;
}
