import { Fault } from '../kit/faults.js';
import { revive } from './revive.js';

/**
 * Loads the recorded run of an experiment.
 * @param {string} name of the experiment
 * @returns {Promise<import('../kit/types.js').Result>}
 * @throws {Fault} NOT_LOADED
 */
export async function recording(name) {
  try {
    const answer = await fetch(new URL(`../experiments/${name}/recording.json`, import.meta.url));
    if (!answer.ok) throw new Error(`the server says ${answer.status}`);
    return revive(await answer.json());
  } catch (error) {
    throw new Fault('NOT_LOADED', `${name}: ${/** @type {Error} */ (error).message}`);
  }
}
