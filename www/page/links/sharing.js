/** The panel that makes a link to the present settings, with the program, the result, and the controls that a teacher wants hidden. */
import { h } from '../../kit/dom.js';
import { locale } from '../../kit/format.js';
import { home, linkParameters, parametersOf, write } from '../link.js';
import { pack } from './packing.js';
import { jsonSafe } from '../../kit/result.js';
import { sayer } from '../../kit/say.js';
import { learn } from '../../kit/words.js';

/**
 * @typedef {object} SharedView The parts of an experiment's view that the panel needs.
 * @property {import('../../kit/types.js').Experiment} experiment
 * @property {import('../controls.js').Controls} controls
 * @property {{result?: import('../../kit/types.js').Result}} outcome
 * @property {HTMLElement[]} hideable
 * @property {string[]} hidden the names of the hidden controls
 */

const say = sayer('page/links');
/** Some programs for mail and chat cut off links longer than this, characters. */
const LONG = 2000;
/** A packed result longer than this is sent without its trace, characters. */
const MOST_TRACE = 16_000;

/** @type {WeakMap<SharedView, Sharing>} */
const panels = new WeakMap();

/** Shows the panel of an experiment and copies its link, or hides the panel. @param {SharedView} view */
export async function toggleSharing(view) {
  await learn('page/links');
  const panel = panels.get(view) ?? new Sharing(view);
  panels.set(view, panel);
  panel.toggle();
}

class Sharing {
  /** @param {SharedView} view */
  constructor(view) {
    this.view = view;
    const { name } = view.experiment;
    const id = `${name}-link`;
    this.field = h('input', {
      id,
      class: 'text',
      readonly: true,
      'aria-describedby': `${id}-status`,
    });
    this.field.addEventListener('focus', () => this.field.select());
    this.status = h('p', { class: 'hint', id: `${id}-status`, role: 'status' });
    this.code = this.#check('code', say('with-program'), true);
    this.result = this.#check('result', say('with-result'), false);
    const now = view.hidden;
    this.hide = h(
      'div',
      { class: 'choices' },
      ...view.hideable.map((element) => {
        const key = String(element.dataset.control);
        return this.#check(key, labelOf(element) || key, now.includes(key));
      }),
    );
    const copy = h('button', { type: 'button', onclick: () => void this.copy() }, say('copy'));
    this.course = h(
      'details',
      { class: 'course' },
      h('summary', {}, say('course')),
      h('p', { class: 'hint' }, say('course-help')),
      h('fieldset', {}, h('legend', {}, say('hide')), this.hide),
    );
    this.course.open = now.length > 0;
    this.element = h(
      'div',
      { class: 'sharing', role: 'group', 'aria-label': say('link') },
      h(
        'div',
        { class: 'field wide' },
        h('label', { for: id }, say('link')),
        this.field,
        this.status,
      ),
      h('div', { class: 'choices' }, this.code, this.result),
      this.course,
      h('div', { class: 'buttons' }, copy),
    );
    this.element.hidden = true;
    view.controls.element.after(this.element);
    view.controls.linkButton.setAttribute('aria-expanded', 'false');
    view.controls.addEventListener('change', () => void this.refresh());
  }

  /** A checkbox that changes the link. @param {string} key @param {string} text @param {boolean} on */
  #check(key, text, on) {
    const input = h('input', { type: 'checkbox', value: key });
    input.checked = on;
    input.addEventListener('change', () => void this.refresh());
    return h('label', {}, input, text);
  }

  toggle() {
    this.element.hidden = !this.element.hidden;
    this.view.controls.linkButton.setAttribute('aria-expanded', String(!this.element.hidden));
    if (!this.element.hidden) void this.copy();
  }

  /** Shows the link with the present choices. @returns {Promise<string>} remarks on it */
  async refresh() {
    if (this.element.hidden) return '';
    const { view } = this;
    const { experiment, controls, outcome } = view;
    this.code.hidden = !experiment.parameters.program;
    this.result.hidden = !outcome.result;
    const parameters = parametersOf(experiment, controls.state, linkParameters());
    const hidden = chosen(this.hide);
    parameters.delete('hide');
    // The link opens in the sender's language; its reader may choose another.
    parameters.set('lang', locale());
    if (hidden.length) parameters.set('hide', hidden.join(','));
    const { program } = controls.state.parameters;
    if (program && chosen(this.code).length) parameters.set('code', await pack(String(program)));
    let trimmed = false;
    if (outcome.result && chosen(this.result).length) {
      const [packed, cut] = await packResult(outcome.result);
      parameters.set('result', packed);
      trimmed = cut;
    }
    const hash = write({ name: experiment.name, parameters });
    this.field.value = new URL(hash, home().href).href;
    const { length } = this.field.value;
    this.status.textContent = [
      ...(length > LONG ? [say('long', { length })] : []),
      ...(trimmed ? [say('without-trace')] : []),
    ].join(' ');
    return this.status.textContent;
  }

  async copy() {
    const note = await this.refresh();
    try {
      await navigator.clipboard.writeText(this.field.value);
      this.status.textContent = `${say('copied')} ${note}`;
    } catch {
      // Some browsers do not let a page copy, and none does outside a secure context.
      this.field.focus();
      this.status.textContent = `${say('copy-by-hand')} ${note}`;
    }
  }
}

/** The names of the ticked boxes. @param {HTMLElement} within */
function chosen(within) {
  return [
    .../** @type {NodeListOf<HTMLInputElement>} */ (within.querySelectorAll('input:checked')),
  ].map(({ value }) => value);
}

/** The name of a control on the page. @param {HTMLElement} element */
function labelOf(element) {
  const named = element.querySelector('[aria-label]:is(figure)')?.ariaLabel;
  return named ?? (element.querySelector('label, legend, h3') ?? element).textContent?.trim();
}

/** @param {import('../../kit/types.js').Result} result @returns {Promise<[string, boolean]>} packed, and whether the trace was left out */
async function packResult(result) {
  const whole = jsonSafe(result);
  const packed = await pack(JSON.stringify(whole));
  if (packed.length <= MOST_TRACE || !whole.trace) return [packed, false];
  return [await pack(JSON.stringify({ ...whole, trace: null })), true];
}
