// Judges that are broken on purpose: one comparison is turned, one operator exchanged or one number changed, and the broken judge gets the
// input of recorded runs. The oracle, which shares no code with the judges, should contradict it.
import { readFileSync } from 'node:fs';
import { mutationsOf } from '../mutants/mutations.mjs';
import { leavesOpen, falsehoods } from './oracle.mjs';
import { judgeOf, recorded } from './recorded.mjs';

/**
 * The mutations of a judge that the oracle contradicts.
 * @param {string} name of the experiment
 * @param {object[]} cases
 * @returns {Promise<{caught: number, same: number, survived: string[], sound: string[]}>} `same`: mutants that concluded the same from all cases; `sound`: the
 *   oracle's objections to the unchanged judge
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
            // A mutant may not leave open a question that the judge decides.
            if (leavesOpen({ finding }) && !leavesOpen(result)) return true;
            return falsehoods(name, { ...result, measures, finding }, machine).length > 0;
          } catch {
            // A mutant that throws is caught by any run.
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
