import { spread } from '../../kit/statistics.js';
import { latencyCurve, latencyIn, latencyWay } from '../lib/latency.js';
import { waysOf } from '../lib/ways.js';
import { judge } from './judge.js';
import { fitted, suitable } from './size.js';
import { ALLOCATORS, drawn, increase, measuredOf, trainingOn } from './training.js';

/** Extra steps beside the timed ones: connecting, warming up. */
const STEPS = 2;
const MEGABYTE = 1e6;
/** Minibatches that warm each way up. */
const WARMING = 2;
/** Most minibatches between two reports, as in the chapter; in a short epoch it is half of them. */
const REPORT = 50;
/** Runs whose memory is drawn. */
const DRAWN = ['never-on-completion', 'never-stream-ordered', 'loss-on-completion'];

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const { rounds, seed, memory } = /** @type {Record<string, number>} */ (ctx.parameters);
  const limit = memory * MEGABYTE;
  const measured = measuredOf(ctx.parameters.ways);
  ctx.expect(STEPS + (measured.length + 1) * rounds);
  ctx.step('connecting');
  const labs = await Promise.all(
    ALLOCATORS.map((allocator) =>
      ctx.connect({ device: ctx.device, allocator, memoryLimit: limit }),
    ),
  );
  const [, reusing] = labs;

  ctx.step('warming');
  const asked = /** @type {any} */ ({ ...ctx.parameters, rate: Number(ctx.parameters.rate) });
  const minibatches = asked.batches * rounds * measured.length;
  const onAttempt = (/** @type {number} */ n) => ctx.note('calibrating', { n });
  const size = await suitable(reusing, asked, { minibatches, onAttempt });
  const { task, needed } = await fitted(reusing, size, limit);
  const trainings = labs.map((lab) => trainingOn(lab, task));
  /** @type {EpochOf} */
  const epochOf = ({ way, allocator }, count = task.batches) =>
    trainings[ALLOCATORS.indexOf(allocator)].epoch(way, count);
  for (const one of measured) {
    const { done } = await epochOf(one, WARMING);
    ctx.takes((done / WARMING) * task.batches * rounds * measured.length);
    ctx.note('warming');
  }

  const reports = reportsOf(task.batches, Math.min(REPORT, Math.ceil(task.batches / 2)));
  const { ways, kept, onKept } = epochWays(measured, epochOf, reports);
  const { samples, leftOut } = await ctx.interleave(
    { ...ways, ...latencyWay(reusing) },
    rounds,
    undefined,
    onKept,
  );
  const latency = latencyIn(samples);
  const names = Object.keys(ways);
  const timed = waysOf(
    Object.fromEntries(names.map((name) => [name, samples[`${name} done`]])),
  ).map((way) => ({ ...way, bytes: samples[`${way.way} bytes`] }));
  const curves = { passed: passedCurve(names, reports, samples), ...latencyCurve(latency) };
  const epochs = kept();
  const series = {
    ...Object.fromEntries(DRAWN.map((name) => [name, drawn(epochs[name].held)])),
    ...Object.fromEntries(names.map((name) => [`batches-${name}`, batchesOf(epochs[name])])),
  };
  const info = reusing.info();
  const shrunk = task.batch < size.batch || task.batches < size.batches;
  const run = { ways: timed, curves, series, latency, info, needed, limit, shrunk, task, leftOut };
  const parameters = { ...ctx.parameters, ...task, rate: ctx.parameters.rate };
  return { parameters, seed, info, ways: timed, curves, series, leftOut, ...judge(run) };
}

/** @typedef {ReturnType<typeof measuredOf>[number]} Measured */
/** @typedef {Awaited<ReturnType<ReturnType<typeof trainingOn>['epoch']>>} Epoch */
/** @typedef {(one: Measured, count?: number) => Promise<Epoch>} EpochOf */

/**
 * The measured ways as functions to be interleaved, and the epochs of the last round that was kept.
 * @param {Measured[]} measured @param {EpochOf} epochOf @param {number[]} reports
 */
function epochWays(measured, epochOf, reports) {
  const latest = /** @type {Record<string, Epoch>} */ ({});
  let kept = latest;
  const ways = Object.fromEntries(
    measured.map((one) => {
      const { name } = one;
      const epoch = async () => {
        const found = await epochOf(one);
        latest[name] = found;
        return {
          [`${name} done`]: found.done,
          [`${name} bytes`]: increase(found.held),
          ...Object.fromEntries(reports.map((t) => [`${name} ${t}`, found.passed[t - 1]])),
        };
      };
      return [name, epoch];
    }),
  );
  return { ways, kept: () => kept, onKept: () => (kept = { ...latest }) };
}

/** The time at each report, of each way. @param {string[]} names @param {number[]} reports @param {Record<string, number[]>} samples */
function passedCurve(names, reports, samples) {
  const pointsOf = (/** @type {string} */ name) =>
    reports.map((x) => {
      const own = samples[`${name} ${x}`];
      return { x, samples: own, ...spread(own) };
    });
  return { points: Object.fromEntries(names.map((name) => [name, pointsOf(name)])), models: {} };
}

/** The minibatches after which the time is recorded: every `every`-th, and the last. @param {number} batches @param {number} every */
function reportsOf(batches, every) {
  const reports = Array.from({ length: Math.floor(batches / every) }, (_, i) => (i + 1) * every);
  return reports.at(-1) === batches ? reports : [...reports, batches];
}

/** Minibatches begun, issued and finished over time. @param {Record<'begun'|'issued'|'finished', number[]>} epoch moments, ms @returns {import('../../kit/types.js').Series} */
export function batchesOf({ begun, issued, finished }) {
  const moments = /** @type {const} */ ({ begun, issued, finished });
  const times = [...new Set([...begun, ...issued, ...finished])].sort((a, b) => a - b);
  const values = Object.entries(moments).map(([name, all]) => {
    let count = 0;
    const counts = times.map((time) => {
      while (all[count] <= time) count += 1;
      return count;
    });
    return [name, counts];
  });
  return { times, values: Object.fromEntries(values) };
}
