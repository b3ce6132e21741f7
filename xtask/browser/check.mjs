// Checks a command's request before a browser starts: requests that the page would reject are rejected here, by the page's own rules.
import { find, open } from '../../www/experiments/index.js';
import { checkDevice, resolveParameters } from '../../www/kit/parameters.js';

/** Codes of errors in a request. */
const MISASKED = ['UNKNOWN_EXPERIMENT', 'INVALID_OPTION'];

/** The exit code of a program that ends with an error: 2 for a bad command line, 1 for anything else. @param {any} error */
export const exitCodeOf = (error) => (MISASKED.includes(error.code) ? 2 : 1);

/**
 * @param {object} asked
 * @param {string} asked.experiment
 * @param {Record<string, unknown>} [asked.parameters]
 * @param {string|null} [asked.device] none: the experiment's own
 * @throws {Error} `UNKNOWN_EXPERIMENT` or `INVALID_OPTION`, listing what there is
 */
export async function checkRun({ experiment: name, parameters, device }) {
  find(name);
  const experiment = await open(name);
  if (device) checkDevice(experiment, device);
  resolveParameters(experiment, parameters ?? {});
}

/**
 * @param {string} what the kind of name, such as "workload"
 * @param {string[]} names
 * @param {string[]} known
 * @throws {Error} `INVALID_OPTION`, listing what there is
 */
export function checkNames(what, names, known) {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw Object.assign(
    new Error(`there is no ${what} ${JSON.stringify(unknown)}; there are ${known.join(', ')}`),
    { code: 'INVALID_OPTION' },
  );
}
