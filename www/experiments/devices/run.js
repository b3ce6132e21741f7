import { seldom } from '../../kit/polling.js';
import { wide } from '../../kit/inference.js';
import { spread } from '../../kit/statistics.js';
import { LADDER } from '../lib/ladder.js';
import { latencyCurve, latencyIn, latencyWay } from '../lib/latency.js';
import { enoughRounds, nowOf } from '../lib/rounds.js';
import { rangeOf } from '../lib/verdict.js';
import { waysOf } from '../lib/ways.js';
import { judge } from './judge.js';
import { FORMS, stagesOf, utilisation, WAITS, work } from './work.js';

/** Extra steps beside the timed ones: connecting, warming up, recording. */
const STEPS = 3;
/** Tries of a size. The shortest counts, since other work on the machine makes a try too slow. */
const TRIED = 2;
/** Most minibatches of each way in the figure, where more could not be distinguished. */
const DRAWN = 3;
/** If the lab chooses the sizes, a minibatch takes at least `LEAST` ms, `STEPS_OF_CLOCK` steps of the clock and `WORTH` notification latencies. */
const LEAST = 2;
const STEPS_OF_CLOCK = 6;
const WORTH = 1.2;
/** The largest matrices that are tried on the CPU. */
const LARGEST = 1000;
/** If a size takes this many times less than the target, the next size is skipped. */
const AWAY = 10;

/** Rounds that are followed by a recording, which shows how busy each device was and takes as long as a round. */
const RECORDED = 2;
/** The ways that the findings rest on. */
const DECISIVE = ['gpu-end', 'cpu-end', 'turn-end', 'beside-end', 'beside-each'];
/** Ways whose utilisation no sentence uses: one recording of them is enough. */
const UNUSED = ['gpu-end', 'gpu-each', 'turn-each'];

/** The ways that the figure shows, one after the other. @type {['turn'|'beside'|'cpu', 'end'|'each'][]} */
const SHOWN = [
  ['turn', 'each'],
  ['beside', 'each'],
  ['beside', 'end'],
];
/** @type {typeof SHOWN} */
const SHOWN_ALONE = [
  ['cpu', 'each'],
  ['cpu', 'end'],
];

/** @param {import('../../kit/types.js').Context} ctx */
export async function run(ctx) {
  const { rounds, batches } = /** @type {Record<string, number>} */ (ctx.parameters);
  const both = ctx.device !== 'cpu';
  const forms = both ? FORMS : FORMS.filter((form) => form === 'cpu');
  ctx.expect(STEPS + (forms.length * WAITS.length + 1) * rounds);
  const since = await nowOf(ctx);
  ctx.step('connecting');
  const lab = await ctx.connect({ devices: both ? [ctx.device, 'cpu'] : ['cpu'] });

  ctx.step('warming');
  const { n, m, gpu, cpu } = await parts(ctx, lab);
  const stages = stagesOf(gpu, cpu);
  const names = forms.flatMap((form) => WAITS.map((wait) => /** @type {const} */ ([form, wait])));
  for (const [form, wait] of names) await work(lab, stages[form], 1, wait === 'each');
  // The first recording of a lab is its slowest.
  await lab.profile(() => work(lab, stages[forms[0]], 1, false));

  const { ways, last } = waysOn(lab, stages, names, batches);
  const conclude = concluderOf(lab, Object.keys(ways), batches, () =>
    both ? last['gpu-end'] : last['cpu-end'],
  );
  const rotation = { ...ways, ...latencyWay(lab) };
  const { samples, leftOut } = await enoughRounds(
    ctx,
    rotation,
    rounds,
    (taken) => {
      const { info, measures } = conclude(taken);
      return both && [measures.gain, measures.price].some((one) => wide(rangeOf(one, info)));
    },
    { decisive: [...DECISIVE, 'latency'], since },
  );

  ctx.step('recording');
  const few = Math.min(batches, DRAWN);
  const drawn = await lab.profile(async () => {
    for (const [form, wait] of both ? SHOWN : SHOWN_ALONE)
      await work(lab, stages[form], few, wait === 'each');
  });
  return {
    parameters: { ...ctx.parameters, n, m, rounds: Math.max(rounds, samples['cpu-end'].length) },
    seed: ctx.seed,
    ...conclude(samples, leftOut),
    trace: { ...drawn, value: null },
  };
}

/** @typedef {ReturnType<typeof stagesOf>} Stages */

/**
 * The ways to be interleaved, and the last recording of each.
 * @param {any} lab @param {Stages} stages @param {(readonly [import('./work.js').Form, string])[]} names @param {number} batches
 */
function waysOn(lab, stages, names, batches) {
  const last = /** @type {Record<string, any>} */ ({});
  const slow = seldom(lab.info());
  const ways = Object.fromEntries(
    names.map(([form, wait]) => {
      const name = `${form}-${wait}`;
      const way = () => work(lab, stages[form], batches, wait === 'each');
      let runs = 0;
      const timed = async (spare = false) => {
        const time = await way();
        if (spare) return {};
        if (runs++ >= (UNUSED.includes(name) || slow ? 1 : RECORDED)) return { [name]: time };
        const trace = await lab.profile(way);
        last[name] = trace;
        const used = utilisation(trace);
        return {
          [name]: time,
          ...Object.fromEntries(
            Object.entries(used).map(([device, share]) => [`${name} ${device}`, share]),
          ),
        };
      };
      return [name, timed];
    }),
  );
  return { ways, last };
}

/**
 * From samples to curves, measures and finding.
 * @param {any} lab @param {string[]} names @param {number} batches
 * @param {() => import('../../kit/types.js').Trace} recorded
 */
function concluderOf(lab, names, batches, recorded) {
  return (
    /** @type {Record<string, number[]>} */ samples,
    /** @type {Record<string, number>} */ leftOut = {},
  ) => {
    const info = lab.info();
    const timed = waysOf(samples, names);
    const points = Object.fromEntries(
      /** @type {string[]} */ (lab.devices).map((device) => [
        device,
        names.map((name, x) => {
          const used = samples[`${name} ${device}`];
          return { x, samples: used, ...spread(used) };
        }),
      ]),
    );
    const latency = latencyIn(samples);
    const curves = { use: { points, models: {} }, ...latencyCurve(latency) };
    const trace = recorded();
    const judged = judge({ ways: timed, curves, latency, info, batches, trace, leftOut });
    return { info, ways: timed, curves, leftOut, ...judged };
  };
}

/**
 * The smallest size that takes at least `worth`, or `LARGEST`.
 * @param {(size: number) => Promise<number>} time @param {number} worth ms @param {number} first index in the ladder
 */
async function smallest(time, worth, first) {
  for (let rung = first; ;) {
    const size = LADDER[rung];
    const took = size < LARGEST ? await time(size) : worth;
    if (took >= worth) return Math.min(size, LARGEST);
    // Two rungs are about eight times the work.
    rung += took < worth / AWAY && LADDER[rung + 2] < LARGEST ? 2 : 1;
  }
}

/**
 * The work of each device in a minibatch: products of matrices of a size that suits the CPU, and of the size with which
 * the other device takes about as long.
 * @param {import('../../kit/types.js').Context} ctx
 * @param {any} lab
 */
async function parts(ctx, lab) {
  const { n, m, products, seed } = /** @type {Record<string, any>} */ (ctx.parameters);
  const of = (/** @type {string} */ device, /** @type {number} */ size) => ({
    x: lab.nd.random.uniform([size, size], { seed, device }),
    products,
  });
  const reported = (/** @type {string} */ device) =>
    lab.info().devices.find((/** @type {any} */ one) => one.device === device).floor;
  // Minibatches shorter than the notification latency cannot be distinguished from it. Where it is very long, the run does not try longer ones.
  const reports = seldom(lab.info())
    ? []
    : lab.devices.map((/** @type {string} */ one) => WORTH * reported(one).high);
  const worth = Math.max(LEAST, STEPS_OF_CLOCK * lab.info().clock.step, ...reports);
  const time = async (/** @type {string} */ device, /** @type {number} */ size, tries = TRIED) => {
    ctx.note('calibrating', { n: size });
    const part = of(device, size);
    await work(lab, [[part]], 1, false); // compiles what this size needs; not counted
    const took = [];
    for (let i = 0; i < tries; i += 1) took.push(await work(lab, [[part]], 2, false));
    part.x.dispose();
    // The time is that of two minibatches and one notification.
    return Math.max(0, Math.min(...took) - reported(device).median) / 2;
  };
  // The size with which the other device takes about as long.
  const alike = async (/** @type {number} */ cpuSize) => {
    const target = await time('cpu', cpuSize);
    const apart = (/** @type {number} */ took) =>
      Math.abs(Math.log(Math.max(took, 1e-6) / Math.max(target, 1e-6)));
    let [size, nearest] = [LADDER[0], Infinity];
    for (let rung = 0; rung < LADDER.length;) {
      const took = await time(ctx.device, LADDER[rung]);
      if (apart(took) < nearest) [nearest, size] = [apart(took), LADDER[rung]];
      if (took > target) break;
      rung += took < target / AWAY && rung + 2 < LADDER.length ? 2 : 1;
    }
    return size;
  };
  const suited = async (/** @type {number} */ first) => {
    const cpuSize = m === 'auto' ? await smallest((size) => time('cpu', size), worth, first) : m;
    if (ctx.device === 'cpu') return { n: 'none', m: cpuSize };
    return { n: n === 'auto' ? await alike(cpuSize) : n, m: cpuSize };
  };
  let sizes = await suited(0);
  // Other work on the machine may have slowed all tries of a size; by now it is probably over.
  const tooShort = async () => (await time('cpu', sizes.m, 1)) < worth / WORTH;
  if (m === 'auto' && sizes.m < LARGEST && (await tooShort()))
    sizes = await suited(LADDER.indexOf(sizes.m) + 1);
  const cpu = of('cpu', sizes.m);
  return { ...sizes, gpu: ctx.device === 'cpu' ? cpu : of(ctx.device, sizes.n), cpu };
}
