// Memory held by training steps, with a wait after each step, and only at the end.
import { contenders } from '../contenders/index.js';
import { inFrame } from '../frames.js';
import { tableOf } from '../matrix.js';
import { SMALL } from './training.js';

const STEPS = 50;
const QUICK_STEPS = 10;
const FIGURES = { before: 'MB', most: 'MB', after: 'MB' };

/** Runs once: unlike times, bytes do not vary. @param {{quick: boolean}} options @returns {Promise<import('../measure.js').Outcome>} */
export async function run({ quick }) {
  const steps = quick ? QUICK_STEPS : STEPS;
  const cases = [];
  for (const waiting of [true, false]) {
    const found = {};
    for (const { name, kind } of contenders) {
      found[name] = await measure(name, kind, steps, waiting);
    }
    const how = waiting ? 'waiting after each' : 'waiting in the end';
    const size = `${SMALL.sizes.join('-')}, batch ${SMALL.batch}`;
    const title = `memory of buffers, ${steps} training steps, ${how}, ${size}`;
    cases.push({ name: title, figures: FIGURES, compared: ['most'], contenders: found });
  }
  return { cases, tables: cases.map(tableOf) };
}

async function measure(name, kind, steps, waiting) {
  try {
    const { reason, ...bytes } = await inFrame(
      'memory-frame.html',
      JSON.stringify([name, steps, waiting]),
    );
    if (reason) return { kind, reason };
    const samples = Object.entries(bytes).map(([figure, value]) => [figure, [value / 1e6]]);
    return { kind, times: steps, rounds: 1, samples: Object.fromEntries(samples) };
  } catch (error) {
    return { kind, reason: `failed: ${error.message}`, wrong: true };
  }
}
