// Runs an experiment on a modelled machine, without a browser: the library, the engine and the experiments as the page has them.
import { readFileSync } from 'node:fs';
import { MessageChannel as Channel } from 'node:worker_threads';
import { connect } from '../../www/asynclab.js';
import { adoptEngine } from '../../www/lib/engine.js';
import { open } from '../../www/experiments/index.js';
import { presetValues, resolveParameters } from '../../www/kit/parameters.js';
import { Context } from '../../www/run/context.js';

globalThis.MessageChannel ??= Channel;
adoptEngine(
  new WebAssembly.Module(readFileSync(new URL('../../www/pkg/asynclab_bg.wasm', import.meta.url))),
);

/** Values of large arrays are left out, so nobody misses them; copying them took a third of the time. */
const copy = Float32Array.prototype.set;
const LARGE = 1e5;
let leftOut = false;
Float32Array.prototype.set = function (source, offset) {
  if (!leftOut || source.length < LARGE) copy.call(this, source, offset);
};

/**
 * A lab of its own has a clock of its own, which stands while another one works: a neighbour's stretches would last many rounds there.
 * @param {{sim?: object}} options of a lab that blocks
 */
const alone = ({ sim }) => ({ ...sim, neighbourEvery: 0 });

/**
 * The finding of an experiment on a machine.
 *
 * @param {string} name of the experiment
 * @param {object} on
 * @param {string} on.machine of the catalogue
 * @param {string} [on.preset]
 * @param {Record<string, number>} [on.sim] fields over the machine's
 * @param {Record<string, unknown>} [on.parameters] over the preset's
 * @param {(message: any) => void} [on.post] gets what a page is shown meanwhile
 * @param {string} [as] behind the address of its run, for hooks of modules
 */
export async function runModelled(
  name,
  { machine, preset, sim = {}, parameters = {}, post = () => {} },
  as = '',
) {
  const experiment = await open(name);
  leftOut = sim.values === 0;
  const values = preset ? presetValues(experiment, preset) : {};
  const context = new Context({
    connect: (options) => connect(options.blocking ? { ...options, sim: alone(options) } : options),
    device: name === 'cpu-async' ? 'cpu' : 'sim',
    machine,
    sim,
    parameters: resolveParameters(experiment, { ...values, ...parameters }),
    post,
    hidden: () => false,
  });
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
