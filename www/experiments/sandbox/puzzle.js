/** A puzzle that the page checks by a run's recording: the loop still computes the same, and the program waits once. */

/** The comment that makes a program the puzzle. */
const TASK = `// Puzzle: remove the line that makes each turn of the loop wait. The rest stays as it is.`;
const TURNS = 20;
const PRINTED = `largest ${TURNS + 1}`;

export const PUZZLE = `import { connect } from './www/asynclab.js';

const lab = await connect();
const { nd } = lab;

${TASK}
const x = nd.full([64, 64], 1 / 64);
let y = nd.ones([64, 64]);
for (let i = 0; i < ${TURNS}; i++) {
  y = nd.dot(x, y).add(1);
  if ((await y.max().item()) > 1000) break;
}
console.log('largest', await y.max().item());
`;

/**
 * The key of the finding; null if the program is no puzzle, or nothing was recorded.
 * @param {unknown} program @param {import('../../kit/types.js').Trace|null} trace @param {string[]} lines that it printed
 */
export function foundInPuzzle(program, trace, lines) {
  if (!trace || !String(program).includes(TASK)) return null;
  const products = Array.from(trace.op).filter((one) => trace.names[one] === 'matmul');
  if (lines.at(-1) !== PRINTED || products.length !== TURNS) return 'found-changed';
  return trace.waits.length > 1 ? 'found-unsolved' : 'found-solved';
}
