/** A notice before a run whose size is too small for this device, or whose work this device does not time, with an offer of a suitable size. */
import { h } from '../../kit/dom.js';
import { sayer } from '../../kit/say.js';
import { learn } from '../../kit/words.js';

const say = sayer('page/foresight');

/**
 * @typedef {object} Foreseeing The parts of an experiment's view that the notice needs.
 * @property {import('../../kit/types.js').Experiment} experiment
 * @property {import('../controls.js').Controls} controls
 * @property {{busy: boolean, pace: (device: string) => Promise<import('../../kit/types.js').Pace>, infoOf: (device: string) => Promise<import('../../kit/types.js').Info|undefined>}} runner
 */

/**
 * @param {Foreseeing} view
 * @param {{device: string, parameters: import('../../kit/types.js').Values}} asked
 */
async function foreseenOf({ experiment, controls, runner }, { device, parameters }) {
  if (controls.preset.value.startsWith('course'))
    return experiment.foresee?.(parameters, await runner.pace(device));
  const info = await runner.infoOf(device);
  return info && experiment.anySize?.(info);
}

/**
 * @param {Foreseeing} view
 * @param {{device: string, parameters: import('../../kit/types.js').Values}} asked
 * @returns {Promise<HTMLElement|null>} the notice; null if a run may show something, or if that is not known
 */
export async function foresee(view, asked) {
  const [foreseen] = await Promise.all([foreseenOf(view, asked), learn('page/foresight')]);
  if (!foreseen) return null;
  const { key, takes, least, set } = foreseen;
  const ms = (/** @type {number} */ value) => ({ value, unit: /** @type {const} */ ('ms') });
  const act = () => {
    view.controls.fill({ ...asked.parameters, ...set });
    view.controls.element.requestSubmit();
  };
  return h(
    'div',
    { class: 'message calm', role: 'status', 'data-foreseen': key },
    h('p', { class: 'problem' }, say(key === 'untimed' ? 'problem-untimed' : 'problem')),
    h('p', {}, say(key, { takes: ms(takes), least: ms(least) }), ' ', say('anyway')),
    set &&
      h('p', { class: 'buttons' }, h('button', { type: 'button', onclick: act }, say('larger'))),
  );
}
