// Module hooks for `recorded.mjs` and `mutants.mjs`: a run whose address asks for a recording gets a judge that returns its input, and a judge with
// a mutation in its address gets that mutation in its text.
import { readFileSync } from 'node:fs';

export function resolve(specifier, context, next) {
  const asked = context.parentURL?.endsWith('/run.js?recorded') && specifier === './judge.js';
  return asked
    ? { url: new URL('./judge.js?recording', context.parentURL).href, shortCircuit: true }
    : next(specifier, context);
}

export function load(url, context, next) {
  const { pathname, searchParams, search } = new URL(url);
  if (!pathname.endsWith('/judge.js') || search === '') return next(url, context);
  const answer = (source) => ({ format: 'module', source, shortCircuit: true });
  if (search === '?recording')
    return answer(`export * from './judge.js';
import { judge as own } from './judge.js';
export const judge = (given) => (globalThis.judged?.(given), own(given));`);
  const text = readFileSync(new URL(pathname, 'file:'), 'utf8');
  const [from, to] = ['from', 'to'].map((name) => Number(searchParams.get(name)));
  return answer(`${text.slice(0, from)}${searchParams.get('is')}${text.slice(to)}`);
}
