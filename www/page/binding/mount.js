/** The verdict on what binds a program, below an experiment's finding. */
import { bindingView } from './view.js';

/** @typedef {import('../../kit/types.js').Result} Result */
/**
 * @typedef {object} Bound The parts of an experiment's view that the verdict needs.
 * @property {Record<string, HTMLElement>} containers
 * @property {import('../../run/runner.js').Runner} runner
 * @property {{result?: Result, source?: string}} outcome the shown result
 * @property {AbortController} closing
 * @property {import('./view.js').BindingView} [binding]
 */

/** @param {Bound} view @returns {Promise<(result: Result|null) => void>} to be called with each shown result */
export async function mount(view) {
  const binding = await bindingView(view.closing.signal);
  view.binding = binding;
  view.containers.binding.append(binding.element);
  return (result) => {
    const { trace, info, device } = result ?? {};
    // The rates of another machine cannot be measured here.
    const here = (view.outcome.source ?? 'measured') === 'measured';
    const offered = trace?.flops && info && here;
    const on = info?.machine ? `machine:${info.machine}` : String(device);
    const rates = async () => (await view.runner.rates(on)).rates;
    // The verdict becomes part of the result's document.
    const found = (/** @type {import('../../kit/types.js').Binding|null} */ one) => {
      if (result && one) result.binding = one;
    };
    binding.offer(offered ? { trace, info, rates, found } : null, result?.binding);
  };
}
