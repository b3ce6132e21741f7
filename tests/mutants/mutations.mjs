// Changes to a program that its tests should notice: one operator exchanged, one number changed, one condition made constant, one statement left out.
import { execFileSync } from 'node:child_process';
import ts from 'typescript';

/** @typedef {{line: number, from: number, to: number, was: string, is: string}} Mutation a range of characters and its replacement */

const { SyntaxKind: Kind } = ts;
/** Replacements of operators: comparisons are inverted, sums and differences, products and quotients, `&&` and `||` exchanged. */
const EXCHANGED = {
  [Kind.LessThanToken]: '>=',
  [Kind.LessThanEqualsToken]: '>',
  [Kind.GreaterThanToken]: '<=',
  [Kind.GreaterThanEqualsToken]: '<',
  [Kind.EqualsEqualsEqualsToken]: '!==',
  [Kind.ExclamationEqualsEqualsToken]: '===',
  [Kind.PlusToken]: '-',
  [Kind.MinusToken]: '+',
  [Kind.AsteriskToken]: '/',
  [Kind.SlashToken]: '*',
  [Kind.AmpersandAmpersandToken]: '||',
  [Kind.BarBarToken]: '&&',
};
/** A number becomes this many times as large. */
const FACTOR = 3;

/**
 * The mutations of a JavaScript module.
 * @param {string} text
 * @param {{statements?: boolean}} [options] `statements`: also make conditions constant and leave out calls, which an oracle of results cannot notice
 * @returns {Mutation[]}
 */
export function mutationsOf(text, { statements = false } = {}) {
  const source = ts.createSourceFile(
    'module.js',
    text,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.JS,
  );
  /** @type {Mutation[]} */
  const found = [];
  const add = (/** @type {ts.Node} */ node, /** @type {string} */ is) => {
    const [from, to] = [node.getStart(source), node.getEnd()];
    const line = source.getLineAndCharacterOfPosition(from).line + 1;
    found.push({ line, from, to, was: text.slice(from, to), is });
  };
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isBinaryExpression(node) && EXCHANGED[node.operatorToken.kind])
      add(node.operatorToken, EXCHANGED[node.operatorToken.kind]);
    if (ts.isNumericLiteral(node) && Number(node.text) > 0)
      add(node, `${Number(node.text) * FACTOR}`);
    if (statements && ts.isIfStatement(node))
      for (const is of ['true', 'false']) add(node.expression, is);
    if (statements && ts.isExpressionStatement(node) && ts.isCallExpression(node.expression))
      add(node.expression, 'void 0');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The mutations of a Python module, by Python's own parser. @param {string} path @returns {Mutation[]} */
export const mutationsOfPython = (path) =>
  JSON.parse(
    execFileSync('python3', [new URL('mutations.py', import.meta.url).pathname, path], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    }),
  );

/** The text with a mutation. @param {string} text @param {Mutation} mutation */
export const mutated = (text, { from, to, is }) => `${text.slice(0, from)}${is}${text.slice(to)}`;
