import { longestChain, readsOf } from '../../kit/dependencies.js';
import { climb, LADDER } from '../lib/ladder.js';
import { latencyCurve, latencyIn, latencyWay } from '../lib/latency.js';
import { waysOf } from '../lib/ways.js';
import { parse } from './expression.js';
import { judge } from './judge.js';
import { LIVE, paceOf, watch } from './live.js';
import { enqueue, rowsOf } from './steps.js';

/** Steps beside the rounds: connecting, warming up, showing it live. */
const STEPS = 3;
const SMALL = 2;
/** Time that the search for a size may take, ms. */
const BUDGET = 200;
/** Sizes beyond the ladder, for devices whose operations would otherwise take fewer than `CLEAR` steps of their clock. */
const LARGER = [6000, 8000];
const CLEAR = 2;
/** Size on a simulated device, whose time does not depend on it. */
const SIMULATED = 8;

/**
 * Calls the operations and prints the last array.
 * @param {any} lab
 * @param {import('./expression.js').Step[]} steps
 * @param {number} n columns of the names' matrices
 * @param {number} [rows] of these matrices; `n` by default
 * @returns {Promise<string>} the printed text
 */
export async function evaluateAndPrint(lab, steps, n, rows = n) {
  const arrays = enqueue(lab, steps, n, rows);
  const last = arrays.pop();
  // The program holds only what it prints.
  for (const array of arrays) array.dispose();
  const text = await last.print();
  last.dispose();
  return text;
}

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const { steps } = parse(String(ctx.parameters.expression));
  const rounds = Number(ctx.parameters.rounds);
  ctx.expect(STEPS + 2 * rounds);
  ctx.step('connecting');
  const lab = await ctx.connect({ device: ctx.device });

  ctx.step('warming');
  const n = ctx.parameters.n === 'auto' ? await suitableSize(ctx, lab, steps) : +ctx.parameters.n;
  const rows = rowsOf(steps, ctx.parameters.rows, n);
  await timed(lab, steps, n);
  // The first recording of a lab is its slowest, so one of tiny arrays is made before.
  await lab.profile(() => evaluateAndPrint(lab, steps, SMALL));

  const traces = /** @type {import('../../kit/types.js').Trace[]} */ ([]);
  const recorded = async (/** @type {boolean} */ spare = false) => {
    if (spare) return (await workedOff(lab, steps, n, rows), {});
    const trace = await lab.profile(() => evaluateAndPrint(lab, steps, n, rows));
    const times = timesOf(trace);
    // A round in which the tab was hidden leaves no samples, so each sample has the index of its trace.
    traces.push(trace);
    return { ...times, trace: traces.length - 1 };
  };
  const { samples, leftOut } = await ctx.interleave({ recorded, ...latencyWay(lab) }, rounds);
  const { trace: kept, all, chain, wait } = samples;
  const latency = latencyIn(samples);
  const trace = traces[kept[middle(all)]];
  const ways = waysOf({ all, chain, wait });
  const info = lab.info();
  lab.close();

  await showLive(ctx, steps, n, longestChain(readsOf(trace), tookOf(trace)).chain);
  return {
    parameters: { ...ctx.parameters, n, rows },
    seed: ctx.seed,
    info,
    ways,
    leftOut,
    ...(ctx.device !== 'sim' && { output: String(trace.value).split('\n') }), // A simulated device computes no values.
    trace: { ...trace, value: null },
    curves: latencyCurve(latency),
    ...judge({ info, trace, ways, latency, leftOut }),
  };
}

/** @param {any} lab @param {import('./expression.js').Step[]} steps @param {number} n */
async function timed(lab, steps, n) {
  // The first call at a size may compile a shader, which takes longer than the work.
  return Math.min(await workedOff(lab, steps, n), await workedOff(lab, steps, n));
}

/** The time until all operations are done, ms; their arrays are disposed. @param {any} lab @param {import('./expression.js').Step[]} steps @param {number} n @param {number} [rows] */
async function workedOff(lab, steps, n, rows) {
  const start = lab.now();
  for (const array of enqueue(lab, steps, n, rows)) array.dispose();
  await lab.waitAll();
  return lab.now() - start;
}

/** @param {import('../../kit/types.js').Context} ctx @param {any} lab @param {import('./expression.js').Step[]} steps */
async function suitableSize(ctx, lab, steps) {
  if (ctx.device === 'sim' && !ctx.machine) return SIMULATED;
  const { limits, floor, timestamps } = lab.info();
  const onAttempt = (/** @type {number} */ n) => ctx.note('calibrating', { n });
  const attempt = (/** @type {number} */ n) => timed(lab, steps, n);
  let n = await climb({
    attempt,
    limits,
    rounds: 1,
    onAttempt,
    budget: BUDGET,
    floor: floor.median,
  });
  // On the fastest GPUs no operation at the ladder's sizes takes longer than a step of their clock.
  const clear = CLEAR * steps.length * (timestamps?.quantum ?? 0);
  for (const larger of LARGER) {
    if (larger <= n || 4 * larger ** 2 > limits.arrayBytes) continue;
    if (n < LADDER[LADDER.length - 1] || (await attempt(n)) - floor.median > clear) break;
    onAttempt((n = larger));
  }
  return n;
}

/** The time that each operation took, ms. @param {import('../../kit/types.js').Trace} trace */
const tookOf = ({ started, ended }) => Array.from(ended, (end, i) => end - started[i]);

/**
 * Time of the device for all operations and for the longest chain, and time for which the print blocked the program, ms.
 * @param {import('../../kit/types.js').Trace} trace
 */
function timesOf(trace) {
  const took = tookOf(trace);
  const [{ from, to }] = trace.waits;
  return {
    all: took.reduce((sum, time) => sum + (time || 0), 0),
    chain: longestChain(readsOf(trace), took).total,
    wait: to - from,
  };
}

/** The index of the median; of two middle samples, the lower. @param {number[]} samples */
function middle(samples) {
  const order = samples.map((_, i) => i).sort((a, b) => samples[a] - samples[b]);
  return order[(order.length - 1) >> 1];
}

/**
 * Shows the graph while the operations run. A simulated device is skipped: its time passes only while the program waits, so
 * there would be nothing to see.
 * @param {import('../../kit/types.js').Context} ctx
 * @param {import('./expression.js').Step[]} steps
 * @param {number} least size of the arrays
 * @param {number[]} chain the longest chain of the recording
 */
async function showLive(ctx, steps, least, chain) {
  if (ctx.device === 'sim') return ctx.step('skipping');
  const lab = await ctx.connect({ device: ctx.device, ...LIVE });
  ctx.step('pacing');
  const pace = await paceOf(lab, steps, least);
  ctx.note('watching', { n: pace.n });
  await watch(lab, steps, pace, (stages) =>
    ctx.live('graph', {
      expression: String(ctx.parameters.expression),
      stages,
      chain,
      ...pace,
    }),
  );
  lab.close();
}
