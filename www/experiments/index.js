import { Fault } from '../page/faults.js';
import warmup from './warmup/experiment.js';

/** Every experiment, in the chapter's order. @type {import('../page/types.js').Experiment[]} */
export const experiments = [warmup];

/** @param {string} name @throws {Fault} UNKNOWN_EXPERIMENT, listing the known ones */
export function find(name) {
  const experiment = experiments.find((candidate) => candidate.name === name);
  if (!experiment) {
    const known = experiments.map((candidate) => candidate.name).join(', ');
    throw new Fault(
      'UNKNOWN_EXPERIMENT',
      `there is no experiment ${JSON.stringify(name)}; there are ${known}`,
    );
  }
  return experiment;
}
