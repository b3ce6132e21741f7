// Judges that are broken on purpose: every judge with one comparison turned, one operator exchanged or one number changed, on what a real
// run handed to it. The oracle, which has no code of theirs, should contradict them.
import { readFileSync } from 'node:fs';
import { mutationsOf } from '../mutants/mutations.mjs';
import { leavesOpen, falsehoods } from './oracle.mjs';
import { judgeOf, recorded } from './recorded.mjs';

/**
 * The mutations of a judge that the oracle contradicts.
 * @param {string} name of the experiment
 * @param {object[]} cases
 * @returns {Promise<{caught: number, same: number, survived: string[], sound: string[]}>} `same`: mutants that concluded the same from all cases; `sound`: what
 *   the oracle says against the judge as it is
 */
export async function trial(name, cases) {
  const text = readFileSync(judgeOf(name), 'utf8');
  const runs = await recorded(name, cases);
  const sound = runs.flatMap(({ result, machine }) => falsehoods(name, result, machine));
  const survived = [];
  let [caught, same] = [0, 0];
  for (const [i, mutation] of mutationsOf(text).entries()) {
    const { from, to, is } = mutation;
    const judge = new URL(
      `?mutant=${i}&from=${from}&to=${to}&is=${encodeURIComponent(is)}`,
      judgeOf(name),
    );
    let other = false;
    const contradicted = await import(judge.href).then(
      ({ judge: broken }) =>
        runs.some(({ given, result, machine }) => {
          try {
            const { measures, finding } = broken(given);
            other ||= finding.key !== result.finding.key || textOf({ measures }) !== textOf(result);
            // One that leaves open a decidable question exceeds the share of runs that may.
            if (leavesOpen({ finding }) && !leavesOpen(result)) return true;
            return falsehoods(name, { ...result, measures, finding }, machine).length > 0;
          } catch {
            // One that cannot conclude is found by every run.
            return (other = true);
          }
        }),
      () => (other = true),
    );
    if (contradicted) caught += 1;
    else if (!other) same += 1;
    else survived.push(`line ${mutation.line}: ${mutation.was} → ${is}`);
  }
  return { caught, same, survived, sound };
}

const textOf = ({ measures }) => JSON.stringify(measures);
