// Judges that are broken on purpose: every judge with one comparison turned, one operator exchanged or one number changed, on what a real
// run handed to it. The oracle, which has no code of theirs, should contradict them.
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import ts from 'typescript';
import { describe } from '../../www/lib/machines/describe.js';
import { runModelled } from './modelled.mjs';
import { cannotTell, falsehoods } from './oracle.mjs';

register('./mutant-hooks.mjs', import.meta.url);

const { SyntaxKind: Kind } = ts;
/** Replacements of an operator: comparisons are turned, sums and products exchanged, conditions joined otherwise. */
const EXCHANGED = {
  [Kind.LessThanToken]: '>=',
  [Kind.LessThanEqualsToken]: '>',
  [Kind.GreaterThanToken]: '<=',
  [Kind.GreaterThanEqualsToken]: '<',
  [Kind.PlusToken]: '-',
  [Kind.MinusToken]: '+',
  [Kind.AsteriskToken]: '/',
  [Kind.SlashToken]: '*',
  [Kind.AmpersandAmpersandToken]: '||',
  [Kind.BarBarToken]: '&&',
};
/** A number is made so many times as large. */
const FACTOR = 3;

const folder = new URL('../../www/experiments/', import.meta.url);
export const judgeOf = (name) => new URL(`${name}/judge.js`, folder);

/**
 * Every mutation of a judge.
 * @param {string} text
 * @returns {{line: number, from: number, to: number, was: string, is: string}[]}
 */
export function mutationsOf(text) {
  const source = ts.createSourceFile(
    'judge.js',
    text,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.JS,
  );
  const found = [];
  const add = (node, is) => {
    const [from, to] = [node.getStart(source), node.getEnd()];
    const line = source.getLineAndCharacterOfPosition(from).line + 1;
    found.push({ line, from, to, was: text.slice(from, to), is });
  };
  const visit = (node) => {
    if (ts.isBinaryExpression(node) && EXCHANGED[node.operatorToken.kind])
      add(node.operatorToken, EXCHANGED[node.operatorToken.kind]);
    if (ts.isNumericLiteral(node) && Number(node.text) > 0)
      add(node, `${Number(node.text) * FACTOR}`);
    // A word of a finding for another is what a mixed-up condition comes to.
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The text with a mutation. @param {string} text @param {ReturnType<typeof mutationsOf>[0]} mutation */
export const mutated = (text, { from, to, is }) => `${text.slice(0, from)}${is}${text.slice(to)}`;

/**
 * Inputs that runs on machines handed to their judge, and their results.
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
            other ||= finding.key !== result.finding.key || told({ measures }) !== told(result);
            // One that leaves open what can be told exceeds the share of runs that may.
            if (cannotTell({ finding }) && !cannotTell(result)) return true;
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

const told = ({ measures }) => JSON.stringify(measures);
