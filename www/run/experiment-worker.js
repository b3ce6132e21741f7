/**
 * The thread an experiment runs on: the *frontend thread* of the lab. The page talks to it in messages:
 *   ← {type: 'backends', port}       before all others, if at all: where backends are asked for
 *   ← {type: 'probe', device}                        → {type: 'info', info}
 *   ← {type: 'pace', device}                         → {type: 'pace', pace}: how fast a device is, a modelled machine's too
 *   ← {type: 'rates', device}                        → {type: 'rates', rates, info}: the times of an operation, a byte, a FLOP there
 *   ← {type: 'run', name, device, parameters}        → {type: 'progress', …} and {type: 'live', figure, data}, any number
 *                                                      of them, then {type: 'result', result}
 *                                                      and {type: 'silent', device, silent, patience} of a device that does not answer
 *   ← {type: 'close'}                                → {type: 'closed', held}: bytes that its devices still hold
 *   ← {type: 'visibility', hidden}   before each request, and whenever it changes
 *   → {type: 'error', error: {code, message}}        in place of info or result
 * One request at a time; the page stops a run by ending this worker.
 */
import { backendsThrough } from '../kit/backends.js';
import { Context, turn } from './context.js';
import { Fault, report } from '../kit/faults.js';
import { devicesOf, machineOf } from '../kit/parameters.js';
import { Visibility } from './visibility.js';
import { open } from '../experiments/index.js';

const visibility = new Visibility();
// Experiments print as the programs that they show do. The lines are for the run, and not for the console of the page around.
console.log = () => {};
/** The context of the run that is under way. @type {Context|undefined} */
let context;

/** Begun at once; awaited on demand, so that a failure to load is an answer and not a dead worker. */
const loading = Promise.all([import('../lib/connect.js'), import('../lib/start-backend.js')]);
loading.catch(() => {});
/** Starts backends, where the page does that. @type {(() => object)|undefined} */
let backends;

async function engine() {
  try {
    const [library, { startBackendsWith }] = await loading;
    if (backends) startBackendsWith(backends, navigator.gpu !== undefined);
    return library;
  } catch (error) {
    throw new Fault(
      'ENGINE_MISSING',
      `the engine's program could not be loaded: ${/** @type {Error} */ (error).message}`,
    );
  }
}

/** @param {{device: 'webgpu'|'cpu'}} request */
async function probe({ device }) {
  const { connect } = await engine();
  // The page has a limit of its own for this.
  const lab = await connect({ device, onSilence: () => true });
  const info = await lab.calibrate();
  void lab.close();
  return { type: 'info', info };
}

/** @param {{device: string}} request */
async function pace({ device }) {
  const machine = machineOf(device);
  const [{ connect }, { paceOf }] = await Promise.all([engine(), import('./pace.js')]);
  const options = machine ? { device: 'sim', machine } : { device };
  const lab = await connect(/** @type {import('../asynclab.js').Options} */ (options));
  try {
    await lab.calibrate();
    return { type: 'pace', pace: await paceOf(lab) };
  } finally {
    void lab.close();
  }
}

/** @param {{device: import('../kit/types.js').DeviceName}} request */
async function rates({ device: asked }) {
  const [{ connect }, { ratesOf, parametersOf }] = await Promise.all([
    engine(),
    import('./rates.js'),
  ]);
  const machine = machineOf(asked);
  const ctx = (context = new Context({
    connect,
    device: machine ? 'sim' : asked,
    machine,
    parameters: parametersOf(asked, machine),
    post: (message) => postMessage(message),
    hidden: () => visibility.ask(),
  }));
  visibility.ask();
  try {
    return { type: 'rates', ...(await ratesOf(ctx)) };
  } finally {
    void ctx.close();
  }
}

/** @param {{name: string, device: import('../kit/types.js').DeviceName, parameters: import('../kit/types.js').Values}} request */
async function run({ name, device: asked, parameters }) {
  const machine = machineOf(asked);
  const loaded = open(name).then(({ load }) => /** @type {NonNullable<typeof load>} */ (load)());
  const [{ connect }, program] = await Promise.all([engine(), loaded]);
  const device = machine ? standIn(await open(name)) : asked;
  const ctx = (context = new Context({
    connect,
    device,
    machine,
    parameters,
    post: (message) => postMessage(message),
    hidden: () => visibility.ask(),
  }));
  visibility.ask(); // Earlier hiding does not count.
  try {
    const found = await program.run(ctx);
    await turn();
    // Rounds are left out one by one. A recording for a figure is made only once, and stays.
    const unseen = ctx.unseen ? [(await import('../experiments/lib/distortions.js')).UNSEEN] : [];
    const { distortions = [], leftOut = {} } = found;
    const result = {
      schema: 2,
      experiment: name,
      date: new Date().toISOString(),
      device,
      ways: [],
      curves: {},
      series: {},
      trace: null,
      ...found,
      distortions: [...distortions, ...unseen],
      leftOut,
    };
    return { type: 'result', result };
  } finally {
    void ctx.close();
  }
}

/** The device on which an experiment runs on a modelled machine. @param {import('../kit/types.js').Experiment} experiment */
function standIn(experiment) {
  return devicesOf(experiment)[0] === 'cpu' ? 'cpu' : 'sim';
}

globalThis.addEventListener('message', async ({ data }) => {
  if (data.type === 'visibility') {
    visibility.update(data.hidden);
    return;
  }
  if (data.type === 'backends') {
    backends = backendsThrough(data.port);
    return;
  }
  if (data.type === 'close') {
    postMessage({ type: 'closed', held: (await context?.close()) ?? 0 });
    return;
  }
  try {
    const answer = { probe, pace, rates, run }[
      /** @type {'probe'|'pace'|'rates'|'run'} */ (data.type)
    ];
    postMessage(await answer(data));
  } catch (error) {
    postMessage({ type: 'error', error: report(error) });
  }
});
