// Runs an experiment on a modelled machine, without a browser: the library, the engine and the experiments as the page has them.
import { readFileSync } from 'node:fs';
import { MessageChannel as Channel } from 'node:worker_threads';
import { connect } from '../../www/asynclab.js';
import { adoptEngine } from '../../www/lib/engine.js';
import { open } from '../../www/experiments/index.js';
import { randomOf } from '../../www/kit/statistics.js';
import { describe } from '../../www/lib/machines/describe.js';
import { presetValues, resolveParameters } from '../../www/kit/parameters.js';
import { Context } from '../../www/run/context.js';

globalThis.MessageChannel ??= Channel;
adoptEngine(
  new WebAssembly.Module(readFileSync(new URL('../../www/pkg/asynclab_bg.wasm', import.meta.url))),
);

/** Large arrays are not copied where simulations compute no values (`values: 0`): the copies took a third of the time. */
const copy = Float32Array.prototype.set;
const LARGE = 1e5;
let leftOut = false;
Float32Array.prototype.set = function (source, offset) {
  if (!leftOut || source.length < LARGE) copy.call(this, source, offset);
};

/**
 * A lab that blocks has its own clock, which stops while another lab works. A neighbour would disturb it for many rounds, so it has none.
 * @param {{sim?: object}} options of a lab that blocks
 */
const alone = ({ sim }) => ({ ...sim, neighbourEvery: 0 });

/**
 * Waits on the clocks of all labs, each for a random time, by reading them.
 * @param {any[]} labs @param {number} reading the time that a reading takes, ms
 */
function waitsOn(labs, reading) {
  const random = randomOf(Math.ceil(1 / reading));
  return (/** @type {number} */ ms) => {
    for (const lab of labs)
      for (let left = Math.floor((random() * ms) / reading); left > 0; left -= 1) lab.now();
  };
}

/**
 * Runs an experiment on a modelled machine and returns its result.
 *
 * @param {string} name of the experiment
 * @param {object} on
 * @param {string} on.machine of the catalogue
 * @param {string} [on.preset]
 * @param {Record<string, number>} [on.sim] fields over the machine's
 * @param {Record<string, unknown>} [on.parameters] over the preset's
 * @param {(message: any) => void} [on.post] gets the messages that a page would display during the run
 * @param {number} [on.dithered] on a clock without steps: the step, ms, of which `scatter` waits a random part
 * @param {number} [on.apart] the least time, ms, between the beginnings of two rounds
 * @param {string} [as] a suffix of the address of the experiment's module, for module hooks
 */
export async function runModelled(
  name,
  { machine, preset, sim = {}, parameters = {}, post = () => {}, dithered = 0, apart },
  as = '',
) {
  const experiment = await open(name);
  leftOut = sim.values === 0;
  const values = preset ? presetValues(experiment, preset) : {};
  const labs = /** @type {any[]} */ ([]);
  const context = new Context({
    connect: async (options) => {
      const lab = await connect(options.blocking ? { ...options, sim: alone(options) } : options);
      labs.push(lab);
      return lab;
    },
    device: name === 'cpu-async' ? 'cpu' : 'sim',
    machine,
    sim,
    parameters: resolveParameters(experiment, { ...values, ...parameters }),
    post,
    hidden: () => false,
  });
  const { interleave } = context;
  if (dithered) {
    const wait = waitsOn(labs, describe(machine).reading ?? Infinity);
    context.scatter = (ms = dithered) => wait(ms);
  }
  context.interleave = (ways, rounds, word, onKept, own = apart) =>
    interleave.call(context, ways, rounds, word, onKept, own);
  try {
    const { run } = as
      ? await import(`../../www/experiments/${name}/run.js${as}`)
      : await experiment.load();
    const result = await run(context);
    const elapsed = await context.elapsed();
    return { ...result, experiment: name, elapsed };
  } finally {
    await context.close();
  }
}
