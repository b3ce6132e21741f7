// The input of a judge, from a run on a modelled machine. Needs no packages, so that it also runs where none is installed.
import { register } from 'node:module';
import { describe } from '../../www/lib/machines/describe.js';
import { runModelled } from './modelled.mjs';

register('./mutant-hooks.mjs', import.meta.url);

const folder = new URL('../../www/experiments/', import.meta.url);
export const judgeOf = (name) => new URL(`${name}/judge.js`, folder);

/**
 * The judges' inputs of runs on modelled machines, and the runs' results.
 * @param {string} name of the experiment
 * @param {object[]} cases as `runModelled` takes them
 */
export async function recorded(name, cases) {
  const runs = [];
  for (const on of cases) {
    let given;
    globalThis.judged = (all) => (given ??= all);
    const result = await runModelled(name, on, '?recorded');
    runs.push({
      given,
      result,
      machine: { gpu: describe(on.machine), cpu: describe(on.machine, 'cpu') },
    });
  }
  delete globalThis.judged;
  return runs;
}
