/** Calls of an expression's operations. */

/**
 * Calls one operation.
 * @param {any} lab
 * @param {import('./expression.js').Step} step
 * @param {any[]} arrays of the steps before it
 * @param {number} n columns of the names' matrices
 * @param {number} [rows] of these matrices; `n` by default
 */
export function call({ nd }, { name, args }, arrays, n, rows = n) {
  const given = args.map((arg) => (typeof arg === 'number' ? arg : arrays[arg.step]));
  return name === 'ones' ? nd.ones([rows, n]) : nd[name](...given);
}

/**
 * Calls the operations.
 * @param {any} lab
 * @param {import('./expression.js').Step[]} steps
 * @param {number} n columns of the names' matrices
 * @param {number} [rows] of these matrices; `n` by default
 * @returns {any[]} the array of each step
 */
export function enqueue(lab, steps, n, rows = n) {
  const arrays = /** @type {any[]} */ ([]);
  for (const step of steps) arrays.push(call(lab, step, arrays, n, rows));
  return arrays;
}

/**
 * The rows of the names' matrices: as requested, or as many as columns if the expression has a matrix product.
 * @param {import('./expression.js').Step[]} steps
 * @param {number|string|undefined} asked 'auto', or undefined in older results: as many as columns
 * @param {number} n columns
 */
export const rowsOf = (steps, asked, n) =>
  Number.isInteger(Number(asked)) && steps.every(({ name }) => name !== 'dot') ? Number(asked) : n;
