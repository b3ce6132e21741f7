/** The operations of an expression, called. */

/**
 * Calls one operation.
 * @param {any} lab
 * @param {import('./expression.js').Step} step
 * @param {any[]} arrays of the steps before it
 * @param {number} n rows and columns of what the names stand for
 */
export function call({ nd }, { name, args }, arrays, n) {
  const given = args.map((arg) => (typeof arg === 'number' ? arg : arrays[arg.step]));
  return name === 'ones' ? nd.ones([n, n]) : nd[name](...given);
}

/**
 * Calls the operations.
 * @param {any} lab
 * @param {import('./expression.js').Step[]} steps
 * @param {number} n rows and columns of what the names stand for
 * @returns {any[]} the array of each step
 */
export function enqueue(lab, steps, n) {
  const arrays = /** @type {any[]} */ ([]);
  for (const step of steps) arrays.push(call(lab, step, arrays, n));
  return arrays;
}
