// The parts that all embedded experiments of a page share: the thread on which they run, one at a time, and the loaded
// modules. It is loaded when the reader first uses one of the experiments.
import { open } from '../experiments/index.js';
import { themeChanged } from '../charts/surface.js';
import { ExperimentView } from '../page/experiment-view.js';
import { loadCharts } from '../page/figures.js';
import { locale, setLocale } from '../kit/format.js';
import { asked, leadTo, parametersOf, write } from '../page/link.js';
import { checkDevice, resolveParameters } from '../kit/parameters.js';
import { Runner } from '../run/runner.js';
import { learn } from '../kit/words.js';

export { themeChanged };

/** @type {Runner|undefined} */
let runner;
/** The experiments on the page, each with the controller that ends its listening to the runner. @type {Map<ExperimentView, AbortController>} */
const views = new Map();
/** The address of the whole page, relative to this module or its bundle, which are one folder below `www/`. */
const PAGE = new URL('../../index.html', import.meta.url);

/**
 * Loads an experiment and makes its view.
 * @param {string} name
 * @param {string} language of the texts. All experiments of the page have the language of the first
 * @param {(state: string) => void} onState
 */
export async function openView(name, language, onState) {
  if (views.size === 0) {
    if (language !== locale()) setLocale(language);
    leadTo(PAGE);
  }
  const [experiment] = await Promise.all([
    open(name),
    learn('page', 'charts', 'experiments/lib', `experiments/${name}`),
  ]);
  const charts = await loadCharts(experiment);
  runner ??= new Runner();
  const view = new ExperimentView(experiment, runner, charts, onState, { embedded: true });
  enter(view);
  return view;
}

/**
 * Applies the settings in the attributes.
 * @param {ExperimentView} view
 * @param {import('./attributes.js').Said} said
 */
export function set(view, { given, hidden }) {
  const { device, ...parameters } = given;
  const { values, preset } = asked(view.experiment, new URLSearchParams(parameters));
  if (values) view.controls.fill(values, preset);
  if (device) view.controls.chooseDevice(/** @type {any} */ (device));
  view.hide(hidden);
}

/** Runs with the settings of the controls. @param {ExperimentView} view */
export function run(view) {
  const { device, parameters } = view.controls.peek();
  const values = resolveParameters(view.experiment, parameters);
  return view.run({ device: checkDevice(view.experiment, device), parameters: values });
}

/** The address at which the whole page shows the experiment with the same settings. @param {ExperimentView} view */
export function addressOf(view) {
  const parameters = parametersOf(view.experiment, view.controls.state);
  parameters.set('lang', locale());
  return new URL(write({ name: view.experiment.name, parameters }), PAGE).href;
}

/** The address at which the whole page shows a program in its sandbox. @param {{program: string, language?: string}} asked */
export async function sandboxAddress({ program, language = 'javascript' }) {
  const { pack } = await import('../page/links/packing.js');
  const parameters = new URLSearchParams({ code: await pack(program), language, lang: locale() });
  return new URL(write({ name: 'sandbox', parameters }), PAGE).href;
}

/** Stops the run of this experiment. @param {ExperimentView} view */
export function stop(view) {
  if (view.state === 'running') runner?.stop();
}

/** Lets a view follow the runner, when its element is put on the page. @param {ExperimentView} view */
export function enter(view) {
  if (views.has(view)) return;
  const leaving = new AbortController();
  views.set(view, leaving);
  view.follow(leaving.signal);
}

/**
 * Ends a view's run when its element is removed and, if it was the last view, the thread.
 * @param {ExperimentView} view
 * @returns {Promise<number>} bytes that its devices still hold, by the lab's own accounts: 0
 */
export async function leave(view) {
  views.get(view)?.abort();
  views.delete(view);
  const last = views.size === 0;
  return last || view.state === 'running' ? ((await runner?.end()) ?? 0) : 0;
}
