/** The offer to a reader without a GPU: the same experiments on a modelled one. */
import { h } from '../kit/dom.js';
import { devicesOf, machineOf, machinesOf } from '../kit/parameters.js';

/** The modelled machine that is offered, as the name of a device: an ordinary laptop. */
export const MODELLED = 'machine:laptop-integrated';

/** Whether an experiment is about a GPU and runs on a modelled one. @param {import('../kit/types.js').Experiment} experiment */
export const canModel = (experiment) =>
  devicesOf(experiment)[0] === 'webgpu' && machinesOf(experiment).includes(MODELLED);

/**
 * Chooses the modelled GPU and runs.
 * @param {import('./controls.js').Controls} controls
 */
export function runModelled(controls) {
  controls.chooseDevice(/** @type {any} */ (MODELLED));
  controls.element.requestSubmit();
}

/**
 * Shows the offer until a modelled machine is chosen.
 * @param {object} view
 * @param {import('./controls.js').Controls} view.controls
 * @param {Record<string, HTMLElement>} view.containers
 * @param {import('../kit/say.js').Say} view.say
 * @param {'software'|'none'} missing
 */
export function offer({ controls, containers, say }, missing) {
  const button = h('button', { type: 'button', onclick: () => runModelled(controls) });
  button.textContent = say('run-modelled');
  const element = h('div', { class: 'offer' }, h('p', {}, say(`no-gpu-${missing}`)), button);
  const update = () => (element.hidden = machineOf(controls.device.value) !== undefined);
  controls.addEventListener('change', update);
  update();
  containers.modelled.replaceChildren(element);
}
