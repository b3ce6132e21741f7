import { climb } from '../lib/ladder.js';
import { enqueue, parse } from './expression.js';
import { judge } from './judge.js';

const STEPS = 3;
const SMALL = 2;
/** What the search for a size may take, ms. */
const BUDGET = 200;
/** A simulated device takes as long over any size. */
const SIMULATED = 8;

/**
 * Calls the operations and prints what the last one gives.
 * @param {any} lab
 * @param {import('./expression.js').Step[]} steps
 * @param {number} n
 */
export async function evaluateAndPrint(lab, steps, n) {
  const arrays = enqueue(lab, steps, n);
  const last = arrays.pop();
  // The program holds only what it prints.
  for (const array of arrays) array.dispose();
  await last.print();
  last.dispose();
}

/** @param {import('../../page/context.js').Context} ctx */
export async function run(ctx) {
  const { steps } = parse(String(ctx.parameters.expression));
  ctx.expect(STEPS);
  ctx.step('connecting');
  const lab = await ctx.connect({ device: ctx.device });

  ctx.step('warming');
  const once = async (/** @type {number} */ n) => {
    const start = lab.now();
    for (const array of enqueue(lab, steps, n)) array.dispose();
    await lab.waitAll();
    return lab.now() - start;
  };
  // A size may be the first to need some program of the GPU, whose compilation takes longer than the work.
  const attempt = async (/** @type {number} */ n) => Math.min(await once(n), await once(n));
  const auto = () => {
    const onAttempt = (/** @type {number} */ n) => ctx.note('calibrating', { n });
    const { limits } = lab.info();
    return ctx.device === 'sim'
      ? SIMULATED
      : climb({ attempt, limits, rounds: 1, onAttempt, budget: BUDGET });
  };
  const n = ctx.parameters.n === 'auto' ? await auto() : Number(ctx.parameters.n);
  await attempt(n);

  ctx.step('recording');
  // The first recording of a lab is its slowest: one that costs nothing goes first.
  await lab.profile(() => evaluateAndPrint(lab, steps, SMALL));
  const trace = await lab.profile(() => evaluateAndPrint(lab, steps, n));
  const info = lab.info();
  return {
    parameters: { ...ctx.parameters, n },
    seed: 0,
    info,
    trace: { ...trace, value: null },
    ...judge({ info, trace }),
  };
}
